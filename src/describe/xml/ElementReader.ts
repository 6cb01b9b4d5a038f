// The interface through which devices and plug-ins read an XML element: children with types, and errors with line, column and
// path. Each child that is read counts as known; all other children are errors (R3, R7).

import type { Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { RobotTypes } from "../robot/text/RobotType.js";
import type { ErrorCode, ErrorDetail, SimError } from "../SimError.js";
import type { GuestElement } from "../world/WorldGuest.js";

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  /** The number must be larger than this. */
  readonly above?: number;
  readonly whole?: boolean;
  /** True: "inf" and "-inf" are allowed. */
  readonly infinite?: boolean;
}

/**
 * Every method gives undefined for a child or attribute that does not exist. A wrong value gives undefined too: its error is
 * recorded, the document is rejected, and the result of the reader is not used.
 */
export interface ElementReader {
  readonly name: string;
  /** Path from the root: Client/Entity/RigidBodies/Body[MainBody]/Inclinometer[Tilt]. */
  readonly where: string;
  attribute(name: string): string | undefined;
  numberAttribute(name: string, range?: NumberRange): number | undefined;
  text(child: string): string | undefined;
  number(child: string, range?: NumberRange): number | undefined;
  /** Numbers separated by white space or commas. */
  numbers(child: string): readonly number[] | undefined;
  flag(child: string): boolean | undefined;
  word<K extends string>(child: string, words: readonly K[]): K | undefined;
  vector(child: string): Vec3 | undefined;
  orientation(child: string): Quat | undefined;
  child(name: string): ElementReader | undefined;
  children(name: string): readonly ElementReader[];
  /** An error at this element, or at one of its children. */
  error(code: ErrorCode, detail: Omit<ErrorDetail, "where">, child?: string): SimError;
}

/** The part of a component kind that the reader of documents needs. src/devices defines the kinds. */
export interface ComponentKind {
  readonly element: string;
  readonly role: "sensor" | "actuator" | "joint";
  /** Hz, for a document without Rate. Default: a sample in every frame. */
  readonly defaultRateHz?: number;
  read(element: ElementReader): unknown;
  /** The parts of the robot that the settings name. Their existence is checked when the whole document is read. */
  names?(settings: unknown): readonly PartName[];
  /** Number of rays of one sample; counts against the limit. */
  rays?(settings: unknown): number;
  /** Size of its pictures; counts against the limit. */
  picture?(settings: unknown): { readonly width: number; readonly height: number };
}

/** A reference of a component to another part of the robot. */
export interface PartName {
  /** The child element that contains the name. */
  readonly child: string;
  readonly sort: "body" | "solid" | "joint";
  readonly name: string;
}

export interface ComponentKinds {
  /** Robot types for text files. Default: none. */
  readonly robotTypes?: RobotTypes;
  /** Elements of guests in world files. Default: none. */
  readonly guestElements?: readonly GuestElement[];
  /** Functions of plug-ins that lines of the console may call. Default: none. */
  readonly actionNames?: readonly string[];
  readonly elements: readonly string[];
  has(element: string): boolean;
  type(element: string, where?: string): ComponentKind;
}
