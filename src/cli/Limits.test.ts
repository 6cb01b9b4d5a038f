import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { DEFAULT_SESSION_LIMITS } from "../session/clients/SessionLimits.js";
import { LIMIT_NAMES, readLimits } from "./Limits.js";

describe("--limit NAME=VALUE", () => {
  test("[W8] [R11] sets limits of sessions, of robots' documents, or of the world's document", () => {
    expect(readLimits(["clients=2", "bodies=10", "world.bodies=9000", "documentSeconds=0.5", "clients=3"])).toEqual({
      limits: { clients: 3, documentSeconds: 0.5 },
      documentLimits: { bodies: 10 },
      worldLimits: { bodies: 9000 },
    });
    expect(readLimits()).toEqual({ limits: {}, documentLimits: {}, worldLimits: {} });
  });

  test.each<[string, string, string]>([
    ["client=2", "LIMIT_UNKNOWN", 'Did you mean "clients"?'],
    ["world.clients=2", "LIMIT_UNKNOWN", "messageBytes"],
    ["toString=2", "LIMIT_UNKNOWN", "one of"],
    ["clients", "VALUE_OUT_OF_RANGE", "a whole number of at least 0"],
    ["clients=", "VALUE_OUT_OF_RANGE", "a whole number of at least 0"],
    ["clients=many", "VALUE_OUT_OF_RANGE", '"many"'],
    ["clients=-1", "VALUE_OUT_OF_RANGE", '"-1"'],
    ["clients=1.5", "VALUE_OUT_OF_RANGE", '"1.5"'],
    ["documentSeconds=0", "VALUE_OUT_OF_RANGE", "above 0"],
  ])("%s is %s", (text, code, words) => {
    const error = refusal(() => readLimits([text]));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  test("docs/control.md lists all limits, those of sessions with their defaults", () => {
    const page = readFileSync(new URL("../../docs/control.md", import.meta.url), "utf8");
    const part = page.slice(page.indexOf("\n## Limits"), page.indexOf("\n## Who may ask"));
    const rows = [...part.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map(([, name, max]) => [name, Number(max)]);
    expect(rows).toEqual(Object.entries(DEFAULT_SESSION_LIMITS));
    for (const name of LIMIT_NAMES) if (!name.startsWith("world.")) expect(part).toContain(`\`${name}\``);
  });
});
