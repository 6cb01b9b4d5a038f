// Errors in messages of the league's protocols (F3): a code of ErrorTable.ts and a text. Checks fields: set, finite, within range.

import { create, type DescMessage, fromBinary, isFieldSet, type MessageShape } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import { asSimError, SimError, showValue } from "../../../describe/SimError.js";
import { type SimulatorError, SimulatorErrorSchema } from "../wire/SslSimulation_pb.js";

export interface Range {
  readonly min: number;
  readonly max: number;
  /** Unit for error texts: "m/s"; "": none. */
  readonly unit: string;
}

/** Clients print code and message: the message does not repeat the code. */
export function wireError(problem: unknown, where: string): SimulatorError {
  const { code, message } = asSimError(problem, where);
  const head = `${code}: `;
  return create(SimulatorErrorSchema, {
    code,
    message: message.startsWith(head) ? message.slice(head.length) : message,
  });
}

/** Runs an action; returns its error as a list, empty on success. */
export function attempt(where: string, work: () => void): readonly SimulatorError[] {
  try {
    work();
    return [];
  } catch (problem) {
    return [wireError(problem, where)];
  }
}

/** One message, its schema, and its path in errors, which is a function where messages come often. */
export class WireFields<Desc extends DescMessage> {
  readonly #where: string | (() => string);

  constructor(
    readonly desc: Desc,
    readonly message: MessageShape<Desc>,
    where: string | (() => string),
  ) {
    this.#where = where;
  }

  has(name: string): boolean {
    const field = this.desc.field[name];
    return field !== undefined && isFieldSet(this.message, field);
  }

  /** Undefined: the field is not set. */
  number(name: string, range: Range): number | undefined {
    if (!this.has(name)) return undefined;
    const value = (this.message as unknown as Record<string, number>)[name];
    // the path is only for errors
    if (value >= range.min && value <= range.max) return value;
    return checkRange(value, range, `${this.where}/${this.#wireName(name)}`);
  }

  needed(name: string, range: Range): number {
    return this.number(name, range) ?? this.missing(name);
  }

  missing(name: string): never {
    const field = this.#wireName(name);
    throw new SimError("FIELD_MISSING", { where: this.where, found: `no ${field}`, allowed: `${field} set` });
  }

  get where(): string {
    return typeof this.#where === "string" ? this.#where : this.#where();
  }

  #wireName(name: string): string {
    return this.desc.field[name]?.name ?? name;
  }
}

export function checkRange(value: number, { min, max, unit }: Range, where: string): number {
  if (!Number.isFinite(value))
    throw new SimError("COMMAND_NOT_FINITE", {
      where,
      found: value,
      allowed: `a finite number, ${unit}`.replace(/, $/, ""),
    });
  // a limit itself, as float32
  for (const limit of [min, max]) if (value === Math.fround(limit)) return limit;
  if (value < min || value > max)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where,
      found: asSent(value),
      allowed: `${min} to ${max} ${unit}`.trim(),
    });
  return value;
}

/** Numbers on the wire are float32: 0.20000000298023224 was sent as 0.2. */
export const asSent = (value: number): number => Number(value.toPrecision(7));

/** The message in an Any: its type must have this name after the last / and the last dot of the type URL. */
export function readCustom<Desc extends DescMessage>(any: Any, desc: Desc, where: string): MessageShape<Desc> {
  const { typeUrl, value } = any;
  const allowed = desc.name;
  if (
    typeUrl
      .slice(typeUrl.lastIndexOf("/") + 1)
      .split(".")
      .at(-1) !== desc.name
  )
    throw new SimError("CUSTOM_UNKNOWN", { where, found: showValue(typeUrl), allowed });
  try {
    return fromBinary(desc, value);
  } catch {
    throw new SimError("UNREADABLE", { where, found: `${value.length} bytes`, allowed });
  }
}
