// What viewers are told of a reference: its signals with the times of the run. Long ones are thinned out, so that the message stays small.

import type { GuestView } from "../../session/Guest.js";
import type { Signal } from "../signals/SignalTable.js";
import type { Reference } from "./Reference.js";

export interface ReferenceMessage {
  readonly type: "reference";
  /** Name of the file, for people. */
  readonly file: string;
  /** By name, as in recordings: ENTITY/BODY/position.x. */
  readonly signals: Readonly<Record<string, { readonly times: readonly number[]; readonly values: readonly number[] }>>;
}

/** Numbers of all signals, and of one. */
const [MAX_ALL, MAX_ONE] = [600_000, 20_000];

export class ReferenceView implements GuestView {
  readonly all: readonly string[];
  #isTold = false;

  constructor({ file, signals }: Reference) {
    const max = Math.max(2, Math.min(MAX_ONE, Math.floor(MAX_ALL / Math.max(1, signals.size))));
    const message: ReferenceMessage = {
      type: "reference",
      file,
      signals: Object.fromEntries([...signals].map(([name, signal]) => [name, thinned(signal, max)])),
    };
    this.all = [JSON.stringify(message)];
  }

  update(): readonly string[] {
    if (this.#isTold) return [];
    this.#isTold = true;
    return this.all;
  }
}

function thinned({ times, values }: Signal, max: number) {
  if (times.length <= max) return { times, values: values.map(short) };
  const kept = Array.from({ length: max }, (_, i) => Math.round((i * (times.length - 1)) / (max - 1)));
  return { times: kept.map((i) => times[i]), values: kept.map((i) => short(values[i])) };
}

const short = (value: number): number => Number(value.toPrecision(7));
