// Accuracy of motion without contact at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { MOTION_CASES } from "../../bench/accuracy/Motion.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(MOTION_CASES, STEPS_MS);
