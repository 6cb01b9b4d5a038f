// All cases of the accuracy suite.

import type { AccuracyCase } from "./AccuracyCase.js";
import { BLOW_CASES } from "./Blows.js";
import { NORMAL_CASES } from "./ContactNormals.js";
import { CREEP_CASES } from "./Creep.js";
import { ELLIPSOID_CASES } from "./Ellipsoids.js";
import { FAST_BALL_CASES } from "./FastBall.js";
import { FRICTION_CASES } from "./Friction.js";
import { GEAR_CASES } from "./Gears.js";
import { IMPACT_CASES } from "./Impact.js";
import { LINKAGE_CASES } from "./Linkages.js";
import { MACHINE_CASES } from "./Machines.js";
import { MOTION_CASES } from "./Motion.js";
import { NEAR_MISS_CASES } from "./NearMisses.js";
import { OSCILLATOR_CASES } from "./Oscillators.js";
import { PRESSURE_CASES } from "./Pressure.js";
import { ROLLING_CASES } from "./Rolling.js";
import { ROPE_CASES } from "./Ropes.js";
import { SEAM_CASES } from "./Seams.js";
import { SPRING_CASES } from "./Springs.js";
import { TOP_CASES } from "./Tops.js";

export const ACCURACY_CASES: readonly AccuracyCase[] = [
  ...MOTION_CASES,
  ...LINKAGE_CASES,
  ...TOP_CASES,
  ...SPRING_CASES,
  ...OSCILLATOR_CASES,
  ...FRICTION_CASES,
  ...ROLLING_CASES,
  ...IMPACT_CASES,
  ...BLOW_CASES,
  ...MACHINE_CASES,
  ...CREEP_CASES,
  ...ELLIPSOID_CASES,
  ...GEAR_CASES,
  ...ROPE_CASES,
  ...FAST_BALL_CASES,
  ...NORMAL_CASES,
  ...NEAR_MISS_CASES,
  ...SEAM_CASES,
  ...PRESSURE_CASES,
];
