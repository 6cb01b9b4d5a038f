// The metrics of a server at /metrics (X5). Nothing is measured before the first request, which turns the clocks of frames and clients
// on. They are turned off when no request has come for a while.

import { performance } from "node:perf_hooks";
import type { Simulation } from "../../session/Simulation.js";
import type { ViewStream } from "../../session/view/ViewStream.js";
import type { Control } from "../Control.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";
import { BoundedLabels } from "./BoundedLabels.js";
import { clientMetrics } from "./ClientMetrics.js";
import { ClientWaits } from "./ClientWaits.js";
import { FrameClock } from "./FrameClock.js";
import { type Metric, metricsText } from "./Metric.js";
import { processMetrics } from "./ProcessMetrics.js";
import { serverMetrics } from "./ServerMetrics.js";
import { simulationMetrics } from "./SimulationMetrics.js";

/** Part of a server that has metrics of its own, such as a recorder. */
export type MetricSource = () => readonly Metric[];

export interface MetricsOptions {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly memory: MemoryBudget;
  readonly views: () => ViewStream;
  /** Connections of the HTTP port. */
  readonly connections: () => number;
}

/** Without a request for this long nothing is measured, ms. Scrapers ask every minute or more often. */
const IDLE_MS = 300_000;

export class Metrics {
  readonly #options: MetricsOptions;
  readonly #labels = new BoundedLabels();
  readonly #sources = new Set<MetricSource>();
  readonly #clock = new FrameClock();
  readonly #waits = new ClientWaits();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MetricsOptions) {
    this.#options = options;
  }

  /** Adds the metrics of another part of the server. The returned function removes them. */
  add(source: MetricSource): () => void {
    this.#sources.add(source);
    return () => void this.#sources.delete(source);
  }

  /** Whether frames and clients are measured now. */
  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  /** Called before and after every attempt at a frame. */
  look(nowMs: number): void {
    if (this.#timer) this.#waits.look(this.#options.simulation.sessions, nowMs);
  }

  /** All metrics, in the text format of Prometheus. */
  text(): string {
    this.#turnOn();
    const { simulation, control, memory, views, connections } = this.#options;
    return metricsText([
      ...simulationMetrics(simulation),
      ...this.#clock.metrics(),
      ...clientMetrics(simulation, this.#waits, this.#labels, performance.now()),
      ...serverMetrics({ control, memory, views: views(), connections: connections() }),
      ...[...this.#sources].flatMap((source) => source()),
      ...processMetrics(),
    ]);
  }

  #turnOn(): void {
    const { simulation } = this.#options;
    simulation.frameTimes = this.#clock;
    this.#timer ??= setTimeout(() => this.close(), IDLE_MS).unref();
    this.#timer.refresh();
  }

  /** Ends the measurements. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#options.simulation.frameTimes = undefined;
  }
}
