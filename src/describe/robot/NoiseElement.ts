// Reads <Noise> of a device (S2).

import type { XmlReader } from "../xml/XmlReader.js";
import { NO_NOISE, type Noise } from "./Noise.js";

export function readNoise(owner: XmlReader): Noise {
  const element = owner.child("Noise");
  return element?.attempt(() => readNumbers(element)) ?? NO_NOISE;
}

function readNumbers(element: XmlReader): Noise {
  const noise: Noise = Object.freeze({
    gaussian: element.number("Gaussian", { min: 0 }) ?? NO_NOISE.gaussian,
    bias: element.number("Bias") ?? NO_NOISE.bias,
    drift: element.number("Drift", { min: 0 }) ?? NO_NOISE.drift,
    min: element.number("Min", { infinite: true }) ?? NO_NOISE.min,
    max: element.number("Max", { infinite: true }) ?? NO_NOISE.max,
    quantum: element.number("Quantum", { min: 0 }) ?? NO_NOISE.quantum,
    dropout: element.number("Dropout", { min: 0, max: 1 }) ?? NO_NOISE.dropout,
  });
  if (noise.min > noise.max)
    throw element.error("VALUE_OUT_OF_RANGE", { found: noise.max, allowed: `at least Min, ${noise.min}` }, "Max");
  element.finish();
  return noise;
}
