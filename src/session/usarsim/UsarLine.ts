// Lines of USARSim's protocol: TYPE {Name Value} {Name Value} ..., ended by CR or LF. Braces are not nested. The first space of a block
// separates name and value; names do not depend on case. USARSim ignores a line that it cannot read; here it is an error.

import { nearestName, SimError, showValue } from "../../describe/SimError.js";
import type { Vec3 } from "../../math/Vec3.js";

/** Maximum number of blocks of a line. */
const MAX_BLOCKS = 256;

export interface UsarBlock {
  readonly name: string;
  readonly value: string;
}

export class UsarLine {
  /** In capitals. */
  readonly type: string;
  readonly blocks: readonly UsarBlock[];

  private constructor(type: string, blocks: readonly UsarBlock[]) {
    this.type = type;
    this.blocks = blocks;
  }

  /** Throws LINE_MALFORMED. */
  static read(text: string): UsarLine {
    const open = text.indexOf("{");
    const type = (open < 0 ? text : text.slice(0, open)).trim();
    if (!/^[A-Za-z]{1,32}$/.test(type)) throw malformed(showValue(type), "a command of letters before the first {");
    const blocks: UsarBlock[] = [];
    for (let at = open; at >= 0 && at < text.length; ) {
      if (text[at] !== "{") throw malformed(showValue(text.slice(at, at + 20)), "only {Name Value} after the command");
      const end = text.indexOf("}", at);
      const inner = text.slice(at + 1, end < 0 ? undefined : end);
      if (inner.includes("{")) throw malformed(`"{" inside {${inner.slice(0, 20)}`, "blocks that are not nested");
      if (end < 0) throw malformed(`{${inner.slice(0, 20)} without }`, "a } for every {");
      if (blocks.length >= MAX_BLOCKS) throw malformed("more blocks", `at most ${MAX_BLOCKS} blocks`);
      blocks.push(readBlock(inner));
      at = end + 1;
      while (text[at] === " " || text[at] === "\t") at++;
    }
    return new UsarLine(type.toUpperCase(), blocks);
  }

  /** Value of the first block of this name; undefined: there is none. */
  find(name: string): string | undefined {
    return this.blocks.find((block) => isSameName(block.name, name))?.value;
  }

  /** Throws LINE_MALFORMED if there is none. */
  text(name: string): string {
    const value = this.find(name);
    if (value === undefined || value === "") throw malformed(`no {${name} ...}`, `${this.type} with {${name} ...}`);
    return value;
  }

  /** Undefined: there is none. Throws NUMBER_MALFORMED or NUMBER_NOT_FINITE. */
  number(name: string): number | undefined {
    const value = this.find(name);
    return value === undefined ? undefined : readUsarNumber(value, `${this.type}/${name}`);
  }

  vector(name: string): Vec3 | undefined {
    const value = this.find(name);
    if (value === undefined) return undefined;
    const where = `${this.type}/${name}`;
    const parts = value.split(",").map((part) => readUsarNumber(part, where));
    if (parts.length === 3) return parts as unknown as Vec3;
    throw new SimError("NUMBER_MALFORMED", { where, found: showValue(value), allowed: "three numbers: x,y,z" });
  }

  /** True, false, 1 or 0; undefined: there is none. */
  flag(name: string): boolean | undefined {
    const value = this.find(name)?.toLowerCase();
    if (value === undefined) return undefined;
    if (["true", "1"].includes(value)) return true;
    if (["false", "0"].includes(value)) return false;
    throw malformed(showValue(value), `{${name} True} or {${name} False}`);
  }
}

function readBlock(inner: string): UsarBlock {
  const text = inner.trim();
  const [name] = text.split(/\s/, 1);
  if (name === "") throw malformed("an empty block", "{Name Value}");
  return { name, value: text.slice(name.length).trim() };
}

export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** One of these words, whatever its case. */
export function readWord<Word extends string>(value: string, words: readonly Word[], where: string): Word {
  const word = words.find((one) => isSameName(one, value));
  if (word !== undefined) return word;
  const near = nearestName(value, words);
  throw new SimError("LINE_MALFORMED", {
    where,
    found: showValue(value),
    allowed: words.join(", "),
    ...(near ? { advice: `Did you mean "${near}"?` } : {}),
  });
}

/** Larger numbers are taken for mistakes. */
const MAX_NUMBER = 1e6;

export function readUsarNumber(text: string, where: string): number {
  const plain = text.trim();
  if (/^[+-]?(nan|inf(inity)?)$/i.test(plain))
    throw new SimError("NUMBER_NOT_FINITE", { where, found: showValue(plain) });
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?f?$/i.test(plain))
    throw new SimError("NUMBER_MALFORMED", { where, found: showValue(text), allowed: "a decimal number" });
  const value = Number(plain.replace(/f$/i, ""));
  if (Math.abs(value) <= MAX_NUMBER) return value;
  throw new SimError("VALUE_OUT_OF_RANGE", {
    where,
    found: plain.slice(0, 40),
    allowed: `-${MAX_NUMBER} to ${MAX_NUMBER}`,
  });
}

const malformed = (found: string, allowed: string): SimError =>
  new SimError("LINE_MALFORMED", { where: "line", found, allowed });

// ---- lines to the client

/** A number with at most six decimals. */
export const usarNumber = (value: number): string => {
  if (!Number.isFinite(value)) return value > 0 ? "1000000" : value < 0 ? "-1000000" : "0";
  return String(Number(value.toFixed(6)) + 0);
};

export const usarVector = (vector: readonly number[]): string => vector.map(usarNumber).join(",");

export type UsarValue = string | number | boolean | readonly number[];

function valueText(value: UsarValue): string {
  if (typeof value === "number") return usarNumber(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "string") return usarVector(value);
  // braces and control characters would end the block or the line
  return value
    .replaceAll("{", "(")
    .replaceAll("}", ")")
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

/** A line without its end. */
export function writeLine(type: string, blocks: readonly (readonly [string, UsarValue])[]): string {
  return [type, ...blocks.map(([name, value]) => `{${name} ${valueText(value)}}`)].join(" ");
}
