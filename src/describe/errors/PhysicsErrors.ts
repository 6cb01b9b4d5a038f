// Errors of the running world: entities and components that do not exist, commands to joints, motion that diverges.

import type { ErrorRow } from "./ErrorRow.js";

export const PHYSICS_ERRORS = {
  ENTITY_TAKEN: {
    what: "the world already has an entity of this name",
    allowed: "a name that is not in use",
    advice: "Choose another name, or remove the other entity first.",
  },
  ENTITY_UNKNOWN: {
    what: "the world has no such entity",
    allowed: "the name of an entity in the world",
    advice: "See the verb `list`, or `physics.names`, for the entities in the world.",
  },
  COMPONENT_UNKNOWN: {
    what: "there is no such body, joint or device",
    allowed: "the name of an existing one",
    advice: "Check the spelling; names are case-sensitive, and Hello lists the components of a robot.",
  },
  PARAMETER_UNKNOWN: {
    what: "the device has no such parameter",
    allowed: "one of its parameters",
    advice: "See docs/protocol.md, section 6, and check the number of the axis.",
  },
  PARAMETER_UNSUPPORTED: {
    what: "this parameter cannot be set",
    allowed: "Vel together with FMax",
    advice: "Set Vel and FMax instead.",
  },
  COMMAND_NOT_FINITE: {
    what: "a number in a command is not finite",
    allowed: "a finite number; infinity only for LoStop, HiStop and FMax",
    advice: "Look for NaN or a division by zero where the number comes from.",
  },
  FORCE_NOT_MEASURABLE: {
    what: "the force in this joint cannot be measured",
    allowed: "a joint other than an AMotor, between bodies that fixed joints do not already connect",
    advice: "Choose another joint, or remove the JointFixed that connects the same bodies.",
  },
  MOVE_IMPOSSIBLE: {
    what: "this body is not free and cannot be placed",
    allowed: "a body that no joint attaches to the world and that is not static",
    advice: "Place another body of the entity, or drive the joint.",
  },
  SNAPSHOT_FOREIGN: {
    what: "the snapshot belongs to another world",
    allowed: "a snapshot of this world",
    advice: "Restore the snapshot in the world in which it was taken.",
  },
  EXPLODED: {
    what: "the motion diverged",
    allowed: "speeds below 1e5 m/s or rad/s and positions within 1e7 m",
    advice: "Reduce forces, gains and speeds, increase small masses, or shorten the Step.",
  },
  TREE_TOO_DEEP: {
    what: "too many bodies hang on each other by joints",
    allowed: "a shorter chain of bodies",
    advice: "Merge bodies, or make one in the middle the heaviest: the chain is counted from there.",
  },
  OVERCROWDED: {
    what: "the entity asks for more work in one step than an entity may",
    allowed: "fewer solids that are close to each other, fewer contacts and loops",
    advice: "Move the solids apart, merge overlapping ones into one body, or set SelfCollide to false.",
  },
  DISPOSED: {
    what: "the world was disposed",
    allowed: "a world on which dispose() was not called",
    advice: "Create a new world.",
  },
  WORLD_BROKEN: {
    what: "the world cannot be stepped, even after entities at fault were removed",
    allowed: "a world whose own bodies can exist side by side",
    advice: "Move the world's own bodies apart, or remove the one that you added last.",
  },
  ENGINE_LOST: {
    what: "the physics engine has failed and was replaced",
    allowed: "entities with which the engine works",
    advice: "Simplify the entity that you added last, and report the document that did this.",
  },
  ENGINE_REFUSED: {
    what: "the physics engine rejected the model",
    allowed: "a model that the engine can compile",
    advice: "Look for extreme masses, sizes or inertias in the entity that you added last.",
  },
  ENGINE_UNEXPECTED: {
    what: "the memory layout of the physics engine is not the expected one",
    allowed: "the version of @mujoco/mujoco named in package.json",
    advice: "Run `npm install` again.",
  },
} as const satisfies Record<string, ErrorRow>;
