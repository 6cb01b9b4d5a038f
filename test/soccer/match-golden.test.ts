// [M5] A whole match gives the same bits as on every other machine (test/golden): in this process and over a server's sockets.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runMatch } from "../../bench/repeat/MatchRun.js";
import { runMatchServer } from "../../bench/repeat/MatchServerRun.js";

const golden = JSON.parse(readFileSync(new URL("../golden/hashes.json", import.meta.url), "utf8"));

it("[M5] [F3] a match in one process gives the golden hashes of world, match and every byte sent", async () => {
  expect(await runMatch()).toEqual(golden.match);
});

it("[M5] [F3] the same match over TCP, UDP and multicast gives the same hashes", async () => {
  expect(await runMatchServer()).toEqual(golden.match);
});
