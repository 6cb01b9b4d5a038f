// One frame as the client sees it (W3): its time and what the sensors sent. A component that samples more often than the
// client is asked (T9) is there several times; `number` and its kin take the newest.

import type { Component } from "./Hello.js";
import type { PayloadLayout } from "./PayloadLayout.js";
import { RobotError } from "./RobotError.js";

export class Frame {
  /** Simulated time, s. */
  readonly time: number;
  /** Frames that went by without an answer of ours (T4). */
  missed = 0;
  /** True: the world has been reset; forget what was. */
  readonly isReset: boolean;
  readonly #components: ReadonlyMap<string, Component>;
  readonly #names: string[] = [];
  readonly #payloads: Uint8Array[] = [];

  constructor(time: number, isReset: boolean, components: ReadonlyMap<string, Component>) {
    this.time = time;
    this.isReset = isReset;
    this.#components = components;
  }

  /** @internal */
  add(name: string, payload: Uint8Array): void {
    this.#names.push(name);
    this.#payloads.push(payload);
  }

  /** Who sent something, in the order of arrival. */
  get names(): readonly string[] {
    return this.#names;
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  bytes(name: string): Uint8Array {
    return this.#payloads[this.#indexOf(name)];
  }

  /** The only number of a component that sends one, or the one called `field`. */
  number(name: string, field?: string): number {
    const payload = this.bytes(name);
    const layout = this.#layoutOf(name, payload);
    const index = field === undefined ? 0 : layout.fields.indexOf(field);
    if (index < 0 || index >= layout.fields.length)
      throw unreadable(name, `it has no number "${field ?? ""}"; there are ${layout.fields.join(", ")}`);
    return layout.number(payload, index);
  }

  /** All numbers, without the time of capture. */
  numbers(name: string): number[] {
    const payload = this.bytes(name);
    return this.#layoutOf(name, payload).numbers(payload);
  }

  /** When it was captured, where the document asks for a Stamp (W5). */
  stamp(name: string): number | undefined {
    const payload = this.bytes(name);
    return this.#layoutOf(name, payload).stamp(payload);
  }

  /** Every sample that came with this frame, oldest first; none is no error here. */
  samples(name: string): number[][] {
    const payloads = this.#payloads.filter((_, i) => this.#names[i] === name);
    return payloads.map((payload) => this.#layoutOf(name, payload).numbers(payload));
  }

  #indexOf(name: string): number {
    const index = this.#names.lastIndexOf(name);
    if (index < 0)
      throw new RobotError({
        code: "NOT_IN_FRAME",
        message: `"${name}" sent nothing at t = ${this.time} s`,
        where: name,
        advice: `Ask frame.has("${name}") first. This frame has ${this.#names.join(", ") || "nothing"}.`,
      });
    return index;
  }

  #layoutOf(name: string, payload: Uint8Array): PayloadLayout {
    const component = this.#components.get(name);
    const layout = component?.layout;
    if (layout === undefined) throw unreadable(name, `Hello gives its payload as "${component?.payload ?? ""}"`);
    if (payload.length < layout.bytes) throw unreadable(name, `${payload.length} bytes instead of ${layout.bytes}`);
    return layout;
  }
}

const unreadable = (name: string, why: string): RobotError =>
  new RobotError({
    code: "PAYLOAD_UNREADABLE",
    message: `the numbers of "${name}" cannot be read: ${why}`,
    where: name,
    advice: `frame.bytes("${name}") gives what was sent.`,
  });
