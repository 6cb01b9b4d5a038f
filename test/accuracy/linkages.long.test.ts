// Accuracy of linkages and gyroscopes at all four step sizes. Chains and the four-bar swing for their whole time at 1 ms; at the
// other steps they swing for a quarter of it, and their errors count four times.

import { LINKAGE_CASES } from "../../bench/accuracy/Linkages.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(LINKAGE_CASES, [1]);
testAccuracy(LINKAGE_CASES, [0.5, 2, 5], 0.25);
