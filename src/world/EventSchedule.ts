// Which events of a world are due (E2), line by line. Pure and part of the state: it is saved, restored, hashed and reset with the
// world (M5, T8). Who says the lines is further down, in src/session. Times are those of describe/WorldEvent.ts; what is due
// at t happens in the first frame at or after t, by time, then by name of the event.

import { inNameOrder } from "../describe/entity/Entity.js";
import type { WorldEvent } from "../describe/world/WorldEvent.js";
import type { Hash64 } from "../math/Hash64.js";
import { RandomStream } from "../math/RandomStream.js";

/** One start of an event, and how far it got. */
interface Run {
  readonly event: string;
  readonly startNs: number;
  /** Which time comes next, from 0, and which line of it. */
  readonly n: number;
  readonly line: number;
  readonly dueNs: number;
}

export interface EventState {
  readonly runs: readonly Run[];
  /** How often each has happened, in the order of the events. */
  readonly happened: readonly number[];
  /** Robots that came by an event: they are not there after a reset. */
  readonly guests: readonly Guest[];
}

interface Guest {
  readonly name: string;
  /** Somebody else may come under the same name later. */
  readonly joinNs: number;
}

export interface DueLine {
  readonly event: string;
  readonly line: string;
}

export interface EventStatus {
  readonly name: string;
  readonly happened: number;
  /** ns; null: nothing is planned. */
  readonly nextNs: number | null;
}

/** Starts of one event that may be under way at once; more are not started. */
const MAX_RUNS = 1000;

export class EventSchedule {
  /** In name order. */
  readonly events: readonly WorldEvent[];
  readonly #seed: number;
  #state: EventState;
  /** Of the run that comes next. */
  #nextNs = Number.POSITIVE_INFINITY;

  constructor(events: readonly WorldEvent[], seed: number) {
    this.events = inNameOrder(events);
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

  /** The next line that is due at this instant; it counts as said. */
  next(timeNs: number): DueLine | undefined {
    if (timeNs < this.#nextNs) return undefined;
    const [run, ...others] = this.#state.runs;
    const event = this.#event(run.event);
    const line = event.lines[run.line];
    if (run.line + 1 < event.lines.length) this.#keep({ runs: [{ ...run, line: run.line + 1 }, ...others] });
    else this.#finish(run, event, others);
    return { event: run.event, line };
  }

  /** It has happened: what comes after it starts, and its next time is planned. */
  #finish(run: Run, event: WorldEvent, others: readonly Run[]): void {
    const { happened } = this.#state;
    const next = run.n + 1 < event.times ? [this.#plan(event, run.startNs, run.n + 1)] : [];
    const chained = this.events
      .filter(({ name, after }) => after === event.name && this.#hasRoom(name))
      .map((one) => this.#plan(one, run.dueNs, 0));
    this.#keep({
      runs: [...others, ...next, ...chained],
      happened: happened.map((count, i) => (this.events[i] === event ? count + 1 : count)),
    });
  }

  #hasRoom(name: string): boolean {
    return this.#state.runs.filter(({ event }) => event === name).length < MAX_RUNS;
  }

  #event(name: string): WorldEvent {
    return this.events.find((event) => event.name === name) as WorldEvent;
  }

  #plan(event: WorldEvent, startNs: number, n: number): Run {
    const { name, atNs, everyNs = 0, jitterNs } = event;
    const late = jitterNs > 0 ? Math.round(this.#chance(name, startNs, n) * jitterNs) : 0;
    return { event: name, startNs, n, line: 0, dueNs: startNs + atNs + n * everyNs + late };
  }

  /** From 0 to 1, the same however often it is asked for. */
  #chance(name: string, startNs: number, n: number): number {
    return new RandomStream(this.#seed).split("Event").split(name).split(`${startNs}/${n}`).uniform();
  }

  /** A robot that came by an event. */
  addGuest({ name, joinNs }: Guest): void {
    const others = this.#state.guests.filter((guest) => guest.name !== name);
    this.#keep({ guests: [...others, { name, joinNs }] });
  }

  isGuest({ name, joinNs }: Guest): boolean {
    return this.#state.guests.some((guest) => guest.name === name && guest.joinNs === joinNs);
  }

  // ---- state

  #start(): EventState {
    const runs = this.events.filter(({ after }) => after === undefined).map((event) => this.#plan(event, 0, 0));
    return { runs, happened: this.events.map(() => 0), guests: [] };
  }

  #keep(change: Partial<EventState>): void {
    this.#state = this.#take({ ...this.#state, ...change });
  }

  /** Runs in the order in which they are due. */
  #take(state: EventState): EventState {
    const place = new Map(this.events.map(({ name }, i) => [name, i]));
    const at = ({ event }: Run): number => place.get(event) as number;
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
