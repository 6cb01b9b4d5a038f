// A trigger of a world (E2): a condition on the things in the world that starts the event of the same name. Its subjects are the
// robots and objects that `who` names. A trigger watches after every step which subjects meet its condition:
//   enter     a subject meets it that did not before
//   leave     a subject no longer meets it, or is gone
//   stay      a subject has met it for `forNs`
//   occupied  a subject meets it, and before none did
//   empty     the last subject no longer meets it

import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";

export type TriggerShape =
  | { readonly kind: "Box"; readonly size: Vec3 }
  | { readonly kind: "Sphere"; readonly radius: number }
  | { readonly kind: "Cylinder"; readonly radius: number; readonly length: number };

export interface TriggerSolid {
  readonly shape: TriggerShape;
  readonly pose: Pose;
}

/** A solid of the subject overlaps one of the solids. */
export interface VolumeCondition {
  readonly kind: "Volume";
  readonly solids: readonly TriggerSolid[];
  /** The solids move with this body, and their poses are relative to it. Undefined: they stand in the world. */
  readonly body: { readonly entity: string; readonly body: string } | undefined;
}

/** The subject touches something that has one of these names. */
export interface ContactCondition {
  readonly kind: "Contact";
  readonly names: readonly string[];
}

/** A number of the subject is above and below limits; an undefined limit does not count. */
interface ValueLimits {
  readonly above: number | undefined;
  readonly below: number | undefined;
}

/** Position, velocity or effort of an axis of a joint. */
export interface JointCondition extends ValueLimits {
  readonly kind: "Joint";
  readonly joint: string;
  /** From 0. */
  readonly axis: number;
  readonly value: "position" | "velocity" | "effort";
}

/** One number of the newest sample of a sensor, as its client receives it but without its latency. */
export interface SensorCondition extends ValueLimits {
  readonly kind: "Sensor";
  readonly sensor: string;
  /** From 0. */
  readonly index: number;
}

/** The subject is a robot that sends an Event message with this text. It meets the condition for that instant only. */
export interface MessageCondition {
  readonly kind: "Message";
  readonly text: string;
}

export type TriggerCondition = VolumeCondition | ContactCondition | JointCondition | SensorCondition | MessageCondition;

export interface WorldTrigger {
  readonly name: string;
  readonly on: "enter" | "leave" | "stay" | "occupied" | "empty";
  /** `robots`, `objects`, or names in which * stands for any characters. */
  readonly who: readonly string[];
  readonly condition: TriggerCondition;
  /** For `stay`. */
  readonly forNs: number;
  /** For this long after it has started its event, the trigger starts it no more. */
  readonly coolDownNs: number;
  /** How often the trigger may start its event. */
  readonly times: number;
}

/** Stands for the name of the subject in the lines of events that a trigger starts. */
export const SUBJECT = "{who}";
