// One frame as the client sees it (W3): its time and what the sensors sent. A component that samples more often than the
// client is asked (T9) is there several times; `number` and its kin take the newest.

import type { Message } from "../session/Codec.js";
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
  readonly #messages: Message[] = [];

  constructor(time: number, isReset: boolean, components: ReadonlyMap<string, Component>) {
    this.time = time;
    this.isReset = isReset;
    this.#components = components;
  }

  /** @internal */
  add(message: Message): void {
    this.#messages.push(message);
  }

  /** What somebody told the robot from outside, such as the verb `drive`; anything that is no JSON object is left out. */
  get events(): readonly Readonly<Record<string, unknown>>[] {
    const own = this.#messages.filter(({ name }) => name === "Event");
    return own.flatMap(({ payload }) => readEvent(payload));
  }

  /** Who sent something, in the order of arrival. */
  get names(): readonly string[] {
    return this.#messages.map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#newest(name) !== undefined;
  }

  bytes(name: string): Uint8Array {
    return this.#find(name).payload;
  }

  /** The only number of a component that sends one, or the one called `field`. */
  number(name: string, field?: string): number {
    const message = this.#find(name);
    const layout = this.#layoutOf(message);
    const index = field === undefined ? 0 : layout.fields.indexOf(field);
    if (index < 0 || index >= layout.fields.length)
      throw unreadable(name, `it has no number "${field ?? ""}"; there are ${layout.fields.join(", ")}`);
    return layout.number(message.view, index);
  }

  /** All numbers, without the time of capture. */
  numbers(name: string): number[] {
    const message = this.#find(name);
    return this.#layoutOf(message).numbers(message.view);
  }

  /** When it was captured, where the document asks for a Stamp (W5). */
  stamp(name: string): number | undefined {
    const message = this.#find(name);
    return this.#layoutOf(message).stamp(message.view);
  }

  /** Every sample that came with this frame, oldest first; none is no error here. */
  samples(name: string): number[][] {
    const own = this.#messages.filter((message) => message.name === name);
    return own.map((message) => this.#layoutOf(message).numbers(message.view));
  }

  #newest(name: string): Message | undefined {
    for (let i = this.#messages.length - 1; i >= 0; i--) if (this.#messages[i].name === name) return this.#messages[i];
    return undefined;
  }

  #find(name: string): Message {
    const message = this.#newest(name);
    if (!message)
      throw new RobotError({
        code: "NOT_IN_FRAME",
        message: `"${name}" sent nothing at t = ${this.time} s`,
        where: name,
        advice: `Ask frame.has("${name}") first. This frame has ${this.names.join(", ") || "nothing"}.`,
      });
    return message;
  }

  #layoutOf({ name, length }: Message): PayloadLayout {
    const component = this.#components.get(name);
    const layout = component?.layout;
    if (layout === undefined) throw unreadable(name, `Hello gives its payload as "${component?.payload ?? ""}"`);
    if (length < layout.bytes) throw unreadable(name, `${length} bytes instead of ${layout.bytes}`);
    return layout;
  }
}

function readEvent(payload: Uint8Array): Readonly<Record<string, unknown>>[] {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof event === "object" && event !== null ? [event as Record<string, unknown>] : [];
  } catch {
    return [];
  }
}

const unreadable = (name: string, why: string): RobotError =>
  new RobotError({
    code: "PAYLOAD_UNREADABLE",
    message: `the numbers of "${name}" cannot be read: ${why}`,
    where: name,
    advice: `frame.bytes("${name}") gives what was sent.`,
  });
