// Accuracy of seams at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { SEAM_CASES } from "../../bench/accuracy/Seams.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(SEAM_CASES, STEPS_MS);
