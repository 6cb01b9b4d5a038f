// Runs the lines of a world's events when they are due (E2, E3, E4): in phase 2 of a frame, before the answers of clients take
// effect and before the step. Lines use the verbs of the console, except those with `notInEvents`. A line that fails is
// logged and has no other effect; the same error of the same line is logged once.

import { asSimError, explainError, type SimError } from "../describe/SimError.js";
import type { DueLine } from "../world/EventSchedule.js";
import { spread } from "./ManyNames.js";
import type { Simulation } from "./Simulation.js";
import { runCall, type VerbCall } from "./verbs/Verbs.js";

/** Verbs whose data is logged, because an event has no receiver for a reply. */
const QUERIES: readonly string[] = ["get", "list"];

export class EventRunner {
  readonly #simulation: Simulation;
  /** Checked lines, by text. */
  readonly #calls = new Map<string, VerbCall>();
  readonly #failures = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** Runs all lines that are due. False: no step may follow, because the world was paused, reset or stopped. */
  run(nowMs: number): boolean {
    const simulation = this.#simulation;
    const { epoch, world } = simulation;
    for (let due = world.events.next(world.timeNs); due; due = world.events.next(world.timeNs)) {
      this.#runLine(due, nowMs);
      // after a reset the remaining lines are void
      if (simulation.epoch !== epoch || simulation.isStopped) return false;
    }
    return !simulation.isPaused || simulation.framesToGo > 0;
  }

  #runLine({ event, line, who }: DueLine, nowMs: number): void {
    const simulation = this.#simulation;
    try {
      const call = this.#read(line);
      if (this.#isVoid(call)) return;
      const { robots } = simulation.world;
      const { epoch } = simulation;
      for (const one of spread(call, simulation.world, who)) {
        const { data } = runCall({ simulation, nowMs }, one);
        if (QUERIES.includes(call.verb.name))
          simulation.options.log(`event ${event}: ${line}: ${JSON.stringify(data)}`);
        if (simulation.epoch !== epoch || simulation.isStopped) return;
      }
      for (const robot of simulation.world.robots)
        if (!robots.includes(robot)) simulation.world.events.markAdded(robot);
    } catch (problem) {
      this.#logOnce(`event ${event}: ${line}`, asSimError(problem, line));
    }
  }

  /** `pause` while frames are stepped one by one, and `reset` at t = 0, which would repeat for ever. */
  #isVoid({ verb: { name } }: VerbCall): boolean {
    const { isPaused, world } = this.#simulation;
    return (name === "pause" && isPaused) || (name === "reset" && world.timeNs === 0);
  }

  #read(line: string): VerbCall {
    const call = this.#calls.get(line) ?? this.#simulation.verbs.readEventLine(line);
    this.#calls.set(line, call);
    return call;
  }

  #logOnce(where: string, error: SimError): void {
    const key = `${where} ${error.code}`;
    if (this.#failures.has(key)) return;
    this.#failures.add(key);
    this.#simulation.options.log(`${where}: ${explainError(error)}`);
  }
}
