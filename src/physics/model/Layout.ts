// Maps descriptions to the compiled model: engine numbers of bodies, joints, geoms and equalities. Made together with the
// model text (ModelText.ts).

import type { Body, Entity } from "../../describe/entity/Entity.js";
import type { Gear } from "../../describe/entity/Gear.js";
import type { Joint } from "../../describe/entity/Joint.js";
import type { Rope } from "../../describe/entity/Rope.js";
import type { Solid } from "../../describe/entity/Solid.js";
import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { BodyTree } from "./Tree.js";

/** One movable axis of a joint: a hinge or slide of the engine. */
export interface AxisPlace {
  readonly joint: Joint;
  /** Index of the joint's axis: 0, 1 or 2. */
  readonly axis: number;
  /** Engine joint. */
  readonly jointId: number;
  /** +1: the engine measures Body1 relative to Body2; -1: Body2 relative to Body1. */
  readonly sign: number;
  /** True: translation along the axis; false: rotation about it. */
  readonly slides: boolean;
}

/** A ball joint that is a tree edge. */
export interface BallPlace {
  readonly joint: Joint;
  readonly jointId: number;
  /** +1: the child is Body1; -1: the child is Body2. */
  readonly sign: number;
}

/** The spring of a hinge-2 along its first axis. */
export interface SuspensionPlace {
  readonly joint: Joint;
  readonly jointId: number;
  /** +1: the engine measures Body2 (the wheel) relative to Body1 along the axis. */
  readonly sign: number;
}

/** An angular motor: rows of an equality that AngularMotor.ts turns into bounded rows. */
export interface MotorPlace {
  readonly joint: Joint;
  readonly equalityId: number;
  readonly body1: number;
  readonly body2: number;
}

/** A joint that closes a loop, held by an equality. */
export interface LoopPlace {
  readonly joint: Joint;
  readonly equalityId: number;
}

/** A gear as an equality of engine joints: q[one] = ratio q[two] + offset. */
export interface GearPlace {
  readonly gear: Gear;
  readonly equalityId: number;
  readonly one: number;
  /** -1: the other axis cannot move, and the gear holds the first one. */
  readonly two: number;
  readonly ratio: number;
  readonly offset: number;
}

/** A rope as a tendon of the engine. */
export interface RopePlace {
  readonly rope: Rope;
  readonly tendonId: number;
  /** Engine body of each point, 0: the world; and its place in the frame of the body. */
  readonly bodyIds: readonly number[];
  readonly locals: readonly Vec3[];
}

export interface BodyPlace {
  readonly body: Body;
  readonly bodyId: number;
  /** Equality that freezes the body; -1: static. */
  readonly freezeId: number;
  /** Engine body with the free joint of its tree; -1: attached to the world. */
  readonly rootId: number;
}

export interface GeomPlace {
  readonly entity: Entity;
  readonly body: Body;
  readonly solid: Solid;
  /** Engine body; 0: static. */
  readonly bodyId: number;
  /** A joint connects the body to a parent body. */
  readonly mounted: boolean;
  /** A path moves the body (Surfaces.ts). */
  readonly driven?: boolean;
}

export interface EntityLayout {
  readonly entity: Entity;
  readonly placement: Pose;
  readonly tree: BodyTree | undefined;
  readonly bodies: ReadonlyMap<string, BodyPlace>;
  /** Every movable axis, in name order of the joints. */
  readonly axes: readonly AxisPlace[];
  readonly balls: readonly BallPlace[];
  readonly suspensions: readonly SuspensionPlace[];
  readonly motors: readonly MotorPlace[];
  readonly loops: readonly LoopPlace[];
  readonly gears: readonly GearPlace[];
  readonly ropes: readonly RopePlace[];
  /** First engine joint, and one past the last: the slice of positions and speeds. */
  readonly joints: readonly [number, number];
  /** Key of each of these joints, by which its state is found in another model. */
  readonly jointKeys: readonly string[];
  /** Engine bodies, ghosts included. */
  readonly bodyRange: readonly [number, number];
}

export interface ModelLayout {
  readonly entities: readonly EntityLayout[];
  readonly geoms: readonly GeomPlace[];
  /** Static meshes collide as flexes: geom of each flex. */
  readonly flexGeoms: readonly number[];
}

/** Whether the entity has springs or dampers in its joints. */
export const isSprung = ({ entity, suspensions }: EntityLayout): boolean =>
  suspensions.length > 0 || entity.joints.some(({ damping }) => damping > 0);
