// `npm run attack` with every attack for some seconds. After two of them an attack has its full number of open sockets.

import { expect, test } from "vitest";
import { runAttack } from "../../bench/attack/AttackRun.js";
import { ATTACKS } from "../../bench/attack/Attacks.js";

test.each(Object.keys(ATTACKS))("[W7] [W8] attack: %s", async (name) => {
  const { problems } = await runAttack(name, { seed: 2, seconds: 5, isLenient: true });
  expect(problems).toEqual([]);
});
