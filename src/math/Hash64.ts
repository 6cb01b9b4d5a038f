// A 64-bit hash of a stream of numbers, strings and bytes: two 32-bit lanes mixed once per 32-bit word.
// Each word step is invertible, so two streams of one length that differ within one aligned float64 never collide; all
// else collides with probability 2^-64. Words are taken in little-endian order; a big-endian machine is refused on loading.
// Leaves out: security against an adversary; tags between addInt, addNumber and addWord (the order of fields is the schema).

if (new Uint8Array(new Uint32Array([1]).buffer)[0] !== 1) {
  throw new Error("Hash64 reads float64 as little-endian words; this machine is big-endian and not supported");
}

const NUMBER = new Float64Array(1);
const TWO_32 = 4294967296;

/** Called while a state is hashed, after each of its parts: the hash so far tells in which part two states begin to differ. */
export type HashMark = (hash: Hash64, owner: string, part: string) => void;

export class Hash64 {
  private a = 0;
  private b = 0;
  private words = 0;

  constructor() {
    this.reset();
  }

  /** Resets to the empty stream. */
  reset(): this {
    this.a = 0x243f6a88;
    this.b = 0x85a308d3 | 0;
    this.words = 0;
    return this;
  }

  /** Adds view[from] to view[to - 1], bit by bit; -0 differs from 0, every NaN counts as the same NaN. */
  addFloats(view: Float64Array, from = 0, to = view.length): this {
    const words = new Uint32Array(view.buffer, view.byteOffset, 2 * view.length);
    const end = 2 * Math.min(to, view.length);
    let a = this.a;
    let b = this.b;
    for (let i = 2 * from; i < end; i += 2) {
      let low = words[i];
      let high = words[i + 1];
      // the payload of a NaN is the engine's choice
      if ((high & 0x7ff00000) === 0x7ff00000 && (high << 12 || low)) {
        high = 0x7ff80000;
        low = 0;
      }
      // twice the step of addWord, by hand: the lanes stay in registers
      a = Math.imul(a ^ low, MULTIPLIER_A);
      a = (((a << 13) | (a >>> 19)) + b) | 0;
      b = Math.imul(b ^ a, MULTIPLIER_B);
      b ^= b >>> 15;
      a = Math.imul(a ^ high, MULTIPLIER_A);
      a = (((a << 13) | (a >>> 19)) + b) | 0;
      b = Math.imul(b ^ a, MULTIPLIER_B);
      b ^= b >>> 15;
    }
    this.a = a;
    this.b = b;
    this.words = (this.words + Math.max(0, end - 2 * from)) | 0;
    return this;
  }

  /** Adds the words from `from` to `to` - 1. */
  addWords(words: Uint32Array, from: number, to: number): this {
    let a = this.a;
    let b = this.b;
    for (let i = from; i < to; i++) {
      a = Math.imul(a ^ words[i], MULTIPLIER_A);
      a = (((a << 13) | (a >>> 19)) + b) | 0;
      b = Math.imul(b ^ a, MULTIPLIER_B);
      b ^= b >>> 15;
    }
    this.a = a;
    this.b = b;
    this.words = (this.words + to - from) | 0;
    return this;
  }

  /** Eight bits of the hash so far. */
  get check(): number {
    return (this.a ^ (this.b >>> 8)) & 255;
  }

  /** Adds one float64. */
  addNumber(x: number): this {
    NUMBER[0] = x;
    return this.addFloats(NUMBER);
  }

  /** Adds a whole number of at most 53 bits (a count, an index, a time in ns). */
  addInt(i: number): this {
    if (!Number.isSafeInteger(i)) throw new RangeError(`Hash64.addInt takes a whole number within 2^53, found ${i}`);
    this.addWord((i % TWO_32) | 0);
    return this.addWord(Math.floor(i / TWO_32) | 0);
  }

  /** Adds the length and the UTF-16 units, so that "ab" + "c" differs from "a" + "bc". */
  addString(s: string): this {
    this.addWord(s.length ^ STRING_TAG);
    for (let i = 0; i < s.length; i += 2) {
      this.addWord(s.charCodeAt(i) | (i + 1 < s.length ? s.charCodeAt(i + 1) << 16 : 0));
    }
    return this;
  }

  /** Adds the length and the bytes. */
  addBytes(bytes: Uint8Array): this {
    this.addWord(bytes.length ^ BYTES_TAG);
    for (let i = 0; i < bytes.length; i += 4) {
      // past the end the array reads undefined, which shifts as 0
      this.addWord(bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
    }
    return this;
  }

  /** Adds one 32-bit word. */
  addWord(word: number): this {
    let a = Math.imul(this.a ^ word, MULTIPLIER_A);
    a = (((a << 13) | (a >>> 19)) + this.b) | 0;
    let b = Math.imul(this.b ^ a, MULTIPLIER_B);
    b ^= b >>> 15;
    this.a = a;
    this.b = b;
    this.words = (this.words + 1) | 0;
    return this;
  }

  /** The hash so far as two unsigned 32-bit words; more data may follow. */
  digestWords(): [number, number] {
    // let every bit of either lane reach every bit of both
    let a = this.a ^ this.words;
    let b = this.b;
    for (let round = 0; round < 3; round++) {
      a = (scramble(a) + b) | 0;
      b = (scramble(b) + a) | 0;
    }
    return [a >>> 0, b >>> 0];
  }

  /** The hash so far as 16 hexadecimal digits; more data may follow. */
  digest(): string {
    const [a, b] = this.digestWords();
    return a.toString(16).padStart(8, "0") + b.toString(16).padStart(8, "0");
  }
}

// keep texts and bytes apart from small numbers
const STRING_TAG = 0x53545200;
const BYTES_TAG = 0x42595400;
const MULTIPLIER_A = 0x9e3779b1 | 0; // odd, near 2^32 / golden ratio
const MULTIPLIER_B = 0x85ebca77 | 0; // odd, bits evenly mixed

// an invertible mix of 32 bits
function scramble(x: number): number {
  let h = x ^ (x >>> 16);
  h = Math.imul(h, 0x21f0aaad);
  h ^= h >>> 15;
  h = Math.imul(h, 0x735a2d97);
  return h ^ (h >>> 15);
}
