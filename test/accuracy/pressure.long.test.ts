// Accuracy of pressure under flat faces at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { PRESSURE_CASES } from "../../bench/accuracy/Pressure.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(PRESSURE_CASES, STEPS_MS);
