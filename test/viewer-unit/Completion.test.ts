// What the console offers while somebody types.

import { expect, test } from "vitest";
import { commonStart, completeLine, type KnownVerb } from "../../viewer/src/ui/Completion.js";

const verb = (name: string, ...args: KnownVerb["args"]): KnownVerb => ({ name, usage: name, summary: "does it", args });
const VERBS = [
  verb("reset"),
  verb("restore", { name: "name", type: "text" }),
  verb("rate", { name: "rate", type: "rate" }),
  verb("list", { name: "what", type: "text", choices: ["robots", "clients"] }),
  verb("push", { name: "name", type: "text" }, { name: "impulse", type: "vector" }),
  verb("help", { name: "verb", type: "text" }),
];
const NAMES = ["Segway", "Segway/LMotor", "Segway/LWheel", "Ball", "Ball/Skin"];
const words = (line: string) => completeLine(line, VERBS, NAMES).words;

test("[E4] the first word is a verb", () => {
  expect(words("re")).toEqual(["reset", "restore"]);
  expect(words("RES")).toEqual(["reset", "restore"]);
  expect(words("reset")).toEqual([]);
  expect(words("")).toHaveLength(VERBS.length);
  expect(words("help pu")).toEqual(["push"]);
});

test("[E4] then what the verb takes: choices, words, names of what is there", () => {
  expect(words("list r")).toEqual(["robots"]);
  expect(words("rate ")).toEqual(["max"]);
  expect(words("push s")).toEqual(["Segway"]);
  expect(words("push Segway/")).toEqual(["Segway/LMotor", "Segway/LWheel"]);
  expect(words("push Segway 1")).toEqual([]);
  expect(words("restore ")).toEqual([]);
  expect(words("reset ")).toEqual([]);
  expect(words("nonsense S")).toEqual([]);
});

test("[E4] the word begins where it is written, and several have a common start", () => {
  expect(completeLine("push Segway/L", VERBS, NAMES).from).toBe(5);
  expect(commonStart(["Segway/LMotor", "Segway/LWheel"])).toBe("Segway/L");
  expect(commonStart([])).toBe("");
});
