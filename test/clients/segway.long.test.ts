// The paper's Segway over the network: balanced for ten simulated minutes from TypeScript and from Python, and under pushes
// with three latencies.

import { it } from "vitest";
import { expectLatencyEffect, expectPythonBalance, expectTypeScriptBalance, hasPython } from "./SegwayRides.js";

it("[P2] [T5] TypeScript balances it for 10 simulated minutes, and it rests at its start", () =>
  expectTypeScriptBalance(600));

it.skipIf(!hasPython)("[P2] [T5] Python balances it for 10 simulated minutes", () => expectPythonBalance(600));

it("[T5] under pushes the Segway stands with 20 and 100 ms of latency, and falls with 160 ms", () =>
  expectLatencyEffect(25, 10));
