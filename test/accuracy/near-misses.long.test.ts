// Accuracy of near misses at all four step sizes.

import { STEPS_MS } from "../../bench/accuracy/AccuracyCase.js";
import { NEAR_MISS_CASES } from "../../bench/accuracy/NearMisses.js";
import { testAccuracy } from "./AccuracySuite.js";

testAccuracy(NEAR_MISS_CASES, STEPS_MS);
