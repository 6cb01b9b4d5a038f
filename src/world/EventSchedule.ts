// Schedules the events of a world, line by line (E2). An event starts at t = 0, after another event, or by its trigger. Part of the world's state: saved, restored, hashed and reset with it (M5, T8).
// src/session runs the lines. Times are those of describe/world/WorldEvent.ts. A line that is due at t runs in the first frame at or
// after t; lines run by time, then by event name.

import { isSameData } from "../describe/edit/SameData.js";
import { inNameOrder } from "../describe/entity/Entity.js";
import { SimError } from "../describe/SimError.js";
import type { WorldEvent } from "../describe/world/WorldEvent.js";
import type { Hash64 } from "../math/Hash64.js";
import { RandomStream } from "../math/RandomStream.js";

/** One start of an event, with its progress. */
interface Run {
  readonly event: string;
  readonly startNs: number;
  /** Next repetition, from 0, and next line in it. */
  readonly n: number;
  readonly line: number;
  readonly dueNs: number;
  /** The thing that made a trigger start it. */
  readonly who?: string | undefined;
  /** Started by hand: it is not repeated. */
  readonly isTried?: true;
  /** Events that started each other by calls within the frame, up to this one. */
  readonly chain?: readonly string[] | undefined;
}

export interface EventState {
  readonly runs: readonly Run[];
  /** Number of completed repetitions, in the order of the events. */
  readonly happened: readonly number[];
  /** Robots that an event has added; a reset removes them. */
  readonly guests: readonly AddedRobot[];
}

interface AddedRobot {
  readonly name: string;
  /** Distinguishes it from a later robot with the same name. */
  readonly joinNs: number;
}

export interface DueLine {
  readonly event: string;
  readonly line: string;
  readonly who: string | undefined;
}

interface EventStatus {
  readonly name: string;
  readonly happened: number;
  /** ns; null: no further run. */
  readonly nextNs: number | null;
}

/** Maximum number of simultaneous runs of one event, and of all; further ones are not started. */
const [MAX_RUNS, MAX_RUNS_OF_ALL] = [1000, 20_000];
/** Maximum number of runs that events start for the same frame: events that call others twice each would never end. */
const MAX_CALLS = 1000;

export class EventSchedule {
  /** In name order. */
  readonly events: readonly WorldEvent[];
  /** Index of each event, and the events after each. */
  readonly #place: ReadonlyMap<string, number>;
  readonly #chained = new Map<string, WorldEvent[]>();
  #seed: number;
  /** In the order in which they are due. */
  #runs: Run[] = [];
  /** Number of runs of each event, by index. */
  readonly #counts: number[];
  #happened: number[] = [];
  #guests: readonly AddedRobot[] = [];
  /** The run whose line was taken last, in this frame. */
  #current: Run | undefined;
  /** The present frame, and the number of runs that events have started for it. */
  #frameNs = -1;
  #calls = 0;

  constructor(events: readonly WorldEvent[], seed: number) {
    this.events = inNameOrder(events);
    this.#place = new Map(this.events.map(({ name }, i) => [name, i]));
    for (const event of this.events) {
      if (event.after === undefined) continue;
      const others = this.#chained.get(event.after);
      if (others) others.push(event);
      else this.#chained.set(event.after, [event]);
    }
    this.#seed = seed;
    this.#counts = this.events.map(() => 0);
    this.restore(this.#start());
  }

  /**
   * The progress of the events of an edited file: events that the edit has not changed go on. A new or changed event is as if it had
   * been there from the start, without the runs before `timeNs`.
   */
  takeOver(old: EventSchedule, timeNs: number): void {
    const known = new Map(old.events.map((event, i) => [event.name, { event, happened: old.#happened[i] }]));
    const isKept = (event: WorldEvent): boolean => isSameData(known.get(event.name)?.event, event);
    const fresh = this.#start().runs.flatMap((run) => {
      const event = this.#event(run.event);
      return isKept(event) ? [] : this.#firstRunFrom(event, timeNs);
    });
    const kept = old.#runs.filter(({ event }) => this.#place.has(event) && isKept(this.#event(event)));
    this.restore({
      runs: [...kept, ...fresh],
      happened: this.events.map((event) => (isKept(event) ? (known.get(event.name)?.happened ?? 0) : 0)),
      guests: old.#guests,
    });
  }

  #firstRunFrom(event: WorldEvent, timeNs: number): readonly Run[] {
    const { atNs, everyNs, times } = event;
    const missed = everyNs === undefined ? Number(atNs < timeNs) : Math.max(0, Math.ceil((timeNs - atNs) / everyNs));
    return missed < times ? [this.#plan(event, { startNs: 0 }, missed)] : [];
  }

  /** Another seed for the runs that are planned from now on. */
  reseed(seed: number): void {
    this.#seed = seed;
  }

  get status(): readonly EventStatus[] {
    const next = new Map<string, number>();
    for (const { event, dueNs } of this.#runs) if (!next.has(event)) next.set(event, dueNs);
    return this.events.map(({ name }, i) => ({ name, happened: this.#happened[i], nextNs: next.get(name) ?? null }));
  }

  /** Takes the next line that is due at this time. */
  next(timeNs: number): DueLine | undefined {
    if (timeNs !== this.#frameNs) [this.#frameNs, this.#calls] = [timeNs, 0];
    while (this.#runs.length > 0 && timeNs >= this.#runs[0].dueNs) {
      const [run] = this.#runs;
      this.#current = run;
      const event = this.#event(run.event);
      const line = event.lines.at(run.line);
      if (run.line + 1 < event.lines.length) this.#runs[0] = { ...run, line: run.line + 1 };
      else this.#finish(run, event);
      // a trigger may have no lines of its own
      if (line !== undefined) return { event: run.event, line, who: run.who };
    }
    this.#current = undefined;
    return undefined;
  }

  /**
   * Starts an event by its name. A line of another event starts it with its times, for the same subject unless it names one, and
   * throws EVENT_LOOP if the event has called itself, or too many others, within this frame. By hand it runs once, now, whatever it waits for.
   */
  call(name: string, timeNs: number, subject: string | undefined): void {
    const caller = this.#current;
    const plan = this.#plan(this.#event(name), { startNs: timeNs, who: subject ?? caller?.who }, 0);
    const run: Run = caller ? this.#called(plan, caller, timeNs) : { ...plan, dueNs: timeNs, isTried: true };
    if (this.#canStart(name)) this.#add(run);
  }

  #called(plan: Run, caller: Run, timeNs: number): Run {
    if (plan.dueNs > timeNs) return plan;
    const chain = [...(caller.chain ?? []), caller.event];
    if (chain.includes(plan.event))
      throw new SimError("EVENT_LOOP", { where: plan.event, found: [...chain, plan.event].join(" calls ") });
    if (++this.#calls > MAX_CALLS)
      throw new SimError("EVENT_LOOP", {
        where: plan.event,
        found: `more than ${MAX_CALLS} calls in one frame`,
        allowed: `at most ${MAX_CALLS}`,
      });
    return { ...plan, chain };
  }

  /** The trigger of this name starts its event, because of `who`. */
  start(name: string, timeNs: number, who: string): void {
    if (this.#canStart(name)) this.#add(this.#plan(this.#event(name), { startNs: timeNs, who }, 0));
  }

  /** The first run has completed a repetition: plans the next one and starts the events with `after` this one. */
  #finish(run: Run, event: WorldEvent): void {
    const place = this.#place.get(event.name) as number;
    this.#runs.shift();
    this.#counts[place]--;
    this.#happened[place]++;
    if (run.n + 1 < event.times && !run.isTried) this.#add(this.#plan(event, run, run.n + 1));
    for (const one of this.#chained.get(event.name) ?? []) {
      const plan = this.#plan(one, { startNs: run.dueNs, who: run.who }, 0);
      const isNow = plan.dueNs === run.dueNs;
      if (!this.#canStart(one.name) || (run.chain && isNow && ++this.#calls > MAX_CALLS)) continue;
      this.#add(run.chain && isNow ? { ...plan, chain: [...run.chain, run.event] } : plan);
    }
  }

  #canStart(name: string): boolean {
    return this.#runs.length < MAX_RUNS_OF_ALL && this.#counts[this.#place.get(name) as number] < MAX_RUNS;
  }

  /** Adds a run after those that are due before it. */
  #add(run: Run): void {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#runs[middle], run) <= 0) low = middle + 1;
      else high = middle;
    }
    this.#runs.splice(low, 0, run);
    this.#counts[this.#place.get(run.event) as number]++;
  }

  #compare(a: Run, b: Run): number {
    const at = ({ event }: Run): number => this.#place.get(event) as number;
    return a.dueNs - b.dueNs || at(a) - at(b) || a.startNs - b.startNs || a.n - b.n;
  }

  #event(name: string): WorldEvent {
    return this.events[this.#place.get(name) as number];
  }

  #plan(event: WorldEvent, { startNs, who }: Pick<Run, "startNs" | "who">, n: number): Run {
    const { name, atNs, everyNs = 0, jitterNs } = event;
    const late = jitterNs > 0 ? Math.round(this.#random(name, startNs, n) * jitterNs) : 0;
    return { event: name, startNs, n, line: 0, dueNs: startNs + atNs + n * everyNs + late, who };
  }

  /** Random number from 0 to 1 that depends only on its arguments and the seed. */
  #random(name: string, startNs: number, n: number): number {
    return new RandomStream(this.#seed).split("Event").split(name).split(`${startNs}/${n}`).uniform();
  }

  /** Marks a robot as added by an event. */
  markAdded({ name, joinNs }: AddedRobot): void {
    this.#guests = [...this.#guests.filter((robot) => robot.name !== name), { name, joinNs }];
  }

  wasAdded({ name, joinNs }: AddedRobot): boolean {
    return this.#guests.some((robot) => robot.name === name && robot.joinNs === joinNs);
  }

  // ---- state

  #start(): EventState {
    const runs = this.events
      .filter(({ after, isTriggered }) => after === undefined && !isTriggered)
      .map((event) => this.#plan(event, { startNs: 0 }, 0));
    return { runs, happened: this.events.map(() => 0), guests: [] };
  }

  reset(): void {
    this.restore(this.#start());
  }

  save(): EventState {
    return { runs: [...this.#runs], happened: [...this.#happened], guests: this.#guests };
  }

  restore({ runs, happened, guests }: EventState): void {
    this.#current = undefined;
    this.#frameNs = -1;
    this.#runs = [...runs].sort((a, b) => this.#compare(a, b));
    this.#counts.fill(0);
    for (const { event } of runs) this.#counts[this.#place.get(event) as number]++;
    this.#happened = [...happened];
    this.#guests = guests;
  }

  addTo(hash: Hash64): void {
    if (this.events.length > 0) hash.addString(JSON.stringify(this.save()));
  }
}
