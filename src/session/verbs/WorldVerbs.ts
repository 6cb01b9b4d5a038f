// Verbs that change the world (E4): add and remove robots, move and push bodies, set lights, gravity, joints and materials,
// drive by hand. They act between two frames, in order of arrival.

import type { Entity } from "../../describe/entity/Entity.js";
import { SimError } from "../../describe/SimError.js";
import type { Light } from "../../describe/world/WorldFile.js";
import { fromAxisAngle, normalizeQuat, type Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyImpulse, freezeBody, moveEntity, readPose } from "../../physics/Bodies.js";
import { heaviestBody } from "../../physics/Masses.js";
import type { Simulation } from "../Simulation.js";
import { driveAt, driveWheels, type Velocity } from "./ManualDrive.js";
import { addCopy, findObject } from "./ObjectCopies.js";
import { inTwoParts } from "./PlannedVerb.js";
import { SETTABLE_PATHS, setProperty } from "./SettableProperties.js";
import { checkSpawnName, describeFile } from "./SpawnedRobot.js";
import type { Argument, ArgumentValues } from "./VerbArguments.js";
import type { Verb, VerbOutcome } from "./Verbs.js";
import { findMovable } from "./VerbTarget.js";

/** Limit of positions, m; the same as in documents. */
const MAX_POSITION = 1e7;
/** m/s². */
const MAX_GRAVITY = 1000;
/** N·s. */
const MAX_IMPULSE = 1e6;

const place = (name: string, what: string): Argument => ({
  name,
  type: "vector",
  what,
  least: -MAX_POSITION,
  most: MAX_POSITION,
});
const heading: Argument = { name: "heading", type: "number", what: "rotation about z, rad", isOptional: true };
const fraction = (name: string, what: string): Argument => ({
  name,
  type: "number",
  what,
  least: -1,
  most: 1,
  default: 0,
});
const speed = (name: string, unit: string): Argument => ({
  name,
  type: "number",
  what: `in its own frame, ${unit}`,
  least: -1e6,
  most: 1e6,
  default: 0,
});
const target: Argument = {
  name: "name",
  type: "text",
  what: "ENTITY/BODY, or ENTITY for its heaviest body",
  completes: "body",
};
/** Events must not depend on the wall clock (M5). */
const WALL_CLOCK = "pulls follow a pointer and end by the wall clock";

export const WORLD_VERBS: readonly Verb[] = [
  {
    name: "spawn",
    summary: "adds a robot without a client, from a file or from the text of its document, or a copy of an object",
    isInput: false,
    args: [
      {
        name: "file",
        type: "text",
        what: "robot file, name of a shipped robot, or an object of the world's file",
        isOptional: true,
      },
      { name: "name", type: "text", what: "name instead of the document's", isOptional: true },
      { ...place("position", "position instead of the document's Offset, m"), isOptional: true },
      heading,
      { name: "document", type: "document", what: "XML of the robot, instead of a file", isOptional: true },
    ],
    ...inTwoParts(({ simulation }, args) => {
      const object = args.file === undefined ? undefined : findObject(simulation.world, args.file as string);
      if (object) {
        const note = { kind: "verb", verb: "spawn", args } as const;
        return {
          jobs: [],
          run: () =>
            simulation.inputs.act(
              () => note,
              () => spawnCopy(simulation, object, args),
            ),
        };
      }
      const description = describeSpawned(simulation, args);
      return {
        jobs: simulation.world.planJoin(description, []),
        run: () => {
          const robot = simulation.spawn(description);
          const { position, orientation } = robot.placement;
          return { message: `spawned "${robot.name}"`, data: { name: robot.name, position, orientation } };
        },
      };
    }),
  },
  {
    name: "remove",
    summary: "removes a robot or an object from the world; the client of the robot gets an Error",
    isInput: false,
    args: [{ name: "name", type: "text", what: "name of the entity", completes: "entity" }],
    ...inTwoParts(({ simulation }, { name }) => {
      simulation.world.physics.entity(name as string);
      return {
        jobs: simulation.world.planLeave([name as string]),
        run: () => {
          simulation.remove(name as string);
          return { message: `removed "${name}"`, data: { name } };
        },
      };
    }),
  },
  {
    name: "move",
    summary: "moves an entity, with the poses of its bodies to each other unchanged, and stops it",
    args: [
      target,
      place("position", "new position of the body's centre, m"),
      { name: "orientation", type: "turning", what: "new orientation of the body", isOptional: true },
      { ...heading, what: "rotation about z, rad, instead of an orientation" },
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
    summary: "applies an impulse to a body in the next frame",
    args: [
      target,
      { name: "impulse", type: "vector", what: "impulse in world axes, N·s", least: -MAX_IMPULSE, most: MAX_IMPULSE },
      { ...place("point", "point in the world, m (default: centre of mass)"), isOptional: true },
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
    summary: "pulls a point of a body to a target with a spring; ends at release, or 0.5 s after the last pull",
    args: [
      target,
      { ...place("to", "target, m; without it the pull ends"), isOptional: true },
      { ...place("from", "point in the frame of the body, m (default: its centre)"), isOptional: true },
      {
        name: "strength",
        type: "number",
        what: "factor on the strength of the spring",
        least: 0.01,
        most: 100,
        default: 1,
      },
    ],
    notInEvents: WALL_CLOCK,
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
    summary: "ends the pulls on a body or an entity",
    args: [{ ...target, what: "ENTITY/BODY, or ENTITY for all its bodies" }],
    notInEvents: WALL_CLOCK,
    run: ({ simulation }, { name }) => release(simulation, name as string),
  },
  {
    name: "freeze",
    summary: "holds a body in place, or releases it",
    args: [
      target,
      { name: "on", type: "boolean", what: "true: hold, false: release (default true)", isOptional: true },
    ],
    run: ({ simulation }, { name, on = true }) => {
      const { entity, body } = findMovable(simulation.world.physics, name as string, "freeze");
      freezeBody(simulation.world.physics, entity, body, on as boolean);
      return { message: `${on ? "froze" : "released"} "${entity}/${body}"`, data: { name: `${entity}/${body}`, on } };
    },
  },
  {
    name: "light",
    summary: "changes a light: on or off, intensity, colour; arguments left out stay unchanged",
    args: [
      { name: "name", type: "text", what: "name of the light", completes: "light" },
      { name: "on", type: "boolean", what: "true: on, false: off", isOptional: true },
      { name: "intensity", type: "number", what: "intensity", least: 0, most: 1000, isOptional: true },
      { name: "color", type: "color", what: "colour", isOptional: true },
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
    summary: "sets gravity from the next frame on",
    args: [{ name: "to", type: "vector", what: "acceleration, m/s²", least: -MAX_GRAVITY, most: MAX_GRAVITY }],
    run: ({ simulation }, { to }) => {
      simulation.world.physics.gravity = to as Vec3;
      return { message: `gravity: ${(to as Vec3).join(" ")} m/s²`, data: { gravity: to } };
    },
  },
  {
    name: "set",
    summary: "sets a property of a joint or of a material until it is set again",
    args: [
      { name: "what", type: "text", what: SETTABLE_PATHS, completes: "number" },
      { name: "to", type: "number", what: "new value" },
    ],
    run: ({ simulation }, { what, to }) => {
      setProperty(simulation.world.physics, what as string, to as number);
      return { message: `${what} = ${to}`, data: { what, to } };
    },
  },
  {
    name: "drive",
    summary: "drives a robot: its client gets an Event; without a client its two wheels are set directly",
    args: [
      { name: "name", type: "text", what: "name of the robot", completes: "robot" },
      fraction("forward", "fraction of full speed"),
      fraction("turn", "fraction of full turn rate, positive to the left"),
    ],
    run: ({ simulation }, { name, forward, turn }) => {
      const robot = simulation.world.robot(name as string);
      const driver = simulation.isDriven(robot.name);
      if (driver) simulation.driverOf(robot.name)?.queueMessage("Event", { event: "drive", forward, turn });
      else driveWheels(simulation.world.physics, robot.name, forward as number, turn as number);
      const to = driver ? "client" : "wheels";
      return { message: `drive "${name}": forward ${forward}, turn ${turn}`, data: { name, forward, turn, to } };
    },
  },
  {
    name: "velocity",
    summary:
      "drives a robot with a velocity; its client gets an Event; without a client its VelocityDrive or wheels are set",
    args: [
      { name: "name", type: "text", what: "name of the robot", completes: "robot" },
      speed("forward", "m/s"),
      speed("left", "m/s"),
      speed("turn", "rad/s, positive to the left"),
    ],
    run: ({ simulation }, { name, ...given }) => {
      const robot = simulation.world.robot(name as string);
      const velocity = given as unknown as Velocity;
      const isDriven = simulation.isDriven(robot.name);
      if (isDriven) simulation.driverOf(robot.name)?.queueMessage("Event", { event: "velocity", ...velocity });
      else driveAt(simulation.world, robot, velocity);
      const { forward, left, turn } = velocity;
      const data = { name, forward, left, turn, to: isDriven ? "client" : "robot" };
      return { message: `velocity "${name}": forward ${forward}, left ${left} m/s, turn ${turn} rad/s`, data };
    },
  },
];

function spawnCopy(simulation: Simulation, object: Entity, { name, position, heading }: ArgumentValues): VerbOutcome {
  const { world, options } = simulation;
  const own = name && checkSpawnName(name as string, options.documentLimits.nameBytes, "spawn/name");
  const orientation = turningOf("spawn", undefined, heading as number | undefined);
  const copy = addCopy(world, object, own || undefined, { position: position as Vec3 | undefined, orientation });
  options.log(`${copy} spawned at ${world.timeSec} s`);
  const at = readPose(world.physics, copy, heaviestBody(object) as string);
  return { message: `spawned "${copy}"`, data: { name: copy, ...at } };
}

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
  // documents may end with %%, as clients send them
  const own = name === undefined ? undefined : checkSpawnName(name as string, documentLimits.nameBytes, "spawn/name");
  const plain = text.replace(/%%\s*$/, "");
  const robot =
    file === undefined
      ? simulation.describe(plain, own)
      : describeFile(simulation, plain, { file: `${file}`, own, who: "spawn" });
  return {
    ...robot,
    ...(position === undefined ? {} : { offset: position as Vec3 }),
    ...(heading === undefined ? {} : { orientation: turningOf("spawn", undefined, heading as number) as Quat }),
  };
}

function turningOf(verb: string, orientation: Quat | undefined, heading: number | undefined): Quat | undefined {
  if (orientation && heading !== undefined)
    throw new SimError("ARGUMENT_WRONG", { where: verb, found: "orientation and heading", allowed: "one of them" });
  if (orientation) return normalizeQuat(orientation);
  return heading === undefined ? undefined : fromAxisAngle([0, 0, 1], heading);
}

function release({ pulls }: Simulation, name: string) {
  const ended = pulls.release(name);
  return { message: ended > 0 ? `released "${name}"` : `nothing pulls "${name}"`, data: { name, ended } };
}
