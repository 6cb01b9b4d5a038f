// The engine as a library (P3): in Node and in the browser, without sockets.

// ---- descriptions
export { type Body, type BodyInput, describeEntity, type Entity, type EntityInput } from "./describe/entity/Entity.js";
export type { Gear, GearInput } from "./describe/entity/Gear.js";
export {
  type AxisParameters,
  JOINT_PROPERTY,
  type Joint,
  type JointInput,
  type JointKind,
  type JointPropertyName,
  type ServoParameters,
} from "./describe/entity/Joint.js";
export {
  type ContactInput,
  type ContactValues,
  type Material,
  type MaterialInput,
  MaterialMatrix,
  type MaterialPair,
  type PairInput,
} from "./describe/entity/Material.js";
export type { Rope, RopeInput, RopePoint, RopePointInput } from "./describe/entity/Rope.js";
export type {
  BoxShape,
  CappedCylinderShape,
  CylinderShape,
  EllipsoidShape,
  HeightfieldShape,
  MeshShape,
  PlaneShape,
  Shape,
  Solid,
  SolidInput,
  SphereShape,
} from "./describe/entity/Solid.js";
export type { DelayModel, Latency } from "./describe/robot/Latency.js";
export type { Noise } from "./describe/robot/Noise.js";
export type { DeviceDescription, RobotDescription, StallPolicy } from "./describe/robot/RobotDescription.js";
export { readRobotDocument } from "./describe/robot/RobotDocument.js";
export {
  escapeXml,
  type RobotType,
  type TextKey,
  type TextKeys,
  type TextValues,
} from "./describe/robot/text/RobotType.js";
export { ERROR_TABLE, type ErrorCode, SimError } from "./describe/SimError.js";
export {
  describeWorld,
  flatGround,
  type WorldDescription,
  type WorldInput,
} from "./describe/world/WorldDescription.js";
export { readWorldDocument } from "./describe/world/WorldDocument.js";
export { type WorldFile, worldFileOf } from "./describe/world/WorldFile.js";
export type { ElementReader, NumberRange, PartName } from "./describe/xml/ElementReader.js";
// ---- devices
export type { Command, Device, DeviceHost, DeviceType, PayloadField } from "./devices/Device.js";
export { DeviceRegistry } from "./devices/DeviceRegistry.js";
export type { Registrant, Registration } from "./devices/plugin/Plugin.js";
// ---- leagues and other guests
export { builtInKinds as builtInDevices, loadGuests } from "./leagues/Leagues.js";
// ---- numbers that are the same everywhere
export type { Mat3 } from "./math/Mat3.js";
export type { Pose } from "./math/Pose.js";
export { conjugate, fromAxisAngle, multiply, type Quat, rotate } from "./math/Quat.js";
export { RandomStream } from "./math/RandomStream.js";
export { atan2, cos, DEGREE, PI, sin } from "./math/Trigonometry.js";
export type { Vec3 } from "./math/Vec3.js";
// ---- the running world
export {
  applyForce,
  applyImpulse,
  applyTorque,
  type BodyState,
  freezeBody,
  moveBody,
  readBody,
  readPose,
  setVelocity,
} from "./physics/Bodies.js";
export { type AxisState, type BallState, readBall, readJoint, readSuspension } from "./physics/Joints.js";
export { Physics, type Removal, type Snapshot } from "./physics/Physics.js";
export {
  type Contact,
  castRay,
  largestOverlap,
  listContacts,
  listOverlaps,
  type Overlap,
  type RayHit,
  type RayOptions,
  type Surface,
} from "./physics/Queries.js";
export { type RopeState, readRope } from "./physics/Ropes.js";
// ---- robots in the world, frame by frame
export type { Link } from "./session/clients/Link.js";
export type { Session } from "./session/clients/Session.js";
export type { Guest, GuestFactory, GuestView } from "./session/Guest.js";
export { Simulation, type SimulationOptions, type SimulationStatus } from "./session/Simulation.js";
export type { Verb, VerbContext, VerbOutcome } from "./session/verbs/Verbs.js";
export type { Robot } from "./world/Robot.js";
export { World, type WorldOptions, type WorldSnapshot } from "./world/World.js";

declare global {
  /** The engine's own declarations use this name without declaring it; without it they need skipLibCheck. */
  type Arguments = IArguments;
}
