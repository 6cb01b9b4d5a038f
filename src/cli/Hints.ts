// Hints of `ubersim validate` (R10): what is allowed but probably not intended. Wheels whose axis is not the axis of their
// hinge, a hinge-2 with exchanged bodies, values in a wrong unit (PlausibilityHints.ts), bodies of a robot that overlap at the
// start, objects that start inside static entities. A hint is not an error.

import type { Body, Entity } from "../describe/entity/Entity.js";
import type { Joint } from "../describe/entity/Joint.js";
import type { Solid } from "../describe/entity/Solid.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { rotate } from "../math/Quat.js";
import { cos, DEGREE } from "../math/Trigonometry.js";
import { distance, dot, type Vec3 } from "../math/Vec3.js";
import { Physics } from "../physics/Physics.js";
import { listOverlaps } from "../physics/Queries.js";
import type { World } from "../world/World.js";
import { unitHints } from "./PlausibilityHints.js";
import { figure, figures } from "./RobotSummary.js";

export interface Hint {
  /** Name of the element that the hint is about. */
  readonly name: string;
  readonly text: string;
}

export async function robotHints(robot: RobotDescription): Promise<Hint[]> {
  const { entity } = robot;
  return [...wheelHints(entity), ...exchangedHints(entity), ...unitHints(entity), ...(await bodyHints(entity))];
}

// ---- wheels

/** Cosine of the largest angle between a wheel and its axle. */
const STRAIGHT = cos(10 * DEGREE);

/** A hinge through the centre of a disc is probably its axle: the axes should agree. */
function wheelHints({ bodies, joints }: Entity): Hint[] {
  return joints.filter(turnsWheels).flatMap((joint) => {
    const axle = joint.axes[joint.axes.length - 1];
    return bodies
      .filter(({ name }) => name === joint.body1 || name === joint.body2)
      .flatMap((body) => discsOf(body).filter((disc) => isCentred(disc, joint)))
      .map((disc) => ({ disc, axis: axisOf(disc) }))
      .filter(({ axis }) => Math.abs(dot(axis, axle)) < STRAIGHT)
      .map(({ disc, axis }) => ({
        name: disc.name,
        text:
          `the cylinder "${disc.name}" lies along ${figures(axis)} but "${joint.name}" turns it about ${figures(axle)}: ` +
          `for a wheel the two should agree. Without Orientation a Cylinder lies along y.`,
      }));
  });
}

/** Axis 2, the axle, is fixed in Body2: the wheel. */
function exchangedHints({ bodies, joints }: Entity): Hint[] {
  const isWheel = (name: string | undefined, joint: Joint): boolean =>
    bodies.some((body) => body.name === name && discsOf(body).some((disc) => isCentred(disc, joint)));
  return joints
    .filter((joint) => joint.kind === "Hinge2" && isWheel(joint.body1, joint) && !isWheel(joint.body2, joint))
    .map(({ name, body1, body2 }) => ({
      name,
      text:
        `Body1 of "${name}", "${body1}", looks like the wheel. A hinge-2 steers Body2 about Axis1, which is fixed in Body1, ` +
        `and Axis2, the axle, is fixed in Body2: exchange Body1 and Body2${body2 === undefined ? "" : `, so that "${body1}" is Body2`}.`,
    }));
}

const turnsWheels = ({ kind }: Joint): boolean => kind === "Hinge" || kind === "Hinge2";

/** Cylinders that are wider than long and the only colliding solid of their body. */
function discsOf({ solids }: Body): Solid[] {
  const touching = solids.filter(({ collide }) => collide);
  return touching.length === 1
    ? touching.filter(({ shape }) => shape.kind === "Cylinder" && shape.length < 2 * shape.radius)
    : [];
}

const isCentred = ({ shape, pose }: Solid, { anchor }: Joint): boolean =>
  shape.kind === "Cylinder" && distance(pose.position, anchor) < shape.radius / 2;

const axisOf = ({ pose }: Solid): Vec3 => rotate(pose.orientation, [0, 1, 0]);

// ---- overlaps

/** m; a smaller overlap is normal for bodies that rest on each other. */
const DEEP = 1e-3;

/** Further pairs of bodies that overlap are not listed. */
const MAX_OVERLAPS = 20;

/** Bodies that overlap. Each body becomes an entity of a trial world, so that their contacts can be listed. */
async function bodyHints({ bodies, joints, selfCollide }: Entity): Promise<Hint[]> {
  if (!selfCollide || bodies.length < 2) return [];
  const held = new Set(
    joints.filter(({ collide }) => !collide).flatMap(({ body1, body2 = "" }) => pairs(body1, body2)),
  );
  const materials = bodies.flatMap(({ solids }) => solids.map(({ material }) => ({ name: material })));
  const entities = bodies.map((body) => ({ name: body.name, bodies: [body] }));
  const physics = await Physics.create({ entities, materials: unique(materials) });
  try {
    const hints: Hint[] = [];
    for (const { name } of bodies) {
      if (hints.length >= MAX_OVERLAPS) break;
      for (const [other, depth] of deepest(physics, name, (one) => name < one && !held.has(`${name}/${one}`)))
        hints.push({
          name,
          text:
            `"${name}" and "${other}" overlap by ${figure(1000 * depth)} mm at the start and will be pushed apart: ` +
            `connect them by a joint, move them, or set SelfCollide to false.`,
        });
    }
    return hints.slice(0, MAX_OVERLAPS);
  } finally {
    physics.dispose();
  }
}

const pairs = (a: string, b: string): string[] => [`${a}/${b}`, `${b}/${a}`];

const unique = (list: readonly { readonly name: string }[]) => [
  ...new Map(list.map((one) => [one.name, one])).values(),
];

/** Hints for a world at its start. */
export function worldHints({ physics, file }: World): Hint[] {
  const { entities } = file.physics;
  const fixed = new Set(entities.filter(({ isStatic }) => isStatic).map(({ name }) => name));
  // nothing pushes what moves on a path
  const moving = entities.filter(({ isStatic, path }) => !isStatic && !path);
  return [
    ...moving.flatMap(unitHints),
    ...moving.flatMap(({ name }) =>
      deepest(physics, name, (other) => fixed.has(other)).map(([other, depth]) => ({
        name,
        text:
          `"${name}" starts ${figure(1000 * depth)} mm inside "${other}", which is static, and will be pushed out of it: ` +
          `move one of them.`,
      })),
    ),
  ];
}

/** The entities that overlap with this one, with the depth in m. */
function deepest(physics: Physics, entity: string, isAsked: (other: string) => boolean): [string, number][] {
  const depths = new Map<string, number>();
  for (const { other, distance: apart } of listOverlaps(physics, entity))
    if (-apart > DEEP && isAsked(other.entity))
      depths.set(other.entity, Math.max(-apart, depths.get(other.entity) ?? 0));
  return [...depths];
}
