// Writes protobuf messages (X2): the library's encoder goes through reflection, which is too slow for thousands of poses per
// second. `encode` takes plain data; hot channels call the single steps. Zeros are left out, as in proto3, except by `encode` for
// repeated and optional fields. A test reads everything back with the library.

import { type FieldType, isMessage, type MessageType, type ScalarType } from "./ProtoType.js";

const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;

const utf8 = new TextEncoder();

export class ProtoWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  reset(): void {
    this.#length = 0;
  }

  /** Number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** The bytes so far; valid until the next call of the writer. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): number {
    const at = this.#length;
    if (at + count > this.#bytes.length) {
      const larger = new Uint8Array(2 * (at + count));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#length = at + count;
    return at;
  }

  /** A whole number from 0 to 2^53, or a negative int32. */
  varint(value: number): this {
    if (value < 0) return this.#negative(value);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#reserve(1)] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#reserve(1)] = rest;
    return this;
  }

  /** Ten bytes of two's complement. */
  #negative(value: number): this {
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 0x7fn) {
      this.#bytes[this.#reserve(1)] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#reserve(1)] = Number(rest);
    return this;
  }

  tag(field: number, wire: number): this {
    return this.varint(field * 8 + wire);
  }

  double(field: number, value: number): this {
    this.tag(field, FIXED64);
    return this.double64(value);
  }

  /** Without a tag, as in a packed list. */
  double64(value: number): this {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
    return this;
  }

  float(field: number, value: number): this {
    this.tag(field, FIXED32);
    return this.float32(value);
  }

  float32(value: number): this {
    const at = this.#reserve(4);
    this.#view.setFloat32(at, value, true);
    return this;
  }

  fixed32(value: number): this {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
    return this;
  }

  string(field: number, value: string): this {
    return this.data(field, utf8.encode(value));
  }

  data(field: number, value: Uint8Array): this {
    this.tag(field, LENGTH).varint(value.length);
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  /** A nested message or packed list. */
  nested(field: number, write: () => void): this {
    this.tag(field, LENGTH);
    const at = this.#reserve(1);
    write();
    const size = this.#length - at - 1;
    let extra = 0;
    for (let rest = size; rest > 0x7f; rest = Math.floor(rest / 0x80)) extra++;
    if (extra > 0) {
      this.#reserve(extra);
      this.#bytes.copyWithin(at + 1 + extra, at + 1, at + 1 + size);
    }
    let rest = size;
    for (let i = 0; i <= extra; i++) {
      this.#bytes[at + i] = (rest % 0x80) | (i < extra ? 0x80 : 0);
      rest = Math.floor(rest / 0x80);
    }
    return this;
  }

  timestamp(field: number, timeNs: number): this {
    return this.data(field, timeBytes(timeNs));
  }

  /** Plain data of a message: a field that is missing is left out. Times are `{ seconds, nanos }`. */
  encode(type: MessageType, value: ProtoData): this {
    for (const field of type.fields) {
      const given = value[field.name];
      if (given === undefined) continue;
      if (field.isRepeated) this.#list(field, given as readonly ProtoValue[]);
      else if (field.isOptional || !isZero(given)) this.#value(field, given);
    }
    return this;
  }

  #list(field: FieldType, values: readonly ProtoValue[] | Float32Array): void {
    if (values.length === 0) return;
    const { type, number } = field;
    if (isMessage(type) || type === "string" || type === "bytes") {
      for (const value of values) this.#value(field, value);
      return;
    }
    this.nested(number, () => {
      for (const value of values) this.#packed(typeof type === "string" ? type : "uint32", value as number);
    });
  }

  #packed(type: ScalarType, value: number): void {
    if (type === "double") this.double64(value);
    else if (type === "float") this.float32(value);
    else if (type === "fixed32") this.fixed32(value);
    else this.varint(Number(value));
  }

  #value({ type, number }: FieldType, value: ProtoValue): void {
    if (isMessage(type)) this.nested(number, () => this.encode(type, value as ProtoData));
    else if (type === "string") this.string(number, value as string);
    else if (type === "bytes") this.data(number, value as Uint8Array);
    else if (type === "double") this.double(number, value as number);
    else if (type === "float") this.float(number, value as number);
    else if (type === "fixed32") this.tag(number, FIXED32).fixed32(value as number);
    else this.tag(number, VARINT).varint(Number(value));
  }
}

const timeWriter = new ProtoWriter();
/** The last one: the messages of an instant have the same. */
let lastNs = -1;
let lastBytes: Uint8Array = new Uint8Array(0);

function timeBytes(timeNs: number): Uint8Array {
  if (timeNs === lastNs) return lastBytes;
  const { seconds, nanos } = splitTime(timeNs);
  timeWriter.reset();
  lastBytes = timeWriter.tag(1, VARINT).varint(seconds).tag(2, VARINT).varint(nanos).bytes.slice();
  lastNs = timeNs;
  return lastBytes;
}

export type ProtoValue = number | string | boolean | Uint8Array | ProtoData | readonly ProtoValue[] | Float32Array;
export interface ProtoData {
  readonly [field: string]: ProtoValue | undefined;
}

const isZero = (value: ProtoValue): boolean => value === 0 || value === "" || value === false;

/** The fields of a Timestamp or Duration. */
export function splitTime(timeNs: number): { readonly seconds: number; readonly nanos: number } {
  const seconds = Math.floor(timeNs / 1e9);
  return { seconds, nanos: timeNs - 1e9 * seconds };
}

/** Plain data of a message as its bytes. */
export const encodeMessage = (type: MessageType, value: ProtoData): Uint8Array =>
  new ProtoWriter().encode(type, value).bytes;
