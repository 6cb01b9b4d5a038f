// An element that a guest of the world brings into world files (E1): a league's field, for example. The element becomes static
// entities of the physics, and settings that only the guest understands. What a guest does while the world runs:
// src/session/Guest.ts.

import type { Entity } from "../entity/Entity.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";

export interface GuestElement<Settings = unknown> {
  /** Name of the guest that reads the element. */
  readonly guest: string;
  /** Name of the XML element. A world has it at most once. */
  readonly element: string;
  /** Name of the element's entity where the element has no `name`. */
  readonly defaultName: string;
  /** Reads the whole element; throws a SimError. */
  read(element: XmlReader, name: string, context: DocumentContext): GuestContent<Settings>;
}

/** What a guest's element stands for. */
export interface GuestContent<Settings = unknown> {
  readonly entity: Entity;
  /** Plain frozen data. */
  readonly settings: Settings;
}

/** A guest's element as the world file keeps it. */
export interface WorldGuest {
  readonly guest: string;
  readonly settings: unknown;
}
