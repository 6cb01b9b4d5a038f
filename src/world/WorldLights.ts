// The lights of a world in name order: those of its file, as verbs have changed them. Part of the world's state.

import { isSameData } from "../describe/edit/SameData.js";
import { inNameOrder } from "../describe/entity/Entity.js";
import { unknownName } from "../describe/SimError.js";
import type { Light } from "../describe/world/WorldFile.js";
import type { Hash64 } from "../math/Hash64.js";

export type LightChange = Partial<Pick<Light, "on" | "intensity" | "color">>;

export class WorldLights {
  #start: readonly Light[];
  #now: readonly Light[];

  constructor(lights: readonly Light[]) {
    this.#start = inNameOrder(lights);
    this.#now = this.#start;
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

  /** Takes the lights of an edited file over: those that the edit has changed are as in the file, the others as they are now. */
  adopt(file: readonly Light[]): void {
    const lights = inNameOrder(file);
    const stays = (light: Light): Light | undefined => {
      const old = this.#start.find(({ name }) => name === light.name);
      return old && isSameData(old, light) ? this.#now.find(({ name }) => name === light.name) : undefined;
    };
    const now = lights.map((light) => stays(light) ?? light);
    this.#start = lights;
    this.#now = isSameData(now, lights) ? lights : now;
  }

  /** A function that puts the lights back as they are now. */
  keep(): () => void {
    const [start, now] = [this.#start, this.#now];
    return () => {
      this.#start = start;
      this.#now = now;
    };
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
