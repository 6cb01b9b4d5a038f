// The packets that a match sends to all listeners (F3, F4): vision packets when they are due, and tracker packets, on one clock.

import type { Hash64 } from "../../../math/Hash64.js";
import type { World } from "../../../world/World.js";
import type { FieldState } from "../FieldState.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { TrackerWrapperPacket } from "../wire/SslTracker_pb.js";
import type { SSL_WrapperPacket } from "../wire/SslVision_pb.js";
import type { Realism } from "./Realism.js";
import { Tracker, type TrackerState } from "./Tracker.js";
import { Vision, type VisionState } from "./Vision.js";

export interface BroadcastOptions {
  readonly field: FieldGeometry;
  /** Unix time of simulated time 0, s. */
  readonly epochSec: number;
  readonly visionRateHz: number;
  readonly realism: Realism;
  readonly cameras: number | undefined;
  readonly trackerUuid?: string | undefined;
}

export interface BroadcastState {
  readonly vision: VisionState;
  readonly tracker: TrackerState;
}

export type BroadcastPacket =
  | { readonly channel: "vision"; readonly message: SSL_WrapperPacket }
  | { readonly channel: "tracker"; readonly message: TrackerWrapperPacket };

const NONE: readonly BroadcastPacket[] = Object.freeze([]);

export class Broadcast {
  readonly #world: World;
  readonly #options: BroadcastOptions;
  #epochSec: number;
  #vision: Vision;
  #tracker: Tracker;

  constructor(world: World, options: BroadcastOptions) {
    this.#world = world;
    this.#options = options;
    this.#epochSec = options.epochSec;
    this.#vision = this.#makeVision();
    this.#tracker = this.#makeTracker();
  }

  #makeVision(): Vision {
    const { timeNs, seed, file } = this.#world;
    const { field, realism, visionRateHz: rateHz, cameras } = this.#options;
    const epochSec = this.#epochSec;
    return new Vision({ field, startNs: timeNs, seed, realism, rateHz, epochSec, cameras, worldCameras: file.cameras });
  }

  #makeTracker(): Tracker {
    const { seed, timeNs } = this.#world;
    const { visionRateHz: rateHz, trackerUuid: uuid } = this.#options;
    return new Tracker({ seed, uuid, rateHz, epochSec: this.#epochSec, startNs: timeNs });
  }

  /** All packets that leave after this step. */
  look(fieldState: FieldState): readonly BroadcastPacket[] {
    this.#vision.look(fieldState);
    const due = this.#vision.takeDue(fieldState.timeNs);
    const tracked = this.#tracker.look(fieldState);
    if (due.length === 0 && !tracked) return NONE;
    const seen = due.map((message) => ({ channel: "vision", message }) as const);
    return tracked ? [...seen, { channel: "tracker", message: tracked }] : seen;
  }

  get vision(): Vision {
    return this.#vision;
  }

  /** Affects packets only. */
  get epochSec(): number {
    return this.#epochSec;
  }
  set epochSec(epochSec: number) {
    this.#epochSec = epochSec;
    this.#vision.epochSec = epochSec;
    this.#tracker.epochSec = epochSec;
  }

  /** Back to the start; the epoch stays. */
  restart(): void {
    this.#vision = this.#makeVision();
    this.#tracker = this.#makeTracker();
  }

  save(): BroadcastState {
    return { vision: this.#vision.save(), tracker: this.#tracker.save() };
  }

  restore({ vision, tracker }: BroadcastState): void {
    this.#vision.restore(vision);
    this.#tracker.restore(tracker);
  }

  addTo(hash: Hash64): void {
    this.#vision.addTo(hash);
    this.#tracker.addTo(hash);
  }
}
