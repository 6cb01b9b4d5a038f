// Decides when clients' robots join the world (T0, T7, R2): at a frame boundary, in name order. The first frame waits for
// all expected robots. If one of them is refused, all robots of that start leave again and wait, so that the robots of
// the first frame always join in name order.

import { inNameOrder } from "../../describe/entity/Entity.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import type { World } from "../../world/World.js";
import type { Session } from "./Session.js";

/** Robots join in one frame of a running world until the bodies that were compiled for them exceed this number (M8). */
const MAX_BODIES = 64;

type CanJoin = (session: Session, robot: RobotDescription) => boolean;

export class Admission {
  readonly #world: World;
  readonly #canJoin: CanJoin;
  /** The user named the robots to expect: a second robot of one name is refused. */
  #isStrict: boolean;
  #expected: readonly string[];
  #isStarted = false;
  /** The frame in which robots joined last; -1: none. */
  #admittedFrame = -1;

  /**
   * `expect`: robots that the user named. The world file's robots with a controller are expected too. `canJoin`: false, if the
   * models of the join are not compiled yet; the join is tried again then.
   */
  constructor(world: World, expect: readonly string[], canJoin: CanJoin = () => true) {
    this.#world = world;
    this.#canJoin = canJoin;
    this.#isStrict = expect.length > 0;
    const driven = world.file.robots.filter(({ controller }) => controller);
    this.#expected = [...expect, ...driven.map(({ robot }) => robot.name)];
  }

  expect(names: readonly string[]): void {
    this.#isStrict ||= names.length > 0;
    this.#expected = [...this.#expected, ...names];
  }

  giveUp(name: string): void {
    this.#expected = this.#expected.filter((one) => one !== name);
  }

  /** True: all expected robots have joined, the first frame may run. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Names of expected robots that are missing before the first frame. */
  awaited(sessions: readonly Session[]): readonly string[] {
    if (this.#isStarted) return [];
    const present = new Set(sessions.filter(({ state }) => state !== "closed").map((session) => session.name));
    for (const { name } of this.#world.robots) present.add(name);
    return this.#expected.filter((name) => !present.has(name));
  }

  /**
   * Joins the robots of all waiting sessions and gives those that joined; undefined: nothing has changed. Robots join
   * at most once in a frame, unless `isHalted`: while time does not advance, waiting for the next frame could last.
   */
  admit(sessions: readonly Session[], isHalted: boolean): readonly Session[] | undefined {
    const { frame } = this.#world;
    const isReady = ({ state }: Session): boolean => state === "waiting";
    // hot path: called in every frame
    if (this.#isStarted && (!sessions.some(isReady) || (this.#admittedFrame === frame && !isHalted))) return undefined;
    const ready = sessions.filter(isReady);
    if (this.#isStrict) this.#refuseDuplicates(ready);
    if (this.awaited(sessions).length > 0) return undefined;
    // the rest joins in the next frames, so that a crowd of newcomers does not hold up the others
    let left = this.#isStarted && !isHalted ? MAX_BODIES : Number.POSITIVE_INFINITY;
    const joined = inNameOrder(ready.filter(isReady)).filter((session) => {
      if (left <= 0) return false;
      const { description } = session;
      if (this.#isStarted && description && !this.#canJoin(session, description)) {
        // robots join in name order: the ones after it wait too
        left = 0;
        return false;
      }
      const isIn = this.#join(session);
      left -= this.#countBodies();
      return isIn;
    });
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

  /** After a reset or restore. */
  restart(): void {
    this.#admittedFrame = -1;
  }

  #hasAllExpected(): boolean {
    return this.#expected.every((name) => this.#world.robots.some((robot) => robot.name === name));
  }

  #countBodies(): number {
    const { physics } = this.#world;
    return physics.names.reduce((sum, name) => sum + physics.entity(name).bodies.length, 0);
  }

  #join(session: Session): boolean {
    const { description } = session;
    if (!description) return false;
    try {
      session.join(this.#world.join(description));
      return true;
    } catch (problem) {
      session.fail(asSimError(problem, session.name));
      return false;
    }
  }

  /** Refuses a second robot of one name, where robots are expected by name (R2). */
  #refuseDuplicates(ready: readonly Session[]): void {
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
