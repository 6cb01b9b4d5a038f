// The 2004 paper's Segway (Appendix A) in process, for ten minutes.

import { it } from "vitest";
import { expectBalance } from "./PushedRide.js";

it("[R6] balances for 10 minutes under pushes, wheels aligned to 0.01°, drift under 2 m", () => expectBalance(600));
