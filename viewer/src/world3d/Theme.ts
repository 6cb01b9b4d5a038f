// Colours of the light and the dark theme.

import { EXPOSURE, HORIZON, ZENITH } from "../../../src/render/scene/Lighting.js";
import type { Settings } from "../Store.js";

export interface Theme {
  readonly isDark: boolean;
  /** Sky colours straight up and at the horizon; distant things fade into the horizon colour. */
  readonly zenith: number;
  readonly horizon: number;
  readonly cloud: number;
  /** Grounds without a colour of their own blend to `groundTint` by `groundTintShare`, others by `ownTintShare`. */
  readonly groundTint: number;
  readonly groundTintShare: number;
  readonly ownTintShare: number;
  readonly gridLine: number;
  readonly gridShare: number;
  readonly accent: number;
  readonly hover: number;
  readonly sensor: number;
  /** Factor on all light. */
  readonly exposure: number;
}

const LIGHT_THEME: Theme = {
  isDark: false,
  zenith: ZENITH,
  horizon: HORIZON,
  cloud: 0xffffff,
  groundTint: 0xd9e2f0,
  groundTintShare: 0.72,
  ownTintShare: 0,
  gridLine: 0x55606e,
  gridShare: 0.2,
  accent: 0x2f6fed,
  hover: 0x5b8df5,
  sensor: 0x8a2fc4,
  exposure: EXPOSURE,
};

const DARK_THEME: Theme = {
  isDark: true,
  zenith: 0x0d1117,
  horizon: 0x20262f,
  cloud: 0x2a3340,
  groundTint: 0x1d2533,
  groundTintShare: 0.92,
  ownTintShare: 0.78,
  gridLine: 0x9fb0c6,
  gridShare: 0.13,
  accent: 0x6ea8ff,
  hover: 0x9cc3ff,
  sensor: 0xd9a6ff,
  exposure: 0.66,
};

const DARK_QUERY = "(prefers-color-scheme: dark)";

export function themeOf({ theme }: Settings): Theme {
  const isDark = theme === "dark" || (theme === "auto" && matchMedia(DARK_QUERY).matches);
  return isDark ? DARK_THEME : LIGHT_THEME;
}

/** Returns a function that unsubscribes. */
export function onSystemTheme(changed: () => void): () => void {
  const query = matchMedia(DARK_QUERY);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
