// Fast balls against a thin wall and a robot, which they must not pass, at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { FAST_BALL_CASES } from "../../bench/accuracy/FastBall.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(FAST_BALL_CASES, STEPS_MS);
