// Small worlds for tests: one solid per body, gravity on or off; functions that run them.

import type { BodyInput, Entity, EntityInput } from "../../src/describe/entity/Entity.js";
import type { JointInput } from "../../src/describe/entity/Joint.js";
import type { Shape, SolidInput } from "../../src/describe/entity/Solid.js";
import type { WorldInput } from "../../src/describe/world/WorldDescription.js";
import { dot, type Vec3 } from "../../src/math/Vec3.js";
import { Physics } from "../../src/physics/Physics.js";
import { type Contact, listContacts } from "../../src/physics/Queries.js";

export const G = 9.81;

type SolidOptions = Omit<SolidInput, "name" | "shape">;

export const boxShape = (x: number, y = x, z = x): Shape => ({ kind: "Box", size: [x, y, z] });
export const ballShape = (radius: number): Shape => ({ kind: "Sphere", radius });

/** A body of one solid, by default 1 kg. */
export const bodyOf = (name: string, shape: Shape, options: SolidOptions = {}): BodyInput => ({
  name,
  solids: [{ name: `${name} solid`, shape, mass: 1, ...options }],
});

/** An entity of one body named Body. */
export const objectOf = (name: string, shape: Shape, options: SolidOptions = {}): EntityInput => ({
  name,
  bodies: [bodyOf("Body", shape, options)],
});

/** A static entity. */
export const staticOf = (name: string, shape: Shape, options: SolidOptions = {}): EntityInput => ({
  name,
  isStatic: true,
  bodies: [{ name: "Body", solids: [{ name: "Solid", shape, ...options }] }],
});

/** A world without gravity and without ground. */
export const floating = (...entities: (Entity | EntityInput)[]): WorldInput => ({ gravity: [0, 0, 0], entities });

/** Two bodies A (at the left) and B (at the right), and one joint between them: A is Body1. */
export function jointed(
  joint: Partial<JointInput> & Pick<JointInput, "kind">,
  masses: Vec3 | readonly [number, number] = [1, 2],
): EntityInput {
  return {
    name: "robot",
    bodies: [
      bodyOf("A", boxShape(0.2), { position: [-0.3, 0, 0], mass: masses[0] }),
      bodyOf("B", boxShape(0.2), { position: [0.3, 0, 0], mass: masses[1] }),
    ],
    joints: [{ name: "Joint", body1: "A", body2: "B", ...joint }],
  };
}

/** One body on one joint to the world. */
export const hung = (joint: Partial<JointInput> & Pick<JointInput, "kind">, body: BodyInput): EntityInput => ({
  name: "robot",
  bodies: [body],
  joints: [{ name: "Joint", body1: body.name, ...joint }],
});

const made: Physics[] = [];

export async function makeWorld(world: WorldInput): Promise<Physics> {
  const physics = await Physics.create(world);
  made.push(physics);
  return physics;
}

/** Frees the memory of all worlds of a test. */
export function disposeWorlds(): void {
  for (const physics of made.splice(0)) physics.dispose();
}

/** Runs for a time; `each` is called before each step and may apply forces. */
export function run(physics: Physics, seconds: number, each?: (step: number) => void): Physics {
  const steps = Math.round(seconds / physics.stepSec);
  for (let i = 0; i < steps; i++) {
    each?.(i);
    const removed = physics.step();
    if (removed.length > 0) throw removed[0].error;
  }
  return physics;
}

/** Upward force of all contacts on an entity, N. */
export function supportOf(physics: Physics, entity: string, up: Vec3 = [0, 0, 1]): number {
  const force = (contact: Contact) => (contact.b.entity === entity ? 1 : -1) * dot(contact.force, up);
  return listContacts(physics, entity).reduce((sum, contact) => sum + force(contact), 0);
}
