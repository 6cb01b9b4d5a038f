// A seeded stream of random numbers: xoshiro128** (Blackman and Vigna 2018, period 2^128 - 1), seeded by Hash64.
// Streams form a tree of names: a child depends on the root's seed and the names down to it, never on the numbers drawn.
// Normal numbers come from Marsaglia's polar method with src/math's log. Leaves out: jumps, cryptographic security.
import { log } from "./Exponential.js";
import { Hash64 } from "./Hash64.js";

type Words = readonly [number, number, number, number];

/** State of a stream as plain frozen JSON. */
export interface RandomState {
  /** Identity of the stream, from which children are made. */
  readonly seed: Words;
  /** Position in the stream. */
  readonly state: Words;
  /** The second normal number of a pair, not yet returned. */
  readonly spare: number | null;
}

export class RandomStream {
  private seed: Words;
  private s0 = 0;
  private s1 = 0;
  private s2 = 0;
  private s3 = 0;
  private spare: number | null = null;

  /** Starts a tree of streams; the number 1 and the text "1" are different seeds. */
  constructor(seed: number | string) {
    this.seed =
      typeof seed === "number" ? seedFrom((hash) => hash.addNumber(seed)) : seedFrom((hash) => hash.addString(seed));
    this.setPosition(this.seed);
  }

  /** The child of this name; it does not depend on the numbers drawn here. */
  split(name: string): RandomStream {
    const child = new RandomStream(0);
    const parent = this.seed;
    child.seed = seedFrom((hash) => {
      for (const word of parent) hash.addWord(word);
      hash.addString(name);
    });
    child.setPosition(child.seed);
    return child;
  }

  /** A whole number from 0 to 2^32 - 1. */
  nextUint32(): number {
    const product = Math.imul(this.s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = this.s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= this.s1;
    this.s1 ^= this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= shifted;
    this.s3 = (this.s3 << 11) | (this.s3 >>> 21);
    return result >>> 0;
  }

  /** A number from min (included) to max (excluded), in steps of (max - min) / 2^53. */
  uniform(min = 0, max = 1): number {
    const high = this.nextUint32() >>> 5;
    const low = this.nextUint32() >>> 6;
    const value = min + (max - min) * ((high * 67108864 + low) * UNIT_53);
    // the sum may round up to max
    return value < max ? value : min;
  }

  /** A normally distributed number. */
  normal(mean = 0, sd = 1): number {
    return mean + sd * this.nextNormal();
  }

  /** A whole number from 0 to n - 1, each equally likely; n from 1 to 2^32. */
  integer(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > TWO_32) {
      throw new RangeError(`RandomStream.integer takes a whole number from 1 to 2^32, found ${n}`);
    }
    // draw again above the largest multiple of n
    const limit = TWO_32 - (TWO_32 % n);
    let word = this.nextUint32();
    while (word >= limit) word = this.nextUint32();
    return word % n;
  }

  /** The whole state, frozen; later draws do not change it. */
  save(): RandomState {
    const state: Words = [this.s0 >>> 0, this.s1 >>> 0, this.s2 >>> 0, this.s3 >>> 0];
    return Object.freeze({ seed: this.seed, state: Object.freeze(state), spare: this.spare });
  }

  /** Restores a saved state: the same numbers and the same children follow as after `save`. */
  restore(saved: RandomState): void {
    checkWords("seed", saved.seed);
    checkWords("state", saved.state);
    const [a, b, c, d] = saved.seed;
    this.seed = Object.freeze<Words>([a, b, c, d]);
    this.setPosition(saved.state);
    this.spare = saved.spare;
  }

  /** Adds identity and position to a hash of the world. */
  addTo(hash: Hash64): void {
    for (const word of this.seed) hash.addWord(word);
    hash.addWord(this.s0).addWord(this.s1).addWord(this.s2).addWord(this.s3);
    hash.addNumber(this.spare ?? Number.NaN);
  }

  private setPosition([a, b, c, d]: Words): void {
    this.s0 = a | 0;
    this.s1 = b | 0;
    this.s2 = c | 0;
    this.s3 = d | 0;
  }

  // a point in the unit disc gives two independent normal numbers
  private nextNormal(): number {
    if (this.spare !== null) {
      const value = this.spare;
      this.spare = null;
      return value;
    }
    let u = 0;
    let v = 0;
    let square = 0;
    do {
      u = this.uniform(-1, 1);
      v = this.uniform(-1, 1);
      square = u * u + v * v;
    } while (square >= 1 || square === 0);
    const factor = Math.sqrt((-2 * log(square)) / square);
    this.spare = v * factor;
    return u * factor;
  }
}

const TWO_32 = 4294967296;
const UNIT_53 = 1.1102230246251565e-16; // 2^-53

// 128 bits from two hashes that differ in their first word
function seedFrom(add: (hash: Hash64) => void): Words {
  const hash = new Hash64().addWord(1);
  add(hash);
  const [a, b] = hash.digestWords();
  hash.reset().addWord(2);
  add(hash);
  const [c, d] = hash.digestWords();
  // all zero is the one state xoshiro never leaves
  return Object.freeze<Words>([a, b, c, (a | b | c | d) === 0 ? 1 : d]);
}

function checkWords(what: string, words: Words): void {
  const good = words.length === 4 && words.every((word) => word === word >>> 0) && words.some((word) => word !== 0);
  if (!good) throw new RangeError(`RandomState.${what} must be four 32-bit words, not all zero; found [${words}]`);
}
