// All cases of the accuracy suite.

import type { AccuracyCase } from "./AccuracyCase.js";
import { BLOW_CASES } from "./Blows.js";
import { FAST_BALL_CASES } from "./FastBall.js";
import { FRICTION_CASES } from "./Friction.js";
import { IMPACT_CASES } from "./Impact.js";
import { MACHINE_CASES } from "./Machines.js";
import { MOTION_CASES } from "./Motion.js";

export const ACCURACY_CASES: readonly AccuracyCase[] = [
  ...MOTION_CASES,
  ...FRICTION_CASES,
  ...IMPACT_CASES,
  ...BLOW_CASES,
  ...MACHINE_CASES,
  ...FAST_BALL_CASES,
];
