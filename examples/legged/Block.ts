// The goalkeeper's block (L3): it drops to the ground with its front legs stretched to both sides, a wall of 0.4 m, and stands up again.

import { legsPose, STAND } from "./Pose.js";
import type { Key } from "./Sequence.js";

const SPREAD = legsPose([-20, 85, 20], [-60, 10, 115]);
const FOLDED = legsPose([-60, 10, 115], [-60, 10, 115]);

/** `seconds`: how long it lies. */
export const blockKeys = (seconds = 1.2): readonly Key[] => [
  { pose: SPREAD, seconds: 0.3 },
  { pose: SPREAD, seconds },
  { pose: FOLDED, seconds: 0.5 },
  { pose: STAND, seconds: 0.6 },
];
