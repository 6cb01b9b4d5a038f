// Lamps of all robots with their brightness now.

import type { SceneLamp } from "../render/scene/SceneLamp.js";
import type { Robot } from "./Robot.js";

export class RobotLamps {
  /** Of each robot, and all of them. */
  #parts: readonly (readonly SceneLamp[])[] = [];
  #all: readonly SceneLamp[] = [];

  /** The same list as long as none changes. */
  of(robots: readonly Robot[]): readonly SceneLamp[] {
    let isSame = robots.length === this.#parts.length;
    for (let i = 0; i < robots.length && isSame; i++) isSame = robots[i].lamps === this.#parts[i];
    if (isSame) return this.#all;
    this.#parts = robots.map(({ lamps }) => lamps);
    this.#all = this.#parts.flat();
    return this.#all;
  }
}
