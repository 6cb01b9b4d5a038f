// Message types of our own, for what Foxglove has no type: samples of devices, games, contacts, marks. Samples have one field for each
// number, with the names of the device's own description.

import type { PayloadField } from "../../devices/Device.js";
import { fixedCount } from "../../devices/Payload.js";
import { VECTOR3 } from "./FoxgloveTypes.js";
import { type FieldType, type MessageType, message, type ScalarType, TIMESTAMP } from "./proto/ProtoType.js";

export const MARK = message("ubersim.Mark", { timestamp: [1, TIMESTAMP], kind: [2, "string"], text: [3, "string"] });

const TEAM = message("ubersim.Team", { name: [1, "string"], score: [2, "int32"], possession: [3, "double"] });
export const GAME = message("ubersim.Game", {
  timestamp: [1, TIMESTAMP],
  stage: [2, "string"],
  state: [3, "string"],
  time_left: [4, "double", "optional"],
  teams: [5, TEAM, "repeated"],
});

const CONTACT = message("ubersim.Contact", {
  first: [1, "string"],
  second: [2, "string"],
  position: [3, VECTOR3],
  normal: [4, VECTOR3],
  force: [5, VECTOR3],
  normal_force: [6, "double"],
});
export const CONTACTS = message("ubersim.Contacts", { timestamp: [1, TIMESTAMP], contacts: [2, CONTACT, "repeated"] });

const TYPES: Readonly<Record<PayloadField["type"], ScalarType>> = {
  float32: "float",
  float64: "double",
  uint8: "uint32",
  uint16: "uint32",
  uint32: "uint32",
  int32: "int32",
};

const fieldName = (name: string): string => {
  const plain = name.replace(/\W/g, "_");
  return /^[a-z_]/i.test(plain) ? plain : `_${plain}`;
};

/** One type for devices of a kind that send the same fields. */
export class SampleTypes {
  readonly #types = new Map<string, MessageType>();

  of(kind: string, fields: readonly PayloadField[]): MessageType {
    const key = JSON.stringify([kind, fields.map(({ name, type, count }) => [name, type, count === undefined])]);
    let type = this.#types.get(key);
    if (!type) {
      const base = `ubersim.${fieldName(kind)}`;
      const same = [...this.#types.values()].filter(({ name }) => name === base || name.startsWith(`${base}_v`)).length;
      type = { name: same === 0 ? base : `${base}_v${same + 1}`, fields: [TIME_FIELD, ...fieldsOf(fields)] };
      this.#types.set(key, type);
    }
    return type;
  }
}

const TIME_FIELD: FieldType = { name: "timestamp", number: 1, type: TIMESTAMP };

function fieldsOf(fields: readonly PayloadField[]): FieldType[] {
  const names = fields.map(({ name }) => fieldName(name));
  return fields.map(({ type, count }, i) => ({
    name: names.indexOf(names[i]) === i && names[i] !== "timestamp" ? names[i] : `${names[i]}_${i + 1}`,
    number: i + 2,
    type: TYPES[type],
    isRepeated: count !== undefined,
  }));
}

/** Units by field name, for the metadata of a channel: "pitch" is "rad". */
export const unitsOf = (type: MessageType, fields: readonly PayloadField[]): ReadonlyMap<string, string> =>
  new Map(fields.flatMap(({ unit }, i) => (unit === "" ? [] : [[`unit.${type.fields[i + 1].name}`, unit] as const])));

/** The numbers of a sample as the fields of its message; whole numbers as the wire has them. */
export const isWhole = ({ type }: PayloadField): boolean => type !== "float32" && type !== "float64";
export const countOf = (field: PayloadField): number => fixedCount(field);
