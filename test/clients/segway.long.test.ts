// The paper's Segway over the network: balanced for ten simulated minutes from TypeScript and from Python, and under pushes
// with three latencies.

import { it } from "vitest";
import { expectLatencyEffect, expectPythonBalance, expectTypeScriptBalance, hasPython } from "./SegwayRides.js";

it("[P2] [T5] TypeScript balances it for 10 simulated minutes, and it rests where it began", () =>
  expectTypeScriptBalance(600));

it.skipIf(!hasPython)("[P2] [T5] Python balances it for 10 simulated minutes", () => expectPythonBalance(600));

it("[T5] the Segway bears 20 and 100 ms under pushes, and falls at 160 ms", () => expectLatencyEffect(25));
