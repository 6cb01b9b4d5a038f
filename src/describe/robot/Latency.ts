// The latency of a device (T6): a delay model, the share of lost messages, and whether messages may overtake each other.
// src/latency applies it to messages.

/** Delays in whole nanoseconds; a negative draw counts as 0. */
export type DelayModel =
  | { readonly kind: "constant"; readonly valueNs: number }
  | { readonly kind: "uniform"; readonly minNs: number; readonly maxNs: number }
  /** Drawn again until the delay is between min and max. */
  | {
      readonly kind: "normal";
      readonly meanNs: number;
      readonly sdNs: number;
      readonly minNs: number;
      readonly maxNs: number;
    }
  | {
      readonly kind: "gamma";
      readonly shape: number;
      readonly scaleNs: number;
      readonly minNs: number;
      readonly maxNs: number;
    }
  /** Measured delays, used in order and repeated. */
  | { readonly kind: "trace"; readonly delaysNs: readonly number[] };

export interface Latency {
  readonly model: DelayModel;
  /** Probability from 0 to 1 that a message is lost. */
  readonly drop: number;
  /** True: a message with a shorter delay may overtake another one. */
  readonly reorder: boolean;
  /** True: if no new sample has arrived, the last one is sent again. Commands always hold. */
  readonly hold: boolean;
}

export const NO_LATENCY: Latency = Object.freeze({
  model: Object.freeze({ kind: "constant", valueNs: 0 } as const),
  drop: 0,
  reorder: false,
  hold: false,
});
