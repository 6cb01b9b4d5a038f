// Verbs for things that move by themselves (E3, E4): `path` drives an entity along its path, `glide` sends it to another place,
// `belt` sets the velocity of a surface. They act from the next step on; what they change is part of the world's state.

import { EASINGS, type Easing } from "../../describe/entity/Path.js";
import { SimError, showValue } from "../../describe/SimError.js";
import type { Vec3 } from "../../math/Vec3.js";
import {
  drivePath,
  glideTo,
  PATH_ACTIONS,
  type PathAction,
  readPathState,
  setSurfaceVelocity,
} from "../../physics/Paths.js";
import type { Physics } from "../../physics/Physics.js";
import type { Argument } from "./VerbArguments.js";
import type { Verb } from "./Verbs.js";

const mover: Argument = { name: "name", type: "text", what: "name of an entity with a Path", completes: "mover" };

export const PATH_VERBS: readonly Verb[] = [
  {
    name: "path",
    summary: "drives an entity along its Path: forward, back, start (goes on), stop, turn (goes the other way)",
    args: [mover, { name: "action", type: "text", what: "what it does", choices: PATH_ACTIONS }],
    run: ({ simulation: { world } }, { name, action }) => {
      world.physics.entity(name as string);
      drivePath(world.physics, name as string, action as PathAction);
      return {
        message: `path of "${name}": ${action}`,
        data: { name, ...readPathState(world.physics, name as string) },
      };
    },
  },
  {
    name: "glide",
    summary: "moves an entity with a Path from where it is to another place, in a given time",
    args: [
      mover,
      { name: "seconds", type: "number", what: "duration, s; at least one step", least: 0 },
      { name: "offset", type: "vector", what: "new place, relative to the document, m", isOptional: true },
      { name: "turn", type: "vector", what: "new rotation vector, relative to the document, rad", isOptional: true },
      { name: "easing", type: "text", what: "how the speed changes", choices: EASINGS, default: "smooth" },
    ],
    run: ({ simulation: { world } }, { name, seconds, offset, turn, easing }) => {
      world.physics.entity(name as string);
      const glide = { offset: offset as Vec3 | undefined, turn: turn as Vec3 | undefined, easing: easing as Easing };
      glideTo(world.physics, name as string, { ...glide, seconds: seconds as number });
      return { message: `"${name}" glides for ${seconds} s`, data: { name, seconds, offset, turn, easing } };
    },
  },
  {
    name: "belt",
    summary: "sets the velocity of a solid's surface, as of a conveyor belt; 0 0 0 stops it",
    args: [
      { name: "name", type: "text", what: "ENTITY/SOLID, or ENTITY if it has one solid", completes: "entity" },
      { name: "velocity", type: "vector", what: "velocity in the solid's own frame, m/s" },
    ],
    run: ({ simulation: { world } }, { name, velocity }) => {
      const { entity, solid } = findSolid(world.physics, name as string);
      setSurfaceVelocity(world.physics, entity, solid, velocity as Vec3);
      return {
        message: `surface of "${entity}/${solid}": ${(velocity as Vec3).join(" ")} m/s`,
        data: { name: `${entity}/${solid}`, velocity },
      };
    },
  },
];

function findSolid(physics: Physics, path: string): { readonly entity: string; readonly solid: string } {
  const [entity, ...rest] = path.split("/");
  const solids = physics.entity(entity).bodies.flatMap((body) => body.solids);
  if (rest.length > 0) return { entity, solid: rest.join("/") };
  if (solids.length === 1) return { entity, solid: solids[0].name };
  throw new SimError("ARGUMENT_WRONG", {
    where: "belt/name",
    found: showValue(path),
    allowed: `one of ${solids.map(({ name }) => `${entity}/${name}`).join(", ")}`,
  });
}
