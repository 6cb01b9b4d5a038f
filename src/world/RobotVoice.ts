// Messages of a robot to the world (E2, E4): `Event` names something that triggers wait for, `Console` is a line with a verb.
// They act after the robot's command latency, in phase 2 of a frame. A robot has a voice only if the world listens to it.

import type { Latency } from "../describe/robot/Latency.js";
import { SimError, unknownName } from "../describe/SimError.js";
import { DelayQueue, type QueueState } from "../latency/DelayQueue.js";
import type { Hash64 } from "../math/Hash64.js";
import type { RandomStream } from "../math/RandomStream.js";

export interface Utterance {
  readonly kind: "Event" | "Console";
  readonly text: string;
}

/** What the world listens to. */
export interface VoiceRights {
  /** Texts of `Event` messages that a trigger waits for. */
  readonly events: readonly string[];
  /** Verbs of `Console` messages. */
  readonly verbs: readonly string[];
}

export type VoiceState = QueueState<Utterance>;

/** Maximum length of a message, characters. */
const MAX_TEXT = 1024;
/** Maximum number of messages whose latency is not over. */
const MAX_WAITING = 64;

export class RobotVoice {
  readonly rights: VoiceRights;
  readonly #robot: string;
  readonly #queue: DelayQueue<Utterance>;

  constructor(robot: string, rights: VoiceRights, latency: Latency, stream: RandomStream) {
    this.#robot = robot;
    this.rights = rights;
    this.#queue = new DelayQueue(latency, stream);
  }

  /** Whether the world listens to messages of this name. */
  isHeard(kind: string): kind is Utterance["kind"] {
    return (kind === "Event" && this.rights.events.length > 0) || (kind === "Console" && this.rights.verbs.length > 0);
  }

  /** Throws a SimError. Verbs are checked when they run. */
  check({ kind, text }: Utterance): void {
    const where = `${this.#robot}/${kind}`;
    if (text.length > MAX_TEXT)
      throw new SimError("MESSAGE_TOO_LONG", {
        where,
        found: `${text.length} characters`,
        allowed: `at most ${MAX_TEXT}`,
      });
    if (kind === "Event" && !this.rights.events.includes(text))
      throw unknownName("EVENT_UNHEARD", where, text, this.rights.events);
  }

  /** Number of messages that may be added. */
  get room(): number {
    return MAX_WAITING - this.#queue.length;
  }

  say(utterance: Utterance, timeNs: number): void {
    this.#queue.push(timeNs, utterance);
  }

  /** The next message whose latency is over. */
  take(nowNs: number): Utterance | undefined {
    return this.#queue.takeOne(nowNs)?.item;
  }

  // ---- state

  save(): VoiceState {
    return this.#queue.save();
  }

  restore(state: VoiceState): void {
    this.#queue.restore(state);
  }

  addTo(hash: Hash64): void {
    this.#queue.addTo(hash, (to, { kind, text }) => to.addString(kind).addString(text));
  }
}
