// A robot in the world: its description, where it was put, its devices. Its messages gather here until its client's next
// frame (T9).

import type { DelayModel } from "../describe/robot/Latency.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError, unknownName } from "../describe/SimError.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { Command, Eyes } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { payloadBytes } from "../devices/Payload.js";
import { addSample, MAX_PIXEL_BYTES, type Sample } from "../devices/Sample.js";
import { Schedule } from "../latency/Schedule.js";
import type { Hash64 } from "../math/Hash64.js";
import type { Pose } from "../math/Pose.js";
import { RandomStream } from "../math/RandomStream.js";
import type { Physics } from "../physics/Physics.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";
import { type PartState, RobotPart } from "./RobotPart.js";

export interface RobotOptions {
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly description: RobotDescription;
  readonly placement: Pose;
  readonly seed: number;
  readonly joinNs: number;
  readonly eyes?: Eyes | undefined;
}

/** What a device has to say. */
export interface Report {
  readonly part: RobotPart;
  readonly sample: Sample;
}

export interface RobotSnapshot {
  readonly description: RobotDescription;
  readonly placement: Pose;
  readonly joinNs: number;
  readonly parts: readonly PartState[];
  readonly control: ReturnType<Schedule["save"]>;
  readonly outbox: readonly { readonly part: string; readonly sample: Sample }[];
  readonly isDue: boolean;
}

export class Robot {
  readonly description: RobotDescription;
  readonly placement: Pose;
  readonly joinNs: number;
  readonly parts: readonly RobotPart[];
  readonly #byName: ReadonlyMap<string, RobotPart>;
  readonly #lampParts: readonly RobotPart[];
  readonly #control: Schedule;
  readonly #stepNs: number;
  #outbox: Report[] = [];
  #outboxBytes = 0;
  /** Not taken by the client: stays for the next frame. */
  #isKept = false;
  /** Its client is sent to in this frame. */
  #isDue = false;

  constructor({ physics, devices, description, placement, seed, joinNs, eyes }: RobotOptions) {
    this.description = description;
    this.placement = placement;
    this.joinNs = joinNs;
    this.#stepNs = physics.description.stepNs;
    checkRates(description, this.#stepNs);
    const stream = new RandomStream(seed).split(description.name);
    this.parts = description.devices.map(
      (device, index) =>
        new RobotPart({
          index,
          physics,
          robot: description,
          description: device,
          type: devices.type(device.kind, `${description.name}/${device.name}`),
          stream: stream.split(device.name),
          joinNs,
          eyes,
        }),
    );
    this.#lampParts = this.parts.filter(({ look }) => look !== undefined);
    this.#byName = new Map(this.parts.map((part) => [part.name, part]));
    this.#control = new Schedule(joinNs, description.controlRateHz);
    checkGathering(description, this.parts, this.#stepNs);
  }

  get name(): string {
    return this.description.name;
  }

  part(name: string): RobotPart {
    const part = this.#byName.get(name);
    if (!part) throw unknownName("COMPONENT_UNKNOWN", this.name, name, [...this.#byName.keys()]);
    return part;
  }

  /** Takes a command that its client gave at `timeNs`; it acts when its latency is over. */
  tell(part: RobotPart, command: Command, timeNs: number): void {
    part.tell(command, timeNs);
  }

  /** Commands whose latency is not over, of all its devices. */
  get waiting(): number {
    return this.parts.reduce((sum, part) => sum + part.waiting, 0);
  }

  /** Phases 3 and 4 of a frame: what is due is done. */
  act(nowNs: number): void {
    let isChanged = false;
    for (const part of this.parts) if (part.act(nowNs)) isChanged = true;
    if (isChanged) checkGathering(this.description, this.parts, this.#stepNs);
  }

  /** Phases 7 and 8: look, and gather what has arrived. */
  sense(nowNs: number): void {
    if (this.#isDue && !this.#isKept) {
      this.#outbox = [];
      this.#outboxBytes = 0;
    }
    this.#isKept = false;
    for (const part of this.parts) {
      part.sense(nowNs);
      part.deliver(nowNs, (sample) => this.#gather({ part, sample }));
    }
    this.#isDue = this.#control.isDue(nowNs);
    if (this.#isDue) this.#arrange();
  }

  /** Its client did not take this frame (T4): what is in it goes with the next one, the oldest lost if it is too much. */
  keepReports(): void {
    this.#isKept = true;
    let lost = 0;
    while (this.#outboxBytes > MAX_GATHERED) this.#outboxBytes -= roomOf(this.#outbox[lost++]);
    if (lost > 0) this.#outbox.splice(0, lost);
  }

  /** Its lamps as they look now. */
  get lamps(): readonly SceneLamp[] {
    if (this.#lampParts.length === 0) return NO_LAMPS;
    return this.#lampParts.flatMap((part) => part.lamp ?? []);
  }

  /** A client listens: what takes long may be begun before it is due. */
  listen(): void {
    for (const part of this.parts) part.isHeard = true;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  /** What its client gets in this frame; stays the same until the next step. */
  get reports(): readonly Report[] {
    return this.#outbox;
  }

  #gather(report: Report): void {
    this.#outbox.push(report);
    this.#outboxBytes += roomOf(report);
  }

  /** In document order, of one device the oldest first (T9); where a device has no news, its last word if it holds that. */
  #arrange(): void {
    for (const part of this.parts) {
      const sample = part.held;
      if (sample && !this.#outbox.some((report) => report.part === part)) this.#gather({ part, sample });
    }
    if (isOrdered(this.#outbox)) return;
    this.#outbox.sort((a, b) => a.part.index - b.part.index);
  }

  save(): RobotSnapshot {
    return {
      description: this.description,
      placement: this.placement,
      joinNs: this.joinNs,
      parts: this.parts.map((part) => part.save()),
      control: this.#control.save(),
      outbox: this.#outbox.map(({ part, sample }) => ({ part: part.name, sample })),
      isDue: this.#isDue,
    };
  }

  restore(state: RobotSnapshot): void {
    state.parts.forEach((part, i) => {
      this.parts[i].restore(part);
    });
    this.#control.restore(state.control);
    this.#outbox = [];
    this.#outboxBytes = 0;
    for (const { part, sample } of state.outbox) this.#gather({ part: this.part(part), sample });
    this.#isDue = state.isDue;
  }

  addTo(hash: Hash64): void {
    hash.addString(this.name).addInt(this.joinNs);
    for (const part of this.parts) part.addTo(hash);
    this.#control.addTo(hash);
    for (const { part, sample } of this.#outbox) addSample(hash.addString(part.name), sample);
  }
}

const roomOf = ({ sample }: Report): number => sample.length + SAMPLE_BYTES;

function isOrdered(reports: readonly Report[]): boolean {
  for (let i = 1; i < reports.length; i++) if (reports[i].part.index < reports[i - 1].part.index) return false;
  return true;
}

/** T9: nobody samples more often than the world steps. */
function checkRates({ name, devices, controlRateHz }: RobotDescription, stepNs: number): void {
  const most = NS_PER_SEC / stepNs;
  const check = (rateHz: number | undefined, where: string): void => {
    if (rateHz !== undefined && rateHz * stepNs > NS_PER_SEC * (1 + 1e-9))
      throw new SimError("RATE_TOO_HIGH", {
        where,
        found: `${rateHz} Hz`,
        allowed: `at most ${most} Hz in this world`,
      });
  };
  check(controlRateHz, `${name}/ControlRate`);
  for (const device of devices) check(device.rateHz, `${name}/${device.name}/Rate`);
}

const NO_LAMPS: readonly SceneLamp[] = [];

/** What may be on its way to a client, bytes. */
const MAX_GATHERED = 64 << 20;
/** Of one sample, besides its payload. */
const SAMPLE_BYTES = 100;

/** R11: samples wait for their latency, then for the client's next frame; that there is room for all is known before. */
function checkGathering({ name, controlRateHz }: RobotDescription, parts: readonly RobotPart[], stepNs: number): void {
  const maxHz = NS_PER_SEC / stepNs;
  const frameSec = 1 / (controlRateHz ?? maxHz);
  let bytes = 0;
  for (const { sends, description, pictureKind, rateHz } of parts) {
    if (sends.length === 0 && !pictureKind) continue;
    const pixels = pictureKind ? pictureKind.width * pictureKind.height : 0;
    const sampleBytes = payloadBytes(sends, description.stamp) + MAX_PIXEL_BYTES * pixels + SAMPLE_BYTES;
    const waitSec = frameSec + longestNs(description.latency.model) / NS_PER_SEC;
    bytes += sampleBytes * (rateHz ?? maxHz) * waitSec;
  }
  if (bytes > MAX_GATHERED)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: `${name}/ControlRate`,
      found: `${Math.round(bytes / (1 << 20))} MB of samples on their way to one frame`,
      allowed: `at most ${MAX_GATHERED / (1 << 20)} MB`,
      advice: "Give a higher ControlRate, lower Rates or shorter latencies.",
    });
}

/** Where there is no bound: longer than nearly all. */
function longestNs(model: DelayModel): number {
  switch (model.kind) {
    case "constant":
      return model.valueNs;
    case "uniform":
      return model.maxNs;
    case "normal":
      return Math.min(model.maxNs, model.meanNs + 4 * model.sdNs);
    case "gamma":
      return Math.min(model.maxNs, (model.shape + 4 * Math.sqrt(model.shape)) * model.scaleNs);
    case "trace":
      return model.delaysNs.reduce((most, ns) => Math.max(most, ns), 0);
  }
}
