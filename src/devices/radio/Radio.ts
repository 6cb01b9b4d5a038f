// A radio (S5): sends bytes to all other robots with a radio of the same channel within its range. `CommandLatency` delays a message at
// the sender, `Latency` with `Drop` delays and loses it at each receiver. A radio sends, and receives, `Bandwidth` bytes a second at
// most; what is beyond that is lost. Left out: obstacles, collisions on the air, confirmations.

import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { distance } from "../../math/Vec3.js";
import type { Command, Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";

export interface RadioSettings {
  readonly channel: number;
  /** m. */
  readonly range: number;
  /** Bytes per second. */
  readonly bandwidth: number;
}

/** Bytes of one message. */
const MAX_BYTES = 1500;
const MAX_BANDWIDTH = 1_000_000;
/** A radio that was silent may send this much at once, s of its bandwidth. */
const BURST_SEC = 0.1;
/** What the packet around the bytes costs. */
const HEADER_BYTES = 40;

const BYTES: readonly PayloadField[] = [{ name: "bytes", type: "uint8", unit: "", count: "any" }];

export const RADIO: DeviceType<RadioSettings> = {
  element: "Radio",
  summary: "sends bytes to radios of the same channel on other robots, with range, delays and losses",
  role: "actuator",
  read: (element) =>
    Object.freeze({
      channel: element.number("Channel", { min: 0, max: 65535, whole: true }) ?? 0,
      range: element.number("Range", { above: 0, max: 1e6 }) ?? 100,
      bandwidth: element.number("Bandwidth", { min: 1, max: MAX_BANDWIDTH }) ?? 62_500,
    }),
  sends: () => BYTES,
  bytesPerSec: ({ bandwidth }) => bandwidth,
  drawings: () => [],
  takes: BYTES,
  create: (settings, host) => new Radio(settings, host),
};

class Radio implements Device {
  readonly #settings: RadioSettings;
  readonly #host: DeviceHost;
  readonly #sending: Allowance;
  readonly #receiving: Allowance;

  constructor(settings: RadioSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#host = host;
    this.#sending = new Allowance(settings.bandwidth);
    this.#receiving = new Allowance(settings.bandwidth);
  }

  read(payload: DataView): Command {
    const { robot, description } = this.#host;
    if (payload.byteLength < 1 || payload.byteLength > MAX_BYTES)
      throw new SimError("PAYLOAD_SIZE_WRONG", {
        where: `${robot}/${description.name}`,
        found: `${payload.byteLength} bytes`,
        allowed: `1 to ${MAX_BYTES} bytes`,
      });
    const bytes = new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
    // commands are numbers and texts: one character per byte
    return { text: String.fromCharCode(...bytes) };
  }

  act(command: Command): void {
    const { physics, robot, airwaves } = this.#host;
    const text = command.text as string;
    if (!this.#sending.take(text.length, physics.timeNs)) return;
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    const { channel, range } = this.#settings;
    airwaves?.send({ robot, channel, range, position: this.#host.pose().position, bytes });
  }

  receive(): readonly Uint8Array[] {
    const { airwaves, physics, robot: own } = this.#host;
    const sent = airwaves?.on(this.#settings.channel) ?? [];
    if (sent.length === 0) return NOTHING;
    const here = this.#host.pose().position;
    const heard: Uint8Array[] = [];
    for (const { robot, range, position, bytes } of sent) {
      if (robot === own || distance(position, here) > range) continue;
      if (this.#receiving.take(bytes.length, physics.timeNs)) heard.push(bytes);
      else if (this.#receiving.isUsedUp) break;
    }
    return heard;
  }

  save(): readonly number[] {
    return [...this.#sending.save(), ...this.#receiving.save()];
  }

  restore(memory: readonly number[]): void {
    this.#sending.restore(memory.slice(0, 2));
    this.#receiving.restore(memory.slice(2));
  }
}

const NOTHING: readonly Uint8Array[] = [];

/** How many bytes may pass now: grows with time up to a burst. */
class Allowance {
  readonly #perSec: number;
  readonly #max: number;
  #bytes: number;
  #timeNs = 0;

  constructor(perSec: number) {
    this.#perSec = perSec;
    this.#max = Math.max(MAX_BYTES + HEADER_BYTES, perSec * BURST_SEC);
    this.#bytes = this.#max;
  }

  /** False: they are too many, and none passes. */
  take(bytes: number, timeNs: number): boolean {
    const grown = this.#bytes + (this.#perSec * (timeNs - this.#timeNs)) / NS_PER_SEC;
    this.#bytes = Math.min(this.#max, grown);
    this.#timeNs = timeNs;
    const cost = bytes + HEADER_BYTES;
    if (cost > this.#bytes) return false;
    this.#bytes -= cost;
    return true;
  }

  /** After `take`: not even the shortest message passes at this time. */
  get isUsedUp(): boolean {
    return this.#bytes < HEADER_BYTES + 1;
  }

  save(): readonly number[] {
    return [this.#bytes, this.#timeNs];
  }

  restore([bytes, timeNs]: readonly number[]): void {
    [this.#bytes, this.#timeNs] = [bytes, timeNs];
  }
}
