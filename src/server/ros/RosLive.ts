// What ROS programs see of a running simulation (X2): the channels of recordings as messages of ROS 2 with simulated time, made only for
// topics with a subscriber, and commands for robots.

import type { RunChannels } from "../../record/channels/RunChannels.js";
import type { RosMessage, RosTopic } from "../../record/ros/RosConverter.js";
import { rosJson } from "../../record/ros/RosJson.js";
import { type RosOutput, RosSink } from "../../record/ros/RosSink.js";
import type { Simulation } from "../../session/Simulation.js";
import type { Control } from "../Control.js";
import { liveChannels } from "../record/LiveChannels.js";

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

export class RosLive implements RosOutput {
  readonly options: RosOptions;
  readonly #sink: RosSink;
  readonly #channels: RunChannels;
  readonly #topics = new Map<string, RosTopic>();
  readonly #listeners = new Set<RosListener>();
  #builds = -1;

  constructor(options: RosOptions) {
    this.options = options;
    this.#sink = new RosSink(this, false);
    this.#channels = liveChannels(options.simulation, this.#sink);
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

  refresh(): void {
    this.#channels.refresh();
  }
}
