// The loops printed in clients/README.md run unchanged.

import { it } from "vitest";
import { expectPythonLoop, expectTypeScriptLoop, hasPython } from "./PrintedLoops.js";

it.skipIf(!hasPython)("clients/README.md: the Python loop, with PYTHONPATH=clients/python", () =>
  expectPythonLoop("clients/README.md", "## In Python", { pythonPath: "clients/python" }),
);

it("clients/README.md: the TypeScript loop", () => expectTypeScriptLoop());
