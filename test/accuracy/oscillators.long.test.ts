// Accuracy of oscillators and mechanisms at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { OSCILLATOR_CASES } from "../../bench/accuracy/Oscillators.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(OSCILLATOR_CASES, STEPS_MS);
