// Accuracy of ropes at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ROPE_CASES } from "../../bench/accuracy/Ropes.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ROPE_CASES, STEPS_MS);
