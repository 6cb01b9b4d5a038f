// Robots of one file are never quite alike: the same text with some of its numbers scattered, each by a normal error of its own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { packageRoot } from "../../src/server/WorldSource.js";

/** Relative, one standard deviation. */
export type Scatter = Readonly<Record<string, number>>;

/** What robots from one workshop differ in; sizes of the errors are ours. */
export const WORKSHOP: Scatter = {
  BODY_MASS: 0.03,
  BODY_CENTER: 0.05,
  WHEEL_RADIUS: 0.005,
  WHEEL_DISTANCE: 0.005,
  MOTOR_TORQUE: 0.1,
  MOTOR_SPEED: 0.05,
};

export const robotText = (name: string): string => readFileSync(join(packageRoot(), "robots", `${name}.robot`), "utf8");

/** With other numbers in some of its lines. */
export function withValues(text: string, values: Readonly<Record<string, readonly number[]>>): string {
  const kept = text.split("\n").filter((line) => !(line.split("=")[0].trim() in values));
  return [...kept, ...Object.entries(values).map(([key, numbers]) => `${key} = ${numbers.join(" ")}`)].join("\n");
}

export function scatter(text: string, stream: RandomStream, by: Scatter = WORKSHOP): string {
  const values: Record<string, readonly number[]> = {};
  for (const [key, sd] of Object.entries(by)) {
    const line = text.split("\n").find((one) => one.split("=")[0].trim() === key);
    const numbers = line?.split("=")[1].split("#")[0].trim().split(/\s+/).map(Number);
    if (numbers) values[key] = numbers.map((x) => x * (1 + stream.split(key).normal(0, sd)));
  }
  return withValues(text, values);
}
