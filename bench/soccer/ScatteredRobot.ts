// Robots of one file that differ slightly: the same text with some numbers scattered by normal errors.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { packageRoot } from "../../src/server/PackageRoot.js";

/** Relative, one standard deviation. */
export type Scatter = Readonly<Record<string, number>>;

/** Numbers in which robots of one workshop differ; the sizes of the errors are our choice. */
export const WORKSHOP: Scatter = {
  BODY_MASS: 0.03,
  BODY_CENTER: 0.05,
  WHEEL_RADIUS: 0.005,
  WHEEL_DISTANCE: 0.005,
  MOTOR_TORQUE: 0.1,
  MOTOR_SPEED: 0.05,
};

export const robotText = (name: string): string => readFileSync(join(packageRoot(), "robots", `${name}.robot`), "utf8");

/** The text with other numbers in some lines. */
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
