// The registered kinds: devices by XML name, robots by TYPE, elements of guests. They are built in, or plug-ins add them (S6).

import { RobotTypes } from "../describe/robot/text/RobotType.js";
import { SimError, unknownName } from "../describe/SimError.js";
import type { GuestElement } from "../describe/world/WorldGuest.js";
import type { AnyDeviceType } from "./Device.js";
import type { ActionType } from "./plugin/Action.js";

export class DeviceRegistry {
  readonly robotTypes = new RobotTypes();
  readonly #types = new Map<string, AnyDeviceType>();
  readonly #sources = new Map<string, string>();

  readonly #guestElements: GuestElement[] = [];
  readonly #actions = new Map<string, ActionType>();

  constructor(types: Iterable<AnyDeviceType> = []) {
    for (const type of types) this.add(type);
  }

  /** `source`: file of the plug-in; undefined: a built-in type. Throws NAME_TAKEN. */
  add(type: AnyDeviceType, source?: string): void {
    if (this.#types.has(type.element))
      throw new SimError("NAME_TAKEN", { where: source ?? "devices", found: `two kinds called "${type.element}"` });
    this.#types.set(type.element, type);
    if (source !== undefined) this.#sources.set(type.element, source);
  }

  /** Adds the element that a guest brings into world files. */
  addGuest(guest: GuestElement): void {
    this.#guestElements.push(guest);
  }

  /** Adds a function that the verb `call` calls. Throws NAME_TAKEN. */
  addAction(action: ActionType, source: string): void {
    if (this.#actions.has(action.name))
      throw new SimError("NAME_TAKEN", { where: source, found: `two actions called "${action.name}"` });
    this.#actions.set(action.name, action);
  }

  get actionNames(): readonly string[] {
    return [...this.#actions.keys()].sort();
  }

  /** Throws ACTION_UNKNOWN. */
  action(name: string, where: string): ActionType {
    const action = this.#actions.get(name);
    if (!action) throw unknownName("ACTION_UNKNOWN", where, name, this.actionNames);
    return action;
  }

  get guestElements(): readonly GuestElement[] {
    return this.#guestElements;
  }

  /** File of the plug-in that registered it; undefined: a built-in type. */
  sourceOf(element: string): string | undefined {
    return this.#sources.get(element);
  }

  has(element: string): boolean {
    return this.#types.has(element);
  }

  /** Throws KIND_UNKNOWN. */
  type(element: string, where = "devices"): AnyDeviceType {
    const type = this.#types.get(element);
    if (!type) throw unknownName("KIND_UNKNOWN", where, element, this.elements);
    return type;
  }

  /** In alphabetical order. */
  get elements(): readonly string[] {
    return [...this.#types.keys()].sort();
  }

  get types(): readonly AnyDeviceType[] {
    return this.elements.map((element) => this.type(element));
  }
}
