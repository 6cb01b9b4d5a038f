// The paper's acceleration test: from rest to a commanded speed at a commanded acceleration, then a stop. The result depends on motors,
// mass and the grip of the wheels. Slip is the speed of the rims minus that of the ground, in m/s.

import { readJoint } from "../../src/physics/Joints.js";
import { BallStand } from "./BallStand.js";
import { withValues } from "./ScatteredRobot.js";

export interface AccelerationTrial {
  /** s, m/s; true speed forward. */
  readonly curve: readonly (readonly [number, number])[];
  /** m/s², between 20 % and 80 % of the speed. */
  readonly acceleration: number;
  readonly braking: number;
  /** m/s, of the fastest wheel, while accelerating. */
  readonly maxSlip: number;
}

export interface AccelerationOptions {
  readonly speed: number;
  /** Commanded acceleration, m/s²; 0: unlimited. */
  readonly asked: number;
  /** s of acceleration, and of braking. */
  readonly seconds: number;
}

export async function accelerate(text: string, options: AccelerationOptions): Promise<AccelerationTrial> {
  const { speed, asked, seconds } = options;
  const limited =
    asked === 0 ? text : withValues(text, { LIMIT_ACCELERATION: [asked, 100], LIMIT_BRAKING: [asked, 100] });
  const stand = await BallStand.open(limited);
  const wheels = wheelsOf(limited);
  const curve: [number, number][] = [];
  let maxSlip = 0;
  const record = (): void => {
    const forward = stand.body.linearVelocity[1];
    curve.push([0.002 * curve.length, forward]);
    if (0.002 * curve.length > seconds) return;
    for (const { joint, along } of wheels) {
      const [{ velocity }] = readJoint(stand.world.physics, stand.name, joint);
      maxSlip = Math.max(maxSlip, Math.abs(Math.abs(velocity) * radiusOf(limited) - Math.abs(forward * along)));
    }
  };
  for (const command of [speed, 0])
    for (let done = 0; done < seconds - 1e-9; done += 0.02) stand.tell("Drive", command, 0, 0).run(0.02, record);
  stand.dispose();
  const middle = Math.round(seconds / 0.002);
  const [up, down] = [curve.slice(0, middle), curve.slice(middle)];
  return { curve, acceleration: slope(up, speed), braking: -slope(down, speed), maxSlip };
}

/** Between a fifth and four fifths of the speed. */
function slope(curve: readonly (readonly [number, number])[], speed: number): number {
  const inside = curve.filter(([, v]) => v > 0.2 * speed && v < 0.8 * speed);
  const [first, last] = [inside[0], inside[inside.length - 1]];
  return first && last && last[0] > first[0] ? (last[1] - first[1]) / (last[0] - first[0]) : Number.NaN;
}

const numbersOf = (text: string, key: string): readonly number[] =>
  (text.split("\n").find((line) => line.split("=")[0].trim() === key) ?? "= ")
    .split("=")[1]
    .split("#")[0]
    .trim()
    .split(/\s+/)
    .map(Number);

const radiusOf = (text: string): number => numbersOf(text, "WHEEL_RADIUS")[0] / 1000;

/** `along`: speed of its rim while the robot moves forward at 1 m/s. */
function wheelsOf(text: string): readonly { readonly joint: string; readonly along: number }[] {
  const angles = text.includes("WHEEL_ANGLES") ? numbersOf(text, "WHEEL_ANGLES") : [90, 270];
  return angles.map((angle, i) => ({ joint: `Motor${i + 1}`, along: Math.sin((angle * Math.PI) / 180) }));
}
