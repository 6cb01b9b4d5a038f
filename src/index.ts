// The engine as a library (P3): in Node and in the browser, without sockets.

export { describeEntity, type Entity, type EntityInput } from "./describe/Entity.js";
export { JOINT_PROPERTY, type JointInput, type JointPropertyName } from "./describe/Joint.js";
export { MaterialMatrix } from "./describe/Material.js";
export { ERROR_TABLE, SimError } from "./describe/SimError.js";
export { describeWorld, flatGround, type WorldInput } from "./describe/WorldDescription.js";
export { RandomStream } from "./math/RandomStream.js";
export {
  applyForce,
  applyImpulse,
  applyTorque,
  freezeBody,
  moveBody,
  readBody,
  readPose,
  setVelocity,
} from "./physics/Bodies.js";
export { readBall, readJoint, readSuspension } from "./physics/Joints.js";
export { Physics, type Removal, type Snapshot } from "./physics/Physics.js";
export { castRay, listContacts, listOverlaps } from "./physics/Queries.js";
