// A world with its clients: admits and removes robots, waits for answers, decides when the next frame runs (T0 to T4, T7,
// T8). Pure: the wall clock is an argument. `run` is called after input and when a wait is over; one call runs at most one
// frame:
//
//   admit     removes robots of closed sessions, then joins waiting ones in name order, when no answer is owed
//   wait      for every owed answer (frame lock), until the frame is due (rate), or while paused
//   step      answers take effect, the world steps, frames are sent

import { inNameOrder } from "../describe/entity/Entity.js";
import type { RobotDescription, StallPolicy } from "../describe/robot/RobotDescription.js";
import { readRobotDocument } from "../describe/robot/RobotDocument.js";
import { explainError, SimError } from "../describe/SimError.js";
import { Hash64 } from "../math/Hash64.js";
import type { Robot } from "../world/Robot.js";
import type { World } from "../world/World.js";
import { Admission } from "./clients/Admission.js";
import { ClientTimeouts } from "./clients/ClientTimeouts.js";
import { helloOf } from "./clients/Hello.js";
import type { Link } from "./clients/Link.js";
import { PictureTurn } from "./clients/PictureTurn.js";
import { Session } from "./clients/Session.js";
import { EventRunner } from "./EventRunner.js";
import type { Guest } from "./Guest.js";
import { MAX_BEHIND_MS, Pacer } from "./Pacer.js";
import { Preparation } from "./Preparation.js";
import { Rewind } from "./Rewind.js";
import { DEFAULT_OPTIONS, type SimulationOptions } from "./SimulationOptions.js";
import { type SimulationStatus, statusOf } from "./SimulationStatus.js";
import { Pulls } from "./verbs/Pulls.js";
import { VerbTable } from "./verbs/Verbs.js";

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
  readonly #timeouts: ClientTimeouts;
  readonly #events: EventRunner;
  readonly #admission: Admission;
  readonly #rewind: Rewind;
  readonly #turn = new PictureTurn();
  readonly #preparation: Preparation;
  #sessions: readonly Session[] = [];
  /** Errors that are in the log already. */
  readonly #logged = new WeakSet<SimError>();
  #nextId = 1;
  #isPaused = false;
  #isStopped = false;
  #framesToGo = 0;
  #lateFrames = 0;
  #epoch = 0;

  constructor(world: World, options: Partial<SimulationOptions> = {}) {
    this.world = world;
    this.options = { ...DEFAULT_OPTIONS, ...options };
    const { compileAhead: compile, afterRead } = this.options;
    this.#preparation = new Preparation({ compile, done: () => afterRead?.() });
    this.#pacer = new Pacer(this.options.rate);
    this.#events = new EventRunner(this);
    this.#rewind = new Rewind(this, (entity, error) => this.#removeFailed(entity, error));
    this.#timeouts = new ClientTimeouts(() => this.#stall, this.options.limits.documentSeconds);
    const { robots } = world.file;
    // robots of the world file without a controller are there from the start
    world.joinAll(robots.filter(({ controller }) => !controller).map(({ robot }) => robot));
    this.#admission = new Admission(world, this.options.expect, (session, robot) => this.#canJoin(session, robot));
    this.guests = this.options.guests.map((create) => create(this));
    this.verbs = new VerbTable([...this.options.verbs, ...this.guests.flatMap(({ verbs = [] }) => verbs)]);
  }

  get #stall(): StallPolicy | undefined {
    return this.options.stall ?? this.guests.find(({ stall }) => stall)?.stall;
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
    const { limits, documentLimits, isAsync } = this.options;
    const session: Session = new Session(
      {
        id: this.#nextId++,
        link,
        limits,
        documentBytes: documentLimits.bytes,
        describe: (text, isWanted) => {
          if (this.#isFull) throw this.#tooManyClients(session);
          return this.#read(text, isWanted);
        },
        afterRead: this.options.afterRead,
        turn: this.#turn,
        asyncTimeNs: isAsync ? () => this.world.timeNs : undefined,
      },
      nowMs,
    );
    if (this.#isStopped) {
      session.fail(stoppedError());
      return session;
    }
    this.#sessions = [...this.#sessions, session];
    if (this.#isFull) session.fail(this.#tooManyClients(session));
    else if (description) session.begin(description);
    return session;
  }

  /** A client without a document takes no place of a robot. */
  get #isFull(): boolean {
    const places = this.#sessions.filter(({ state }) => state === "waiting" || state === "running");
    return places.length >= this.options.limits.clients;
  }

  #tooManyClients({ id }: Session): SimError {
    const allowed = `at most ${this.options.limits.clients} clients`;
    return new SimError("TOO_MANY_CLIENTS", { where: "server", found: `client ${id}`, allowed });
  }

  get sessions(): readonly Session[] {
    return this.#sessions;
  }

  /** The running session of a robot; undefined: it has no client. */
  driverOf(robot: string): Session | undefined {
    return this.#sessions.find((session) => session.state === "running" && session.robot?.name === robot);
  }

  #read(text: string, isWanted: () => boolean): RobotDescription | Promise<RobotDescription> {
    const { readDocument } = this.options;
    const readHere = (): RobotDescription => this.describe(text);
    return readDocument ? readDocument({ text, readHere, isWanted }) : readHere();
  }

  /** Reads a robot document with the limits for clients; throws a SimError. `name` replaces the one in the document. */
  describe(text: string, name?: string): RobotDescription {
    const { documentLimits: limits, lenient, readFile, log } = this.options;
    const { robot, warnings } = readRobotDocument(text, {
      name,
      kinds: this.world.devices,
      limits,
      lenient,
      world: { stepNs: this.world.stepNs, materials: this.world.physics.materials.names },
      ...(readFile ? { readFile } : {}),
    });
    for (const warning of warnings) log(`${robot.name}: warning: ${warning.message}`);
    return robot;
  }

  // ---- running

  /**
   * Runs at most one frame. Returns the milliseconds until the next call: 0 at once, Infinity: only after input or a verb.
   * Timeouts are judged at `heardMs`, the time when input was last drained.
   */
  run(nowMs: number, heardMs = nowMs): number {
    if (this.#isStopped) return Number.POSITIVE_INFINITY;
    return Math.min(this.#run(nowMs, heardMs), this.#hasDrawing() ? DRAWING_MS : Number.POSITIVE_INFINITY);
  }

  #run(nowMs: number, heardMs: number): number {
    this.#turn.renew();
    for (const session of this.#sessions) session.proceed(nowMs);
    this.#timeouts.enforce(this.#sessions, heardMs);
    if (!this.#isOwed(heardMs)) this.#admit(nowMs);
    else this.#release(true);
    if (
      !this.#admission.isStarted ||
      this.#preparation.isBusy ||
      this.#isWaiting(heardMs) ||
      (this.#isPaused && this.#framesToGo === 0)
    )
      return this.#timeouts.wait(this.#sessions, nowMs, heardMs);
    const cap = this.world.robots.length === 0 ? EMPTY_RATE : Number.POSITIVE_INFINITY;
    const wait = this.#framesToGo > 0 ? 0 : this.#pacer.wait(nowMs, this.world.timeNs + this.world.stepNs, cap);
    if (wait > 0) return Math.min(wait, this.#timeouts.wait(this.#sessions, nowMs, heardMs));
    if (this.options.isAsync && wait < 0) this.#countLate(-wait);
    this.#step(nowMs);
    return this.#isWaiting(heardMs) ? this.#timeouts.wait(this.#sessions, nowMs, heardMs) : 0;
  }

  #step(nowMs: number): void {
    const { world } = this;
    // phase 2: events of the world file; a pause or reset ends this frame
    if (!this.#events.run(nowMs)) return;
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
    if (this.#preparation.isBusy) return;
    const wasStarted = this.#admission.isStarted;
    const joined = this.#admission.admit(this.#sessions, this.#isPaused || this.#isGuestWaiting());
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
    if (mayWait && robots.length > 0 && !this.#canLeave(robots.map(({ name }) => name))) return;
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

  #canLeave(names: readonly string[]): boolean {
    const change = `${this.world.physics.builds} leave ${names.join(" ")}`;
    return this.#preparation.isReady(change, () => this.world.planLeave(names));
  }

  #canJoin(session: Session, robot: RobotDescription): boolean {
    const change = `${this.world.physics.builds} join ${session.id}`;
    return this.#preparation.isReady(change, () => this.world.planAgain(robot));
  }

  #hasAny(state: Session["state"]): boolean {
    for (const session of this.#sessions) if (session.state === state) return true;
    return false;
  }

  // ---- waiting

  /** True: the next step needs input from a client or guest. */
  #isWaiting(heardMs: number): boolean {
    return this.#isGuestWaiting() || this.#isOwed(heardMs);
  }

  #isGuestWaiting(): boolean {
    for (const guest of this.guests) if (guest.isWaiting) return true;
    return false;
  }

  /** True: an answer is owed and its client is not skipped, or a frame is not sent yet. */
  #isOwed(heardMs: number): boolean {
    if (!this.options.isAsync && this.#hasDrawing()) return true;
    for (const session of this.#sessions) if (session.owes && !this.#timeouts.isSkipped(session, heardMs)) return true;
    return false;
  }

  /** True: a frame waits for its pictures. */
  #hasDrawing(): boolean {
    for (const session of this.#sessions) if (session.isDrawing) return true;
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
    this.#checkRobots([description]);
    const robot = this.world.join(description);
    this.options.log(`${robot.name} spawned at ${this.world.timeSec} s`);
    return robot;
  }

  /** Adds robots without clients in one change of the world. */
  spawnAll(descriptions: readonly RobotDescription[]): void {
    if (descriptions.length === 0) return;
    this.#checkRobots(descriptions);
    this.world.joinAll(descriptions);
    for (const { name } of descriptions) this.options.log(`${name} spawned at ${this.world.timeSec} s`);
  }

  #checkRobots(added: readonly RobotDescription[]): void {
    const { clients } = this.options.limits;
    if (this.world.robots.length + added.length <= clients) return;
    throw new SimError("TOO_MANY_CLIENTS", {
      where: added.map(({ name }) => name).join(", "),
      found: `${this.world.robots.length} robots`,
      allowed: `at most ${clients}`,
    });
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
