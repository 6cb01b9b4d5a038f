// What the page keeps between visits, where the browser allows it: settings, panel sizes, typed commands.

import { DEFAULT_SETTINGS, type Settings } from "../Store.js";

const PREFIX = "ubersim.";

export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // private windows and full disks: the page works without storage
  }
}

const CHOICES: { readonly [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ["auto", "light", "dark"],
  drag: ["force", "move", "arrows", "rings"],
  surface: ["solid", "clear", "wire"],
  projection: ["perspective", "parallel"],
};

/** Keeps only known settings of the right type. The camera mode is not kept. */
export function recallSettings(): Settings {
  const kept = recall<Record<string, unknown>>("settings", {});
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const [name, usual] of Object.entries(DEFAULT_SETTINGS)) {
    const value = kept?.[name];
    const choices = CHOICES[name as keyof Settings] as readonly unknown[] | undefined;
    if (name !== "camera" && typeof value === typeof usual && (!choices || choices.includes(value)))
      settings[name] = value;
  }
  return settings as unknown as Settings;
}
