// One XML element as its reader sees it: typed children, each error with line, column and path. Every child that is
// asked for counts as known; `finish` complains of the others, naming the nearest known one (R3, R7).

import type { Quat } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import type { ErrorCode, ErrorDetail, SimError } from "./SimError.js";

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
  readonly role: "sensor" | "joint";
  read(element: ElementReader): unknown;
}

export interface ComponentKinds {
  readonly elements: readonly string[];
  has(element: string): boolean;
  type(element: string, where?: string): ComponentKind;
}
