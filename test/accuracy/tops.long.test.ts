// Accuracy of gyroscopes on the ground at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { TOP_CASES } from "../../bench/accuracy/Tops.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(TOP_CASES, STEPS_MS);
