// Which ball lies in front of a kicker's plate (F2). A ball is a free body whose only solid that collides is a sphere about its centre of
// mass, be it called Ball or not. In the plate's frame (origin in the middle of its face, +y ahead, +z up) a ball of radius r at
// (x, y, z) is in reach when |x| <= width / 2, |z| <= height / 2 and its gap y - r is at most the reach.

import type { DeviceDescription } from "../../describe/robot/RobotDescription.js";
import type { Pose } from "../../math/Pose.js";
import { conjugate, rotate } from "../../math/Quat.js";
import { sub, type Vec3 } from "../../math/Vec3.js";
import type { CompiledModel } from "../../physics/model/CompiledModel.js";
import type { Physics } from "../../physics/Physics.js";
import { placeOf } from "../Mount.js";

export interface PlateSize {
  /** m, along x and z. */
  readonly width: number;
  readonly height: number;
  /** How far beyond its face it reaches, m. */
  readonly reach: number;
}

export interface LooseBall {
  readonly entity: string;
  readonly body: string;
  readonly bodyId: number;
  /** First of its speeds. */
  readonly dof: number;
  readonly radius: number;
  readonly mass: number;
}

/** A ball in front of the plate. */
export interface NearBall {
  readonly ball: LooseBall;
  /** From the face to its surface, m. */
  readonly gap: number;
  /** Of its middle, in the world. */
  readonly position: Vec3;
  readonly velocity: Vec3;
}

/** Deeper inside than this it is not in front. */
const DEEPEST = 0.01;

const known = new WeakMap<CompiledModel, readonly LooseBall[]>();

/** All there are. */
export function looseBalls({ compiled }: Physics): readonly LooseBall[] {
  let balls = known.get(compiled);
  if (!balls) {
    balls = findBalls(compiled);
    known.set(compiled, balls);
  }
  return balls;
}

function findBalls(c: CompiledModel): readonly LooseBall[] {
  const first = c.model.body_jntadr as Int32Array;
  const root = c.model.body_rootid as Int32Array;
  const mass = c.model.body_mass as Float64Array;
  const subtree = c.model.body_subtreemass as Float64Array;
  const place = c.model.geom_pos as Float64Array;
  return c.layout.geoms.flatMap(({ entity, body, solid, bodyId }, g) => {
    const isLoose = bodyId > 0 && root[bodyId] === bodyId && c.views.jnt_type[first[bodyId]] === 0;
    const isAlone = body.solids.filter(({ collide }) => collide).length === 1 && subtree[bodyId] === mass[bodyId];
    const [x, y, z] = place.subarray(3 * g, 3 * g + 3);
    const isCentred = Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e-9;
    if (!solid.collide || solid.shape.kind !== "Sphere" || !isLoose || !isAlone || !isCentred) return [];
    const dof = c.views.jnt_dofadr[first[bodyId]];
    return [{ entity: entity.name, body: body.name, bodyId, dof, radius: solid.shape.radius, mass: mass[bodyId] }];
  });
}

/**
 * The nearest ball that is in front of a plate at `plate`, or comes there within `aheadSec` if the plate moves on at
 * `speed` along its +y.
 */
export function ballBefore(
  physics: Physics,
  plate: Pose,
  size: PlateSize,
  { speed = 0, aheadSec = 0 }: { readonly speed?: number; readonly aheadSec?: number } = {},
): NearBall | undefined {
  const { xpos, qvel } = physics.compiled.views;
  const back = conjugate(plate.orientation);
  let nearest: NearBall | undefined;
  for (const ball of looseBalls(physics)) {
    const at = 3 * ball.bodyId;
    const position: Vec3 = [xpos[at], xpos[at + 1], xpos[at + 2]];
    const far = sub(position, plate.position);
    // most are far away
    if (Math.abs(far[0]) + Math.abs(far[1]) > 1 + ball.radius + size.width) continue;
    const [x, y, z] = rotate(back, far);
    const gap = y - ball.radius;
    if (gap < -DEEPEST || Math.abs(x) > size.width / 2 || Math.abs(z) > size.height / 2) continue;
    const velocity: Vec3 = [qvel[ball.dof], qvel[ball.dof + 1], qvel[ball.dof + 2]];
    const coming = aheadSec > 0 ? Math.max(0, speed - rotate(back, velocity)[1]) : 0;
    if (gap - coming * aheadSec > size.reach || (nearest && nearest.gap <= gap)) continue;
    nearest = { ball, gap, position, velocity };
  }
  return nearest;
}

/** Whether a robot's kicker (`robot.part("Kicker").description`) could kick a ball now. Changes nothing. */
export function isBallInReach(physics: Physics, robot: string, kicker: DeviceDescription): boolean {
  if (kicker.body === undefined) return false;
  const plate = placeOf(physics, robot, kicker.body, kicker.pose);
  return ballBefore(physics, plate, kicker.settings as PlateSize) !== undefined;
}
