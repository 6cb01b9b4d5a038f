// Samples for ROS 2, on /ROBOT/DEVICE. What ROS has a type for gets it: Imu, LaserScan, PointCloud2, Range, Odometry, TwistStamped,
// WrenchStamped. A single number is a Float64, several are a Float64MultiArray whose dimensions are named after the numbers.

import { conjugate, type Quat, rotate } from "../../math/Quat.js";
import { PI } from "../../math/Trigonometry.js";
import type { Decoded } from "./Decoded.js";
import { converter, header, type MakeConverter, type RosSource } from "./RosConverter.js";
import { rosName } from "./RosNames.js";

/** Covariance of what the sensor does not measure. */
const NOT_MEASURED = [-1, 0, 0, 0, 0, 0, 0, 0, 0];
/** Types of PointField, by Foxglove's: uint8, int8, uint16, int16, uint32, int32, float32, float64. */
const POINT_TYPES = [0, 2, 1, 4, 3, 6, 5, 7, 8];
const INFRARED = 1;

const topicOf = ({ topic, names }: RosSource): string => names.of(topic, rosName(topic.replace(/^\/sensors/, "")));

const frameOf = ({ metadata }: RosSource, orElse = ""): string => metadata.get("frame_id") ?? orElse;

const numberOf = ({ metadata }: RosSource, key: string, orElse: number): number => {
  const value = Number(metadata.get(key) ?? Number.NaN);
  return Number.isNaN(value) ? orElse : value;
};

const xyz = (message: Decoded, names: readonly [string, string, string]) => {
  const [x, y, z] = names.map((name) => message.number(name));
  return { x, y, z };
};

const imuOf =
  (parts: {
    readonly turning?: readonly [string, string, string];
    readonly isPose?: boolean;
    readonly isForce?: boolean;
  }): MakeConverter =>
  (source) =>
    converter({ name: topicOf(source), type: "sensor_msgs/msg/Imu" }, (message, stamp) => ({
      header: header(stamp, frameOf(source)),
      orientation: parts.isPose ? turnOf(message) : { x: 0, y: 0, z: 0, w: 1 },
      ...(parts.isPose ? {} : { orientation_covariance: NOT_MEASURED }),
      ...(parts.turning
        ? { angular_velocity: xyz(message, parts.turning) }
        : { angular_velocity_covariance: NOT_MEASURED }),
      ...(parts.isForce
        ? { linear_acceleration: xyz(message, ["x", "y", "z"]) }
        : { linear_acceleration_covariance: NOT_MEASURED }),
    }));

const turnOf = (message: Decoded) => {
  const [x, y, z, w] = ["qx", "qy", "qz", "qw"].map((name) => message.number(name));
  return { x, y, z, w };
};

/** Velocities of an Odometry are in the frame of the child. */
const odometry: MakeConverter = (source) =>
  converter({ name: topicOf(source), type: "nav_msgs/msg/Odometry" }, (message, stamp) => {
    const orientation = turnOf(message);
    const back: Quat = conjugate([orientation.x, orientation.y, orientation.z, orientation.w]);
    const turned = (names: readonly [string, string, string]) => {
      const { x, y, z } = xyz(message, names);
      const [u, v, w] = rotate(back, [x, y, z]);
      return { x: u, y: v, z: w };
    };
    return {
      header: header(stamp, "world"),
      child_frame_id: frameOf(source),
      pose: { pose: { position: xyz(message, ["x", "y", "z"]), orientation } },
      twist: { twist: { linear: turned(["vx", "vy", "vz"]), angular: turned(["wx", "wy", "wz"]) } },
    };
  });

const range: MakeConverter = (source) =>
  converter({ name: topicOf(source), type: "sensor_msgs/msg/Range" }, (message, stamp) => {
    const max = numberOf(source, "range_max", 0);
    const distance = message.number("distance");
    return {
      header: header(stamp, frameOf(source)),
      radiation_type: INFRARED,
      field_of_view: numberOf(source, "field_of_view", 0),
      min_range: numberOf(source, "range_min", 0),
      max_range: max,
      // REP 117: nothing was seen
      range: distance >= max ? Number.POSITIVE_INFINITY : distance,
    };
  });

const drive: MakeConverter = (source) =>
  converter({ name: topicOf(source), type: "geometry_msgs/msg/TwistStamped" }, (message, stamp) => ({
    header: header(stamp, ""),
    twist: {
      linear: xyz(message, ["forward", "left", ""]),
      angular: { x: 0, y: 0, z: message.number("turn") },
    },
  }));

/** Angles of ROS count from +x, those of a lidar from +y of its frame. */
export const laserScan: MakeConverter = (source) =>
  converter({ name: topicOf(source), type: "sensor_msgs/msg/LaserScan" }, (message, stamp) => {
    const ranges = message.numbers("ranges");
    const [start, end] = [message.number("startAngle"), message.number("endAngle")];
    const max = numberOf(source, "range_max", Number.POSITIVE_INFINITY);
    const own = source.metadata.get("frame_id");
    const from = own === undefined ? 0 : PI / 2;
    return {
      header: header(stamp, own ?? message.text("frameId")),
      angle_min: start + from,
      angle_max: end + from,
      angle_increment: ranges.length > 1 ? (end - start) / (ranges.length - 1) : 0,
      range_min: numberOf(source, "range_min", 0),
      range_max: max,
      ranges: ranges.map((distance) => (distance >= max ? Number.POSITIVE_INFINITY : distance)),
      intensities: message.numbers("intensities"),
    };
  });

export const pointCloud: MakeConverter = (source) =>
  converter({ name: topicOf(source), type: "sensor_msgs/msg/PointCloud2" }, (message, stamp) => {
    const [data, step] = [message.bytes("data"), message.number("pointStride")];
    const width = step > 0 ? Math.floor(data.length / step) : 0;
    return {
      header: header(stamp, frameOf(source, message.text("frameId"))),
      height: 1,
      width,
      fields: message.parts("fields").map((field) => ({
        name: field.text("name"),
        offset: field.number("offset"),
        datatype: POINT_TYPES[field.number("type")] ?? 0,
        count: 1,
      })),
      is_bigendian: false,
      point_step: step,
      row_step: width * step,
      data: data.subarray(0, width * step),
      is_dense: true,
    };
  });

const wrench: MakeConverter = (source) =>
  converter({ name: topicOf(source), type: "geometry_msgs/msg/WrenchStamped" }, (message, stamp) => ({
    header: header(stamp, frameOf(source)),
    wrench: { force: xyz(message, ["fx", "fy", "fz"]), torque: xyz(message, ["tx", "ty", "tz"]) },
  }));

/** Any other device: its numbers. */
export const numbers: MakeConverter = (source) => {
  const fields = source.decoder.type.fields.filter(({ fieldKind }) => fieldKind === "scalar" || fieldKind === "list");
  const name = topicOf(source);
  const valuesOf = (message: Decoded): readonly number[] =>
    fields.flatMap(({ fieldKind, localName }) =>
      fieldKind === "list" ? message.numbers(localName) : [message.number(localName)],
    );
  if (fields.length === 1 && fields[0].fieldKind === "scalar")
    return converter({ name, type: "std_msgs/msg/Float64" }, (message) => ({ data: valuesOf(message)[0] }));
  const label = fields.map((field) => field.name).join(",");
  return converter({ name, type: "std_msgs/msg/Float64MultiArray" }, (message) => {
    const data = valuesOf(message);
    return { layout: { dim: [{ label, size: data.length, stride: data.length }], data_offset: 0 }, data };
  });
};

/** By the type of the channel. */
export const SAMPLES: Readonly<Record<string, MakeConverter>> = {
  "ubersim.Imu": imuOf({ turning: ["wx", "wy", "wz"], isPose: true, isForce: true }),
  "ubersim.Gyroscope": imuOf({ turning: ["wx", "wy", "wz"] }),
  "ubersim.Accelerometer": imuOf({ isForce: true }),
  "ubersim.PoseSensor": odometry,
  "ubersim.RangeSensor": range,
  "ubersim.VelocityDrive": drive,
  "ubersim.ForceSensor": wrench,
};
