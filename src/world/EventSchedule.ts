// Schedules the events of a world, line by line (E2). An event starts at t = 0, after another event, or by its trigger. Part of the world's state: saved, restored, hashed and reset with it (M5, T8).
// src/session runs the lines. Times are those of describe/world/WorldEvent.ts. A line that is due at t runs in the first frame at or
// after t; lines run by time, then by event name.

import { inNameOrder } from "../describe/entity/Entity.js";
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

/** Maximum number of simultaneous runs of one event; further ones are not started. */
const MAX_RUNS = 1000;

export class EventSchedule {
  /** In name order. */
  readonly events: readonly WorldEvent[];
  /** Index of each event, and the events after each. */
  readonly #place: ReadonlyMap<string, number>;
  readonly #chained = new Map<string, WorldEvent[]>();
  readonly #seed: number;
  #state: EventState;
  /** Due time of the next run. */
  #nextNs = Number.POSITIVE_INFINITY;

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
    this.#state = this.#take(this.#start());
  }

  get status(): readonly EventStatus[] {
    const { runs, happened } = this.#state;
    return this.events.map(({ name }, i) => ({
      name,
      happened: happened[i],
      nextNs: runs.find(({ event }) => event === name)?.dueNs ?? null,
    }));
  }

  /** Takes the next line that is due at this time. */
  next(timeNs: number): DueLine | undefined {
    while (timeNs >= this.#nextNs) {
      const [run, ...others] = this.#state.runs;
      const event = this.#event(run.event);
      const line = event.lines.at(run.line);
      if (run.line + 1 < event.lines.length) this.#keep({ runs: [{ ...run, line: run.line + 1 }, ...others] });
      else this.#finish(run, event, others);
      // a trigger may have no lines of its own
      if (line !== undefined) return { event: run.event, line, who: run.who };
    }
    return undefined;
  }

  /** The trigger of this name starts its event, because of `who`. */
  start(name: string, timeNs: number, who: string): void {
    if (this.#canStart(name))
      this.#keep({ runs: [...this.#state.runs, this.#plan(this.#event(name), { startNs: timeNs, who }, 0)] });
  }

  /** A repetition is complete: plans the next one and starts the events with `after` this one. */
  #finish(run: Run, event: WorldEvent, others: readonly Run[]): void {
    const { happened } = this.#state;
    const next = run.n + 1 < event.times ? [this.#plan(event, run, run.n + 1)] : [];
    const chained = (this.#chained.get(event.name) ?? [])
      .filter(({ name }) => this.#canStart(name))
      .map((one) => this.#plan(one, { startNs: run.dueNs, who: run.who }, 0));
    this.#keep({
      runs: [...others, ...next, ...chained],
      happened: happened.map((count, i) => (this.events[i] === event ? count + 1 : count)),
    });
  }

  #canStart(name: string): boolean {
    return this.#state.runs.filter(({ event }) => event === name).length < MAX_RUNS;
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
    const others = this.#state.guests.filter((robot) => robot.name !== name);
    this.#keep({ guests: [...others, { name, joinNs }] });
  }

  wasAdded({ name, joinNs }: AddedRobot): boolean {
    return this.#state.guests.some((robot) => robot.name === name && robot.joinNs === joinNs);
  }

  // ---- state

  #start(): EventState {
    const runs = this.events
      .filter(({ after, isTriggered }) => after === undefined && !isTriggered)
      .map((event) => this.#plan(event, { startNs: 0 }, 0));
    return { runs, happened: this.events.map(() => 0), guests: [] };
  }

  #keep(change: Partial<EventState>): void {
    this.#state = this.#take({ ...this.#state, ...change });
  }

  /** Sorts the runs by due time. */
  #take(state: EventState): EventState {
    const at = ({ event }: Run): number => this.#place.get(event) as number;
    const runs = [...state.runs].sort(
      (a, b) => a.dueNs - b.dueNs || at(a) - at(b) || a.startNs - b.startNs || a.n - b.n,
    );
    this.#nextNs = runs[0]?.dueNs ?? Number.POSITIVE_INFINITY;
    return { ...state, runs };
  }

  reset(): void {
    this.#state = this.#take(this.#start());
  }

  save(): EventState {
    return this.#state;
  }

  restore(state: EventState): void {
    this.#state = this.#take(state);
  }

  addTo(hash: Hash64): void {
    if (this.events.length > 0) hash.addString(JSON.stringify(this.#state));
  }
}
