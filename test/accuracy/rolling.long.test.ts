// Accuracy of rolling at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ROLLING_CASES } from "../../bench/accuracy/Rolling.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ROLLING_CASES, STEPS_MS);
