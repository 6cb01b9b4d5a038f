// Pictures for ROS 2: /CAMERA/image_raw/compressed or /CAMERA/image_raw, and with every picture /CAMERA/camera_info of the same instant. A
// recording has a calibration only when it changes.

import {
  converter,
  header,
  type MakeConverter,
  type RosConverter,
  type RosSource,
  type RosTopic,
} from "./RosConverter.js";
import { rosName } from "./RosNames.js";

const cameraOf = (topic: string): string => topic.replace(/^\/camera/, "").replace(/\/[^/]*$/, "");

const infoTopic = ({ topic, names }: RosSource): RosTopic => {
  const camera = cameraOf(topic);
  return { name: names.of(`${camera} info`, rosName(camera, "camera_info")), type: "sensor_msgs/msg/CameraInfo" };
};

/** Keeps the calibration for the pictures. */
export const calibration: MakeConverter = (source) => ({
  topics: [infoTopic(source)],
  convert: (message) => {
    const [d, k, r, p] = ["D", "K", "R", "P"].map((name) => message.numbers(name));
    source.shared.calibrations.set(cameraOf(source.topic), {
      height: message.number("height"),
      width: message.number("width"),
      distortion_model: message.text("distortionModel"),
      d,
      k: sized(k, 9),
      r: sized(r, 9),
      p: sized(p, 12),
    });
    return [];
  },
});

const sized = (values: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => values[i] ?? 0);

/** Adds the calibration to each picture. */
function withInfo(source: RosSource, pictures: RosConverter): RosConverter {
  const topic = infoTopic(source);
  const { calibrations } = source.shared;
  return {
    topics: [...pictures.topics, topic],
    convert: (message, stamp) => {
      const known = calibrations.get(cameraOf(source.topic));
      const info = { topic, data: { header: header(stamp, message.text("frameId")), ...known } };
      return [...pictures.convert(message, stamp), ...(known ? [info] : [])];
    },
  };
}

export const compressedImage: MakeConverter = (source) => {
  const camera = cameraOf(source.topic);
  const name = source.names.of(source.topic, rosName(camera, "image_raw", "compressed"));
  const pictures = converter({ name, type: "sensor_msgs/msg/CompressedImage" }, (message, stamp) => ({
    header: header(stamp, message.text("frameId")),
    format: message.text("format"),
    data: message.bytes("data"),
  }));
  return withInfo(source, pictures);
};

export const rawImage: MakeConverter = (source) => {
  const name = source.names.of(source.topic, rosName(cameraOf(source.topic), "image_raw"));
  const pictures = converter({ name, type: "sensor_msgs/msg/Image" }, (message, stamp) => ({
    header: header(stamp, message.text("frameId")),
    height: message.number("height"),
    width: message.number("width"),
    encoding: message.text("encoding"),
    is_bigendian: 0,
    step: message.number("step"),
    data: message.bytes("data"),
  }));
  return withInfo(source, pictures);
};
