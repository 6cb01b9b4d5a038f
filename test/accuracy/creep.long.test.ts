// Rest under load at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { CREEP_CASES } from "../../bench/accuracy/Creep.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(CREEP_CASES, STEPS_MS);
