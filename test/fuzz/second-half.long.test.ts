// The second half of the 2400 mutated streams, so that two workers share them.

import { afterAll, test } from "vitest";
import { Fuzzer } from "../../testing/fuzz/Fuzzer.js";
import { expectGoodReport } from "./MutatedStreams.js";

const fuzzer = new Fuzzer();
afterAll(() => fuzzer.dispose());

test("[W7] [W8] [R11] [M7] streams 1200 to 2399: nothing is thrown, every offender gets a code, no bystander changes", () =>
  expectGoodReport(fuzzer, 1200, 2400));
