// Accuracy of springs, dampers and servos at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { SPRING_CASES } from "../../bench/accuracy/Springs.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(SPRING_CASES, STEPS_MS);
