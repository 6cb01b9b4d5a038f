// One device on one robot, with what all devices share: command queue, sample schedule, noise and sample queue (T5, T6, T9).
//   command -> DelayQueue -> Device.act        Device.sample -> noise -> bytes -> DelayQueue -> outbox

import type { DeviceDescription, RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { AnyDeviceType, Command, Device, DeviceLook, PayloadField, RenderContext } from "../devices/Device.js";
import type { Drawing } from "../devices/Drawing.js";
import { Mount, poseInBody } from "../devices/Mount.js";
import { NoiseSource } from "../devices/NoiseSource.js";
import { sentFields, stampBytes } from "../devices/Payload.js";
import type { Airwaves } from "../devices/radio/Airwaves.js";
import {
  addSample,
  type NumberFormat,
  numberFormat,
  type Sample,
  TakenNumbers,
  TakenPicture,
} from "../devices/Sample.js";
import { DelayQueue } from "../latency/DelayQueue.js";
import { Schedule } from "../latency/Schedule.js";
import type { Hash64 } from "../math/Hash64.js";
import type { Pose } from "../math/Pose.js";
import type { RandomStream } from "../math/RandomStream.js";
import type { Physics } from "../physics/Physics.js";
import type { Picture, PictureKind, PictureSpec } from "../render/picture/Picture.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";
import type { ReportOutbox } from "./ReportOutbox.js";

interface RobotDeviceOptions {
  /** Position in the robot's document. */
  readonly index: number;
  readonly physics: Physics;
  readonly robot: RobotDescription;
  readonly description: DeviceDescription;
  readonly type: AnyDeviceType;
  /** Made of seed, robot name and device name. */
  readonly stream: RandomStream;
  readonly joinNs: number;
  readonly renderContext?: RenderContext | undefined;
  readonly airwaves?: Airwaves | undefined;
}

export class RobotDevice {
  readonly index: number;
  /** ROBOT/NAME, for errors. */
  readonly path: string;
  readonly description: DeviceDescription;
  readonly type: AnyDeviceType;
  /** Empty: it sends nothing. */
  readonly sends: readonly PayloadField[];
  readonly #format: NumberFormat;
  /** How viewers draw its samples. */
  readonly drawings: readonly Drawing[];
  readonly #physics: Physics;
  readonly #robot: string;
  /** Pose of its lamp in its body, which is constant. */
  #lampPose: Pose | undefined;
  /** The lamp with the look that it had last. */
  #lamp: SceneLamp | undefined;
  #lampLook: DeviceLook | undefined;
  readonly #device: Device;
  /** It has work before every step, or after every step. */
  readonly isPreparing: boolean;
  readonly isTicking: boolean;
  readonly #commands: DelayQueue<Command>;
  readonly #samples: DelayQueue<Sample>;
  /** Undefined: it takes no samples. */
  #schedule: Schedule | undefined;
  readonly #noise: NoiseSource;
  /** Random numbers for the device itself. */
  readonly #stream: RandomStream;
  /** A sample without latency, between `sense` and `deliver`. */
  #arrived: Sample | undefined;
  /** The sample delivered last, for Hold. */
  #held: Sample | undefined;
  /** A client is connected: its pictures may be rendered as soon as they are taken. */
  hasClient = false;
  #newestPicture: Picture | undefined;
  #newest: readonly number[] = [];
  #newestNs = -1;

  constructor(options: RobotDeviceOptions) {
    const { index, physics, robot, description, type, stream, joinNs, renderContext, airwaves } = options;
    this.index = index;
    this.path = `${robot.name}/${description.name}`;
    this.#physics = physics;
    this.#robot = robot.name;
    this.description = description;
    this.type = type;
    this.#stream = stream.split("device");
    this.#device = type.create(
      description.settings,
      new Mount({ physics, robot: robot.name, description, stream: this.#stream, renderContext, airwaves }),
    );
    this.isPreparing = this.#device.prepare !== undefined;
    this.isTicking = this.#device.tick !== undefined;
    this.#commands = new DelayQueue(description.commandLatency ?? robot.latency, stream.split("commands"));
    this.#samples = new DelayQueue(description.latency, stream.split("samples"));
    this.sends = sentFields(type, description);
    this.#format = numberFormat(this.sends, description.stamp);
    this.drawings = type.drawings?.(description.settings, description) ?? [];
    const isSampled = takesSamples(this.#device) && (type.role === "sensor" || description.rateHz !== undefined);
    this.#schedule = isSampled ? new Schedule(joinNs, description.rateHz) : undefined;
    this.#noise = new NoiseSource(description.noise, stream.split("noise"), this.sends);
  }

  get name(): string {
    return this.description.name;
  }

  // ---- commands

  /** Checks a message and decodes it to a command. Throws a SimError. */
  read(payload: DataView): Command {
    if (!this.#device.read)
      throw new SimError("COMPONENT_DEAF", { where: this.name, found: `a message to this ${this.description.kind}` });
    return this.#device.read(payload);
  }

  /** Queues a command that was given at `timeNs`. */
  command(command: Command, timeNs: number): void {
    this.#commands.push(timeNs, command);
  }

  /** Drops queued commands and the effect of earlier ones, as if the device were new. */
  forgetCommands(): void {
    this.#commands.take(Number.POSITIVE_INFINITY);
    this.#device.forget?.();
  }

  /** Number of commands whose latency is not over. */
  get waiting(): number {
    return this.#commands.length;
  }

  /** Number of samples whose latency is not over. */
  get samplesWaiting(): number {
    return this.#samples.length;
  }

  /** Before a step, if commands wait: applies those that are due. True: the sample rate has changed. */
  act(nowNs: number): boolean {
    let hasActed = false;
    for (let due = this.#commands.takeOne(nowNs); due; due = this.#commands.takeOne(nowNs)) {
      this.#device.act?.(due.item);
      hasActed = true;
    }
    if (this.isPreparing) this.prepare();
    return hasActed && this.#adoptRate();
  }

  /** Before a step without commands. */
  prepare(): void {
    this.#device.prepare?.();
  }

  /** The entity that it pushed in the last step without a contact; undefined: none. */
  get pushed(): string | undefined {
    return this.#device.pushed;
  }

  // ---- samples

  /** Sample rate; undefined: a sample in every frame. */
  get rateHz(): number | undefined {
    return this.#schedule ? this.#schedule.rateHz : this.description.rateHz;
  }

  /** Maximum size of messages of any length per second; undefined: it has none. */
  get bytesPerSec(): number | undefined {
    return this.type.bytesPerSec?.(this.description.settings);
  }

  /** Until this time neither `sense` nor `deliver` changes anything. Later if its rate changes or its state is restored. */
  get senseNs(): number {
    if (this.#device.receive) return Number.NEGATIVE_INFINITY;
    return Math.min(this.#schedule?.dueNs ?? Number.POSITIVE_INFINITY, this.#samples.dueNs);
  }

  /** After every step. */
  tick(): void {
    this.#device.tick?.();
  }

  /** After a step and `tick`: takes a sample if one is due. */
  sense(nowNs: number): void {
    if (this.#device.receive) this.#receive(this.#device.receive(), nowNs);
    if (!this.#schedule?.isDue(nowNs)) return;
    const values = this.#noise.apply(this.#device.sample?.() ?? [], nowNs);
    const picture = this.#device.capture?.();
    if (!values) return;
    const stamp = this.description.stamp ? nowNs / NS_PER_SEC : undefined;
    if (picture) this.#samples.push(nowNs, this.#keep(picture, stamp));
    else {
      this.#newest = values;
      this.#newestNs = nowNs;
      // a device may use its array again
      const sample = new TakenNumbers(this.#format, values.slice(), stamp);
      if (this.#samples.pass(nowNs, sample)) this.#arrived = sample;
    }
  }

  #receive(messages: readonly Uint8Array[], nowNs: number): void {
    const stamp = this.description.stamp ? nowNs / NS_PER_SEC : undefined;
    for (const bytes of messages) this.#samples.push(nowNs, stampBytes(bytes, stamp));
  }

  #keep(picture: Picture, stampSec: number | undefined): TakenPicture {
    this.#newestPicture = picture;
    if (this.hasClient) picture.begin();
    return new TakenPicture(picture, stampSec);
  }

  /** Takes over a rate that a command has set (W9). True: it differs. */
  #adoptRate(): boolean {
    const { rateHz } = this.#device;
    if (rateHz === undefined || !this.#schedule || rateHz === this.#schedule.rateHz) return false;
    this.#schedule = this.#schedule.atRate(rateHz);
    return true;
  }

  /** Passes on the samples whose latency is over. */
  deliver(nowNs: number, outbox: ReportOutbox): void {
    const arrived = this.#arrived;
    if (arrived) {
      this.#arrived = undefined;
      this.#held = arrived;
      outbox.add({ device: this, sample: arrived });
    }
    const samples = this.#samples;
    if (samples.length === 0) return;
    for (let due = samples.takeOne(nowNs); due; due = samples.takeOne(nowNs)) {
      this.#held = due.item;
      outbox.add({ device: this, sample: due.item });
    }
  }

  /** The sample that a frame without a new one repeats; undefined: none. */
  get held(): Sample | undefined {
    return this.description.latency.hold ? this.#held : undefined;
  }

  // ---- for viewers; reading changes nothing

  /** Numbers of its newest sample, whose latency may not be over; empty: no sample yet. */
  get newest(): readonly number[] {
    return this.#newest;
  }

  /** When that sample was taken; -1: no sample yet. */
  get newestNs(): number {
    return this.#newestNs;
  }

  /** Its newest picture, whose latency may not be over. */
  get newestPicture(): Picture | undefined {
    return this.#newestPicture;
  }

  /** What it sees at this instant, for films; undefined: it takes no pictures. */
  get preview(): PictureSpec | undefined {
    return this.#device.preview?.();
  }

  /** Size and format of its pictures; undefined: it takes none. */
  get pictureKind(): PictureKind | undefined {
    return this.type.picture?.(this.description.settings);
  }

  /** Its look now; undefined: it is invisible. */
  get look(): DeviceLook | undefined {
    return this.#device.look?.();
  }

  /** Its look with its place, the same object as long as both are the same; undefined: it is invisible. */
  get lamp(): SceneLamp | undefined {
    const { look, name } = this;
    const { body, pose } = this.description;
    if (!look || body === undefined) return undefined;
    if (this.#lamp && this.#lampLook && isSameLook(look, this.#lampLook)) return this.#lamp;
    this.#lampPose ??= poseInBody(this.#physics, this.#robot, body, pose);
    const { radius, color, brightness, beam } = look;
    this.#lampLook = look;
    this.#lamp = { entity: this.#robot, body, name, pose: this.#lampPose, radius, color, brightness, beam };
    return this.#lamp;
  }

  // ---- state

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

  restore(state: DeviceState): void {
    this.#commands.restore(state.commands);
    this.#samples.restore(state.samples);
    this.#noise.restore(state.noise);
    this.#stream.restore(state.stream);
    if (state.memory) this.#device.restore?.(state.memory);
    this.#adoptRate();
    if (state.schedule) this.#schedule?.restore(state.schedule);
    this.#held = state.held;
    this.#newest = [];
    this.#newestNs = -1;
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

export type DeviceState = ReturnType<RobotDevice["save"]>;

function isSameLook(a: DeviceLook, b: DeviceLook): boolean {
  if (a === b) return true;
  const isSame = a.radius === b.radius && a.brightness === b.brightness;
  const hasBeam = a.beam?.cone === b.beam?.cone && a.beam?.range === b.beam?.range;
  return isSame && hasBeam && a.color.every((value, k) => value === b.color[k]);
}

const takesSamples = (device: Device): boolean => device.sample !== undefined || device.capture !== undefined;

function addCommand(hash: Hash64, command: Command): void {
  for (const [key, value] of Object.entries(command)) {
    hash.addString(key);
    if (typeof value === "number") hash.addNumber(value);
    else hash.addString(value);
  }
}
