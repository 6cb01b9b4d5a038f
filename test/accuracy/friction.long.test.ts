// Accuracy of friction at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { FRICTION_CASES } from "../../bench/accuracy/Friction.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(FRICTION_CASES, STEPS_MS);
