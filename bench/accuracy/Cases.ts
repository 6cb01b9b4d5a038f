// All cases of the accuracy suite.

import type { AccuracyCase } from "./AccuracyCase.js";
import { MOTION_CASES } from "./Motion.js";

export const ACCURACY_CASES: readonly AccuracyCase[] = [...MOTION_CASES];
