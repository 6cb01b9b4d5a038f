// Accuracy of contact normals at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { NORMAL_CASES } from "../../bench/accuracy/ContactNormals.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(NORMAL_CASES, STEPS_MS);
