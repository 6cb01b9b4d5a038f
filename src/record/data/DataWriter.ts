// Writes plain data (DataFormat.ts). Samples in queues are written as their bytes; pictures as what is known of them, with their
// pixels only on request, because those may have to be drawn.

import { CHECKED_KINDS, checkedKindOf } from "../../describe/CheckedCopy.js";
import { TakenNumbers, TakenPicture } from "../../devices/Sample.js";
import { Hash64 } from "../../math/Hash64.js";
import { DataBuffer } from "./DataBuffer.js";
import { ARRAYS, TAG } from "./DataFormat.js";

/** A definition, as a reader gets it. */
export interface Definition {
  /** Number of its first object; the readers count them in the same way. */
  readonly base: number;
  readonly data: Uint8Array;
}

/** Contents of definitions that are known. */
const MAX_CONTENTS = 1000;

export class DataWriter {
  readonly #drawsPictures: boolean;
  readonly #out = new DataBuffer();
  /** Objects of definitions, with their numbers. */
  readonly #known = new WeakMap<object, number>();
  /** Numbers of the first objects of definitions, by content. */
  readonly #contents = new Map<string, number>();
  #knownCount = 0;
  // of the present message
  #local = new Map<object, number>();
  #strings = new Map<string, number>();
  #keys = new Map<string, number>();

  constructor({ drawsPictures = false }: { readonly drawsPictures?: boolean } = {}) {
    this.#drawsPictures = drawsPictures;
  }

  isKnown(value: object): boolean {
    return this.#known.has(value);
  }

  /** Later messages refer to this object and to those in it. Undefined: readers know it already. */
  define(value: object): Definition | undefined {
    if (this.#known.has(value)) return undefined;
    const data = this.#encode(value);
    const key = new Hash64().addBytes(data).digest();
    const old = this.#contents.get(key);
    const base = old ?? this.#knownCount;
    for (const [one, number] of this.#local) this.#known.set(one, base + number);
    if (old !== undefined) return undefined;
    this.#knownCount += this.#local.size;
    if (this.#contents.size < MAX_CONTENTS) this.#contents.set(key, base);
    return { base, data };
  }

  write(value: unknown): Uint8Array {
    return this.#encode(value);
  }

  #encode(value: unknown): Uint8Array {
    this.#out.clear();
    this.#local = new Map();
    this.#strings = new Map();
    this.#keys = new Map();
    this.#put(value);
    return this.#out.take();
  }

  #put(value: unknown): void {
    const out = this.#out;
    if (typeof value === "number") this.#putNumber(value);
    else if (typeof value === "string") this.#putString(value);
    else if (typeof value === "object" && value !== null) this.#putObject(value);
    else if (typeof value === "boolean") out.byte(value ? TAG.true : TAG.false);
    else if (value === null) out.byte(TAG.null);
    else if (typeof value === "bigint") {
      out.byte(TAG.bigint);
      out.string(String(value));
    } else if (value === undefined) out.byte(TAG.undefined);
    else throw new TypeError(`recordings hold plain data, found a ${typeof value}`);
  }

  #putNumber(value: number): void {
    const out = this.#out;
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      out.byte(TAG.float);
      out.float(value);
    } else {
      out.byte(value < 0 ? TAG.negative : TAG.positive);
      out.count(value < 0 ? -1 - value : value);
    }
  }

  #putString(value: string): void {
    const out = this.#out;
    const old = this.#strings.get(value);
    out.byte(old === undefined ? TAG.string : TAG.oldString);
    if (old === undefined) {
      this.#strings.set(value, this.#strings.size);
      out.string(value);
    } else out.count(old);
  }

  #putObject(value: object): void {
    if (ArrayBuffer.isView(value)) this.#putArray(value);
    else if (value instanceof TakenNumbers) this.#putArray(value.bytes());
    else if (Array.isArray(value) && isNumbers(value)) this.#putNumbers(value);
    else {
      const out = this.#out;
      const known = this.#known.get(value);
      const local = known ?? this.#local.get(value);
      if (local === undefined) this.#putNew(value);
      else {
        out.byte(known === undefined ? TAG.local : TAG.known);
        out.count(local);
      }
    }
  }

  #putNumbers(values: readonly number[]): void {
    const out = this.#out;
    this.#putKind(values);
    out.byte(TAG.numbers);
    out.count(values.length);
    for (const number of values) out.float(number);
  }

  #putNew(value: object): void {
    this.#putKind(value);
    this.#local.set(value, this.#local.size);
    if (value instanceof TakenPicture) this.#putPicture(value);
    else if (Array.isArray(value)) this.#putAll(TAG.array, value);
    else if (value instanceof Map) this.#putAll(TAG.map, [...value].flat());
    else if (value instanceof Set) this.#putAll(TAG.set, [...value]);
    else this.#putFields(value);
  }

  #putKind(value: object): void {
    const kind = checkedKindOf(value);
    if (kind === undefined) return;
    this.#out.byte(TAG.checked);
    this.#out.byte(CHECKED_KINDS.indexOf(kind));
  }

  #putAll(tag: number, values: readonly unknown[]): void {
    this.#out.byte(tag);
    this.#out.count(values.length);
    // holes of sparse arrays are undefined
    for (let i = 0; i < values.length; i++) this.#put(values[i]);
  }

  #putArray(value: ArrayBufferView): void {
    const out = this.#out;
    const row = ARRAYS.find(([, type]) => value instanceof type);
    if (!row) throw new TypeError("recordings hold no arrays of this type");
    out.byte(row[0]);
    out.count(value.byteLength / row[1].BYTES_PER_ELEMENT);
    out.bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }

  #putFields(value: object): void {
    const out = this.#out;
    checkPlain(value);
    const keys = Object.keys(value);
    const shape = keys.join("\n");
    const old = this.#keys.get(shape);
    out.byte(old === undefined ? TAG.object : TAG.oldKeys);
    if (old === undefined) {
      this.#keys.set(shape, this.#keys.size);
      out.count(keys.length);
      for (const key of keys) out.string(key);
    } else out.count(old);
    for (const key of keys) this.#put((value as Record<string, unknown>)[key]);
  }

  #putPicture(value: TakenPicture): void {
    const { sceneState: _, velocities: __, ...spec } = value.picture.spec;
    this.#out.byte(TAG.picture);
    this.#put(spec);
    this.#put(value.stampSec);
    this.#put(this.#drawsPictures ? value.picture.bytes() : undefined);
  }
}

/** An instance of a class would be read as something else. Messages of protobuf are plain, some with default values behind them. */
function checkPlain(value: object): void {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || "$typeName" in value) return;
  throw new TypeError(`recordings hold plain data, found a ${prototype.constructor?.name}`);
}

function isNumbers(values: readonly unknown[]): values is readonly number[] {
  if (values.length === 0) return false;
  for (let i = 0; i < values.length; i++) if (typeof values[i] !== "number") return false;
  return true;
}
