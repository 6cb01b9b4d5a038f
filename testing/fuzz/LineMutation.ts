// Mutations of a robot's text file (R8): its lines, names and values. Also mutations of single letters, for any text.

import type { RandomStream } from "../../src/math/RandomStream.js";
import { pick } from "./Specimens.js";
import { replaceAny } from "./TextCut.js";

export type DocumentMutation = (text: string, random: RandomStream) => string;

const VALUES = "0 -1 1e-300 1e30 nan inf 1e99999 0x10 --1 1.5 a&b <x/> Hello __proto__ \u00fc \u0001 1,5 = == #".split(
  " ",
);
const LINES = [
  "WHEELS = 4",
  "SIZE",
  "= 3",
  "SIZE = ",
  "1SIZE = 2",
  "two words = 2",
  "__proto__ = 1",
  "constructor = 1",
  "size = 0.1",
  `${"K".repeat(200)} = 1`,
  `SIZE = ${"1 ".repeat(2000)}`,
  "# only said in passing",
  "<Client/>",
  "\u0000",
];

export const LETTER_MUTATIONS: Readonly<Record<string, DocumentMutation>> = {
  letters: (text, random) => {
    const at = random.integer(text.length);
    return text.slice(0, at) + String.fromCharCode(random.integer(0x3000)) + text.slice(at + random.integer(3));
  },
  truncated: (text, random) => text.slice(0, random.integer(text.length)),
  repeated: (text, random) => {
    const at = random.integer(text.length);
    return text.slice(0, at + random.integer(100)) + text.slice(at);
  },
};

const LINE = /^.*\n/gm;

export const LINE_MUTATIONS: Readonly<Record<string, DocumentMutation>> = {
  ...LETTER_MUTATIONS,
  lineGone: (text, random) => replaceAny(text, LINE, random, () => ""),
  lineTwice: (text, random) => replaceAny(text, LINE, random, ([line]) => line + line),
  lineMore: (text, random) => replaceAny(text, LINE, random, ([line]) => `${line}${pick(random, LINES)}\n`),
  lineWrong: (text, random) => replaceAny(text, LINE, random, () => `${pick(random, LINES)}\n`),
  lineEnds: (text, random) => text.replaceAll("\n", pick(random, ["\r", "\r\n", "\u2028", " "])),
  value: (text, random) => replaceAny(text, /(?<= )[^ =\n]+/g, random, () => pick(random, VALUES)),
  valueMore: (text, random) => replaceAny(text, /\n/g, random, () => ` ${pick(random, VALUES)}\n`),
  key: (text, random) => replaceAny(text, /^\w+/gm, random, ([key]) => key.slice(0, -1)),
  equals: (text, random) => replaceAny(text, / = /g, random, () => " "),
  type: (text, random) =>
    text.replace(/(?<=TYPE = )\w+/, () => pick(random, ["cube", "Segway", "Cube Cube", "toString"])),
  manyLines: (text) => text + Array.from({ length: 2500 }, (_, i) => `K${i} = ${i}\n`).join(""),
  tooLong: (text) => `${text}# ${"x".repeat(70_000)}\n`,
  mark: (text) => `\uFEFF${text}`,
};
