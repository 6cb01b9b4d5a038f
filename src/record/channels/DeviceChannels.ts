// What devices measure: /sensors/ROBOT/DEVICE, with noise, at the instant of the sample. A lidar of one layer is a
// foxglove.LaserScan, one of several layers a foxglove.PointCloud; all others have messages of their own fields. Bytes of radios are
// left out: they are inputs of the run.

import type { PayloadField } from "../../devices/Device.js";
import type { FanDrawing } from "../../devices/Drawing.js";
import { poseInBody } from "../../devices/Mount.js";
import { countValues } from "../../devices/Payload.js";
import { fanDirections } from "../../devices/sensors/RayFan.js";
import { compose, type Pose } from "../../math/Pose.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { DEGREE, PI } from "../../math/Trigonometry.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { FLOAT32, LASER_SCAN, POINT_CLOUD } from "./FoxgloveTypes.js";
import { isWhole, SampleTypes, unitsOf } from "./OwnTypes.js";
import { ProtoWriter, splitTime } from "./proto/ProtoWriter.js";
import { poseData } from "./SceneChannel.js";
import { bodyFrame, deviceFrame } from "./TransformChannel.js";

interface Sampled {
  readonly device: RobotDevice;
  readonly write: (values: readonly number[], timeNs: number) => void;
  lastNs: number;
}

interface Cloud {
  readonly frame: string;
  readonly place: Pose;
  readonly fan: FanDrawing;
  readonly about: About;
}

type About = readonly (readonly [key: string, value: string])[];

/** What readers want to know of a sensor beside its samples: its own frame, and what it can measure. */
function aboutOf(robot: Robot, { description, drawings }: RobotDevice): About {
  const frame: About = description.body === undefined ? [] : [["frame_id", deviceFrame(robot.name, description.name)]];
  const sight = drawings.find((drawing) => drawing.kind === "fan" || drawing.kind === "beam");
  if (!sight) return frame;
  const opening: About = sight.kind === "beam" ? [["field_of_view", String(sight.cone)]] : [];
  return [...frame, ["range_min", String(sight.min)], ["range_max", String(sight.max)], ...opening];
}

/** Rays of a lidar count from +y, angles of a LaserScan from +x. */
const FROM_Y: Pose = { position: [0, 0, 0], orientation: fromAxisAngle([0, 0, 1], PI / 2) };
const VARINT = 0;

export class DeviceChannels {
  readonly #host: ChannelHost;
  readonly #types = new SampleTypes();
  readonly #writer = new ProtoWriter();
  #sampled: readonly Sampled[] = [];

  constructor(host: ChannelHost) {
    this.#host = host;
  }

  /** Robots have joined or left. */
  update(): void {
    const before = new Map(this.#sampled.map((one) => [one.device, one]));
    this.#sampled = this.#host.simulation.world.robots.flatMap((robot) =>
      robot.devices.flatMap((device) => before.get(device) ?? this.#open(robot, device) ?? []),
    );
  }

  /** Writes the samples that are new. */
  write(): void {
    const sampled = this.#sampled;
    for (let i = 0; i < sampled.length; i++) {
      const one = sampled[i];
      const { newestNs } = one.device;
      if (newestNs === one.lastNs) continue;
      one.lastNs = newestNs;
      if (newestNs >= 0) one.write(one.device.newest, newestNs);
    }
  }

  #open(robot: Robot, device: RobotDevice): Sampled | undefined {
    if (countValues(device.sends) === 0) return undefined;
    const topic = `/sensors/${robot.name}/${device.name}`;
    if (!this.#host.filter.wants(topic)) return undefined;
    const fan = device.drawings.find((drawing) => drawing.kind === "fan");
    const isFan = fan !== undefined && countValues(device.sends) === fan.rays * fan.layers;
    const write = isFan ? this.#openFan(topic, robot, device, fan) : this.#openNumbers(topic, robot, device);
    return { device, write, lastNs: Number.NaN };
  }

  #openNumbers(topic: string, robot: Robot, device: RobotDevice): Sampled["write"] {
    const { sends, description } = device;
    const type = this.#types.of(description.kind, sends);
    const channel = new ProtoChannel(
      this.#host,
      topic,
      type,
      new Map([...unitsOf(type, sends), ...aboutOf(robot, device)]),
    );
    const writer = this.#writer;
    return (values, timeNs) => {
      writer.reset();
      writer.timestamp(1, timeNs);
      writeFields(writer, sends, values);
      channel.writeBytes(writer.bytes, timeNs);
    };
  }

  #openFan(topic: string, robot: Robot, device: RobotDevice, fan: FanDrawing): Sampled["write"] {
    const { body = "", pose } = device.description;
    const place = poseInBody(this.#host.simulation.world.physics, robot.name, body, pose);
    const frame = bodyFrame(robot.name, body);
    const about = aboutOf(robot, device);
    if (fan.layers > 1) return this.#openCloud(topic, { frame, place, fan, about });
    const channel = new ProtoChannel(this.#host, topic, LASER_SCAN, new Map([["unit.ranges", "m"], ...about]));
    const { rays, fovHDeg } = fan;
    const start = rays === 1 ? 0 : (-fovHDeg / 2) * DEGREE;
    const end = rays === 1 ? 0 : (fovHDeg === 360 ? fovHDeg / 2 - fovHDeg / rays : fovHDeg / 2) * DEGREE;
    const scan = { frame_id: frame, pose: poseData(compose(place, FROM_Y)), start_angle: start, end_angle: end };
    return (values, timeNs) => channel.write({ timestamp: splitTime(timeNs), ...scan, ranges: values }, timeNs);
  }

  #openCloud(topic: string, { frame, place, fan, about }: Cloud): Sampled["write"] {
    const channel = new ProtoChannel(this.#host, topic, POINT_CLOUD, new Map([["unit.range", "m"], ...about]));
    const directions = fanDirections(fan);
    const fields = ["x", "y", "z", "range"].map((name, i) => ({ name, offset: 4 * i, type: FLOAT32 }));
    const cloud = { frame_id: frame, pose: poseData(place), point_stride: 16, fields };
    return (values, timeNs) => {
      const points = new Float32Array(4 * values.length);
      values.forEach((range, i) => {
        for (let k = 0; k < 3; k++) points[4 * i + k] = range * directions[3 * i + k];
        points[4 * i + 3] = range;
      });
      const data = new Uint8Array(points.buffer);
      channel.write({ timestamp: splitTime(timeNs), ...cloud, data }, timeNs);
    };
  }
}

function writeFields(writer: ProtoWriter, fields: readonly PayloadField[], values: readonly number[]): void {
  let next = 0;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i];
    if (field.count === undefined) writeNumber(writer, field, i + 2, values[next++]);
    else if (field.count !== "any") {
      const from = next;
      next += field.count;
      const to = next;
      writer.nested(i + 2, () => {
        for (let k = from; k < to; k++) writePacked(writer, field, values[k]);
      });
    }
  }
}

function writeNumber(writer: ProtoWriter, field: PayloadField, number: number, value: number): void {
  if (field.type === "float32") writer.float(number, value);
  else if (field.type === "float64") writer.double(number, value);
  else writer.tag(number, VARINT).varint(wholeOf(value));
}

function writePacked(writer: ProtoWriter, field: PayloadField, value: number): void {
  if (isWhole(field)) writer.varint(wholeOf(value));
  else if (field.type === "float32") writer.float32(value);
  else writer.double64(value);
}

/** Rounded and clamped to 32 bits, as on the wire. */
const wholeOf = (value: number): number => Math.max(-0x80000000, Math.min(0xffffffff, Math.round(value) || 0));
