// Reads plain data (DataFormat.ts). The bytes may be anything: nothing is allocated for a length that the rest of the bytes cannot
// hold, and what is wrong throws RECORD_BROKEN.

import { adoptChecked, CHECKED_KINDS } from "../../describe/CheckedCopy.js";
import { SimError } from "../../describe/SimError.js";
import { TakenPicture } from "../../devices/Sample.js";
import { ARRAYS, TAG } from "./DataFormat.js";
import type { Definition } from "./DataWriter.js";
import { keptPicture } from "./KeptPicture.js";

const MAX_DEPTH = 200;
const decoder = new TextDecoder("utf-8", { fatal: true });

export class DataReader {
  readonly #where: string;
  /** Objects of the definitions read so far. */
  #known: object[] = [];
  #bytes = new Uint8Array();
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  #depth = 0;
  #local: object[] = [];
  #strings: string[] = [];
  #keys: string[][] = [];

  /** `where`: name of the file, for errors. */
  constructor(where: string) {
    this.#where = where;
  }

  /** Definitions come in the order of their numbers; one that is known already is skipped. */
  define({ base, data }: Definition): void {
    if (base < this.#known.length) return;
    if (base > this.#known.length) throw this.#broken(`definition ${base} after ${this.#known.length}`);
    this.read(data);
    for (const one of this.#local) this.#known.push(one);
  }

  read(data: Uint8Array): unknown {
    // a plain array, whose slices are copies, whatever the caller has
    this.#bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#at = 0;
    this.#depth = 0;
    this.#local = [];
    this.#strings = [];
    this.#keys = [];
    const value = this.#value();
    if (this.#at !== data.length) throw this.#broken(`${data.length - this.#at} bytes after the end`);
    return value;
  }

  #value(): unknown {
    const tag = this.#byte();
    switch (tag) {
      case TAG.undefined:
        return undefined;
      case TAG.null:
        return null;
      case TAG.false:
        return false;
      case TAG.true:
        return true;
      case TAG.positive:
        return this.#count();
      case TAG.negative:
        return -1 - this.#count();
      case TAG.float:
        return this.#float();
      case TAG.string: {
        const text = this.#string();
        this.#strings.push(text);
        return text;
      }
      case TAG.oldString:
        return this.#find(this.#strings, "string");
      case TAG.bigint:
        return this.#bigint();
      case TAG.numbers:
        return Array.from({ length: this.#length(8) }, () => this.#float());
      case TAG.local:
        return this.#find(this.#local, "object");
      case TAG.known:
        return this.#find(this.#known, "definition");
      default:
        return this.#nested(tag);
    }
  }

  #nested(tag: number): unknown {
    const row = ARRAYS.find(([one]) => one === tag);
    if (row) return this.#array(row[1]);
    if (++this.#depth > MAX_DEPTH) throw this.#broken(`data deeper than ${MAX_DEPTH}`);
    const value = this.#object(tag);
    this.#depth--;
    return value;
  }

  #object(tag: number): unknown {
    switch (tag) {
      case TAG.array:
        return this.#fill([] as unknown[], (list, one) => list.push(one));
      case TAG.set:
        return this.#fill(new Set(), (set, one) => set.add(one));
      case TAG.map:
        return this.#map();
      case TAG.object: {
        const keys = Array.from({ length: this.#length(1) }, () => this.#string());
        if (keys.includes("__proto__")) throw this.#broken("a forbidden key");
        this.#keys.push(keys);
        return this.#fields(keys);
      }
      case TAG.oldKeys:
        return this.#fields(this.#find(this.#keys, "keys"));
      case TAG.picture:
        return this.#picture();
      case TAG.checked:
        return this.#checked();
      default:
        throw this.#broken(`tag ${tag}`);
    }
  }

  #fill<T extends object>(list: T, add: (list: T, one: unknown) => void): T {
    this.#local.push(list);
    const length = this.#length(1);
    for (let i = 0; i < length; i++) add(list, this.#value());
    return list;
  }

  #map(): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>();
    this.#local.push(map);
    const length = this.#length(1);
    for (let i = 0; i < length; i += 2) map.set(this.#value(), this.#value());
    return map;
  }

  #fields(keys: readonly string[]): object {
    const value: Record<string, unknown> = {};
    this.#local.push(value);
    for (const key of keys) value[key] = this.#value();
    return value;
  }

  #checked(): object {
    const kind = CHECKED_KINDS.at(this.#byte());
    const value = this.#value();
    if (kind === undefined || typeof value !== "object" || value === null)
      throw this.#broken("a malformed description");
    try {
      adoptChecked(value, kind);
    } catch (problem) {
      throw this.#broken(`a ${kind} that is none: ${String(problem)}`);
    }
    return value;
  }

  #picture(): TakenPicture {
    // its number comes before those of its parts
    const at = this.#local.push({}) - 1;
    const [spec, stampSec, pixels] = [this.#value(), this.#value(), this.#value()];
    if (typeof spec !== "object" || spec === null) throw this.#broken("a picture without a description");
    const picture = keptPicture(spec, pixels instanceof Uint8Array ? pixels : undefined);
    const taken = new TakenPicture(picture, typeof stampSec === "number" ? stampSec : undefined);
    this.#local[at] = taken;
    return taken;
  }

  // ---- pieces

  #byte(): number {
    if (this.#at >= this.#bytes.length) throw this.#broken("an early end");
    return this.#bytes[this.#at++];
  }

  #count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (!Number.isSafeInteger(value)) throw this.#broken("a number that is too large");
      if (byte < 128) return value;
    }
  }

  /** A number of elements, each of which takes at least this many bytes. */
  #length(bytes: number): number {
    const length = this.#count();
    if (length * bytes > this.#bytes.length - this.#at) throw this.#broken(`a length of ${length}`);
    return length;
  }

  #float(): number {
    if (this.#at + 8 > this.#bytes.length) throw this.#broken("an early end");
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  #string(): string {
    const length = this.#length(1);
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    try {
      return decoder.decode(bytes);
    } catch {
      throw this.#broken("text that is not UTF-8");
    }
  }

  #bigint(): bigint {
    const text = this.#string();
    if (!/^-?\d{1,40}$/.test(text)) throw this.#broken("a malformed number");
    return BigInt(text);
  }

  #array(type: (typeof ARRAYS)[number][1]): object {
    const length = this.#length(type.BYTES_PER_ELEMENT);
    const end = this.#at + length * type.BYTES_PER_ELEMENT;
    // a copy is aligned
    const { buffer } = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return new type(buffer);
  }

  #find<T>(list: readonly T[], what: string): T {
    const index = this.#count();
    if (index >= list.length) throw this.#broken(`${what} ${index} of ${list.length}`);
    return list[index];
  }

  #broken(found: string): SimError {
    return new SimError("RECORD_BROKEN", { where: this.#where, found });
  }
}
