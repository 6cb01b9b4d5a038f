// The values of the verbs `get` and `list`: the state of the simulation and of everything in it, as plain JSON.

import { nearestName, SimError, showValue, unknownName } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { PayloadField } from "../../devices/Device.js";
import { payloadBytes } from "../../devices/Payload.js";
import { bytesOf, type Sample, TakenPicture } from "../../devices/Sample.js";
import { readBody } from "../../physics/Bodies.js";
import { findJoint, readBall, readJoint } from "../../physics/Joints.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import { describeDevice } from "../clients/Hello.js";
import type { Simulation } from "../Simulation.js";
import { listCameras, listSegments } from "./PictureVerb.js";

type Reader = (simulation: Simulation, name: string) => unknown;

/** Values of `get WORD`. */
const PLAIN: Readonly<Record<string, (simulation: Simulation) => unknown>> = {
  status: (simulation) => simulation.status(),
  time: ({ world }) => world.timeSec,
  frame: ({ world }) => world.frame,
  rate: (simulation) => simulation.status().rate,
  hash: (simulation) => simulation.hash(),
  match: ({ guests }) => guests.find(({ status }) => status)?.status?.() ?? null,
  world: ({ world: { physics, file, stepNs, seed } }) => ({
    name: physics.description.name,
    gravity: physics.gravity,
    step: stepNs / NS_PER_SEC,
    seed,
    spawns: file.spawns.map(({ name }) => name),
    robots: file.robots.map(({ robot, controller }) => ({ name: robot.name, controller: controller ?? null })),
  }),
};

/** Values of `get WORD NAME`. */
const NAMED: Readonly<Record<string, Reader>> = {
  robot: ({ world }, name) => {
    const robot = world.robot(name);
    const { bodies, joints } = robot.description.entity;
    return {
      name,
      joinTime: robot.joinNs / NS_PER_SEC,
      placement: robot.placement,
      bodies: bodies.map((body) => ({ name: body.name, ...readBody(world.physics, name, body.name) })),
      joints: joints.map((joint) => joint.name),
      components: robot.devices.map((device) => describeDevice(world, robot, device)),
    };
  },
  object: ({ world: { physics } }, name) => {
    const { bodies, joints, isStatic } = physics.entity(name);
    return {
      name,
      isStatic,
      bodies: bodies.map((body) => ({ name: body.name, ...readBody(physics, name, body.name) })),
      joints: joints.map((joint) => joint.name),
    };
  },
  body: ({ world }, path) => {
    const [entity, body] = splitPath(path, "body");
    return { name: path, ...readBody(world.physics, entity, body) };
  },
  joint: ({ world: { physics } }, path) => {
    const [entity, joint] = splitPath(path, "joint");
    const { kind } = findJoint(physics, entity, joint);
    const ball = readBall(physics, entity, joint);
    return { name: path, kind, axes: readJoint(physics, entity, joint), ...(ball ? { ball } : {}) };
  },
  component: ({ world }, path) => {
    const [name, component] = splitPath(path, "component");
    const robot = world.robot(name);
    const device = robot.device(component);
    const sent = robot.reports.filter((report) => report.device === device);
    return { ...describeDevice(world, robot, device), sent: sent.map(({ sample }) => describeSample(device, sample)) };
  },
};

export const GET_WORDS: readonly string[] = [...Object.keys(PLAIN), ...Object.keys(NAMED)];

/** `status`; `body` and `Segway/MainBody`; or a name alone: `Segway`, `Segway/LMotor`. */
export function lookUp(simulation: Simulation, what: string, name: string | undefined): unknown {
  if (Object.hasOwn(PLAIN, what) && name === undefined) return PLAIN[what](simulation);
  if (Object.hasOwn(NAMED, what)) {
    if (name !== undefined) return NAMED[what](simulation, name);
    throw new SimError("ARGUMENT_WRONG", {
      where: "get/name",
      found: "nothing",
      allowed: what === "robot" || what === "object" ? "its name" : "ROBOT/NAME",
    });
  }
  if (name !== undefined)
    throw new SimError("ARGUMENT_WRONG", {
      where: "get",
      found: `${showValue(what)} and ${showValue(name)}`,
      allowed: `a name after one of ${Object.keys(NAMED).join(", ")}`,
    });
  return lookUpName(simulation, what);
}

function lookUpName(simulation: Simulation, path: string): unknown {
  const { physics, robots } = simulation.world;
  const [entity, ...rest] = path.split("/");
  const isRobot = robots.some((robot) => robot.name === entity);
  if (!physics.has(entity)) {
    const known = [...GET_WORDS, ...physics.names];
    throw unknownName("ENTITY_UNKNOWN", "get", path, known, nearestName(entity, known));
  }
  if (rest.length === 0) return NAMED[isRobot ? "robot" : "object"](simulation, entity);
  const part = rest.join("/");
  const { bodies, joints } = physics.entity(entity);
  if (bodies.some((body) => body.name === part)) return NAMED.body(simulation, path);
  if (joints.some((joint) => joint.name === part)) return NAMED.joint(simulation, path);
  if (isRobot && simulation.world.robot(entity).devices.some((one) => one.name === part))
    return NAMED.component(simulation, path);
  const devices = isRobot ? simulation.world.robot(entity).devices.map((one) => one.name) : [];
  const known = new Set([...bodies.map((body) => body.name), ...joints.map((joint) => joint.name), ...devices]);
  throw unknownName("COMPONENT_UNKNOWN", entity, part, [...known]);
}

function splitPath(path: string, what: string): readonly [string, string] {
  const at = path.indexOf("/");
  if (at < 0)
    throw new SimError("ARGUMENT_WRONG", { where: `get/${what}`, found: showValue(path), allowed: "ROBOT/NAME" });
  return [path.slice(0, at), path.slice(at + 1)];
}

/** A sample of this frame, number by number. Of a picture only its size and time: it is not rendered for this. */
function describeSample({ sends, description, pictureKind }: RobotDevice, sample: Sample): unknown {
  if (sample instanceof TakenPicture) return { ...pictureKind, time: sample.picture.spec.timeNs / NS_PER_SEC };
  const payload = bytesOf(sample);
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const stamp: PayloadField[] = description.stamp ? [{ name: "stamp", type: "float64", unit: "s" }] : [];
  const fields = [...stamp, ...sends];
  if (sends.some(({ count }) => count === "any") || payloadBytes(fields, false) !== payload.length)
    return { bytes: payload.length };
  let at = 0;
  return Object.fromEntries(
    fields.map(({ name, type, count }) => {
      const bytes = payloadBytes([{ name, type, unit: "" }], false);
      const values = Array.from({ length: Number(count ?? 1) }, (_, i) => READ[type](view, at + i * bytes));
      at += values.length * bytes;
      return [name, count === undefined ? values[0] : values];
    }),
  );
}

const READ: Readonly<Record<PayloadField["type"], (view: DataView, at: number) => number>> = {
  float32: (view, at) => view.getFloat32(at, true),
  float64: (view, at) => view.getFloat64(at, true),
  uint8: (view, at) => view.getUint8(at),
  uint16: (view, at) => view.getUint16(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  int32: (view, at) => view.getInt32(at, true),
};

const LISTS: Readonly<Record<string, (simulation: Simulation) => readonly unknown[]>> = {
  robots: ({ world }) => world.robots.map(({ name }) => name),
  clients: (simulation) => simulation.status().clients,
  objects: ({ world: { physics, robots } }) =>
    physics.names.filter((name) => !robots.some((robot) => robot.name === name)),
  cameras: ({ world }) => listCameras(world),
  segments: ({ world }) => listSegments(world),
  lights: ({ world }) => world.lights.map(({ name }) => name),
  events: ({ world }) =>
    world.events.status.map(({ name, happened, nextNs }) => ({
      name,
      happened,
      next: nextNs === null ? null : nextNs / NS_PER_SEC,
    })),
  triggers: ({ world }) => world.triggers.status,
  snapshots: ({ snapshots }) => snapshots,
};

export const LIST_WORDS: readonly string[] = Object.keys(LISTS);

/** One list, or all of them by name. */
export function listThings(simulation: Simulation, what: string | undefined): unknown {
  if (what !== undefined) return LISTS[what](simulation);
  return Object.fromEntries(LIST_WORDS.map((word) => [word, LISTS[word](simulation)]));
}
