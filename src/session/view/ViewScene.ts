// The scene of a world for viewers (X1): entities with their bodies, joints and devices. `update` compares the world with the last
// call and returns the entities that joined and left. A body keeps its id while its entity is in the world.

import type { Entity } from "../../describe/entity/Entity.js";
import type { AxisParameters, Joint } from "../../describe/entity/Joint.js";
import type { Rope } from "../../describe/entity/Rope.js";
import { reportFields } from "../../devices/actuators/JointReport.js";
import type { Drawing } from "../../devices/Drawing.js";
import { poseInBody } from "../../devices/Mount.js";
import { countValues, fixedCount, valueNames } from "../../devices/Payload.js";
import { ORIGIN } from "../../math/Pose.js";
import { frozenBodies } from "../../physics/Bodies.js";
import { heaviestBody, massesOf } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";
import { readRope } from "../../physics/Ropes.js";
import { sceneEntityOf } from "../../render/scene/Scene.js";
import type { PosedBody } from "../../render/scene/ScenePoses.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import type { Simulation } from "../Simulation.js";
import type {
  ViewAxle,
  ViewCamera,
  ViewEntity,
  ViewJoint,
  ViewMass,
  ViewPlace,
  ViewRays,
  ViewRope,
  ViewSensor,
} from "./ViewProtocol.js";
import { MAX_AS_TEXT } from "./ViewValues.js";

interface Known {
  readonly entity: Entity;
  readonly view: ViewEntity;
}

export interface SceneChange {
  readonly joined: readonly ViewEntity[];
  readonly left: readonly string[];
}

const NO_BODIES: ReadonlyMap<string, unknown> = new Map();
/** Ids of bodies are uint16. */
const MAX_BODIES = 65_536;

export class ViewScene {
  readonly #known = new Map<string, Known>();
  #nextId = 0;

  get entities(): readonly ViewEntity[] {
    return [...this.#known.values()].map(({ view }) => view);
  }

  /** All bodies of all entities. */
  get bodies(): readonly PosedBody[] {
    return this.entities.flatMap(({ name, bodies }) =>
      bodies.map((body) => ({ id: body.id, entity: name, body: body.name })),
    );
  }

  /** Ids of the frozen bodies, ascending. */
  frozenIn(physics: Physics): readonly number[] {
    const frozen: number[] = [];
    for (const [name, { view }] of this.#known) {
      const held = physics.has(name) ? frozenBodies(physics, name) : NO_BODIES;
      if (held.size > 0) for (const body of view.bodies) if (held.has(body.name)) frozen.push(body.id);
    }
    return frozen.sort((a, b) => a - b);
  }

  /** Forgets all entities: the next update returns them as joined. */
  clear(): void {
    this.#known.clear();
    this.#nextId = 0;
  }

  /** Changes since the last call. An entity that left and joined again under the same name is in both lists. */
  update(simulation: Simulation): SceneChange {
    const { physics, robots } = simulation.world;
    const left: string[] = [];
    for (const [name, { entity }] of this.#known)
      if (!physics.has(name) || physics.entity(name) !== entity) left.push(name);
    for (const name of left) this.#known.delete(name);
    const joined: ViewEntity[] = [];
    // a robot whose driver came or went is sent again with the same bodies
    for (const [name, { entity, view }] of this.#known) {
      const isDriven = view.role === "robot" && hasDriver(simulation, name);
      if (isDriven === view.isDriven) continue;
      const changed = { ...view, isDriven };
      this.#known.set(name, { entity, view: changed });
      joined.push(changed);
    }
    for (const name of physics.names) {
      if (this.#known.has(name)) continue;
      const entity = physics.entity(name);
      const first = this.#takeIds(entity.bodies.length);
      if (first === undefined) continue;
      const robot = robots.find((one) => one.name === name);
      const view = describeView(simulation, entity, robot, first);
      this.#known.set(name, { entity, view });
      joined.push(view);
    }
    return { joined, left };
  }

  /** The first of `count` consecutive free ids, least recently used first; undefined: no free range. */
  #takeIds(count: number): number | undefined {
    const taken = [...this.#known.values()]
      .map(({ view: { bodies } }) => [bodies[0]?.id ?? 0, (bodies.at(-1)?.id ?? -1) + 1])
      .sort((a, b) => a[0] - b[0]);
    for (const from of [this.#nextId, 0]) {
      let first = from;
      for (const [start, end] of taken) if (start < first + count && end > first) first = end;
      if (first + count > MAX_BODIES) continue;
      this.#nextId = first + count;
      return first;
    }
    return undefined;
  }
}

function describeView(simulation: Simulation, entity: Entity, robot: Robot | undefined, firstId: number): ViewEntity {
  const { physics } = simulation.world;
  const sensors = robot?.devices.filter(({ type }) => type.role !== "joint") ?? [];
  return {
    ...sceneEntityOf(physics, entity, firstId),
    role: robot ? "robot" : entity.isStatic ? "static" : "object",
    main: heaviestBody(entity),
    masses: describeMasses(entity),
    joints: entity.joints.map((joint) => describeJoint(physics, entity.name, joint)),
    ropes: entity.ropes.length > 0 ? entity.ropes.map((rope) => describeRope(physics, entity.name, rope)) : undefined,
    sensors: sensors.map((device) => describeSensor(physics, entity.name, device)),
    isDriven: robot !== undefined && hasDriver(simulation, robot.name),
  };
}

const hasDriver = (simulation: Simulation, robot: string): boolean =>
  simulation.driverOf(robot) !== undefined || simulation.guests.some(({ drives }) => drives?.(robot));

function describeMasses(entity: Entity): readonly ViewMass[] {
  const masses = massesOf(entity);
  return entity.bodies.flatMap(({ name }) => {
    const one = masses.get(name);
    if (!one) return [];
    const [xx, xy, xz, , yy, yz, , , zz] = one.inertia;
    return [{ mass: one.mass, inertia: [xx, xy, xz, yy, yz, zz] as const }];
  });
}

function describeRope(physics: Physics, entity: string, { name, points }: Rope): ViewRope {
  const now = readRope(physics, entity, name).points;
  return {
    name,
    points: points.map(({ body, position }, i) =>
      body === undefined
        ? { position: now[i] }
        : { body, position: poseInBody(physics, entity, body, { ...ORIGIN, position }).position },
    ),
  };
}

function describeJoint(physics: Physics, entity: string, joint: Joint): ViewJoint {
  const { name, kind, body1, body2, axes, parameters } = joint;
  const fields = kind === "Fixed" ? [] : reportFields(kind, axes.length);
  return {
    name,
    kind,
    body1,
    body2,
    axes: axes.length,
    ...(kind === "AMotor" ? {} : { axles: axes.map((_, axis) => describeAxle(physics, entity, joint, axis)) }),
    stops: axes.map((_, axis) => stopsOf(parameters[axis])),
    fields: fields.map((field) => field.name),
    units: fields.map((field) => field.unit),
  };
}

/** The first axis moves with Body1, the second one with Body2. */
function describeAxle(physics: Physics, entity: string, { body1, body2, anchor, axes }: Joint, axis: number): ViewAxle {
  const body = axis === 0 ? body1 : (body2 ?? body1);
  const { position } = poseInBody(physics, entity, body, { ...ORIGIN, position: anchor });
  return { body, position, direction: axes[axis] };
}

const stopsOf = ({ LoStop, HiStop }: AxisParameters): readonly [number, number] | null =>
  Number.isFinite(LoStop) && Number.isFinite(HiStop) && LoStop <= HiStop ? [LoStop, HiStop] : null;

function describeSensor(physics: Physics, entity: string, device: RobotDevice): ViewSensor {
  const { description, sends, drawings } = device;
  const { name, kind, body, pose } = description;
  const isReadable = countValues(sends) <= MAX_AS_TEXT;
  return {
    name,
    kind,
    body: body ?? "",
    pose: body === undefined ? ORIGIN : poseInBody(physics, entity, body, pose),
    drawings,
    camera: describeCamera(device),
    rays: describeRays(drawings),
    acts: anchorOf(physics, entity, drawings),
    fields: isReadable ? valueNames(sends) : [],
    units: isReadable ? sends.flatMap((field) => Array.from({ length: fixedCount(field) }, () => field.unit)) : [],
  };
}

/** Only of a device that takes pictures. */
function describeCamera({ pictureKind, drawings, description }: RobotDevice): ViewCamera | undefined {
  const frustum = drawings.find((drawing) => drawing.kind === "frustum");
  if (!pictureKind || !frustum) return undefined;
  const { width, height, format } = pictureKind;
  return { width, height, fovDeg: frustum.fovDeg, format, rateHz: description.rateHz };
}

/** Of the first beam or fan. */
function describeRays(drawings: readonly Drawing[]): ViewRays | undefined {
  for (const drawing of drawings) {
    if (drawing.kind === "beam") {
      const { min, max, cone } = drawing;
      return { min, max, cone, rays: 1, layers: 1, fovHDeg: 0, fovVDeg: 0 };
    }
    if (drawing.kind === "fan") {
      const { min, max, rays, layers, fovHDeg, fovVDeg } = drawing;
      return { min, max, rays, layers, fovHDeg, fovVDeg, cone: 0 };
    }
  }
  return undefined;
}

/** The anchor of the joint that a drawing names; it moves with Body1. */
function anchorOf(physics: Physics, entity: string, drawings: readonly Drawing[]): ViewPlace | undefined {
  const named = drawings.find((drawing) => drawing.kind === "vector" && drawing.joint !== undefined);
  const name = named?.kind === "vector" ? named.joint : undefined;
  const joint = physics.entity(entity).joints.find((one) => one.name === name);
  if (!joint) return undefined;
  const { position } = poseInBody(physics, entity, joint.body1, { ...ORIGIN, position: joint.anchor });
  return { body: joint.body1, position };
}
