// Accuracy of machines: omnidirectional platforms, motors, stops, at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { MACHINE_CASES } from "../../bench/accuracy/Machines.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(MACHINE_CASES, STEPS_MS);
