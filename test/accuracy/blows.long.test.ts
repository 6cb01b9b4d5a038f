// Accuracy of blows at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { BLOW_CASES } from "../../bench/accuracy/Blows.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(BLOW_CASES, STEPS_MS);
