// One device on one robot, with what all devices have alike: the queue of what it was told, the rate, the noise and the
// queue of what it saw (T5, T6, T9).

import type { DeviceDescription, RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { AnyDeviceType, Command, Device, DeviceLook, Eyes, PayloadField } from "../devices/Device.js";
import type { Drawing } from "../devices/Drawing.js";
import { Mount, poseInBody } from "../devices/Mount.js";
import { NoiseSource } from "../devices/NoiseSource.js";
import { encodePayload } from "../devices/Payload.js";
import { addSample, type Sample, TakenPicture } from "../devices/Sample.js";
import { DelayQueue } from "../latency/DelayQueue.js";
import { Schedule } from "../latency/Schedule.js";
import type { Hash64 } from "../math/Hash64.js";
import type { Pose } from "../math/Pose.js";
import type { RandomStream } from "../math/RandomStream.js";
import type { Physics } from "../physics/Physics.js";
import type { Picture, PictureKind } from "../render/picture/Picture.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";

export interface PartOptions {
  /** Its place in the document. */
  readonly index: number;
  readonly physics: Physics;
  readonly robot: RobotDescription;
  readonly description: DeviceDescription;
  readonly type: AnyDeviceType;
  /** The device's own: of seed, robot name and device name. */
  readonly stream: RandomStream;
  readonly joinNs: number;
  readonly eyes?: Eyes | undefined;
}

export class RobotPart {
  readonly index: number;
  readonly description: DeviceDescription;
  readonly type: AnyDeviceType;
  readonly sends: readonly PayloadField[];
  readonly drawings: readonly Drawing[];
  readonly #physics: Physics;
  readonly #robot: string;
  /** In its body, where it never moves. */
  #lampPlace: Pose | undefined;
  readonly #device: Device;
  readonly #commands: DelayQueue<Command>;
  readonly #samples: DelayQueue<Sample>;
  #schedule: Schedule | undefined;
  readonly #noise: NoiseSource;
  /** What the device itself draws from. */
  readonly #stream: RandomStream;
  /** Delivered last, for Hold. */
  #held: Sample | undefined;
  /** A client listens: pictures may be begun. */
  isHeard = false;
  #newestPicture: Picture | undefined;
  #newest: readonly number[] = [];

  constructor({ index, physics, robot, description, type, stream, joinNs, eyes }: PartOptions) {
    this.index = index;
    this.#physics = physics;
    this.#robot = robot.name;
    this.description = description;
    this.type = type;
    this.#stream = stream.split("device");
    this.#device = type.create(
      description.settings,
      new Mount({ physics, robot: robot.name, description, stream: this.#stream, eyes }),
    );
    this.#commands = new DelayQueue(description.commandLatency ?? robot.latency, stream.split("commands"));
    this.#samples = new DelayQueue(description.latency, stream.split("samples"));
    const isListening = type.role !== "sensor" && description.rateHz === undefined;
    this.sends = isListening ? [] : type.sends(description.settings, description);
    this.drawings = type.drawings?.(description.settings, description) ?? [];
    this.#schedule = isListening || !looks(this.#device) ? undefined : new Schedule(joinNs, description.rateHz);
    this.#noise = new NoiseSource(description.noise, stream.split("noise"), this.sends);
  }

  get name(): string {
    return this.description.name;
  }

  /** Checks a message; the command waits until the answer is complete. */
  read(payload: DataView): Command {
    if (!this.#device.read)
      throw new SimError("COMPONENT_DEAF", { where: this.name, found: `a message to this ${this.description.kind}` });
    return this.#device.read(payload);
  }

  tell(command: Command, timeNs: number): void {
    this.#commands.push(timeNs, command);
  }

  /** Forgets what it was told, as if it had just been made. */
  rest(): void {
    this.#commands.take(Number.POSITIVE_INFINITY);
    this.#device.forget?.();
  }

  /** Commands whose latency is not over. */
  get waiting(): number {
    return this.#commands.length;
  }

  /** Does what is due at the step that starts now. True: from now on it looks at another rate. */
  act(nowNs: number): boolean {
    const isTold = this.#commands.length > 0;
    if (isTold) for (const { item } of this.#commands.take(nowNs)) this.#device.act?.(item);
    this.#device.prepare?.();
    return isTold && this.#adoptRate();
  }

  /** The entity that it pushed in the last step without a contact; undefined: none. */
  get pushed(): string | undefined {
    return this.#device.pushed;
  }

  /** How often it looks; undefined: in every frame. */
  get rateHz(): number | undefined {
    return this.#schedule ? this.#schedule.rateHz : this.description.rateHz;
  }

  /** After each step: looks, if it is time to. */
  sense(nowNs: number): void {
    this.#device.tick?.();
    if (!this.#schedule?.isDue(nowNs)) return;
    const values = this.#noise.apply(this.#device.sample?.() ?? [], nowNs);
    const picture = this.#device.capture?.();
    if (!values) return;
    const stamp = this.description.stamp ? nowNs / NS_PER_SEC : undefined;
    if (picture) this.#samples.push(nowNs, this.#keep(picture, stamp));
    else {
      this.#newest = values;
      this.#samples.push(nowNs, encodePayload(this.sends, values, stamp));
    }
  }

  #keep(picture: Picture, stampSec: number | undefined): TakenPicture {
    this.#newestPicture = picture;
    if (this.isHeard) picture.begin();
    return new TakenPicture(picture, stampSec);
  }

  /** A device may have been told another rate (W9). */
  #adoptRate(): boolean {
    const { rateHz } = this.#device;
    if (rateHz === undefined || !this.#schedule || rateHz === this.#schedule.rateHz) return false;
    this.#schedule = this.#schedule.atRate(rateHz);
    return true;
  }

  /** Its last picture, whether it has arrived or not: for onlookers. */
  get newestPicture(): Picture | undefined {
    return this.#newestPicture;
  }

  /** What its pictures are like; undefined: it takes none. */
  get pictureKind(): PictureKind | undefined {
    return this.type.picture?.(this.description.settings);
  }

  /** The numbers of its last sample, whether they have arrived or not: for onlookers. Empty: it has not looked yet. */
  get newest(): readonly number[] {
    return this.#newest;
  }

  /** How it looks now; undefined: it is not to be seen. */
  get look(): DeviceLook | undefined {
    return this.#device.look?.();
  }

  /** The same with its place; undefined: it is not to be seen. */
  get lamp(): SceneLamp | undefined {
    const { look, name } = this;
    const { body, pose } = this.description;
    if (!look || body === undefined) return undefined;
    this.#lampPlace ??= poseInBody(this.#physics, this.#robot, body, pose);
    const { radius, color, brightness, beam } = look;
    return { entity: this.#robot, body, name, pose: this.#lampPlace, radius, color, brightness, beam };
  }

  /** Gives the samples whose delay is over. */
  deliver(nowNs: number, into: (sample: Sample) => void): void {
    if (this.#samples.length === 0) return;
    for (const { item } of this.#samples.take(nowNs)) {
      this.#held = item;
      into(item);
    }
  }

  /** What a frame without news shall show. */
  get held(): Sample | undefined {
    return this.description.latency.hold ? this.#held : undefined;
  }

  save() {
    return {
      commands: this.#commands.save(),
      samples: this.#samples.save(),
      schedule: this.#schedule?.save(),
      noise: this.#noise.save(),
      stream: this.#stream.save(),
      memory: this.#device.save?.(),
      held: this.#held,
    };
  }

  restore(state: ReturnType<RobotPart["save"]>): void {
    this.#commands.restore(state.commands);
    this.#samples.restore(state.samples);
    this.#noise.restore(state.noise);
    this.#stream.restore(state.stream);
    if (state.memory) this.#device.restore?.(state.memory);
    this.#adoptRate();
    if (state.schedule) this.#schedule?.restore(state.schedule);
    this.#held = state.held;
    this.#newest = [];
    this.#newestPicture = undefined;
  }

  addTo(hash: Hash64): void {
    hash.addString(this.name);
    this.#commands.addTo(hash, addCommand);
    this.#samples.addTo(hash, addSample);
    this.#schedule?.addTo(hash);
    this.#noise.addTo(hash);
    this.#stream.addTo(hash);
    for (const x of this.#device.save?.() ?? []) hash.addNumber(x);
    if (this.#held) addSample(hash, this.#held);
  }
}

/** Whether it ever has something to say. */
const looks = (device: Device): boolean => device.sample !== undefined || device.capture !== undefined;

function addCommand(hash: Hash64, command: Command): void {
  for (const [key, value] of Object.entries(command)) {
    hash.addString(key);
    if (typeof value === "number") hash.addNumber(value);
    else hash.addString(value);
  }
}

export type PartState = ReturnType<RobotPart["save"]>;
