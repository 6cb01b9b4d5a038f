// Checks the drawings that a plug-in gives for its device (S6): known kinds, no unknown properties, numbers within bounds,
// indices within the sample. Throws a SimError that names the drawing and the property.

import {
  checkArray,
  checkIsObject,
  checkKind,
  checkObject,
  checkOptional,
  checkRange,
  checkText,
  type KeysOf,
} from "../../describe/Check.js";
import { SimError } from "../../describe/SimError.js";
import type { Drawing, VectorDrawing } from "../Drawing.js";

type Kind = Drawing["kind"];
type Check = (value: never, where: string) => unknown;
type ChecksOf<D> = { readonly [P in Exclude<keyof D, "kind">]-?: Check };

const MAX_DRAWINGS = 16;
const MAX_RAYS = 65_536;
const MAX_M = 1e6;
const AXES: readonly VectorDrawing["axes"][] = ["device", "body", "world"];

const between = (min: number, max: number) => (value: number, where: string) => checkRange(value, min, max, where);
const whole = (min: number, max: number) => (value: number, where: string) => {
  if (!Number.isInteger(checkRange(value, min, max, where)))
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed: `a whole number from ${min} to ${max}` });
};
const optional = (check: (value: never, where: string) => unknown) => (value: never, where: string) =>
  checkOptional(value, check, where);

/** The properties of each kind. `size`: the number of values in a sample. */
function checksFor(size: number): { readonly [K in Kind]: ChecksOf<Extract<Drawing, { readonly kind: K }>> } {
  const index = whole(0, size - 1);
  const indexOfThree = whole(0, size - 3);
  const scale = optional(between(0, MAX_M));
  const reach = { min: between(0, MAX_M), max: between(0, MAX_M) };
  const angle = { value: index };
  return {
    frustum: { width: whole(1, MAX_RAYS), height: whole(1, MAX_RAYS), fovDeg: between(0, 179) },
    beam: { ...reach, value: index, cone: between(0, Math.PI) },
    fan: {
      ...reach,
      first: index,
      rays: whole(1, MAX_RAYS),
      layers: whole(1, MAX_RAYS),
      fovHDeg: between(0, 360),
      fovVDeg: between(0, 180),
    },
    vector: {
      first: indexOfThree,
      axes: (value, where) => checkKind<VectorDrawing["axes"]>(value, AXES, where),
      joint: optional(checkText),
      scale,
    },
    level: { value: index, when: optional(index), scale },
    heading: angle,
    tilt: angle,
    color: { first: indexOfThree },
  };
}

/** `size`: the number of values in a sample of the device. Throws a SimError. */
export function checkDrawings(drawings: readonly Drawing[], size: number, where: string): readonly Drawing[] {
  const checks = checksFor(size);
  const kinds = Object.keys(checks) as Kind[];
  const list = checkArray(drawings, where);
  checkRange(list.length, 0, MAX_DRAWINGS, `${where}/length`);
  const checked = Object.freeze(
    list.map((drawing, i) => {
      const at = `${where}[${i}]`;
      checkIsObject(drawing, ["kind"], at);
      const properties: Readonly<Record<string, Check>> = checks[checkKind(drawing.kind, kinds, `${at}/kind`)];
      const keys = Object.fromEntries(["kind", ...Object.keys(properties)].map((key) => [key, true]));
      checkObject(drawing, keys as KeysOf<Drawing>, at);
      for (const [key, check] of Object.entries(properties))
        check(drawing[key as keyof Drawing] as never, `${at}/${key}`);
      checkCount(drawing, size, at);
      return Object.freeze({ ...drawing });
    }),
  );
  checkJoints(checked, where);
  return checked;
}

function checkJoints(drawings: readonly Drawing[], where: string): void {
  const joints = new Set(drawings.flatMap((drawing) => (drawing.kind === "vector" ? (drawing.joint ?? []) : [])));
  if (joints.size > 1)
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: [...joints].join(", "), allowed: "one joint per device" });
}

function checkCount(drawing: Drawing, size: number, where: string): void {
  if (drawing.kind !== "fan") return;
  const { first, rays, layers } = drawing;
  if (first + rays * layers <= size) return;
  throw new SimError("LENGTH_WRONG", {
    where,
    found: `${rays} rays x ${layers} layers from index ${first}`,
    allowed: `at most the ${size} numbers of a sample`,
  });
}
