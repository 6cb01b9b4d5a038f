// An element of a guest in world files (E1), for example the field of a league. The element becomes a static entity of the
// physics, and settings that only the guest understands. src/session/Guest.ts has the guest of a running world.

import type { Entity } from "../entity/Entity.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";

export interface GuestElement<Settings = unknown> {
  /** Name of the guest that reads the element. */
  readonly guest: string;
  /** Name of the XML element. A world has it at most once. */
  readonly element: string;
  /** Name of the entity if the element has no `name`. */
  readonly defaultName: string;
  /** Reads the whole element; throws a SimError. */
  read(element: XmlReader, name: string, context: DocumentContext): GuestContent<Settings>;
}

/** The content of a guest's element. */
export interface GuestContent<Settings = unknown> {
  readonly entity: Entity;
  /** Plain frozen data. */
  readonly settings: Settings;
}

/** A guest's element as the world file keeps it. */
export interface WorldGuest {
  readonly guest: string;
  /** Name of its entity. */
  readonly entity: string;
  readonly settings: unknown;
}
