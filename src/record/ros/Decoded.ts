// A protobuf message of a recording as plain fields, read by the description in its own channel. Fields that are not there, or of another type,
// read as 0, "" or nothing: a file may come from elsewhere.

import { type DescMessage, fromBinary, type Message } from "@bufbuild/protobuf";
import { describedType } from "../channels/proto/DescribedType.js";

export class Decoded {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: unknown) {
    this.#fields = typeof fields === "object" && fields !== null ? (fields as Record<string, unknown>) : {};
  }

  /** `name`: in camel case, as the library has it. */
  number(name: string): number {
    const value = this.#fields[name];
    return typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  text(name: string): string {
    const value = this.#fields[name];
    return typeof value === "string" ? value : "";
  }

  bytes(name: string): Uint8Array {
    const value = this.#fields[name];
    return value instanceof Uint8Array ? value : new Uint8Array(0);
  }

  part(name: string): Decoded {
    return new Decoded(this.#fields[name]);
  }

  parts(name: string): readonly Decoded[] {
    const value = this.#fields[name];
    return Array.isArray(value) ? value.map((one) => new Decoded(one)) : [];
  }

  numbers(name: string): readonly number[] {
    const value = this.#fields[name];
    return Array.isArray(value) ? value.map(Number) : [];
  }

  /** What a function of the library makes of the whole message. */
  json<T>(make: (message: Message) => T): T {
    return make(this.#fields as unknown as Message);
  }

  vector(name: string) {
    const part = this.part(name);
    return { x: part.number("x"), y: part.number("y"), z: part.number("z") };
  }

  quaternion(name: string) {
    const part = this.part(name);
    const [x, y, z, w] = ["x", "y", "z", "w"].map((axis) => part.number(axis));
    // a rotation that was left out
    return x === 0 && y === 0 && z === 0 && w === 0 ? { x, y, z, w: 1 } : { x, y, z, w };
  }

  pose(name: string) {
    const part = this.part(name);
    return { position: part.vector("position"), orientation: part.quaternion("orientation") };
  }
}

export interface Decoder {
  readonly type: DescMessage;
  /** Undefined: the message is damaged. */
  readonly decode: (data: Uint8Array) => Decoded | undefined;
}

/** Undefined: the description is damaged, or does not have this type. */
export function decoderOf({ name, data: description }: { readonly name: string; readonly data: Uint8Array }) {
  const type = describedType(name, description);
  if (!type) return undefined;
  const decode = (data: Uint8Array): Decoded | undefined => {
    try {
      return new Decoded(fromBinary(type, data));
    } catch {
      return undefined;
    }
  };
  return { type, decode } satisfies Decoder;
}
