// The state of one entity, independent of a compiled model: it is carried over when the model is compiled anew (M6), kept in
// snapshots, and hashed (M5).

import type { Entity } from "../../describe/entity/Entity.js";
import {
  type AxisParameters,
  DEFAULT_PARAMETERS,
  DEFAULT_SERVO,
  type Joint,
  type ServoParameters,
} from "../../describe/entity/Joint.js";
import type { Hash64, HashMark } from "../../math/Hash64.js";
import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import { type AxisDrive, copyCommand, type JointCommand, startCommand } from "../JointCommand.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import { addMover, type MoverState, startMover } from "../mover/MoverState.js";

/** Positions, speeds and last accelerations, joint by joint, and forces that wait for the next step. */
export interface Motion {
  readonly keys: readonly string[];
  readonly qpos: readonly Float64Array[];
  readonly qvel: readonly Float64Array[];
  readonly warm: readonly Float64Array[];
  /** Accelerations without contacts and motors, in the last step and in the one before (MidpointBias.ts). */
  readonly free: readonly Float64Array[];
  readonly earlier: readonly Float64Array[];
  /** Targets of ideal servos in the last step, and how far they had moved (Servos.ts). */
  readonly aims: readonly Float64Array[];
  readonly paces: readonly Float64Array[];
  /** Bounds at which the motors were in the last step (assembly/kernel/Motors.ts). */
  readonly sides: readonly Float64Array[];
  /** Force and torque on each body. */
  readonly forces: Float64Array;
}

/** An entity in the world: description, placement and commands. */
export interface LiveEntity {
  readonly entity: Entity;
  readonly placement: Pose;
  readonly commands: Map<string, JointCommand>;
  /** Hinge-2 joints that got a spring after the start. */
  readonly sprung: Set<string>;
  /** Number of steps before which commands gave springs to joints without. Undefined: none, or a snapshot of an older version. */
  springings?: number;
  /** Frozen bodies and their poses. */
  readonly frozen: Map<string, Pose>;
  /** Joints whose forces are measured (JointForces.ts); changes no bit of the motion. */
  readonly watched: Set<string>;
  /** Where it is on its path; undefined: it has none. */
  mover?: MoverState | undefined;
  /** Velocities of surfaces that were set after the start, by solid. */
  readonly belts: Map<string, Vec3>;
  /** Larger than those of all that joined before. */
  readonly order: number;
}

export interface EntitySnapshot extends Readonly<LiveEntity> {
  readonly motion: Motion;
}

export function startEntity(entity: Entity, placement: Pose, order: number, stepSec: number): LiveEntity {
  return {
    entity,
    placement,
    commands: new Map(entity.joints.map((joint) => [joint.name, startCommand(joint, stepSec)])),
    sprung: new Set(),
    frozen: new Map(),
    watched: new Set(),
    ...(entity.path ? { mover: startMover(entity.path) } : {}),
    belts: new Map(),
    order,
  };
}

/** Finds joints of commands by name, because those of a snapshot may be copies. */
export function copyEntity(live: LiveEntity): LiveEntity {
  const jointOf = new Map(live.entity.joints.map((joint) => [joint.name, joint]));
  return {
    entity: live.entity,
    placement: live.placement,
    commands: new Map(
      [...live.commands].map(([name, command]) => [
        name,
        { ...copyCommand(command), joint: jointOf.get(name) as Joint },
      ]),
    ),
    sprung: new Set(live.sprung),
    ...(live.springings ? { springings: live.springings } : {}),
    frozen: new Map(live.frozen),
    watched: new Set(live.watched),
    ...(live.mover ? { mover: { ...live.mover } } : {}),
    belts: new Map(live.belts),
    order: live.order,
  };
}

/** Numbers of positions and of speeds by the engine's joint type: free, ball, slide, hinge. */
const Q_WIDTH = [7, 4, 1, 1];
const V_WIDTH = [6, 3, 1, 1];

/** Positions, speeds and more of all entities: those of the engine, or a copy of them. */
export interface StateArrays {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly warm: Float64Array;
  readonly free: Float64Array;
  readonly earlier: Float64Array;
  readonly aims: Float64Array;
  readonly paces: Float64Array;
  readonly sides: Float64Array;
  readonly forces: Float64Array;
}

function stateOf({ views, earlier, aims, paces, sides }: CompiledModel): StateArrays {
  const { qpos, qvel, qacc_warmstart: warm, qacc_smooth: free, xfrc_applied: forces } = views;
  return { qpos, qvel, warm, free, earlier, aims, paces, sides, forces };
}

export function saveMotion(c: CompiledModel, layout: EntityLayout, state = stateOf(c)): Motion {
  const { jnt_qposadr, jnt_dofadr, jnt_type } = c.joints;
  const joints = Array.from({ length: layout.joints[1] - layout.joints[0] }, (_, i) => layout.joints[0] + i);
  const cut = (from: Float64Array, at: Int32Array, width: number[]) =>
    joints.map((j) => from.slice(at[j], at[j] + width[jnt_type[j]]));
  return {
    keys: layout.jointKeys,
    qpos: cut(state.qpos, jnt_qposadr, Q_WIDTH),
    qvel: cut(state.qvel, jnt_dofadr, V_WIDTH),
    warm: cut(state.warm, jnt_dofadr, V_WIDTH),
    free: cut(state.free, jnt_dofadr, V_WIDTH),
    earlier: cut(state.earlier, jnt_dofadr, V_WIDTH),
    aims: cut(state.aims, jnt_dofadr, V_WIDTH),
    paces: cut(state.paces, jnt_dofadr, V_WIDTH),
    sides: cut(state.sides, jnt_dofadr, V_WIDTH),
    forces: state.forces.slice(6 * layout.bodyRange[0], 6 * layout.bodyRange[1]),
  };
}

/** Writes a saved motion into a model; joints that the motion does not have keep their start. */
export function loadMotion(c: CompiledModel, layout: EntityLayout, motion: Motion): void {
  const { qpos, qvel, qacc_warmstart, qacc_smooth, jnt_qposadr, jnt_dofadr } = c.views;
  const known = new Map(motion.keys.map((key, i) => [key, i]));
  layout.jointKeys.forEach((key, k) => {
    const i = known.get(key);
    if (i === undefined) return;
    const joint = layout.joints[0] + k;
    qpos.set(motion.qpos[i], jnt_qposadr[joint]);
    qvel.set(motion.qvel[i], jnt_dofadr[joint]);
    qacc_warmstart.set(motion.warm[i], jnt_dofadr[joint]);
    qacc_smooth.set(motion.free[i], jnt_dofadr[joint]);
    c.earlier.set(motion.earlier[i], jnt_dofadr[joint]);
    c.aims.set(motion.aims[i], jnt_dofadr[joint]);
    c.paces.set(motion.paces[i], jnt_dofadr[joint]);
    c.sides.set(motion.sides[i], jnt_dofadr[joint]);
  });
  c.views.xfrc_applied.set(motion.forces, 6 * layout.bodyRange[0]);
}

/** First position and speed of an entity, and one past the last. */
export function rangesOf(c: CompiledModel, layout: EntityLayout): { q: [number, number]; v: [number, number] } {
  const [from, to] = layout.joints;
  if (from === to) return { q: [0, 0], v: [0, 0] };
  const { jnt_qposadr, jnt_dofadr, jnt_type } = c.views;
  const last = to - 1;
  return {
    q: [jnt_qposadr[from], jnt_qposadr[last] + Q_WIDTH[jnt_type[last]]],
    v: [jnt_dofadr[from], jnt_dofadr[last] + V_WIDTH[jnt_type[last]]],
  };
}

const AXIS_KEYS = Object.keys(DEFAULT_PARAMETERS).sort() as (keyof AxisParameters)[];
const SERVO_KEYS = Object.keys(DEFAULT_SERVO).sort() as (keyof ServoParameters)[];

interface HashedEntity {
  readonly layout: EntityLayout;
  readonly live: LiveEntity;
  readonly mark?: HashMark | undefined;
}

export function hashEntity(hash: Hash64, c: CompiledModel, { layout, live, mark }: HashedEntity): void {
  const { q, v } = rangesOf(c, layout);
  const { name } = live.entity;
  hash.addString(name);
  hash.addFloats(c.views.qpos, q[0], q[1]);
  mark?.(hash, name, "positions");
  hash.addFloats(c.views.qvel, v[0], v[1]);
  mark?.(hash, name, "velocities");
  hash.addFloats(c.views.qacc_warmstart, v[0], v[1]);
  hash.addFloats(c.views.qacc_smooth, v[0], v[1]);
  hash.addFloats(c.earlier, v[0], v[1]);
  hash.addFloats(c.aims, v[0], v[1]);
  hash.addFloats(c.paces, v[0], v[1]);
  hash.addFloats(c.sides, v[0], v[1]);
  for (const joint of [...live.commands.keys()].sort()) {
    const { axes, servo, drives } = live.commands.get(joint) as JointCommand;
    for (const axis of axes) for (const key of AXIS_KEYS) hash.addNumber(axis[key]);
    drives.forEach((drive, axis) => {
      if (drive) hashDrive(hash, drive, axis);
    });
    if (!servo) continue;
    for (const key of SERVO_KEYS) {
      const value = servo[key];
      if (typeof value === "number") hash.addNumber(value);
      else hash.addString(value);
    }
  }
  hashForces(hash, c, layout);
  for (const joint of [...live.sprung].sort()) hash.addString(joint);
  for (const body of [...live.frozen.keys()].sort()) {
    const pose = live.frozen.get(body) as Pose;
    hash.addString(body);
    for (const x of [...pose.position, ...pose.orientation]) hash.addNumber(x);
  }
  if (live.mover) addMover(hash, live.mover, live.entity.path);
  for (const solid of [...live.belts.keys()].sort()) {
    hash.addString(`belt ${solid}`);
    for (const v of live.belts.get(solid) as Vec3) hash.addNumber(v);
  }
  mark?.(hash, name, "joints, accelerations and forces");
}

function hashDrive(hash: Hash64, { owner, torque, damping, friction, inertia }: AxisDrive, axis: number): void {
  hash.addString(owner).addNumber(axis);
  for (const x of [torque, damping, friction, inertia]) hash.addNumber(x);
}

/** Adds nothing if there are no applied forces. */
function hashForces(hash: Hash64, { views }: CompiledModel, { bodyRange }: EntityLayout): void {
  const forces = views.xfrc_applied;
  const [from, to] = [6 * bodyRange[0], 6 * bodyRange[1]];
  let any = false;
  for (let i = from; i < to && !any; i++) any = forces[i] !== 0;
  if (any) hash.addString("forces").addFloats(forces, from, to);
}
