// What radios have sent in one step (S5). Radios send before the physics step and receive after it, so nothing stays here from step to
// step. Delays and losses are in the receivers' queues.

import type { Vec3 } from "../../math/Vec3.js";

export interface Transmission {
  /** The robot that sends: its own radios do not receive it. Undefined: no robot sends it. */
  readonly robot: string | undefined;
  readonly channel: number | "all";
  /** Place of the sender, and how far it reaches, m. */
  readonly position: Vec3;
  readonly range: number;
  readonly bytes: Uint8Array;
}

/**
 * Messages of one step, each counted once for each radio of the world: some 20 ms of work (M8). The robots that send share them;
 * each of them may send one message in any case.
 */
const MAX_COPIES = 16_000;

const NOTHING: readonly Transmission[] = [];

export class Airwaves {
  readonly #countRadios: () => number;
  #sent: Transmission[] = [];
  /** By channel, from the first reading after the sending on. */
  #heard: ReadonlyMap<number | "all", readonly Transmission[]> | undefined;

  /** `countRadios`: the number of radios of the world. */
  constructor(countRadios: () => number) {
    this.#countRadios = countRadios;
  }

  send(transmission: Transmission): void {
    this.#sent.push(transmission);
    this.#heard = undefined;
  }

  /** What a radio of this channel hears in this step: in the order of the robots' names, of the devices and of the messages. */
  on(channel: number): readonly Transmission[] {
    if (this.#sent.length === 0) return NOTHING;
    this.#heard ??= sortByChannel(this.#share());
    return this.#heard.get(channel) ?? this.#heard.get("all") ?? NOTHING;
  }

  /** The first messages of each robot. */
  #share(): readonly Transmission[] {
    const sent = this.#sent;
    const [senders, radios] = [new Set(sent.map(({ robot }) => robot)).size, this.#countRadios()];
    if (sent.length * radios <= MAX_COPIES) return sent;
    const share = Math.max(1, Math.floor(MAX_COPIES / radios / senders));
    const counts = new Map<string | undefined, number>();
    return sent.filter(({ robot }) => {
      const count = (counts.get(robot) ?? 0) + 1;
      counts.set(robot, count);
      return count <= share;
    });
  }

  clear(): void {
    if (this.#sent.length > 0) this.#sent = [];
    this.#heard = undefined;
  }
}

/** Messages to all channels are on each of them. */
function sortByChannel(sent: readonly Transmission[]): ReadonlyMap<number | "all", readonly Transmission[]> {
  const heard = new Map<number | "all", Transmission[]>([["all", []]]);
  for (const { channel } of sent) if (!heard.has(channel)) heard.set(channel, []);
  for (const one of sent)
    if (one.channel === "all") for (const list of heard.values()) list.push(one);
    else heard.get(one.channel)?.push(one);
  return heard;
}
