// Draws one delay from a model (T6), in whole nanoseconds, at least 0.
//   uniform  min + u (max - min)
//   normal   mean + sd z, drawn again until it lies between min and max
//   gamma    scale times a gamma variate of the given shape, drawn again likewise
//   trace    the n-th measured delay, repeated from the start
// After TRIES draws out of range the last one is clamped: a range far out in a tail takes bounded time.

import type { DelayModel } from "../describe/robot/Latency.js";
import type { RandomStream } from "../math/RandomStream.js";
import { log, pow } from "../math/Trigonometry.js";

const TRIES = 1000;

/** Delay of message `n`, counted from 0. Constant and trace draw no random numbers. */
export function drawDelay(model: DelayModel, stream: RandomStream, n: number): number {
  switch (model.kind) {
    case "constant":
      return wholeNs(model.valueNs);
    case "uniform":
      // all whole numbers from min to max are equally likely
      return Math.min(wholeNs(Math.floor(stream.uniform(model.minNs, model.maxNs + 1))), wholeNs(model.maxNs));
    case "normal":
      return drawWithin(model, () => stream.normal(model.meanNs, model.sdNs));
    case "gamma":
      return drawWithin(model, () => model.scaleNs * drawGamma(model.shape, stream));
    case "trace":
      return wholeNs(model.delaysNs[n % model.delaysNs.length] ?? 0);
  }
}

const wholeNs = (ns: number): number => Math.max(0, Math.round(ns));

function drawWithin({ minNs, maxNs }: { readonly minNs: number; readonly maxNs: number }, draw: () => number): number {
  let ns = draw();
  for (let i = 1; i < TRIES && !(ns >= minNs && ns <= maxNs); i++) ns = draw();
  return wholeNs(Math.min(maxNs, Math.max(minNs, ns)));
}

/** Gamma variate of scale 1 (Marsaglia and Tsang 2000); for shapes below 1 gamma(a) = gamma(a + 1) u^(1/a). */
export function drawGamma(shape: number, stream: RandomStream): number {
  if (shape < 1) return drawGamma(shape + 1, stream) * pow(stream.uniform(), 1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = stream.normal();
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    const u = stream.uniform();
    if (log(u) < 0.5 * x * x + d - d * v + d * log(v)) return d * v;
  }
}
