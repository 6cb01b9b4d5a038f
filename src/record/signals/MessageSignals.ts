// Numbers of the messages of a channel by name. Poses are FRAME/position.x, joints ENTITY/JOINT/position, samples ROBOT/DEVICE/FIELD;
// numbers of any other protobuf or JSON channel TOPIC/FIELD. Elements of lists count from 0, or go by their name. Text, bytes and times
// are left out.

import { type DescField, type DescMessage, fromBinary, type Message, ScalarType } from "@bufbuild/protobuf";
import { describedType } from "../channels/proto/DescribedType.js";
import type { RecordChannel } from "../RecordSink.js";
import { TransformSignals } from "./TransformSignals.js";

export type Emit = (name: string, value: number) => void;
export type ReadSignals = (data: Uint8Array, emit: Emit) => void;

interface Channel extends Pick<RecordChannel, "topic"> {
  readonly encoding: string;
  readonly schema: { readonly name: string; readonly encoding: string; readonly data: Uint8Array } | undefined;
  readonly metadata?: ReadonlyMap<string, string> | undefined;
}

/** Pictures, shapes, text: nothing to plot, and long to read. */
const WITHOUT_SIGNALS: readonly string[] = ["CompressedImage", "RawImage", "SceneUpdate", "PointCloud", "Log"].map(
  (name) => `foxglove.${name}`,
);
/** Longer lists are left out. */
const MAX_LIST = 4096;

/** Undefined: the channel has no numbers that can be read. `wants`: names that are asked for; others may be left out. */
export function openSignals(channel: Channel, wants: (name: string) => boolean): ReadSignals | undefined {
  const { encoding, schema, topic } = channel;
  if (encoding === "json") return (data, emit) => readJson(prefixOf(topic), data, emit);
  // places that never change, such as those of sensors on their bodies
  if (topic === "/tf_static") return undefined;
  if (encoding !== "protobuf" || schema?.encoding !== "protobuf") return undefined;
  if (schema.name === "foxglove.FrameTransforms") {
    const transforms = new TransformSignals(wants);
    return (data, emit) => transforms.read(data, emit);
  }
  if (WITHOUT_SIGNALS.includes(schema.name)) return undefined;
  const type = describedType(schema.name, schema.data);
  if (!type) return undefined;
  const read = new MessageReader(prefixOf(topic, schema.name), wants);
  return (data, emit) => read.read(type, data, emit);
}

/** Units by name of a signal; "" where it is unknown. */
export function unitOf({ topic, schema, metadata }: Channel, signal: string): string {
  if (schema?.name === "foxglove.FrameTransforms") return /\/position\.[xyz]$/.test(signal) ? "m" : "";
  const field = signal.slice(prefixOf(topic, schema?.name).length);
  return metadata?.get(`unit.${field}`) ?? metadata?.get(`unit.${field.replace(/\d+$/, "")}`) ?? "";
}

/** /sensors/ROBOT/DEVICE and /joints/ENTITY are ROBOT/DEVICE/ and ENTITY/; a joint's own samples ROBOT/JOINT.sample/. */
function prefixOf(topic: string, schema = ""): string {
  const [, kind, ...rest] = topic.split("/");
  const names = rest.join("/");
  if (kind === "sensors" && names !== "") return `${names}${schema.startsWith("ubersim.Joint") ? ".sample" : ""}/`;
  if (kind === "joints" && names !== "") return `${names}/`;
  return `${topic.replace(/^\//, "")}/`;
}

class MessageReader {
  readonly #prefix: string;
  readonly #wants: (name: string) => boolean;
  #emit: Emit = () => {};

  constructor(prefix: string, wants: (name: string) => boolean) {
    this.#prefix = prefix;
    this.#wants = wants;
  }

  read(type: DescMessage, data: Uint8Array, emit: Emit): void {
    this.#emit = emit;
    let read: Message;
    try {
      read = fromBinary(type, data);
    } catch {
      // a damaged message
      return;
    }
    this.#walk(type, read, this.#prefix);
  }

  #walk(type: DescMessage, value: object, path: string): void {
    if (type.typeName === "google.protobuf.Timestamp" || type.typeName === "google.protobuf.Duration") return;
    const fields = value as Record<string, unknown>;
    for (const field of type.fields) {
      const found = fields[field.localName];
      if (found !== undefined) this.#field(field, found, `${path}${field.name}`);
    }
  }

  #field(field: DescField, value: unknown, name: string): void {
    if (field.fieldKind === "message") this.#walk(field.message, value as object, `${name}.`);
    else if (field.fieldKind === "list") this.#list(field, value as readonly unknown[], name);
    else if (field.fieldKind === "enum" || (field.fieldKind === "scalar" && isNumeric(field.scalar)))
      this.#put(name, Number(value));
  }

  #list(field: DescField & { fieldKind: "list" }, values: readonly unknown[], name: string): void {
    if (values.length > MAX_LIST) return;
    if (field.listKind === "message") {
      const { message } = field;
      values.forEach(
        (value, i) => void this.#walk(message, value as object, this.#elementPath(value as object, name, i)),
      );
    } else if (field.listKind === "scalar" && isNumeric(field.scalar))
      values.forEach((value, i) => void this.#put(`${name}${i}`, Number(value)));
  }

  /** The joints of JointStates go by their names alone. */
  #elementPath(value: object, name: string, index: number): string {
    const { name: own } = value as { name?: unknown };
    if (typeof own !== "string" || own === "") return `${name}${index}.`;
    return name === `${this.#prefix}joints` ? `${this.#prefix}${own}/` : `${name}/${own}/`;
  }

  #put(name: string, value: number): void {
    if (this.#wants(name)) this.#emit(name, value);
  }
}

const isNumeric = (type: ScalarType): boolean => type !== ScalarType.STRING && type !== ScalarType.BYTES;

const utf8 = new TextDecoder();

function readJson(prefix: string, data: Uint8Array, emit: Emit): void {
  try {
    walkJson(JSON.parse(utf8.decode(data)), prefix.slice(0, -1), emit, 0);
  } catch {
    // a damaged message
  }
}

const MAX_DEPTH = 20;

function walkJson(value: unknown, name: string, emit: Emit, depth: number): void {
  if (typeof value === "number" || typeof value === "boolean") emit(name, Number(value));
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value) && value.length > MAX_LIST) return;
  const separator = depth === 0 ? "/" : ".";
  for (const [key, one] of Object.entries(value))
    walkJson(one, Array.isArray(value) ? `${name}${key}` : `${name}${separator}${key}`, emit, depth + 1);
}
