// What ROS programs see of a running simulation (X2): the channels of recordings as messages of ROS 2 with simulated time, made only for
// topics that somebody wants, and commands for robots. Made for the first connection, and gone with the last one.

import { RecordFilter } from "../../record/channels/RecordFilter.js";
import { RunChannels } from "../../record/channels/RunChannels.js";
import { RecordClock } from "../../record/RecordClock.js";
import type { RosMessage, RosTopic } from "../../record/ros/RosConverter.js";
import { rosJson } from "../../record/ros/RosJson.js";
import { type RosOutput, RosSink } from "../../record/ros/RosSink.js";
import type { Simulation } from "../../session/Simulation.js";
import type { Control } from "../Control.js";

export interface RosOptions {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly log: (line: string) => void;
}

/** A connection. */
export interface RosListener {
  wants(topic: string): boolean;
  /** A topic that is new. */
  advertise(topic: RosTopic): void;
  /** `json`: the message. */
  publish(topic: string, json: string): void;
  /** Robots may have joined or left. */
  robotsChanged(): void;
}

/** Poses and joints per second of simulated time. */
const POSE_RATE_HZ = 30;

export class RosLive implements RosOutput {
  readonly options: RosOptions;
  readonly #sink: RosSink;
  readonly #channels: RunChannels;
  readonly #topics = new Map<string, RosTopic>();
  readonly #listeners = new Set<RosListener>();
  #isPlanned = false;
  #builds = -1;

  constructor(options: RosOptions) {
    this.options = options;
    const { simulation } = options;
    this.#sink = new RosSink(this, false);
    const filter = new RecordFilter(["*", "contacts", "camera"]);
    const host = { simulation, sink: this.#sink, clock: new RecordClock(simulation), filter };
    this.#channels = new RunChannels(host, POSE_RATE_HZ);
  }

  get topics(): readonly RosTopic[] {
    return [...this.#topics.values()];
  }

  add(listener: RosListener): void {
    this.#listeners.add(listener);
    for (const topic of this.#topics.values()) listener.advertise(topic);
    listener.robotsChanged();
  }

  remove(listener: RosListener): void {
    this.#listeners.delete(listener);
  }

  // ---- messages

  advertise(topic: RosTopic): void {
    this.#topics.set(topic.name, topic);
    for (const listener of this.#listeners) listener.advertise(topic);
  }

  wants({ name }: RosTopic): boolean {
    for (const listener of this.#listeners) if (listener.wants(name)) return true;
    return false;
  }

  publish({ topic: { name, type }, data }: RosMessage): void {
    const json = JSON.stringify(rosJson(type, data));
    for (const listener of this.#listeners) if (listener.wants(name)) listener.publish(name, json);
  }

  /** After a frame. */
  afterFrame(): void {
    const { physics, timeNs } = this.options.simulation.world;
    this.#channels.afterFrame();
    this.#sink.clock(BigInt(timeNs));
    if (physics.builds === this.#builds) return;
    this.#builds = physics.builds;
    for (const listener of this.#listeners) listener.robotsChanged();
  }

  log(line: string): void {
    this.#channels.log(line);
  }

  /** A new subscriber needs what is written only when it changes, also while the world is paused. */
  refresh(): void {
    this.#channels.refresh();
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (!this.options.simulation.isStopped) this.#channels.afterFrame();
    });
  }
}
