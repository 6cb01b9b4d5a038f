// A short form of `npm run attack`: slow replies are not judged, because other tests run beside it.

import { expect, test } from "vitest";
import { runAttack } from "../../bench/attack/AttackRun.js";

test.each(["messages", "editor", "live"])("[W7] [W8] attack: %s", async (name) => {
  const { count, problems } = await runAttack(name, { seed: 1, seconds: 1, isLenient: true });
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(0);
});
