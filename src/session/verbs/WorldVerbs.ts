// Verbs that change what is in the world (E4): coming and going, moving, pushing, lights, gravity, numbers, driving. They act
// between two frames, in the order in which they arrive.

import { checkName } from "../../describe/Check.js";
import { SimError } from "../../describe/SimError.js";
import type { Light } from "../../describe/world/WorldFile.js";
import { fromAxisAngle, normalizeQuat, type Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyImpulse, freezeBody, moveEntity, readPose } from "../../physics/Bodies.js";
import type { Simulation } from "../Simulation.js";
import { driveWheels } from "./ManualDrive.js";
import type { Argument, ArgumentValues } from "./VerbArguments.js";
import type { Verb } from "./Verbs.js";
import { findMovable, setNumber, WHAT_MAY_BE_SET } from "./VerbTarget.js";

/** m; as far as a description may place things. */
const FARTHEST = 1e7;
/** m/s². */
const MAX_GRAVITY = 1000;
const MAX_IMPULSE = 1e6;

const place = (name: string, what: string): Argument => ({
  name,
  type: "vector",
  what,
  least: -FARTHEST,
  most: FARTHEST,
});
const heading: Argument = { name: "heading", type: "number", what: "rad about z", isOptional: true };
const share = (name: string, what: string): Argument => ({
  name,
  type: "number",
  what,
  least: -1,
  most: 1,
  default: 0,
});
const target: Argument = {
  name: "name",
  type: "text",
  what: "ENTITY/BODY; of ENTITY alone its heaviest body",
  completes: "body",
};
/** A pull ends by the wall clock, which no event may look at (M5). */
const BY_HAND = "it is for hands: it ends by the wall clock";

export const WORLD_VERBS: readonly Verb[] = [
  {
    name: "spawn",
    summary: "a robot that nobody drives, from a file or from the text of its document",
    args: [
      { name: "file", type: "text", what: "a robot's XML file, or the name of one that is shipped", isOptional: true },
      { name: "name", type: "text", what: "in place of the document's", isOptional: true },
      { ...place("position", "where, in place of the document's Offset, m"), isOptional: true },
      heading,
      { name: "document", type: "document", what: "the robot's XML itself, in place of a file", isOptional: true },
    ],
    run: ({ simulation }, args) => {
      const robot = simulation.spawn(describeSpawned(simulation, args));
      const { position, orientation } = robot.placement;
      return { message: `spawned "${robot.name}"`, data: { name: robot.name, position, orientation } };
    },
  },
  {
    name: "remove",
    summary: "takes a robot or an object out of the world; a robot's client is told",
    args: [{ name: "name", type: "text", what: "the entity's name", completes: "entity" }],
    run: ({ simulation }, { name }) => {
      simulation.world.physics.entity(name as string);
      simulation.remove(name as string);
      return { message: `removed "${name}"`, data: { name } };
    },
  },
  {
    name: "move",
    summary: "puts an entity elsewhere, as it stands; it comes to rest there",
    args: [
      target,
      place("position", "where that body's centre goes, m"),
      { name: "orientation", type: "turning", what: "how that body is turned then", isOptional: true },
      { ...heading, what: "rad about z, upright, in place of an orientation" },
    ],
    run: ({ simulation }, { name, position, orientation, heading }) => {
      const { physics } = simulation.world;
      const { entity, body } = findMovable(physics, name as string, "move");
      const turned = turningOf("move", orientation as Quat | undefined, heading as number | undefined);
      const pose = { position: position as Vec3, orientation: turned ?? readPose(physics, entity, body).orientation };
      moveEntity(physics, entity, body, pose);
      return { message: `moved "${entity}"`, data: { name: `${entity}/${body}`, ...pose } };
    },
  },
  {
    name: "push",
    summary: "an impulse on a body in the next frame",
    args: [
      target,
      { name: "impulse", type: "vector", what: "N·s in the world's axes", least: -MAX_IMPULSE, most: MAX_IMPULSE },
      { ...place("point", "where in the world, m; the centre of mass if left out"), isOptional: true },
    ],
    run: ({ simulation }, { name, impulse, point }) => {
      const { physics } = simulation.world;
      const { entity, body } = findMovable(physics, name as string, "push");
      applyImpulse(physics, entity, body, impulse as Vec3, point as Vec3 | undefined);
      return { message: `pushed "${entity}/${body}"`, data: { name: `${entity}/${body}`, impulse } };
    },
  },
  {
    name: "pull",
    summary: "pulls at a point of a body as with a rubber band, until release or half a second of silence",
    args: [
      target,
      { ...place("to", "where to, m; left out: let go"), isOptional: true },
      { ...place("from", "the point, in the body's own frame, m; its centre if left out"), isOptional: true },
      { name: "strength", type: "number", what: "times the usual", least: 0.01, most: 100, default: 1 },
    ],
    notInEvents: BY_HAND,
    run: ({ simulation, nowMs }, { name, to, from = [0, 0, 0], strength }) => {
      if (to === undefined) return release(simulation, name as string);
      const found = findMovable(simulation.world.physics, name as string, "pull");
      const pull = { ...found, from: from as Vec3, to: to as Vec3, strength: strength as number };
      simulation.pulls.hold(pull, nowMs);
      return {
        message: `pulling "${found.entity}/${found.body}"`,
        data: { name: `${found.entity}/${found.body}`, to },
      };
    },
  },
  {
    name: "release",
    summary: "lets go of what is pulled",
    args: [{ ...target, what: "ENTITY/BODY, or ENTITY" }],
    notInEvents: BY_HAND,
    run: ({ simulation }, { name }) => release(simulation, name as string),
  },
  {
    name: "freeze",
    summary: "holds a body where it is, or lets it go",
    args: [target, { name: "on", type: "boolean", what: "held", isOptional: true }],
    run: ({ simulation }, { name, on = true }) => {
      const { entity, body } = findMovable(simulation.world.physics, name as string, "freeze");
      freezeBody(simulation.world.physics, entity, body, on as boolean);
      return { message: `${on ? "froze" : "let go of"} "${entity}/${body}"`, data: { name: `${entity}/${body}`, on } };
    },
  },
  {
    name: "light",
    summary: "a light of the world: on or off, how bright, which colour; what is left out stays",
    args: [
      { name: "name", type: "text", what: "the light's name", completes: "light" },
      { name: "on", type: "boolean", what: "lit", isOptional: true },
      { name: "intensity", type: "number", what: "how bright", least: 0, most: 1000, isOptional: true },
      { name: "color", type: "color", what: "its colour", isOptional: true },
    ],
    run: ({ simulation }, { name, ...change }) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const light = simulation.world.setLight(name as string, Object.fromEntries(given) as Partial<Light>);
      const { on, intensity, color } = light;
      return { message: `light "${name}" is ${on ? "on" : "off"}`, data: { name, on, intensity, color } };
    },
  },
  {
    name: "gravity",
    summary: "another gravity from the next frame on",
    args: [{ name: "to", type: "vector", what: "m/s²", least: -MAX_GRAVITY, most: MAX_GRAVITY }],
    run: ({ simulation }, { to }) => {
      simulation.world.physics.gravity = to as Vec3;
      return { message: `gravity: ${(to as Vec3).join(" ")} m/s²`, data: { gravity: to } };
    },
  },
  {
    name: "set",
    summary: "a number of a joint or of a material; it holds until it is replaced",
    args: [
      { name: "what", type: "text", what: WHAT_MAY_BE_SET, completes: "number" },
      { name: "to", type: "number", what: "the number" },
    ],
    run: ({ simulation }, { what, to }) => {
      setNumber(simulation.world.physics, what as string, to as number);
      return { message: `${what} = ${to}`, data: { what, to } };
    },
  },
  {
    name: "drive",
    summary: "drives a robot by hand: its client gets an Event, a robot without one has its two wheels set",
    args: [
      { name: "name", type: "text", what: "the robot's name", completes: "robot" },
      share("forward", "share of full speed"),
      share("turn", "share of full turn, to the left"),
    ],
    run: ({ simulation }, { name, forward, turn }) => {
      const robot = simulation.world.robot(name as string);
      const driver = simulation.driverOf(robot.name);
      if (driver) driver.queueEvent({ event: "drive", forward, turn });
      else driveWheels(simulation.world.physics, robot.name, forward as number, turn as number);
      const to = driver ? "client" : "wheels";
      return { message: `drive "${name}": forward ${forward}, turn ${turn}`, data: { name, forward, turn, to } };
    },
  },
];

function describeSpawned(simulation: Simulation, { file, document, name, position, heading }: ArgumentValues) {
  const { readRobot, documentLimits } = simulation.options;
  if ((file === undefined) === (document === undefined))
    throw new SimError("ARGUMENT_WRONG", {
      where: "spawn",
      found: file === undefined ? "neither file nor document" : "file and document",
      allowed: "one of them",
    });
  if (file !== undefined && !readRobot)
    throw new SimError("FILE_FORBIDDEN", { where: "spawn/file", found: `"${file}"`, allowed: "a document" });
  const text = (document ?? readRobot?.(file as string)) as string;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > documentLimits.bytes)
    throw new SimError("DOCUMENT_TOO_LARGE", {
      where: "spawn/document",
      found: `${bytes} bytes`,
      allowed: `at most ${documentLimits.bytes} bytes`,
    });
  // as clients end theirs
  const own = name === undefined ? undefined : checkSpawnName(name as string, documentLimits.nameBytes);
  const robot = simulation.describe(text.replace(/%%\s*$/, ""), own);
  return {
    ...robot,
    ...(position === undefined ? {} : { offset: position as Vec3 }),
    ...(heading === undefined ? {} : { orientation: turningOf("spawn", undefined, heading as number) as Quat }),
  };
}

/** As long as a document may call it. */
function checkSpawnName(name: string, most: number): string {
  const { length } = new TextEncoder().encode(name);
  if (length > most)
    throw new SimError("NAME_TOO_LONG", {
      where: "spawn/name",
      found: `${length} bytes`,
      allowed: `at most ${most} bytes`,
    });
  return checkName(name, "spawn/name");
}

function turningOf(verb: string, orientation: Quat | undefined, heading: number | undefined): Quat | undefined {
  if (orientation && heading !== undefined)
    throw new SimError("ARGUMENT_WRONG", { where: verb, found: "orientation and heading", allowed: "one of them" });
  if (orientation) return normalizeQuat(orientation);
  return heading === undefined ? undefined : fromAxisAngle([0, 0, 1], heading);
}

function release({ pulls }: Simulation, name: string) {
  const ended = pulls.release(name);
  return { message: ended > 0 ? `let go of "${name}"` : `nobody pulls at "${name}"`, data: { name, ended } };
}
