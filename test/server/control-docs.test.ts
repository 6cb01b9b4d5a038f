// docs/control.md: it has every verb, every example gets the printed answer, the table of results is that of the code.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { ALL_VERBS } from "../../src/leagues/Leagues.js";
import { RESULT_TABLE } from "../../src/session/verbs/Reply.js";
import { usageOf } from "../../src/session/verbs/VerbArguments.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { type Answer, post, testServer } from "./Servers.js";

const PAGE = new URL("../../docs/control.md", import.meta.url);
const page = readFileSync(PAGE, "utf8");
const EXAMPLE =
  /```sh\ncurl -X POST http:\/\/127\.0\.0\.1:8080\/api\/(\w+)(?: -d '(.*)')?\n```\n\n```json\n([\s\S]*?)```/g;

/** Between versions, physical quantities may differ in their last digits, and hashes completely. */
function loosely(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : expect.closeTo(value, 6);
  if (Array.isArray(value)) return value.map(loosely);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, loosely(one)]));
  return value;
}

test("[E4] every example of docs/control.md gets the printed answer", async () => {
  const server = await testServer({ expect: ["Segway"], rate: 1, replyTimeoutMs: 30_000 });
  const examples = [...page.matchAll(EXAMPLE)];
  expect(examples.length).toBe(page.split("curl -X POST").length - 1);
  let client: RawClient | undefined;
  // `shutdown` runs last, because the other examples need a running server
  const last = examples.findIndex(([, verb]) => verb === "shutdown");
  for (const [, verb, args = "{}", printed] of [
    ...examples.slice(0, last),
    ...examples.slice(last + 1),
    examples[last],
  ]) {
    // after the reset the world waits at t = 0, so that later answers are reproducible
    if (verb === "reset" && client) client.answers = undefined;
    const check = async (): Promise<void> => {
      const { status: _, ...answer } = (await post(server, verb, args)) as Answer;
      expect(answer, `${verb} ${args}`).toEqual(loosely(JSON.parse(printed)));
    };
    // the robot's answer to the last frame may still be under way
    await (verb === "get" ? vi.waitFor(check, { timeout: 10_000 }) : check());
    client ??= await RawClient.join(
      server.tcpPort,
      readFileSync(new URL("../../robots/segway.xml", import.meta.url), "utf8"),
      () => SIM_END,
    );
    await client.until(
      ({ frames, answers }) => frames > 0 && (!answers || !server.simulation.sessions.some(({ owes }) => owes)),
    );
  }
});

test("[E4] docs/control.md has every verb with its arguments", () => {
  const headings = [...page.matchAll(/^### (.*)$/gm)].map((match) => match[1]);
  expect([...headings].sort()).toEqual(ALL_VERBS.verbs.map(({ name, args }) => usageOf(name, args)).sort());
});

test("[E4] the table of results in docs/control.md is that of the code", () => {
  const rows = [...page.matchAll(/^\| (\d+) +\| (.*?) +\| (\d+) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    RESULT_TABLE.map(({ result, meaning, status, codes }) => {
      const errors = result === 1 ? "none" : codes.map((code) => `\`${code}\``).join(", ") || "all others";
      return [String(result), meaning, String(status), errors];
    }),
  );
});
