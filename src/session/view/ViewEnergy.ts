// Energy of bodies for viewers (X1): kinetic energy of translation and rotation, and potential energy in gravity above the height 0, J.
// Numbers: kinetic, potential, their sum. The armature of joints and the energy in springs are left out.

import type { Body } from "../../describe/entity/Entity.js";
import { mulVec } from "../../math/Mat3.js";
import { conjugate, rotate } from "../../math/Quat.js";
import { dot } from "../../math/Vec3.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import { massesOf } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";

/** Returns a function that reads the energy of these bodies of an entity; it gives nothing for bodies without mass. */
export function readEnergy(physics: Physics, entity: string, bodies: readonly Body[]): () => readonly number[] {
  const masses = massesOf(physics.entity(entity));
  const parts = bodies.flatMap(({ name }) => {
    const mass = masses.get(name);
    return mass ? [{ ...mass, motion: new BodyMotion(physics, entity, name) }] : [];
  });
  if (parts.length === 0) return () => [];
  return () => {
    let [kinetic, potential] = [0, 0];
    for (const { mass, inertia, motion } of parts) {
      const position = motion.position();
      const velocity = motion.velocityAt(position);
      // in the body's axes, as the tensor
      const turn = rotate(conjugate(motion.orientation()), motion.angularVelocity());
      kinetic += 0.5 * (mass * dot(velocity, velocity) + dot(turn, mulVec(inertia, turn)));
      potential -= mass * dot(physics.gravity, position);
    }
    return [kinetic, potential, kinetic + potential];
  };
}
