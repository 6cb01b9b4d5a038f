// A message of ROS 2 as JSON, as rosbridge has it: all fields of the definition, bytes as base64, numbers that JSON does not know as null.

import { base64Encode } from "@bufbuild/protobuf/wire";
import { definitionsOf, type RosType } from "./RosDefinitions.js";

type Fields = ReturnType<typeof definitionsOf>[number]["definitions"];

export function rosJson(type: RosType, message: object): unknown {
  const [own, ...used] = definitionsOf(type);
  const byName = new Map(used.map(({ name, definitions }) => [name, definitions]));
  return complete(own.definitions, message, byName);
}

function complete(fields: Fields, given: unknown, byName: ReadonlyMap<string | undefined, Fields>): object {
  const values = (given ?? {}) as Readonly<Record<string, unknown>>;
  const known = fields.filter(({ isConstant }) => !isConstant);
  return Object.fromEntries(known.map((field) => [field.name, fieldValue(field, values[field.name], byName)]));
}

function fieldValue(field: Fields[number], value: unknown, byName: ReadonlyMap<string | undefined, Fields>): unknown {
  const { type, isArray, isComplex, arrayLength = 0, defaultValue } = field;
  if (isArray) {
    if (type === "uint8") return base64Encode(value instanceof Uint8Array ? value : new Uint8Array(arrayLength));
    const list = Array.isArray(value) ? value : new Array<undefined>(arrayLength).fill(undefined);
    return list.map((one) => fieldValue({ ...field, isArray: false }, one, byName));
  }
  if (isComplex) return complete(byName.get(type) ?? [], value, byName);
  if (type === "time" || type === "duration") return value ?? { sec: 0, nanosec: 0 };
  if (value === undefined) return defaultValue ?? (type === "string" ? "" : type === "bool" ? false : 0);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}
