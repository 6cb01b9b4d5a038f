// Accuracy of ellipsoids at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { ELLIPSOID_CASES } from "../../bench/accuracy/Ellipsoids.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(ELLIPSOID_CASES, STEPS_MS);
