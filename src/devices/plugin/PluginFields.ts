// Checks the payload fields that a plug-in gives for its device (S6).

import {
  checkArray,
  checkKind,
  checkName,
  checkObject,
  checkRange,
  checkText,
  type KeysOf,
} from "../../describe/Check.js";
import type { PayloadField } from "../Device.js";

const FIELD_KEYS: KeysOf<Required<PayloadField>> = { name: true, type: true, unit: true, count: true };
const TYPES: readonly PayloadField["type"][] = ["float32", "float64", "uint8", "uint16", "uint32", "int32"];
/** Maximum count of one field. */
const MAX_NUMBERS = 1 << 20;

/** Throws a SimError. */
export function checkFields(fields: readonly PayloadField[], where: string): readonly PayloadField[] {
  return Object.freeze(
    checkArray(fields, where).map((field, i) => {
      const at = `${where}[${i}]`;
      const { name, type, unit, count } = checkObject<PayloadField>(field, FIELD_KEYS, at);
      checkName(name, `${at}/name`);
      checkKind(type, TYPES, `${at}/type`);
      checkText(unit, `${at}/unit`);
      if (count !== undefined) checkRange(count as number, 1, MAX_NUMBERS, `${at}/count`);
      return Object.freeze({ ...field });
    }),
  );
}
