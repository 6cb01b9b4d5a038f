// A world with its clients: admits and removes robots, waits for answers, decides when the next frame runs (T0 to T4, T7,
// T8). Pure: the wall clock is an argument. `run` is called after input and when a wait is over; one call runs at most one
// frame:
//
//   admit     removes robots of closed sessions, then joins waiting ones in name order, when no answer is owed
//   wait      for every owed answer (frame lock), until the frame is due (rate), or while paused
//   step      answers take effect, the world steps, frames are sent

import { inNameOrder } from "../describe/entity/Entity.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { explainError, SimError } from "../describe/SimError.js";
import { Hash64 } from "../math/Hash64.js";
import type { CompileJob } from "../physics/Ahead.js";
import type { Removal } from "../physics/Physics.js";
import type { Robot } from "../world/Robot.js";
import type { World } from "../world/World.js";
import { Admission } from "./clients/Admission.js";
import { helloOf } from "./clients/Hello.js";
import { limitMessages } from "./clients/InputTurn.js";
import type { Link } from "./clients/Link.js";
import { Reception } from "./clients/Reception.js";
import type { Session } from "./clients/Session.js";
import { EventRunner } from "./EventRunner.js";
import type { Guest } from "./Guest.js";
import { MAX_BEHIND_MS, Pacer } from "./Pacer.js";
import { Rewind } from "./Rewind.js";
import { hearRobots } from "./RobotMessages.js";
import { DEFAULT_OPTIONS, type SimulationOptions } from "./SimulationOptions.js";
import { type SimulationStatus, statusOf } from "./SimulationStatus.js";
import { spawnAll, spawnOne } from "./Spawns.js";
import { Pulls } from "./verbs/Pulls.js";
import { VerbTable } from "./verbs/Verbs.js";
import { Waits } from "./Waits.js";

export type { SimulationOptions } from "./SimulationOptions.js";
export type { SimulationStatus } from "./SimulationStatus.js";

/** Maximum rate of a world without robots (T0). */
const EMPTY_RATE = 1;

export class Simulation {
  readonly world: World;
  readonly options: SimulationOptions;
  /** In the order in which they are called. */
  readonly guests: readonly Guest[];
  /** Of the console: those of every simulation and those of the guests. */
  readonly verbs: VerbTable;
  /** Pulls of the verb `pull` that are active. */
  readonly pulls = new Pulls();
  readonly #pacer: Pacer;
  readonly #waits: Waits;
  readonly #events: EventRunner;
  readonly #reception: Reception;
  readonly #admission: Admission;
  readonly #rewind: Rewind;
  #sessions: readonly Session[] = [];
  /** Errors that are in the log already. */
  readonly #logged = new WeakSet<SimError>();
  #isPaused = false;
  #isStopped = false;
  #framesToGo = 0;
  #lateFrames = 0;
  #epoch = 0;

  constructor(world: World, options: Partial<SimulationOptions> = {}) {
    this.world = world;
    this.options = { ...DEFAULT_OPTIONS, ...options };
    this.#waits = new Waits(this);
    this.#reception = new Reception(this);
    this.#pacer = new Pacer(this.options.rate);
    this.#events = new EventRunner(this);
    this.#rewind = new Rewind(this, (entity, error) => this.#removeFailed(entity, error));
    const { robots } = world.file;
    // robots of the world file without a controller are there from the start
    const [failed] = world.joinAll(robots.filter(({ controller }) => !controller).map(({ robot }) => robot));
    if (failed) throw failed.error;
    const { compileAhead, expect } = this.options;
    const canJoin = (session: Session, robot: RobotDescription): boolean => this.#waits.canJoin(session, robot);
    this.#admission = new Admission(world, expect, compileAhead && canJoin);
    this.guests = this.options.guests.map((create) => create(this));
    this.verbs = new VerbTable([...this.options.verbs, ...this.guests.flatMap(({ verbs = [] }) => verbs)]);
    for (const { verbs } of world.file.rights) for (const verb of verbs) this.verbs.find(verb);
  }

  /** True: the world waits for a model that another thread compiles. */
  get isPreparing(): boolean {
    return !this.#isStopped && this.#waits.isPreparing;
  }

  /** Before the first frame: it waits for these robots too, which then join in the order of their names (T7). */
  expect(names: readonly string[]): void {
    this.#admission.expect(names);
  }

  /** The first frame no longer waits for this robot. */
  giveUp(name: string): void {
    this.#admission.giveUp(name);
    this.options.afterRead?.();
  }

  /** Undefined: the simulation has no guest of this name. */
  guest(name: string): Guest | undefined {
    return this.guests.find((guest) => guest.name === name);
  }

  // ---- clients

  /** Adds a client. `description`: its robot, if it comes from the world file instead of a document. */
  connect(link: Link, nowMs: number, description?: RobotDescription): Session {
    const session = this.#reception.open(link, nowMs);
    if (this.#isStopped) {
      session.fail(stoppedError());
      return session;
    }
    this.#sessions = [...this.#sessions, session];
    if (this.#reception.isFull) session.fail(this.#reception.tooManyClients(session));
    else if (description) session.begin(description);
    return session;
  }

  get sessions(): readonly Session[] {
    return this.#sessions;
  }

  /** The running session of a robot; undefined: it has no client. */
  driverOf(robot: string): Session | undefined {
    return this.#sessions.find((session) => session.state === "running" && session.robot?.name === robot);
  }

  /** Reads a robot document with the limits for clients; throws a SimError. `name` replaces the one in the document. */
  describe(text: string, name?: string): RobotDescription {
    return this.#reception.describe(text, name);
  }

  // ---- running

  /**
   * Runs at most one frame. Returns the milliseconds until the next call: 0 at once, Infinity: only after input or a verb.
   * Timeouts are judged at `heardMs`, the time when input was last drained. `isNewTurn`: input that the last turn has left is read.
   */
  run(nowMs: number, heardMs = nowMs, isNewTurn = true): number {
    if (this.#isStopped) return Number.POSITIVE_INFINITY;
    if (isNewTurn) this.#reception.input.renew();
    const waitMs = this.#run(nowMs, heardMs);
    return this.isInputSpent ? 0 : Math.min(waitMs, this.#waits.hasDrawing ? DRAWING_MS : Number.POSITIVE_INFINITY);
  }

  /** True: messages that have arrived are read in the next turn. */
  get isInputSpent(): boolean {
    return this.#reception.input.isSpent;
  }

  #run(nowMs: number, heardMs: number): number {
    this.#reception.turn.renew();
    for (const session of this.#sessions) session.proceed(nowMs);
    this.#waits.enforce(heardMs);
    const mayAdmit = !this.#waits.isOwed(heardMs);
    if (mayAdmit) this.#admit(nowMs);
    else this.#release(true);
    if (
      !this.#admission.isStarted ||
      this.#waits.isPreparing ||
      this.#waits.isWaiting(heardMs) ||
      (this.#isPaused && this.#framesToGo === 0)
    )
      return mayAdmit && !this.isPreparing && this.#admission.hasMore ? 0 : this.#waits.untilTimeout(nowMs, heardMs);
    const cap = this.world.robots.length === 0 ? EMPTY_RATE : Number.POSITIVE_INFINITY;
    const wait = this.#framesToGo > 0 ? 0 : this.#pacer.wait(nowMs, this.world.timeNs + this.world.stepNs, cap);
    if (wait > 0) return Math.min(wait, this.#waits.untilTimeout(nowMs, heardMs));
    if (this.options.isAsync && wait < 0) this.#countLate(-wait);
    this.#step(nowMs);
    return this.#waits.isWaiting(heardMs) ? this.#waits.untilTimeout(nowMs, heardMs) : 0;
  }

  #step(nowMs: number): void {
    const { world } = this;
    // phase 2: messages of robots and events of the world file; a pause or reset ends this frame
    if (!hearRobots(this, nowMs) || !this.#events.run(nowMs)) return;
    limitMessages(this.#sessions, this.options.limits.messagesOfAll);
    for (const session of this.#sessions) session.commit();
    for (const guest of this.guests) guest.beforeStep?.();
    this.pulls.apply(world.physics, nowMs);
    for (const { entity, error } of world.stepFrame()) this.#removeFailed(entity, error);
    for (const guest of this.guests) guest.afterStep?.();
    this.#pacer.measure(nowMs, world.timeNs);
    if (this.#framesToGo > 0) this.#framesToGo--;
    for (const session of this.#sessions) if (session.robot?.isDue) this.#sendFrame(session, nowMs);
    this.#release(true);
    for (const guest of this.guests) guest.afterFrame?.();
    this.options.afterFrame?.();
  }

  #sendFrame(session: Session, nowMs: number): void {
    if (session.state !== "running") return;
    const { world } = this;
    // policy skip: no new frame before the old one is answered
    const isFull = this.options.isAsync && session.link.backlog > ASYNC_BACKLOG;
    if (session.owes || session.isDrawing || isFull) {
      session.missFrame();
      session.robot?.keepReports();
    } else session.openFrame(world.timeNs, world.timeSec, nowMs);
  }

  /** The physics guard removed an entity: its client gets the error. */
  #removeFailed(name: string, error: SimError): void {
    this.options.log(`${name}: removed: ${explainError(error)}`);
    this.#logged.add(error);
    for (const session of this.#sessions) if (session.robot?.name === name) session.fail(error);
  }

  /** Counts late frames, and those that are not caught up (T3). */
  #countLate(lateMs: number): void {
    const stepMs = this.world.stepNs / 1e6 / this.rate;
    if (lateMs > MAX_BEHIND_MS) this.#lateFrames += Math.floor(lateMs / stepMs);
    else if (lateMs >= Math.max(stepMs, CLOCK_GRAIN_MS)) this.#lateFrames++;
  }

  // ---- joining and leaving

  /** Removes the robots of closed sessions, then joins those of waiting ones in name order. */
  #admit(nowMs: number): void {
    this.#release(true);
    if (this.#waits.isPreparing) return;
    const wasStarted = this.#admission.isStarted;
    const joined = this.#admission.admit(this.#sessions, this.#isPaused || this.#waits.isGuestWaiting);
    if (!joined) return;
    for (const session of joined) {
      const { robot } = session;
      if (!robot) continue;
      this.options.log(`${robot.name} joined at ${this.world.timeSec} s`);
      session.sendHello(helloOf(this.world, robot));
      if (robot.isDue) this.#sendFrame(session, nowMs);
    }
    if (!wasStarted || joined.length > 0) this.#pacer.reanchor();
    // a session may fail at its first frame: its robot leaves before the step
    if (joined.length > 0) this.#release(true);
  }

  /** Removes the robots of closed sessions from the world. `mayWait`: not before the model without them is compiled. */
  #release(mayWait = false): void {
    if (!this.#hasAny("closed")) return;
    const gone = inNameOrder(this.#sessions.filter(({ state }) => state === "closed"));
    const robots = gone.flatMap(({ robot }) => (robot && this.world.robots.includes(robot) ? [robot] : []));
    if (mayWait && robots.length > 0 && !this.#waits.canLeave(robots.map(({ name }) => name))) return;
    this.#sessions = this.#sessions.filter(({ state }) => state !== "closed");
    if (robots.length > 0) this.world.removeAll(robots.map(({ name }) => name));
    for (const session of gone) {
      const reason = session.error ? `: ${explainError(session.error)}` : "";
      const { robot } = session;
      if (robot && robots.includes(robot)) {
        this.options.log(`${robot.name} left at ${this.world.timeSec} s${reason}`);
      } else if (session.error && !this.#logged.has(session.error)) this.options.log(`${session.name} closed${reason}`);
    }
  }

  /**
   * Compiles models in another thread, then does a change of the world that needs them. The world waits, so that the change
   * takes effect at the boundary of the present frame. Undefined: nothing has to be compiled; nothing was done.
   */
  prepare<T>(jobs: readonly CompileJob[], change: () => T): Promise<T> | undefined {
    return this.#waits.prepare(jobs, change);
  }

  /** The models that a verb would compile. */
  planRestore(name: string): readonly CompileJob[] {
    return this.#rewind.plan(name);
  }

  #hasAny(state: Session["state"]): boolean {
    for (const session of this.#sessions) if (session.state === state) return true;
    return false;
  }

  /** Work that began at `fromMs` ended at `toMs` (joining takes long): restarts the recipients' stall timers at `toMs`. */
  lasted(fromMs: number, toMs: number): void {
    for (const session of this.#sessions) if (session.sentMs === fromMs) session.sentMs = toMs;
  }

  // ---- control (T8)

  pause(): void {
    this.#isPaused = true;
    this.#framesToGo = 0;
  }

  resume(): void {
    this.#isPaused = false;
    this.#framesToGo = 0;
    this.#pacer.restart();
  }

  /** Runs `count` frames, then pauses. */
  stepFrames(count: number): void {
    this.#isPaused = true;
    this.#framesToGo = count;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }
  get framesToGo(): number {
    return this.#framesToGo;
  }

  get rate(): number {
    return this.#pacer.rate;
  }
  set rate(rate: number) {
    this.#pacer.rate = rate;
  }

  /** Adds a robot without a client. */
  spawn(description: RobotDescription): Robot {
    return spawnOne(this, description);
  }

  /** Adds robots without clients in one change of the world. Returns those that have no free place or cannot be made. */
  spawnAll(descriptions: readonly RobotDescription[]): readonly Removal[] {
    return spawnAll(this, descriptions);
  }

  /** Removes an entity. The client of a robot gets REMOVED. */
  remove(name: string): void {
    this.#release();
    const driver = this.driverOf(name);
    driver?.fail(new SimError("REMOVED", { where: name, found: `remove ${name}` }));
    if (driver) this.#release();
    else {
      this.world.remove(name);
      this.options.log(`${name} removed at ${this.world.timeSec} s`);
    }
  }

  /** Removes entities, those without a client in one change of the world. */
  removeAll(names: readonly string[]): void {
    this.#release();
    const isDriven = (name: string): boolean => this.driverOf(name) !== undefined;
    for (const name of names.filter(isDriven)) this.remove(name);
    const rest = names.filter((name) => this.world.physics.has(name));
    if (rest.length > 0) this.world.removeAll(rest);
    for (const name of rest) this.options.log(`${name} removed at ${this.world.timeSec} s`);
  }

  /** Number of resets and restores so far. State that was read in an earlier epoch is void. */
  get epoch(): number {
    return this.#epoch;
  }

  reset(nowMs: number): void {
    this.#release();
    this.#rewind.reset();
    this.#restart(nowMs);
  }

  /** Saves the state under a name; returns the name. */
  snapshot(name?: string): string {
    this.#release();
    return this.#rewind.keep(name);
  }

  get snapshots(): readonly string[] {
    return this.#rewind.names;
  }

  restore(name: string, nowMs: number): void {
    this.#release();
    this.#rewind.restore(name);
    this.#sessions = this.#sessions.filter(({ state }) => state !== "closed");
    this.#restart(nowMs);
  }

  #restart(nowMs: number): void {
    const { world } = this;
    this.#pacer.restart();
    this.pulls.clear();
    this.#epoch++;
    this.#admission.restart();
    for (const session of this.#sessions)
      if (session.state === "running") session.restart(world.robot(session.name), world.timeNs, world.timeSec, nowMs);
  }

  /** Ends the simulation: all clients get SERVER_STOPPED. */
  stop(): void {
    this.#isStopped = true;
    for (const session of this.#sessions) session.fail(stoppedError());
    this.#sessions = [];
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  // ---- state

  /** 16 hex digits over the world and its guests (M5). */
  hash(): string {
    if (this.guests.length === 0) return this.world.hash();
    const hash = new Hash64().addString(this.world.hash());
    for (const guest of this.guests) guest.addTo?.(hash);
    return hash.digest();
  }

  get awaited(): readonly string[] {
    return this.#admission.awaited(this.#sessions);
  }

  status(): SimulationStatus {
    return statusOf(this, this.#pacer.factor, this.#lateFrames);
  }
}

const stoppedError = (): SimError =>
  new SimError("SERVER_STOPPED", { where: "server", found: "the end of the simulation" });

/** How often to look for finished pictures, ms. */
const DRAWING_MS = 1;
/** Accuracy of timers, ms. */
const CLOCK_GRAIN_MS = 2;
/** A free-running client with more unread output misses frames, bytes. */
const ASYNC_BACKLOG = 1 << 18;
