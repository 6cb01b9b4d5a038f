// How late a device is (T6), as data: a model of delays, how many messages get lost, whether they may overtake each
// other. What it does with messages is in src/latency.

/** Delays in whole nanoseconds; what is drawn below 0 counts as 0. */
export type DelayModel =
  | { readonly kind: "constant"; readonly valueNs: number }
  | { readonly kind: "uniform"; readonly minNs: number; readonly maxNs: number }
  /** Drawn anew until it lies between min and max. */
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
  /** Measured delays, used in turn, over and over. */
  | { readonly kind: "trace"; readonly delaysNs: readonly number[] };

export interface Latency {
  readonly model: DelayModel;
  /** Probability from 0 to 1 that a message never arrives. */
  readonly drop: number;
  /** True: a message with a shorter delay may overtake. */
  readonly reorder: boolean;
  /** True: where nothing new has arrived, the last sample is sent again. Commands hold anyway. */
  readonly hold: boolean;
}

export const NO_LATENCY: Latency = Object.freeze({
  model: Object.freeze({ kind: "constant", valueNs: 0 } as const),
  drop: 0,
  reorder: false,
  hold: false,
});
