// Who comes into the world, and when (T0, T7, R2): at a frame boundary, in name order. The first frame waits for all who are
// expected; if one of them is refused, everybody goes back and waits again, so that the order stays that of the names.

import { inNameOrder } from "../../describe/entity/Entity.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import type { World } from "../../world/World.js";
import type { Session } from "./Session.js";

export class Admission {
  readonly #world: World;
  /** By name: a second one of a name is refused. */
  readonly #isStrict: boolean;
  readonly #expected: readonly string[];
  #isStarted = false;
  #admittedFrame = -1;

  /** `expect` as the user said; controllers of the world's own robots are waited for as well. */
  constructor(world: World, expect: readonly string[]) {
    this.#world = world;
    this.#isStrict = expect.length > 0;
    const driven = world.file.robots.filter(({ controller }) => controller);
    this.#expected = [...expect, ...driven.map(({ robot }) => robot.name)];
  }

  /** The first frame has been made, or may be. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Who has still to come before the first frame. */
  awaited(sessions: readonly Session[]): readonly string[] {
    if (this.#isStarted) return [];
    const there = new Set(sessions.filter(({ state }) => state !== "closed").map((session) => session.name));
    for (const { name } of this.#world.robots) there.add(name);
    return this.#expected.filter((name) => !there.has(name));
  }

  /** Those who joined now; undefined: nothing has changed. Once a frame, unless time stands still. */
  admit(sessions: readonly Session[], standsStill: boolean): readonly Session[] | undefined {
    const { frame } = this.#world;
    const isReady = ({ state }: Session): boolean => state === "waiting";
    // asked in every frame
    if (this.#isStarted && (!sessions.some(isReady) || (this.#admittedFrame === frame && !standsStill)))
      return undefined;
    const ready = sessions.filter(isReady);
    if (this.#isStrict) this.#refuseTwins(ready);
    if (this.awaited(sessions).length > 0) return undefined;
    const joined = inNameOrder(ready.filter(isReady)).filter((session) => this.#join(session));
    if (!this.#isStarted && !this.#hasAllExpected()) {
      for (const session of joined) {
        this.#world.leave(session.name);
        session.unjoin();
      }
      return undefined;
    }
    this.#isStarted = true;
    if (joined.length > 0) this.#admittedFrame = frame;
    return joined;
  }

  /** The world stands at another instant. */
  restart(): void {
    this.#admittedFrame = -1;
  }

  #hasAllExpected(): boolean {
    return this.#expected.every((name) => this.#world.robots.some((robot) => robot.name === name));
  }

  #join(session: Session): boolean {
    try {
      session.join(this.#world.join(session.description as RobotDescription));
      return true;
    } catch (problem) {
      session.fail(asSimError(problem, session.name));
      return false;
    }
  }

  /** Where robots are expected by name, a second one of a name is a mistake (R2). */
  #refuseTwins(ready: readonly Session[]): void {
    const names = new Set(this.#world.robots.map((robot) => robot.name));
    for (const session of [...ready].sort((a, b) => a.id - b.id)) {
      if (names.has(session.name))
        session.fail(
          new SimError("NAME_TAKEN", { where: session.name, found: `"${session.name}" twice, under --expect` }),
        );
      names.add(session.name);
    }
  }
}
