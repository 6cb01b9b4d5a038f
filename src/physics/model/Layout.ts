// Where the things of the descriptions are found in the compiled model: numbers of bodies, joints, geoms, rows.
// Written while the model text is written (ModelText.ts), read by everything that runs.

import type { Body, Entity } from "../../describe/entity/Entity.js";
import type { Joint } from "../../describe/entity/Joint.js";
import type { Solid } from "../../describe/entity/Solid.js";
import type { Pose } from "../../math/Pose.js";
import type { BodyTree } from "./Tree.js";

/** One movable axis of a joint: a hinge or slide of the engine. */
export interface AxisPlace {
  readonly joint: Joint;
  /** 0, 1 or 2: which of the joint's axes. */
  readonly axis: number;
  /** Engine joint. */
  readonly jointId: number;
  /** +1 when the engine measures Body1 relative to Body2, -1 the other way round. */
  readonly sign: number;
  /** Along (true) or about (false) the axis. */
  readonly slides: boolean;
}

/** A ball joint that is a tree edge. */
export interface BallPlace {
  readonly joint: Joint;
  readonly jointId: number;
  /** +1 when the child is Body1. */
  readonly sign: number;
}

/** A hinge-2's spring along its first axis. */
export interface SuspensionPlace {
  readonly joint: Joint;
  readonly jointId: number;
  /** +1 when the engine measures Body2 relative to Body1: how far the wheel has moved along the axis. */
  readonly sign: number;
}

/** An angular motor: rows of an equality that the row law turns into bounded motors. */
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

export interface BodyPlace {
  readonly body: Body;
  readonly bodyId: number;
  /** Equality that freezes it; -1: static. */
  readonly freezeId: number;
  /** Index of its free root in `roots`, or -1 when it hangs on the world. */
  readonly rootId: number;
}

export interface GeomPlace {
  readonly entity: Entity;
  readonly body: Body;
  readonly solid: Solid;
  /** Engine body; 0: static. */
  readonly bodyId: number;
  /** The body hangs on another body by a joint. */
  readonly mounted: boolean;
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
  /** First engine joint and one past the last: its slice of positions and speeds. */
  readonly joints: readonly [number, number];
  /** What each of those joints is, so that its state can be found again in another model. */
  readonly jointKeys: readonly string[];
  /** Engine bodies, ghosts included. */
  readonly bodyRange: readonly [number, number];
}

export interface ModelLayout {
  readonly entities: readonly EntityLayout[];
  readonly geoms: readonly GeomPlace[];
  /** Static meshes collide as flexes: geom number of each flex. */
  readonly flexGeoms: readonly number[];
  /** The joint of the sentinel (see WarmStart.ts). */
  readonly sentinelJoint: number;
}

/** Has it springs or dampers in its joints? */
export const isSprung = ({ entity, suspensions }: EntityLayout): boolean =>
  suspensions.length > 0 || entity.joints.some(({ damping }) => damping > 0);
