// One frame as the client sees it (W3): its time and the messages of the robot's components. A component that samples more
// often than the client gets frames (T9) has several messages; all readers except `samples` take the newest.

import { nearestName } from "../describe/SimError.js";
import type { Message } from "../session/clients/Codec.js";
import type { Component } from "./Hello.js";
import type { PayloadLayout } from "./PayloadLayout.js";
import { Picture } from "./Picture.js";
import { RobotError } from "./RobotError.js";

export class Frame {
  /** Simulated time, s. */
  readonly time: number;
  /** Frames before this one that the client did not get: the server skipped them (T4), or too many were waiting here. */
  missed = 0;
  /** True: the world was reset or restored before this frame; earlier values are void. */
  isReset: boolean;
  readonly #components: ReadonlyMap<string, Component>;
  #messages: Message[] = [];

  constructor(time: number, isReset: boolean, components: ReadonlyMap<string, Component>) {
    this.time = time;
    this.isReset = isReset;
    this.#components = components;
  }

  /** @internal */
  add(message: Message): void {
    this.#messages.push(message);
  }

  /** Replaces an earlier frame that is skipped, and takes over its events. @internal */
  replace(skipped: Frame): void {
    this.missed += 1 + skipped.missed;
    this.isReset ||= skipped.isReset;
    this.#messages = [...skipped.#messages.filter(isEvent).slice(-MAX_EVENTS), ...this.#messages];
  }

  /** Updates `latest`, the newest message by component. @internal */
  noteLatest(latest: Map<string, Message>): void {
    if (this.isReset) latest.clear();
    for (const message of this.#messages) latest.set(message.name, message);
  }

  /** Events for this robot, such as those of the verb `drive`. Payloads that are not JSON objects are left out. */
  get events(): readonly Readonly<Record<string, unknown>>[] {
    return this.#messages.filter(isEvent).flatMap(({ payload }) => readJson(payload));
  }

  /** Replies to lines that this robot sent to the console (`RobotClient.console`): line, result, message, data. */
  get replies(): readonly Readonly<Record<string, unknown>>[] {
    return this.#messages.filter(({ name }) => name === "Console").flatMap(({ payload }) => readJson(payload));
  }

  /** Names of the components that sent a message, in order of arrival. */
  get names(): readonly string[] {
    return this.#messages.map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#newest(name) !== undefined;
  }

  bytes(name: string): Uint8Array {
    return this.#find(name).payload;
  }

  /** The bytes of all messages of a component in this frame, oldest first; may be empty. */
  messages(name: string): readonly Uint8Array[] {
    return this.#messages.filter((message) => message.name === name).map(({ payload }) => payload);
  }

  /** The first number of a component, or the one called `field`. */
  number(name: string, field?: string): number {
    const message = this.#find(name);
    const layout = layoutOf(message, this.#components);
    const index = field === undefined ? 0 : layout.fields.indexOf(field);
    if (index < 0 || index >= layout.fields.length)
      throw unreadable(name, `it has no number "${field ?? ""}"; there are ${layout.fields.join(", ")}`);
    return layout.number(message.memory, index, message.place);
  }

  /** All numbers of a component, without the stamp. */
  numbers(name: string): number[] {
    const message = this.#find(name);
    return layoutOf(message, this.#components).numbers(message.view);
  }

  /** Time of capture, s; undefined: the document asks for no Stamp (W5). */
  stamp(name: string): number | undefined {
    const message = this.#find(name);
    if (componentOf(name, this.#components).format !== undefined) return this.picture(name).time;
    return layoutOf(message, this.#components).stamp(message.view);
  }

  /** The newest picture of a camera. Not every frame has one: check has() first. */
  picture(name: string): Picture {
    const message = this.#find(name);
    return new Picture(message.payload, componentOf(name, this.#components));
  }

  /** All samples of a component in this frame, oldest first; may be empty. */
  samples(name: string): number[][] {
    const own = this.#messages.filter((message) => message.name === name);
    return own.map((message) => layoutOf(message, this.#components).numbers(message.view));
  }

  #newest(name: string): Message | undefined {
    for (let i = this.#messages.length - 1; i >= 0; i--) if (this.#messages[i].name === name) return this.#messages[i];
    return undefined;
  }

  #find(name: string): Message {
    const message = this.#newest(name);
    if (message) return message;
    const component = this.#components.get(name);
    if (!component) throw unknownComponent(name, this.#components);
    throw new RobotError({
      code: "NOT_IN_FRAME",
      message: `"${name}" sent nothing at t = ${this.time} s`,
      where: name,
      advice: component.payload
        ? `Check frame.has("${name}") first, or use robot.latest("${name}") for its newest numbers. This frame has ${this.names.join(", ") || "no messages"}.`
        : "It never sends: Hello gives it no payload. A joint sends if the document gives it a <Rate>.",
    });
  }
}

/** Events that are kept from skipped frames. */
const MAX_EVENTS = 1000;
const isEvent = ({ name }: Message): boolean => name === "Event";

/** The layout of a component's message; throws PAYLOAD_UNREADABLE. */
export function layoutOf({ name, length }: Message, components: ReadonlyMap<string, Component>): PayloadLayout {
  const component = components.get(name);
  const layout = component?.layout;
  if (layout === undefined) throw unreadable(name, `Hello describes its payload as "${component?.payload ?? ""}"`);
  if (length < layout.bytes) throw unreadable(name, `${length} bytes instead of ${layout.bytes}`);
  return layout;
}

function componentOf(name: string, components: ReadonlyMap<string, Component>): Component {
  const component = components.get(name);
  if (!component) throw unknownComponent(name, components);
  return component;
}

export function unknownComponent(name: string, components: ReadonlyMap<string, Component>): RobotError {
  const known = [...components.keys()];
  const meant = nearestName(name, known);
  return new RobotError({
    code: "COMPONENT_UNKNOWN",
    message: `the robot has no component "${name}", only ${known.join(", ") || "no components"}`,
    where: name,
    ...(meant ? { advice: `Did you mean "${meant}"?` } : {}),
  });
}

function readJson(payload: Uint8Array): Readonly<Record<string, unknown>>[] {
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
    advice: `frame.bytes("${name}") gives the raw bytes.`,
  });
