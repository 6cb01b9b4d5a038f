// Tables between 8-bit sRGB values (IEC 61966-2-1) and linear light as an integer from 0 to 65535, so that sums and
// products are the same on every machine.

import { pow } from "../../math/Exponential.js";

export const FULL_LIGHT = 65535;

/** Linear light of an 8-bit value. */
export const LIGHT_OF: Uint16Array = Uint16Array.from({ length: 256 }, (_, v) => {
  const s = v / 255;
  return Math.round(FULL_LIGHT * (s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4)));
});

/** 8-bit value of light, indexed by light / 4 rounded down. */
export const VALUE_OF: Uint8Array = Uint8Array.from({ length: 16384 }, (_, i) => {
  const light = (4 * i + 2) / FULL_LIGHT;
  const s = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(Math.min(1, light), 1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, s));
});

/** 8-bit value of light >= 0; above FULL_LIGHT it is 255. */
export const valueOfLight = (light: number): number => VALUE_OF[Math.min(FULL_LIGHT, Math.floor(light)) >> 2];
