// Accuracy of impacts at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { IMPACT_CASES } from "../../bench/accuracy/Impact.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(IMPACT_CASES, STEPS_MS);
