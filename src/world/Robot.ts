// A robot in the world: its description, its placement and its devices. Its part of a frame is `act` before the physics step
// and `sense` after it.

import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { type SimError, unknownName } from "../describe/SimError.js";
import type { Command, RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import type { Airwaves } from "../devices/radio/Airwaves.js";
import { Schedule } from "../latency/Schedule.js";
import type { Hash64, HashMark } from "../math/Hash64.js";
import type { Pose } from "../math/Pose.js";
import { RandomStream } from "../math/RandomStream.js";
import type { Physics } from "../physics/Physics.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";
import { type OutboxState, type Report, ReportOutbox } from "./ReportOutbox.js";
import { type DeviceState, RobotDevice } from "./RobotDevice.js";
import { checkGathering, checkRates } from "./RobotLimits.js";
import { RobotVoice, type VoiceRights, type VoiceState } from "./RobotVoice.js";

interface RobotOptions {
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly description: RobotDescription;
  readonly placement: Pose;
  readonly seed: number;
  readonly joinNs: number;
  readonly renderContext?: RenderContext | undefined;
  readonly airwaves?: Airwaves | undefined;
  /** Default: the world does not listen to it. */
  readonly rights?: VoiceRights | undefined;
}

export interface RobotSnapshot {
  readonly description: RobotDescription;
  readonly placement: Pose;
  readonly joinNs: number;
  readonly devices: readonly DeviceState[];
  readonly control: ReturnType<Schedule["save"]>;
  readonly outbox: OutboxState;
  readonly isDue: boolean;
  readonly voice: VoiceState | undefined;
}

export class Robot {
  readonly description: RobotDescription;
  readonly placement: Pose;
  readonly joinNs: number;
  /** In document order. */
  readonly devices: readonly RobotDevice[];
  /** Undefined: the world does not listen to this robot. */
  readonly voice: RobotVoice | undefined;
  readonly #byName: ReadonlyMap<string, RobotDevice>;
  readonly #lampDevices: readonly RobotDevice[];
  #lamps: readonly SceneLamp[] = NO_LAMPS;
  /** Frames of the client. */
  readonly #control: Schedule;
  readonly #stepNs: number;
  readonly #outbox = new ReportOutbox();
  /** Devices with work before every step, or after every step. */
  readonly #preparing: readonly RobotDevice[];
  readonly #ticking: readonly RobotDevice[];
  /** Devices whose last sample is repeated in frames without a new one. */
  readonly #holding: readonly RobotDevice[];
  /** A device may have commands whose latency is not over. */
  #hasCommands = true;
  /** By device: until then it has nothing to sample or to deliver. */
  readonly #senseNs: Float64Array;
  /** The smallest of them. */
  #nextNs = Number.NEGATIVE_INFINITY;
  /** The client did not take its last frame. */
  #isKept = false;
  #isDue = false;

  constructor({
    physics,
    devices,
    description,
    placement,
    seed,
    joinNs,
    renderContext,
    airwaves,
    rights,
  }: RobotOptions) {
    this.description = description;
    this.placement = placement;
    this.joinNs = joinNs;
    this.#stepNs = physics.description.stepNs;
    checkRates(description, this.#stepNs);
    const stream = new RandomStream(seed).split(description.name);
    this.devices = description.devices.map(
      (device, index) =>
        new RobotDevice({
          index,
          physics,
          robot: description,
          description: device,
          type: devices.type(device.kind, `${description.name}/${device.name}`),
          stream: stream.split(device.name),
          joinNs,
          renderContext,
          airwaves,
        }),
    );
    if (rights && rights.events.length + rights.verbs.length > 0)
      this.voice = new RobotVoice(description.name, rights, description.latency, stream.split("voice"));
    this.#preparing = this.devices.filter(({ isPreparing }) => isPreparing);
    this.#ticking = this.devices.filter(({ isTicking }) => isTicking);
    this.#holding = this.devices.filter(({ description }) => description.latency.hold);
    this.#senseNs = new Float64Array(this.devices.length).fill(Number.NEGATIVE_INFINITY);
    this.#lampDevices = this.devices.filter(({ lamp }) => lamp !== undefined);
    this.#byName = new Map(this.devices.map((device) => [device.name, device]));
    this.#control = new Schedule(joinNs, description.controlRateHz);
    checkGathering(description, this.devices, this.#stepNs);
  }

  get name(): string {
    return this.description.name;
  }

  find(name: string): RobotDevice | undefined {
    return this.#byName.get(name);
  }

  /** Throws COMPONENT_UNKNOWN. */
  device(name: string): RobotDevice {
    const device = this.find(name);
    if (!device) throw this.unknown(name);
    return device;
  }

  /** The error for a name that no device has. */
  unknown(name: string): SimError {
    return unknownName("COMPONENT_UNKNOWN", this.name, name, [...this.#byName.keys()]);
  }

  /** Queues a command that the client gave at `timeNs`; it acts when its latency is over. */
  command(device: RobotDevice, command: Command, timeNs: number): void {
    this.#hasCommands = true;
    device.command(command, timeNs);
  }

  /** Number of commands of all devices whose latency is not over. */
  get waiting(): number {
    let sum = 0;
    for (let i = 0; i < this.devices.length; i++) sum += this.devices[i].waiting;
    return sum;
  }

  /** Lamps of the robot with their brightness now; the same list as long as none changes. */
  get lamps(): readonly SceneLamp[] {
    for (let i = 0; i < this.#lampDevices.length; i++)
      if (this.#lampDevices[i].lamp !== this.#lamps[i]) {
        this.#lamps = this.#lampDevices.map((device) => device.lamp as SceneLamp);
        break;
      }
    return this.#lamps;
  }

  // ---- one frame

  /** Phases 3 and 4 of a frame: commands that are due act. */
  act(nowNs: number): void {
    if (this.#hasCommands) this.#actOn(nowNs);
    else for (let i = 0; i < this.#preparing.length; i++) this.#preparing[i].prepare();
  }

  #actOn(nowNs: number): void {
    let isChanged = false;
    let isWaiting = false;
    const { devices } = this;
    for (let i = 0; i < devices.length; i++) {
      const device = devices[i];
      if (device.waiting === 0) {
        if (device.isPreparing) device.prepare();
        continue;
      }
      if (device.act(nowNs)) {
        // another rate
        this.#senseNs[i] = device.senseNs;
        this.#nextNs = Math.min(this.#nextNs, this.#senseNs[i]);
        isChanged = true;
      }
      isWaiting ||= device.waiting > 0;
    }
    this.#hasCommands = isWaiting;
    if (isChanged) checkGathering(this.description, devices, this.#stepNs);
  }

  /** Phases 7 and 8 of a frame: devices sample; samples that are due go to the outbox. */
  sense(nowNs: number): void {
    if (this.#isDue && !this.#isKept) this.#outbox.clear();
    this.#isKept = false;
    if (this.#nextNs <= nowNs) this.#sample(nowNs);
    else for (let i = 0; i < this.#ticking.length; i++) this.#ticking[i].tick();
    this.#isDue = this.#control.isDue(nowNs);
    if (this.#isDue) this.#outbox.arrange(this.#holding);
  }

  #sample(nowNs: number): void {
    const { devices } = this;
    const senseNs = this.#senseNs;
    let nextNs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < devices.length; i++) {
      const device = devices[i];
      if (device.isTicking) device.tick();
      if (senseNs[i] <= nowNs) {
        device.sense(nowNs);
        device.deliver(nowNs, this.#outbox);
        senseNs[i] = device.senseNs;
      }
      nextNs = Math.min(nextNs, senseNs[i]);
    }
    this.#nextNs = nextNs;
  }

  // ---- the client

  /** A client is connected: renderers may start on its pictures before they are due. */
  attachClient(): void {
    for (const device of this.devices) device.hasClient = true;
  }

  /** The client gets a frame now. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Content of the client's frame; stays the same until the next step. */
  get reports(): readonly Report[] {
    return this.#outbox.reports;
  }

  /** The client did not take this frame (T4): its reports go with the next one, without the oldest if they are too large. */
  keepReports(): void {
    this.#isKept = true;
    this.#outbox.trim();
  }

  // ---- state

  save(): RobotSnapshot {
    return {
      description: this.description,
      placement: this.placement,
      joinNs: this.joinNs,
      devices: this.devices.map((device) => device.save()),
      control: this.#control.save(),
      outbox: this.#outbox.save(),
      isDue: this.#isDue,
      voice: this.voice?.save(),
    };
  }

  restore(state: RobotSnapshot): void {
    state.devices.forEach((device, i) => {
      this.devices[i].restore(device);
    });
    this.#hasCommands = true;
    this.#senseNs.fill(Number.NEGATIVE_INFINITY);
    this.#nextNs = Number.NEGATIVE_INFINITY;
    this.#control.restore(state.control);
    this.#outbox.restore(state.outbox, (name) => this.device(name));
    this.#isDue = state.isDue;
    if (state.voice) this.voice?.restore(state.voice);
  }

  addTo(hash: Hash64, mark?: HashMark): void {
    hash.addString(this.name).addInt(this.joinNs);
    for (const device of this.devices) {
      device.addTo(hash);
      mark?.(hash, device.path, "commands and samples on their way, random numbers");
    }
    this.#control.addTo(hash);
    this.#outbox.addTo(hash);
    this.voice?.addTo(hash);
    mark?.(hash, this.name, "samples for its client");
  }
}

const NO_LAMPS: readonly SceneLamp[] = [];
