// One XML element as its reader sees it: typed children, each error with line, column and path. Every child that is
// asked for counts as known; `finish` complains of the others, naming the nearest known one (R3, R7).

import type { Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { RobotTypes } from "../robot/text/RobotType.js";
import type { ErrorCode, ErrorDetail, SimError } from "../SimError.js";
import type { GuestElement } from "../world/WorldGuest.js";

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  /** Strictly above. */
  readonly above?: number;
  readonly whole?: boolean;
  /** True: plus and minus infinity ("inf", "-inf") are fine. */
  readonly infinite?: boolean;
}

/** What is not there is undefined; what is there and wrong throws. */
export interface ElementReader {
  readonly name: string;
  /** Path from the root: Client/Entity/RigidBodies/Body[MainBody]/Inclinometer[Tilt]. */
  readonly where: string;
  attribute(name: string): string | undefined;
  numberAttribute(name: string, range?: NumberRange): number | undefined;
  text(child: string): string | undefined;
  number(child: string, range?: NumberRange): number | undefined;
  /** Numbers apart by white space or commas. */
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

/** A kind of component, as far as the reader of documents needs it; src/devices has them all. */
export interface ComponentKind {
  readonly element: string;
  readonly role: "sensor" | "actuator" | "joint";
  /** Hz, where a document gives no Rate; left out: a sample in every frame. */
  readonly defaultRateHz?: number;
  read(element: ElementReader): unknown;
  /** The parts of the robot that its settings name; looked for once the whole document is read. */
  names?(settings: unknown): readonly PartName[];
  /** How many rays one of its samples casts; counted against the limit. */
  rays?(settings: unknown): number;
}

/** A part of the robot, as an element of a component names it. */
export interface PartName {
  /** The element. */
  readonly child: string;
  readonly sort: "body" | "solid" | "joint";
  readonly name: string;
}

export interface ComponentKinds {
  /** Kinds of robots that text files may name; left out: none. */
  readonly robotTypes?: RobotTypes;
  /** Elements that guests bring into world files; left out: none. */
  readonly guestElements?: readonly GuestElement[];
  readonly elements: readonly string[];
  has(element: string): boolean;
  type(element: string, where?: string): ComponentKind;
}
