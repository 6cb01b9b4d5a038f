// Ropes: a line of limited length through points of bodies or of the world, without mass. It pulls when it is taut and does
// nothing when it is slack. Points between the ends are eyes through which the rope runs without friction. Points are in the
// model space of the entity, in its initial pose.
//   length = sum of the distances between neighbouring points <= maxLength
// With a stiffness k and a damping c the rope is elastic: tension = k (length - maxLength) + c d(length)/dt, never negative.
// Left out: wrapping round surfaces, bending, friction of eyes.

import { length, sub, type Vec3 } from "../../math/Vec3.js";
import {
  checkArray,
  checkName,
  checkNamed,
  checkObject,
  checkOptional,
  checkPlace,
  checkRange,
  checkSize,
  type KeysOf,
} from "../Check.js";
import { SimError, unknownName } from "../SimError.js";

export interface RopePoint {
  /** Undefined: the point is fixed in the world. */
  readonly body: string | undefined;
  readonly position: Vec3;
}

export interface Rope {
  readonly name: string;
  /** At least two, from end to end. */
  readonly points: readonly RopePoint[];
  /** m. */
  readonly maxLength: number;
  /** N/m. 0: the rope does not stretch. */
  readonly stiffness: number;
  /** N·s/m; acts with a stiffness only. */
  readonly damping: number;
}

export interface RopePointInput {
  readonly body?: string | undefined;
  readonly position: Vec3;
}

export interface RopeInput {
  readonly name: string;
  readonly points: readonly RopePointInput[];
  /** Default: the length in the initial pose. */
  readonly maxLength?: number | undefined;
  readonly stiffness?: number | undefined;
  readonly damping?: number | undefined;
}

const ROPE_KEYS: KeysOf<RopeInput> = { name: true, points: true, maxLength: true, stiffness: true, damping: true };
const POINT_KEYS: KeysOf<RopePointInput> = { body: true, position: true };

/** `place` is the place of a rope that has no name. */
export function describeRope(input: RopeInput, owner: string, place = owner): Rope {
  const where = checkNamed(input, ROPE_KEYS, owner, place);
  const points = checkArray(input.points, `${where}/points`).map((point, i) =>
    describePoint(point, `${where}/Point/${i}`),
  );
  if (points.length < 2)
    throw new SimError("LENGTH_WRONG", { where, found: `${points.length} points`, allowed: "at least 2 points" });
  if (points.every(({ body }) => body === points[0].body))
    throw new SimError("ROPE_TO_ITSELF", { where, found: `only points of ${points[0].body ?? "the world"}` });
  const stiffness = checkOptional(input.stiffness, checkSpring, `${where}/Stiffness`) ?? 0;
  const damping = checkOptional(input.damping, checkSpring, `${where}/Damping`) ?? 0;
  if (damping > 0 && stiffness === 0)
    throw new SimError("PROPERTY_MISPLACED", {
      where: `${where}/Damping`,
      found: "a damping without a stiffness",
      allowed: "a damping beside a stiffness",
    });
  const maxLength = input.maxLength === undefined ? lengthOf(points) : input.maxLength;
  return Object.freeze({
    name: input.name,
    points: Object.freeze(points),
    maxLength: checkSize(maxLength, `${where}/MaxLength`),
    stiffness,
    damping,
  });
}

function describePoint(input: RopePointInput, where: string): RopePoint {
  checkObject(input, POINT_KEYS, where);
  return Object.freeze({
    body: checkOptional(input.body, checkName, where),
    position: checkPlace(input.position, where),
  });
}

const checkSpring = (value: number, where: string): number => checkRange(value, 0, 1e12, where);

const lengthOf = (points: readonly RopePoint[]): number =>
  points.slice(1).reduce((sum, { position }, i) => sum + length(sub(position, points[i].position)), 0);

/** The bodies of a rope exist. */
export function checkRopeBodies(rope: Rope, bodies: readonly string[], owner: string): void {
  rope.points.forEach(({ body }, i) => {
    if (body !== undefined && !bodies.includes(body))
      throw unknownName("BODY_UNKNOWN", `${owner}/${rope.name}/Point/${i}`, body, bodies);
  });
}
