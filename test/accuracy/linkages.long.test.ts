// Accuracy of linkages and gyroscopes at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { LINKAGE_CASES } from "../../bench/accuracy/Linkages.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(LINKAGE_CASES, STEPS_MS);
