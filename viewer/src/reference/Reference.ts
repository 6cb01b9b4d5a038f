// The measured trajectory beside a run (`--reference FILE`), as the server told it.

import { valueAt } from "../../../src/record/reference/Reference.js";
import type { ReferenceMessage } from "../../../src/record/reference/ReferenceView.js";
import type { Store } from "../Store.js";

type Curve = ReferenceMessage["signals"][string];

/** Undefined: there is none. */
export function referenceOf({ guestMessages }: Store): ReferenceMessage | undefined {
  const message = guestMessages.get("reference") as ReferenceMessage | undefined;
  return message?.type === "reference" ? message : undefined;
}

/** Names in a recording of a number that the page watches: column `label` of `quantity` at a path ENTITY/PART. */
export function namesOf(path: string, quantity: string, label: string): readonly string[] {
  const [, base, axis] = /^(.*?)(\d)$/.exec(quantity) ?? [];
  const ofAxis = base === undefined ? [] : [`${path}.${axis}/${base}`, `${path}.sample/${quantity}`];
  return [`${path}/${quantity}.${label}`, `${path}/${quantity}`, ...ofAxis];
}

export function curveOf({ signals }: ReferenceMessage, names: readonly string[]): Curve | undefined {
  const name = names.find((one) => Object.hasOwn(signals, one));
  return name === undefined ? undefined : signals[name];
}

/** The curve at some instants; null outside of its times. */
export const sampledAt = (curve: Curve, times: ArrayLike<number>): (number | null)[] =>
  Array.from(times, (time) => valueAt(curve, time) ?? null);

/** Root mean square of the differences; undefined: no instant that both have. */
export function rmsOf(values: ArrayLike<number | null>, reference: readonly (number | null)[]): number | undefined {
  let [sum, count] = [0, 0];
  reference.forEach((other, i) => {
    const value = values[i];
    if (other === null || value === null || !Number.isFinite(value)) return;
    sum += (value - other) ** 2;
    count++;
  });
  return count === 0 ? undefined : Math.sqrt(sum / count);
}
