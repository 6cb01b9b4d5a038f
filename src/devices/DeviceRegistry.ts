// The kinds of devices there are, by XML name: the built-in ones, and whatever a plug-in adds (S6).

import { SimError, unknownName } from "../describe/SimError.js";
import type { AnyDeviceType } from "./Device.js";

export class DeviceRegistry {
  readonly #types = new Map<string, AnyDeviceType>();

  constructor(types: Iterable<AnyDeviceType> = []) {
    for (const type of types) this.add(type);
  }

  add(type: AnyDeviceType): void {
    if (this.#types.has(type.element))
      throw new SimError("NAME_TAKEN", { where: "devices", found: `two kinds called "${type.element}"` });
    this.#types.set(type.element, type);
  }

  has(element: string): boolean {
    return this.#types.has(element);
  }

  type(element: string, where = "devices"): AnyDeviceType {
    const type = this.#types.get(element);
    if (!type) throw unknownName("KIND_UNKNOWN", where, element, this.elements);
    return type;
  }

  get elements(): readonly string[] {
    return [...this.#types.keys()].sort();
  }

  get types(): readonly AnyDeviceType[] {
    return this.elements.map((element) => this.type(element));
  }
}
