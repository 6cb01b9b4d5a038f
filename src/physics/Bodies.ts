// Reads and changes bodies: pose, velocity, forces, moving, freezing. The pose of a body has the position of its centre of
// mass and the orientation of its model space.

import { checkBoolean, checkPose, checkVec } from "../describe/Check.js";
import { centerOf } from "../describe/entity/Entity.js";
import { SimError } from "../describe/SimError.js";
import { compose, type Pose, relative } from "../math/Pose.js";
import { type Quat, rotate } from "../math/Quat.js";
import { add, cross, sub, type Vec3, ZERO } from "../math/Vec3.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { rangesOf } from "./state/EntityState.js";
import { INTERNALS } from "./state/LiveModel.js";

export interface BodyState extends Pose {
  /** Of the centre of mass, in the world, m/s. */
  readonly linearVelocity: Vec3;
  /** In the world, rad/s. */
  readonly angularVelocity: Vec3;
}

const OBJECT_BODY = 1;

/** Throws unless the entity has this body. */
export function checkBody(physics: Physics, entity: string, body: string): void {
  physics[INTERNALS].findBody(entity, body);
}

/** Bodies with a free joint; in a free entity all other bodies are joined to them. */
export function freeBodies(physics: Physics, entity: string): readonly string[] {
  const places = [...physics[INTERNALS].layoutOf(entity).bodies.values()];
  return places.filter(({ bodyId, rootId }) => bodyId === rootId).map(({ body }) => body.name);
}

/** First body that is static or joined to the world; undefined: the entity can be moved. */
export function heldBody(physics: Physics, entity: string): string | undefined {
  const places = [...physics[INTERNALS].layoutOf(entity).bodies.values()];
  return places.find(({ rootId }) => rootId < 0)?.body.name;
}

/** Bodies that are frozen, and their poses. */
export function frozenBodies(physics: Physics, entity: string): ReadonlyMap<string, Pose> {
  return physics[INTERNALS].liveOf(entity).frozen;
}

function poseOf(c: CompiledModel, id: number): Pose {
  const { xpos, xquat } = c.views;
  const at = (view: Float64Array, i: number) => view[i];
  return {
    position: [at(xpos, 3 * id), at(xpos, 3 * id + 1), at(xpos, 3 * id + 2)],
    orientation: [at(xquat, 4 * id + 1), at(xquat, 4 * id + 2), at(xquat, 4 * id + 3), at(xquat, 4 * id)],
  };
}

export function readPose(physics: Physics, entity: string, body: string): Pose {
  return poseOf(physics[INTERNALS].compiled, physics[INTERNALS].findBody(entity, body).bodyId);
}

export function readBody(physics: Physics, entity: string, body: string): BodyState {
  const c = physics[INTERNALS].compiled;
  const { bodyId, body: description } = physics[INTERNALS].findBody(entity, body);
  if (physics.entity(entity).path) return readDriven(c, bodyId, centerOf([description]));
  const { mj } = c.engine;
  mj.mj_comPos(c.model, c.data);
  mj.mj_comVel(c.model, c.data);
  const out = new mj.DoubleBuffer(6);
  mj.mj_objectVelocity(c.model, c.data, OBJECT_BODY, bodyId, out, 0);
  const [wx, wy, wz, vx, vy, vz] = out.GetView() as Float64Array;
  out.delete();
  return {
    ...poseOf(physics[INTERNALS].compiled, bodyId),
    linearVelocity: [vx, vy, vz],
    angularVelocity: [wx, wy, wz],
  };
}

/** A body on a path has no mass: its centre is that of its solids. */
function readDriven(c: CompiledModel, bodyId: number, center: Vec3): BodyState {
  const { position: origin, orientation } = poseOf(c, bodyId);
  const position = add(origin, rotate(orientation, center));
  const { linear = ZERO, angular = ZERO } = c.surfaces.velocityOf(bodyId, position) ?? {};
  return { position, orientation, linearVelocity: linear, angularVelocity: angular };
}

const checkCommand = (value: Vec3, where: string): Vec3 => checkVec(value, where, "COMMAND_NOT_FINITE");

/** Applies a force (N, world frame) during the next step, at a world point or at the centre of mass. Static bodies ignore it. */
export function applyForce(physics: Physics, entity: string, body: string, force: Vec3, point?: Vec3): void {
  checkCommand(force, `${entity}/${body}/force`);
  const { bodyId } = physics[INTERNALS].findBody(entity, body);
  const center = poseOf(physics[INTERNALS].compiled, bodyId).position;
  if (point !== undefined) checkCommand(point, `${entity}/${body}/point`);
  addForce(physics, bodyId, force, point ? cross(sub(point, center), force) : ZERO);
}

/** Applies an impulse (N·s) as a force during the next step. */
export function applyImpulse(physics: Physics, entity: string, body: string, impulse: Vec3, point?: Vec3): void {
  const h = physics.stepSec;
  checkCommand(impulse, `${entity}/${body}/impulse`);
  applyForce(physics, entity, body, [impulse[0] / h, impulse[1] / h, impulse[2] / h], point);
}

/** Applies a torque (N·m, world frame) during the next step. */
export function applyTorque(physics: Physics, entity: string, body: string, torque: Vec3): void {
  checkCommand(torque, `${entity}/${body}/torque`);
  addForce(physics, physics[INTERNALS].findBody(entity, body).bodyId, ZERO, torque);
}

function addForce(physics: Physics, bodyId: number, force: Vec3, torque: Vec3): void {
  if (bodyId === 0 || physics[INTERNALS].compiled.surfaces.velocityOf(bodyId, ZERO)) return;
  const applied = physics[INTERNALS].compiled.views.xfrc_applied;
  for (let k = 0; k < 3; k++) {
    applied[6 * bodyId + k] += force[k];
    applied[6 * bodyId + 3 + k] += torque[k];
  }
  physics[INTERNALS].forced = true;
}

/** Moves a body, with all bodies joined to it, to a pose; they come to rest. */
export function moveBody(physics: Physics, entity: string, body: string, pose: Pose): void {
  const c = physics[INTERNALS].compiled;
  const where = `${entity}/${body}`;
  const target = checkPose(pose, where, "COMMAND_NOT_FINITE");
  const place = physics[INTERNALS].findBody(entity, body);
  if (place.rootId < 0) throw new SimError("MOVE_IMPOSSIBLE", { where, found: "a body that is not free" });
  // the root keeps its pose relative to the body
  const root = compose(target, relative(poseOf(c, place.bodyId), poseOf(c, place.rootId)));
  const { q } = rootJoint(c, place.rootId);
  writePose(c, q, root);
  stillTree(c, physics, entity, place.rootId);
  physics[INTERNALS].updateKinematics();
  refreeze(physics, entity, place.rootId);
}

/** Moves an entity so that one of its bodies gets this pose; relative poses stay the same, all bodies come to rest. */
export function moveEntity(physics: Physics, entity: string, body: string, pose: Pose): void {
  const target = checkPose(pose, `${entity}/${body}`, "COMMAND_NOT_FINITE");
  const from = readPose(physics, entity, body);
  const held = heldBody(physics, entity);
  if (held !== undefined)
    throw new SimError("MOVE_IMPOSSIBLE", { where: entity, found: `"${held}", which is not free` });
  const roots = freeBodies(physics, entity).map((name) => ({
    name,
    pose: relative(from, readPose(physics, entity, name)),
  }));
  for (const root of roots) moveBody(physics, entity, root.name, compose(target, root.pose));
}

/** Frozen bodies that were moved stay frozen at their new pose. */
function refreeze(physics: Physics, entity: string, rootId: number): void {
  const { frozen } = physics[INTERNALS].liveOf(entity);
  if (frozen.size === 0) return;
  for (const name of frozen.keys()) {
    const place = physics[INTERNALS].findBody(entity, name);
    if (place.rootId === rootId) frozen.set(name, poseOf(physics[INTERNALS].compiled, place.bodyId));
  }
  physics[INTERNALS].updateFrozen();
}

/** Sets the velocity of a free body (m/s and rad/s, world frame); the joints of its tree come to rest. */
export function setVelocity(physics: Physics, entity: string, body: string, linear: Vec3, angular: Vec3): void {
  const c = physics[INTERNALS].compiled;
  checkCommand(linear, `${entity}/${body}/linear`);
  checkCommand(angular, `${entity}/${body}/angular`);
  const place = physics[INTERNALS].findBody(entity, body);
  if (place.rootId !== place.bodyId)
    throw new SimError("MOVE_IMPOSSIBLE", {
      where: `${entity}/${body}`,
      found: "a body that is joined to a parent body",
      allowed: "a body with a free joint",
    });
  stillTree(c, physics, entity, place.rootId);
  const { v } = rootJoint(c, place.rootId);
  c.views.qvel.set(linear, v);
  // the engine has angular speeds in the body's frame
  const m = c.views.xmat;
  const r = 9 * place.bodyId;
  for (let k = 0; k < 3; k++)
    c.views.qvel[v + 3 + k] = m[r + k] * angular[0] + m[r + 3 + k] * angular[1] + m[r + 6 + k] * angular[2];
}

/** Freezes a body at its pose, or releases it. */
export function freezeBody(physics: Physics, entity: string, body: string, frozen: boolean): void {
  const place = physics[INTERNALS].findBody(entity, body);
  checkBoolean(frozen, `${entity}/${body}/frozen`);
  // bodies fixed to the world do not move anyway
  if (physics[INTERNALS].compiled.views.body_treeid[place.bodyId] < 0) return;
  const live = physics[INTERNALS].liveOf(entity);
  if (frozen) live.frozen.set(body, poseOf(physics[INTERNALS].compiled, place.bodyId));
  else live.frozen.delete(body);
  physics[INTERNALS].updateFrozen();
}

function rootJoint(c: CompiledModel, rootId: number): { q: number; v: number } {
  const joint = (c.model.body_jntadr as Int32Array)[rootId];
  return { q: c.views.jnt_qposadr[joint], v: c.views.jnt_dofadr[joint] };
}

function writePose(c: CompiledModel, q: number, { position, orientation }: Pose): void {
  const [x, y, z, w]: Quat = orientation;
  c.views.qpos.set([...position, w, x, y, z], q);
}

/** Sets all speeds in the tree of this root to zero. */
function stillTree(c: CompiledModel, physics: Physics, entity: string, rootId: number): void {
  const { v } = rangesOf(c, physics[INTERNALS].layoutOf(entity));
  const tree = c.views.body_treeid[rootId];
  for (let i = v[0]; i < v[1]; i++) {
    if (c.views.dof_treeid[i] !== tree) continue;
    c.views.qvel[i] = 0;
    c.views.qacc_warmstart[i] = 0;
    c.views.qacc_smooth[i] = 0;
    c.earlier[i] = 0;
  }
}
