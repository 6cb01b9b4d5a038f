// Accuracy of gears at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { GEAR_CASES } from "../../bench/accuracy/Gears.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(GEAR_CASES, STEPS_MS);
