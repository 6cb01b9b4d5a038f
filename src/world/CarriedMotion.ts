// How an entity moves, to be put into another one of the same name: the place of its model, the velocity there, the speeds of its
// joints by name. What the other has not is left out; what it has more stands still.

import { ORIGIN, type Pose } from "../math/Pose.js";
import { rotate } from "../math/Quat.js";
import { sub, type Vec3 } from "../math/Vec3.js";
import { freeBodies, setVelocity } from "../physics/Bodies.js";
import { BodyMotion } from "../physics/BodyMotion.js";
import { readJoint, setJointSpeed } from "../physics/Joints.js";
import { heaviestBody } from "../physics/Masses.js";
import type { Physics } from "../physics/Physics.js";

export interface CarriedMotion {
  /** Of its model space, as the body that carries it stands. */
  readonly origin: Pose;
  /** Gives it to the entity of that name, which has been put at `origin`. */
  restore(physics: Physics): void;
}

export function carryMotion(physics: Physics, entity: string): CarriedMotion {
  const body = freeBody(physics, entity);
  if (body === undefined) return { origin: ORIGIN, restore: () => {} };
  const motion = new BodyMotion(physics, entity, body);
  const orientation = motion.orientation();
  const position = sub(motion.position(), rotate(orientation, motion.center));
  const [linear, angular] = [motion.velocityAt(position), motion.angularVelocity()];
  const joints = physics.entity(entity).joints.map(({ name }) => ({ name, axes: readJoint(physics, entity, name) }));
  return {
    origin: { position, orientation },
    restore: (next) => {
      const carrier = freeBody(next, entity);
      if (carrier === undefined) return;
      const now = new BodyMotion(next, entity, carrier);
      setVelocity(next, entity, carrier, velocityAt(sub(now.position(), position), linear, angular), angular);
      const known = new Set(next.entity(entity).joints.map(({ name }) => name));
      for (const { name, axes } of joints)
        if (known.has(name) && axes.length === 1) setJointSpeed(next, entity, name, axes[0].velocity);
    },
  };
}

/** v + w x r. */
const velocityAt = ([x, y, z]: Vec3, [vx, vy, vz]: Vec3, [wx, wy, wz]: Vec3): Vec3 => [
  vx + wy * z - wz * y,
  vy + wz * x - wx * z,
  vz + wx * y - wy * x,
];

/** The heaviest body with a free joint; undefined: the entity hangs on the world. */
export function freeBody(physics: Physics, entity: string): string | undefined {
  return heaviestBody(physics.entity(entity), freeBodies(physics, entity));
}
