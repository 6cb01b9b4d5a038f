// Decides when clients' robots join the world (T0, T7, R2): at a frame boundary, in name order. The first frame waits for
// all expected robots. If one of them is refused or leaves, all robots of that start leave again and wait, so that the robots of
// the first frame always join in name order. The start waits for each model that another thread compiles (M8).

import { isSameData } from "../../describe/edit/SameData.js";
import { type Entity, inNameOrder } from "../../describe/entity/Entity.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import { ModelMissing } from "../../world/Placement.js";
import type { World } from "../../world/World.js";
import type { Inputs } from "../journal/Inputs.js";
import type { Simulation } from "../Simulation.js";
import type { Session } from "./Session.js";

/** Robots join in one frame, or one call while time stands still, until the work of their joins exceeds this number of bodies (M8). */
const MAX_BODIES = 24;
/** Solids and rays that take as long as a body: a join compiles or loads all of the world, and samples the newcomer's sensors. */
const [SOLIDS, RAYS] = [4, 100];

const isWaiting = ({ state }: Session): boolean => state === "waiting";

type CanJoin = (session: Session, robot: RobotDescription) => boolean;

export class Admission {
  readonly #world: World;
  readonly #inputs: Inputs;
  readonly #absent: Map<string, RobotDescription>;
  readonly #canJoin: CanJoin;
  readonly #mayWait: boolean;
  /** The user named the robots to expect: a second robot of one name is refused. */
  #isStrict: boolean;
  #expected: readonly string[];
  #isStarted = false;
  /** Sessions whose robots have joined for the first frame, which has not begun. */
  #starters: readonly Session[] = [];
  /** Robots of the start whose clients have taken the place of absent ones. */
  readonly #taken = new Set<string>();
  /** The frame in which robots joined last; -1: none. */
  #admittedFrame = -1;
  #hasMore = false;

  /**
   * `expect`: robots that the user named. The world file's robots with a controller are expected too. `canJoin`: false, if the
   * models of the join are not compiled yet; the join is tried again then. Default: joins compile their models.
   */
  constructor(
    { world, inputs, absent }: Pick<Simulation, "world" | "inputs" | "absent">,
    expect: readonly string[],
    canJoin?: CanJoin,
  ) {
    this.#world = world;
    this.#inputs = inputs;
    this.#absent = absent;
    this.#canJoin = canJoin ?? (() => true);
    this.#mayWait = canJoin !== undefined;
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

  /** True: the last call of `admit` has left robots for the next one, and time stands still. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Names of expected robots that are missing before the first frame. */
  awaited(sessions: readonly Session[]): readonly string[] {
    if (this.#isStarted) return [];
    const present = new Set(sessions.filter(({ state }) => state !== "closed").map((session) => session.name));
    for (const { name } of this.#world.robots) if (!this.#absent.has(name)) present.add(name);
    return this.#expected.filter((name) => !present.has(name));
  }

  /**
   * Joins the robots of all waiting sessions and gives those that joined; undefined: nothing has changed. Robots join
   * at most once in a frame, unless `isHalted`: while time does not advance, waiting for the next frame could last.
   */
  admit(sessions: readonly Session[], isHalted: boolean): readonly Session[] | undefined {
    const { frame } = this.#world;
    this.#hasMore = false;
    if (!this.#isStarted) return this.#start(sessions);
    // hot path: called in every frame
    if (!isAnyWaiting(sessions) || (this.#admittedFrame === frame && !isHalted)) return undefined;
    const ready = sessions.filter(isWaiting);
    if (this.#isStrict) this.#refuseDuplicates(ready);
    // the rest joins in the next frames or calls, so that a crowd of newcomers does not hold up the others
    let [left, isBlocked] = [MAX_BODIES, false];
    const joined = inNameOrder(ready.filter(isWaiting)).filter((session) => {
      if (left <= 0 || isBlocked) return false;
      const isIn = this.#join(session);
      // robots join in name order: the ones after it wait too
      isBlocked = isWaiting(session);
      left -= this.#workOf(session);
      return isIn;
    });
    this.#hasMore = isHalted && !isBlocked && isAnyWaiting(sessions);
    if (joined.length > 0) this.#admittedFrame = frame;
    return joined;
  }

  /** Joins the robots of the first frame; undefined: it has to wait. A start that is not complete goes on in the next call. */
  #start(sessions: readonly Session[]): readonly Session[] | undefined {
    const ready = sessions.filter(isWaiting);
    if (this.#isStrict) this.#refuseDuplicates(ready);
    this.#starters = this.#starters.filter(({ state }) => state === "running");
    if (this.awaited(sessions).length > 0) return this.#callOff();
    for (const session of inNameOrder(ready.filter(isWaiting))) {
      if (this.#join(session)) this.#starters = [...this.#starters, session];
      else if (isWaiting(session)) return undefined;
      // the first joins take long, because their code is new: the others follow in other calls
      this.#hasMore = this.#mayWait && isAnyWaiting(sessions);
      if (this.#hasMore) return undefined;
    }
    if (!this.#hasAllExpected()) return this.#callOff();
    const joined = inNameOrder(this.#starters);
    this.#starters = [];
    this.#isStarted = true;
    if (joined.length > 0) this.#admittedFrame = this.#world.frame;
    return joined;
  }

  /** The robots of the start leave again and wait. */
  #callOff(): undefined {
    const all = this.#starters.map(({ name }) => name).filter((name) => this.#world.has(name));
    const names = all.filter((name) => !this.#leaveAbsent(name));
    for (const session of this.#starters) session.unjoin();
    this.#starters = [];
    if (names.length === 0) return;
    this.#inputs.noteBefore({ kind: "leave", robots: names });
    this.#world.removeAll(names);
  }

  /** True: the client had taken the place of an absent one, and the robot stays. */
  #leaveAbsent(name: string): boolean {
    if (!this.#taken.delete(name)) return false;
    this.#absent.set(name, this.#world.robot(name).description);
    return true;
  }

  /** After a reset or restore. */
  restart(): void {
    this.#callOff();
    this.#admittedFrame = -1;
  }

  #hasAllExpected(): boolean {
    const isHere = (name: string): boolean => !this.#absent.has(name) && this.#world.has(name);
    return this.#expected.every(isHere);
  }

  /** Of a join that has been tried, in bodies. */
  #workOf({ description }: Session): number {
    const { physics, devices } = this.#world;
    let work = 0;
    for (const name of physics.names) work += sizeOf(physics.entity(name));
    for (const { kind, settings } of description?.devices ?? [])
      work += (devices.type(kind).rays?.(settings as never) ?? 0) / RAYS;
    return work;
  }

  /** False: its session has failed, or still waits for a model. */
  #join(session: Session): boolean {
    const { description } = session;
    if (!description) return false;
    if (this.#take(session, description)) return true;
    if (!this.#canJoin(session, description)) return false;
    try {
      const robot = this.#world.join(description, this.#mayWait);
      this.#inputs.note({ kind: "join", robot: robot.description });
      session.join(robot);
      return true;
    } catch (problem) {
      // the robot's place is not the likely one; this happens once
      if (problem instanceof ModelMissing) return this.#join(session);
      session.fail(asSimError(problem, session.name));
      return false;
    }
  }

  /** The client of a robot that is there without its client gets it as it is. True: there is one. */
  #take(session: Session, description: RobotDescription): boolean {
    const { name } = description;
    const absent = this.#absent.get(name);
    if (!absent || !this.#world.has(name) || !isSameData(absent, description)) return false;
    this.#absent.delete(name);
    if (!this.#isStarted) this.#taken.add(name);
    this.#inputs.note({ kind: "take", robot: name });
    session.join(this.#world.robot(name));
    return true;
  }

  /** Refuses a second robot of one name, where robots are expected by name (R2). */
  #refuseDuplicates(ready: readonly Session[]): void {
    const there = this.#world.robots.map((robot) => robot.name);
    const names = new Set(there.filter((name) => !this.#absent.has(name)));
    for (const session of [...ready].sort((a, b) => a.id - b.id)) {
      if (names.has(session.name))
        session.fail(
          new SimError("NAME_TAKEN", { where: session.name, found: `"${session.name}" twice, under --expect` }),
        );
      names.add(session.name);
    }
  }
}

/** In bodies. */
const sizeOf = ({ bodies }: Entity): number =>
  bodies.reduce((sum, { solids }) => sum + Math.max(1, solids.length / SOLIDS), 0);

function isAnyWaiting(sessions: readonly Session[]): boolean {
  for (const { state } of sessions) if (state === "waiting") return true;
  return false;
}
