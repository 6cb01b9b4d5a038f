// Transfers the motion of an entity to another one of the same name: pose and velocity of its model frame, and joint speeds by
// name. Joints that the new entity lacks are skipped; its additional joints are at rest.

import { ORIGIN, type Pose } from "../math/Pose.js";
import { rotate } from "../math/Quat.js";
import { sub, type Vec3 } from "../math/Vec3.js";
import { freeBodies, setVelocity } from "../physics/Bodies.js";
import { BodyMotion } from "../physics/BodyMotion.js";
import { readJoint, setJointSpeed } from "../physics/Joints.js";
import { heaviestBody } from "../physics/Masses.js";
import type { Physics } from "../physics/Physics.js";

export interface CarriedMotion {
  /** Pose of its model frame, which moves with its main body. */
  readonly origin: Pose;
  /** Sets the speeds of the new entity, which stands at `origin`. */
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
