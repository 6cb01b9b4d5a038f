// The lights of a world: those of its file, as verbs have changed them. Part of the world's state.

import { unknownName } from "../describe/SimError.js";
import type { Light } from "../describe/world/WorldFile.js";
import type { Hash64 } from "../math/Hash64.js";

export type LightChange = Partial<Pick<Light, "on" | "intensity" | "color">>;

export class WorldLights {
  readonly #start: readonly Light[];
  #now: readonly Light[];

  constructor(lights: readonly Light[]) {
    this.#start = lights;
    this.#now = lights;
  }

  /** The same list as long as none changes. */
  get all(): readonly Light[] {
    return this.#now;
  }

  /** Throws LIGHT_UNKNOWN. `where`: the name of the world. */
  set(name: string, change: LightChange, where: string): Light {
    const names = this.#now.map((light) => light.name);
    if (!names.includes(name)) throw unknownName("LIGHT_UNKNOWN", where, name, names);
    this.#now = this.#now.map((light) => (light.name === name ? Object.freeze({ ...light, ...change }) : light));
    return this.#now.find((light) => light.name === name) as Light;
  }

  reset(): void {
    this.#now = this.#start;
  }

  restore(lights: readonly Light[]): void {
    this.#now = lights;
  }

  /** Lights as in the file add nothing. */
  addTo(hash: Hash64): void {
    if (this.#now === this.#start) return;
    const now = JSON.stringify(this.#now);
    if (now !== JSON.stringify(this.#start)) hash.addString(now);
  }
}
