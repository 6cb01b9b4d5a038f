// The paper's Segway over the network, balanced for ten simulated minutes from TypeScript and from Python.

import { it } from "vitest";
import { expectPythonBalance, expectTypeScriptBalance, hasPython } from "./SegwayRides.js";

it("[P2] [T5] TypeScript balances it for 10 simulated minutes, and it rests where it began", () =>
  expectTypeScriptBalance(600));

it.skipIf(!hasPython)("[P2] [T5] Python balances it for 10 simulated minutes", () => expectPythonBalance(600));
