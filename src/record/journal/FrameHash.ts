// The hashes of a frame in a recording. In every frame: time, positions, velocities, and the bytes of the frame's inputs. Several times
// per second also the hash of the whole state (M5), which costs as much as a step. Beside each hash one byte for each of its parts: they
// tell in which part two runs begin to differ.

import { Hash64 } from "../../math/Hash64.js";
import type { Simulation } from "../../session/Simulation.js";

export interface MarkedHash {
  readonly hash: bigint;
  /** The hash so far after each part, 8 bits of it. */
  readonly marks: Uint8Array;
}

/** A part of a hash, in the order of the marks. */
export interface HashPart {
  readonly owner: string;
  readonly part: string;
}

export const INPUTS: HashPart = { owner: "recording", part: "inputs of this frame" };

/** `inputs`: the frame's recorded inputs. `parts`: gets the names of the parts. */
export function hashMotion({ world }: Simulation, inputs: Uint8Array | undefined, parts?: HashPart[]): MarkedHash {
  const hash = new Hash64();
  const marks = new Marks(parts);
  if (inputs) hash.addBytes(inputs);
  marks.add(hash, INPUTS.owner, INPUTS.part);
  world.physics.addMotion(hash, marks.add);
  return { hash: digestOf(hash), marks: marks.bytes };
}

export function hashState(simulation: Simulation, parts?: HashPart[]): MarkedHash {
  const marks = new Marks(parts);
  const hash = BigInt(`0x${simulation.hash(marks.add)}`);
  return { hash, marks: marks.bytes };
}

/** The first part whose marks differ; undefined: all marks are equal. */
export function firstDifferent(a: Uint8Array, b: Uint8Array, parts: readonly HashPart[]): HashPart | undefined {
  return parts.find((_, i) => a[i] !== b[i]);
}

class Marks {
  readonly #parts: HashPart[] | undefined;
  readonly #bytes: number[] = [];

  constructor(parts: HashPart[] | undefined) {
    this.#parts = parts;
  }

  readonly add = (hash: Hash64, owner: string, part: string): void => {
    this.#bytes.push(hash.check);
    this.#parts?.push({ owner, part });
  };

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

function digestOf(hash: Hash64): bigint {
  const [high, low] = hash.digestWords();
  return (BigInt(high) << 32n) | BigInt(low);
}
