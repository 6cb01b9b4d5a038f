// A world with its clients: admits and removes robots, waits for answers, decides when the next frame runs (T0 to T4, T7,
// T8). Pure: the wall clock is an argument. `run` is called after input and when a wait is over; one call runs at most one
// frame:
//
//   admit     removes robots of closed sessions, then joins waiting ones in name order, when no answer is owed
//   wait      for every owed answer (frame lock), until the frame is due (rate), or while paused
//   step      answers take effect, the world steps, frames are sent

import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import { Hash64, type HashMark } from "../math/Hash64.js";
import type { CompileJob } from "../physics/Ahead.js";
import type { Removal } from "../physics/Physics.js";
import type { FileChange } from "../world/FileChange.js";
import type { FrameTimes } from "../world/FrameTimes.js";
import type { Robot } from "../world/Robot.js";
import type { World } from "../world/World.js";
import { Clients } from "./Clients.js";
import { Admission } from "./clients/Admission.js";
import type { FrameSink } from "./clients/FrameSink.js";
import { helloOf } from "./clients/Hello.js";
import { limitMessages } from "./clients/InputTurn.js";
import type { Link } from "./clients/Link.js";
import { Reception } from "./clients/Reception.js";
import type { Session } from "./clients/Session.js";
import { EventRunner } from "./EventRunner.js";
import { WorldEditing } from "./edit/WorldEditing.js";
import type { Guest } from "./Guest.js";
import { Inputs } from "./journal/Inputs.js";
import type { NotedMethod } from "./journal/Journal.js";
import { notedReaders } from "./journal/NotedFiles.js";
import type { Moment } from "./Moment.js";
import { MAX_BEHIND_MS, Pacer } from "./Pacer.js";
import { Rewind } from "./Rewind.js";
import { hearRobots } from "./RobotMessages.js";
import { DEFAULT_OPTIONS, type SimulationOptions } from "./SimulationOptions.js";
import { type SimulationStatus, statusOf } from "./SimulationStatus.js";
import type { KeptWorld } from "./SnapshotShelf.js";
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
  readonly pulls: Pulls;
  /** What comes from outside, for a journal (X3). */
  readonly inputs = new Inputs();
  /** Robots whose clients are known from a recording only, with what they joined as. A client with the same robot takes its place. */
  readonly absent = new Map<string, RobotDescription>();
  /** The document of the world, for editors (E5). */
  readonly editing: WorldEditing;
  /** Takes the wall-clock time of every frame while metrics are asked for. */
  frameTimes: FrameTimes | undefined;
  readonly #pacer: Pacer;
  readonly #waits: Waits;
  readonly #clients: Clients;
  readonly #events: EventRunner;
  readonly #reception: Reception;
  readonly #admission: Admission;
  readonly #rewind: Rewind;
  #isPaused = false;
  #isStopped = false;
  #framesToGo = 0;
  #lateFrames = 0;
  #framesRun = 0;
  #epoch = 0;

  constructor(world: World, options: Partial<SimulationOptions> = {}) {
    this.world = world;
    this.options = { ...DEFAULT_OPTIONS, ...options, ...notedReaders(this.inputs, options) };
    this.pulls = new Pulls(this.inputs);
    this.editing = new WorldEditing(this, this.options.worldText);
    this.#waits = new Waits(this);
    this.#clients = new Clients(this, this.#waits);
    this.#reception = new Reception(this);
    this.#pacer = new Pacer(this.options.rate);
    this.#events = new EventRunner(this);
    this.#rewind = new Rewind(this, (entity, error) => this.#clients.fail(entity, error));
    // robots of the world file without a controller are there from the start, unless the program has added them already
    const own = world.file.robots.filter(({ controller, robot }) => !controller && !world.has(robot.name));
    const [failed] = world.joinAll(own.map(({ robot }) => robot));
    if (failed) throw failed.error;
    const { compileAhead, expect } = this.options;
    const canJoin = (session: Session, robot: RobotDescription): boolean => this.#waits.canJoin(session, robot);
    this.#admission = new Admission(this, expect, compileAhead && canJoin);
    this.guests = this.options.guests.map((create) => create(this));
    this.verbs = new VerbTable([...this.options.verbs, ...this.guests.flatMap(({ verbs = [] }) => verbs)]);
    for (const { verbs } of world.file.rights) for (const verb of verbs) this.verbs.find(verb);
  }

  /** True: the world waits for a model that another thread compiles. */
  get isPreparing(): boolean {
    return !this.#isStopped && this.#waits.isPreparing;
  }

  /** True: all expected robots are there, the first frame may run. */
  get isStarted(): boolean {
    return this.#admission.isStarted;
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

  /**
   * Adds a client. `description`: its robot, if it does not come from a document. `sink`: takes its frames, if the client
   * speaks another protocol.
   */
  connect(link: Link, nowMs: number, description?: RobotDescription, sink?: FrameSink): Session {
    const session = this.#reception.open(link, nowMs, sink);
    if (this.#isStopped) {
      session.fail(stoppedError());
      return session;
    }
    this.#clients.add(session);
    if (this.#reception.isFull) session.fail(this.#reception.tooManyClients(session));
    else if (description) session.begin(description);
    return session;
  }

  get sessions(): readonly Session[] {
    return this.#clients.sessions;
  }

  /** The running session of a robot; undefined: it has no client. */
  driverOf(robot: string): Session | undefined {
    return this.#clients.driverOf(robot);
  }

  /** True: a client drives this robot, or did so in the recording that is played back. */
  isDriven(robot: string): boolean {
    return this.driverOf(robot) !== undefined || this.absent.has(robot);
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
    for (const session of this.sessions) session.proceed(nowMs);
    this.#waits.enforce(heardMs);
    const mayAdmit = !this.#waits.isOwed(heardMs);
    const hasJoined = mayAdmit && this.#admit(nowMs);
    if (!mayAdmit) this.#clients.release(true);
    // joins compile, and a step follows in another turn; without another thread, programs expect both in one call
    if (hasJoined && this.options.compileAhead) return NEXT_JOIN_MS;
    if (
      !this.#admission.isStarted ||
      this.#waits.isPreparing ||
      this.#waits.isWaiting(heardMs) ||
      (this.#isPaused && this.#framesToGo === 0)
    )
      return mayAdmit && !this.isPreparing && this.#admission.hasMore
        ? NEXT_JOIN_MS
        : this.#waits.untilTimeout(nowMs, heardMs);
    const cap = this.world.robots.length === 0 ? EMPTY_RATE : Number.POSITIVE_INFINITY;
    const wait = this.#framesToGo > 0 ? 0 : this.#pacer.wait(nowMs, this.world.timeNs + this.world.stepNs, cap);
    if (wait > 0) return Math.min(wait, this.#waits.untilTimeout(nowMs, heardMs));
    if (this.options.isAsync && wait < 0) this.#countLate(-wait);
    this.#step(nowMs);
    return this.#waits.isWaiting(heardMs) ? this.#waits.untilTimeout(nowMs, heardMs) : 0;
  }

  /** `commit`: for a playback, what the clients' answers did. False: an event has paused or reset the world. */
  #step(nowMs: number, commit?: () => void): boolean {
    const { inputs, frameTimes: times } = this;
    times?.begin();
    // phase 2: messages of robots and events of the world file; a pause or reset ends this frame
    if (!inputs.follow(() => hearRobots(this, nowMs) && this.#events.run(nowMs))) {
      inputs.note({ kind: "halt" });
      return false;
    }
    times?.end("events");
    limitMessages(this.sessions, this.options.limits.messagesOfAll);
    for (const session of this.sessions) session.commit();
    commit?.();
    inputs.follow(() => this.#advance(nowMs));
    inputs.frame();
    this.#framesRun++;
    this.#pacer.measure(nowMs, this.world.timeNs);
    for (const session of this.sessions) if (session.robot?.isDue) this.#sendFrame(session, nowMs);
    this.#clients.release(true);
    times?.end("clients");
    this.#endFrame();
    this.options.afterFrame?.();
    times?.end("server");
    return true;
  }

  /** Phases 3 to 7. */
  #advance(nowMs: number): void {
    const { world, frameTimes: times } = this;
    for (const guest of this.guests) guest.beforeStep?.();
    this.pulls.apply(world.physics, nowMs);
    this.options.beforeStep?.();
    times?.end("commands");
    for (const { entity, error } of world.stepFrame(times)) this.#clients.fail(entity, error);
    for (const guest of this.guests) guest.afterStep?.();
    times?.end("guests");
  }

  #endFrame(): void {
    if (this.#framesToGo > 0) this.#framesToGo--;
    for (const guest of this.guests) guest.afterFrame?.();
  }

  /**
   * For a playback: one attempt at a frame, without clients and without waiting. `commit` does what the clients' answers did, in
   * phase 2. False: an event has paused or reset the world.
   */
  play(commit: () => void): boolean {
    return this.#step(0, commit);
  }

  #sendFrame(session: Session, nowMs: number): void {
    if (session.state !== "running") return;
    const { world } = this;
    // policy skip: no new frame before the old one is answered
    const isFull = this.options.isAsync && session.link.backlog > ASYNC_BACKLOG;
    if (session.owes || session.isDrawing || isFull) {
      session.missFrame();
      session.robot?.keepReports();
      if (session.robot) this.inputs.note({ kind: "miss", robot: session.robot.name });
    } else session.openFrame(world.timeNs, world.timeSec, nowMs);
  }

  /** Counts late frames, and those that are not caught up (T3). */
  #countLate(lateMs: number): void {
    const stepMs = this.world.stepNs / 1e6 / this.rate;
    if (lateMs > MAX_BEHIND_MS) this.#lateFrames += Math.floor(lateMs / stepMs);
    else if (lateMs >= Math.max(stepMs, CLOCK_GRAIN_MS)) this.#lateFrames++;
  }

  // ---- joining and leaving

  /** Removes the robots of closed sessions, then joins those of waiting ones in name order. True: some have joined. */
  #admit(nowMs: number): boolean {
    this.#clients.release(true);
    if (this.#waits.isPreparing) return false;
    const wasStarted = this.#admission.isStarted;
    const joined = this.#admission.admit(this.sessions, this.#isPaused || this.#waits.isGuestWaiting);
    if (!joined) return false;
    for (const session of joined) {
      const { robot } = session;
      if (!robot) continue;
      this.options.log(`${robot.name} joined at ${this.world.timeSec} s`);
      session.sendHello(helloOf(this.world, robot));
      if (robot.isDue) this.#sendFrame(session, nowMs);
    }
    if (!wasStarted || joined.length > 0) this.#pacer.reanchor();
    // a session may fail at its first frame: its robot leaves before the step
    if (joined.length > 0) this.#clients.release(true);
    return joined.length > 0;
  }

  /**
   * Compiles models in another thread, then does a change of the world that needs them. The world waits, so that the change
   * takes effect at the boundary of the present frame. Undefined: nothing has to be compiled; nothing was done.
   */
  prepare<T>(jobs: readonly CompileJob[], change: () => T): Promise<T> | undefined {
    return this.#waits.prepare(jobs, change);
  }

  /** The models that a verb would compile. */
  planRestore(name: string | KeptWorld): readonly CompileJob[] {
    return this.#rewind.plan(name);
  }

  /** Work that began at `fromMs` ended at `toMs` (joining takes long): restarts the recipients' stall timers at `toMs`. */
  lasted(fromMs: number, toMs: number): void {
    for (const session of this.sessions) if (session.sentMs === fromMs) session.sentMs = toMs;
  }

  // ---- control (T8)

  pause(): void {
    this.#act("pause", [], () => {
      this.#isPaused = true;
      this.#framesToGo = 0;
    });
  }

  resume(): void {
    this.#act("resume", [], () => {
      this.#isPaused = false;
      this.#framesToGo = 0;
      this.#pacer.restart();
    });
  }

  /** Runs `count` frames, then pauses. */
  stepFrames(count: number): void {
    this.#act("stepFrames", [count], () => {
      this.#isPaused = true;
      this.#framesToGo = count;
    });
  }

  #act<T>(method: NotedMethod, args: readonly unknown[], work: () => T): T {
    return this.inputs.act(() => ({ kind: "call", method, args }), work);
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
    return this.#act("spawn", [description], () => spawnOne(this, description));
  }

  /** Adds robots without clients in one change of the world. Returns those that have no free place or cannot be made. */
  spawnAll(descriptions: readonly RobotDescription[]): readonly Removal[] {
    return this.#act("spawnAll", [descriptions], () => spawnAll(this, descriptions));
  }

  /** Removes an entity. The client of a robot gets REMOVED. */
  remove(name: string): void {
    this.#act("remove", [name], () => this.#clients.remove(name));
  }

  /** Removes entities, those without a client in one change of the world. */
  removeAll(names: readonly string[]): void {
    this.#act("removeAll", [names], () => this.#clients.removeAll(names));
  }

  /** Takes an edited world file over (E5). Clients of robots that the file no longer has get REMOVED. Throws: nothing has changed. */
  adopt(next: WorldFile): FileChange {
    for (const { verbs } of next.rights) for (const verb of verbs) this.verbs.find(verb);
    return this.#act("adopt", [next], () => {
      this.#clients.release();
      const change = this.world.adopt(next);
      this.removeAll(change.driven.filter((name) => this.world.has(name)));
      return change;
    });
  }

  /** Number of resets and restores so far. State that was read in an earlier epoch is void. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Number of frames that have run, over resets and restores. */
  get framesRun(): number {
    return this.#framesRun;
  }

  /** To t = 0. `seed`: another one from now on. */
  reset(nowMs: number, seed?: number): void {
    this.#act("reset", seed === undefined ? [] : [seed], () => {
      this.#clients.release();
      this.#rewind.reset(seed);
      this.#restart(nowMs);
    });
  }

  /** Saves the state under a name; returns the name. */
  snapshot(name?: string): string {
    return this.#act("snapshot", [name], () => {
      this.#clients.release();
      return this.#rewind.keep(name);
    });
  }

  get snapshots(): readonly string[] {
    return this.#rewind.names;
  }

  restore(name: string, nowMs: number): void {
    this.#act("restore", [name], () => this.#goBack(name, undefined, nowMs));
  }

  /** Restores a snapshot from elsewhere. Throws SNAPSHOT_FOREIGN. `name`: for people. */
  load(snapshot: KeptWorld, name: string, nowMs: number): void {
    this.#act("load", [snapshot, name], () => this.#goBack(name, snapshot, nowMs));
  }

  #goBack(name: string, snapshot: KeptWorld | undefined, nowMs: number): void {
    this.#clients.release();
    this.#rewind.restore(name, snapshot);
    this.#clients.dropClosed();
    this.#restart(nowMs);
  }

  /** The snapshot of this name, and one from elsewhere under a name. */
  kept(name: string): KeptWorld {
    return this.#rewind.get(name);
  }
  keep(snapshot: KeptWorld, name: string): void {
    this.#rewind.put(snapshot, name);
  }

  /**
   * Before the first frame and without clients: goes on from a moment of another run of this world. Robots that had clients are
   * there without them (`absent`). `withClients`: those of the guests are there too, as a playback needs it.
   */
  goOn(moment: Moment, { withClients = false } = {}): void {
    const { world, guests, absent, pulls } = this;
    for (const { entity, error } of world.restore(moment.world)) this.#clients.fail(entity, error);
    for (const guest of guests) {
      if (moment.guests.has(guest.name)) guest.restore?.(moment.guests.get(guest.name));
      if (withClients && moment.clients.has(guest.name)) guest.restoreClients?.(moment.clients.get(guest.name));
    }
    absent.clear();
    for (const { name, description } of world.robots)
      if (!moment.driverless.includes(name)) absent.set(name, description);
    // a live run begins to run
    this.#isPaused = withClients && moment.isPaused;
    this.#framesToGo = withClients ? moment.framesToGo : 0;
    pulls.held = withClients ? moment.pulls : [];
    if (moment.isOpen) this.#endFrame();
    this.#pacer.restart();
    this.#epoch++;
  }

  #restart(nowMs: number): void {
    const { world } = this;
    this.#pacer.restart();
    this.pulls.clear();
    this.#epoch++;
    this.#admission.restart();
    for (const session of this.sessions)
      if (session.state === "running") session.restart(world.robot(session.name), world.timeNs, world.timeSec, nowMs);
  }

  /** Ends the simulation: all clients get SERVER_STOPPED. */
  stop(): void {
    this.#isStopped = true;
    for (const session of this.sessions) session.fail(stoppedError());
    this.#clients.sessions = [];
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  // ---- state

  /** 16 hex digits over the world and its guests (M5). */
  hash(mark?: HashMark): string {
    if (this.guests.length === 0) return this.world.hash(mark);
    const hash = new Hash64().addString(this.world.hash(mark));
    for (const guest of this.guests) {
      guest.addTo?.(hash);
      mark?.(hash, guest.name, "game");
    }
    return hash.digest();
  }

  get awaited(): readonly string[] {
    return this.#admission.awaited(this.sessions);
  }

  status(): SimulationStatus {
    return statusOf(this, this.#pacer.factor, this.#lateFrames);
  }
}

const stoppedError = (): SimError =>
  new SimError("SERVER_STOPPED", { where: "server", found: "the end of the simulation" });

/** More robots join, or a step follows, in another turn of the event loop, ms. */
const NEXT_JOIN_MS = 1;
/** How often to look for finished pictures, ms. */
const DRAWING_MS = 1;
/** Accuracy of timers, ms. */
const CLOCK_GRAIN_MS = 2;
/** A free-running client with more unread output misses frames, bytes. */
const ASYNC_BACKLOG = 1 << 18;
