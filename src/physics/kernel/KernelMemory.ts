// Scratch memory of the kernel in the engine's heap. It grows by doubling and never shrinks while its model lives.

import type { EngineHeap } from "../model/EngineHeap.js";

/** More than any step needs that ends within seconds. The engine's whole memory ends at 2 GB. */
const MAX_BYTES = 256 << 20;

export class KernelMemory {
  readonly #heap: EngineHeap;
  #address: number;
  #bytes: number;

  constructor(heap: EngineHeap, bytes: number) {
    this.#heap = heap;
    this.#bytes = bytes;
    this.#address = allocate(heap, bytes);
  }

  get address(): number {
    // the allocator aligns to 8 bytes
    return (this.#address + 15) & ~15;
  }
  get bytes(): number {
    return this.#address === 0 ? 0 : this.#bytes;
  }

  /** At least `needed` bytes; the contents are lost. False: not allowed, or there is no more. */
  grow(needed: number): boolean {
    let bytes = this.#bytes;
    while (bytes < needed) bytes *= 2;
    if (bytes > MAX_BYTES) return false;
    this.delete();
    this.#bytes = bytes;
    this.#address = allocate(this.#heap, bytes);
    return this.#address !== 0;
  }

  delete(): void {
    if (this.#address !== 0) this.#heap.free(this.#address);
    this.#address = 0;
  }
}

function allocate(heap: EngineHeap, bytes: number): number {
  try {
    return heap.malloc(bytes + 16);
  } catch {
    // the engine's loader throws where memory cannot grow
    return 0;
  }
}
