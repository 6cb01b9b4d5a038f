// Allocates blocks of a WebAssembly memory; adjacent free blocks are joined. The memory grows when nothing fits. Only the
// thread that owns the memory allocates; other threads get addresses.

/** Pages of 64 KB; same value as in assembly/build.mjs. */
const MAX_PAGES = 32768;
const PAGE = 65536;
const UNIT = 64;
/** Memory below belongs to AssemblyScript. */
const FIRST = 4096;
/** What gaps between blocks and other small blocks take, bytes. */
const SPARE = 128 << 20;

interface Gap {
  at: number;
  size: number;
}

export class RasterHeap {
  readonly memory: WebAssembly.Memory;
  /** Free blocks in order of address. */
  readonly #gaps: Gap[];
  readonly #allocated = new Map<number, number>();

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 64, maximum: MAX_PAGES, shared: true });
    this.#gaps = [{ at: FIRST, size: 64 * PAGE - FIRST }];
  }

  /** Size of the memory, bytes. */
  get size(): number {
    return this.memory.buffer.byteLength;
  }
  /** Allocated bytes. */
  get used(): number {
    let sum = 0;
    for (const size of this.#allocated.values()) sum += size;
    return sum;
  }

  /** Whether blocks of this size in total can be allocated. */
  hasRoom(bytes: number): boolean {
    return MAX_PAGES * PAGE - this.used > bytes + SPARE;
  }

  /** Returns the address of a block with undefined content. */
  allocate(bytes: number): number {
    const size = UNIT * Math.max(1, Math.ceil(bytes / UNIT));
    let i = this.#gaps.findIndex((gap) => gap.size >= size);
    if (i < 0) i = this.#grow(size);
    const gap = this.#gaps[i];
    const { at } = gap;
    gap.at += size;
    gap.size -= size;
    if (gap.size === 0) this.#gaps.splice(i, 1);
    this.#allocated.set(at, size);
    return at;
  }

  free(at: number): void {
    const size = this.#allocated.get(at);
    if (size === undefined) return;
    this.#allocated.delete(at);
    let i = this.#gaps.findIndex((gap) => gap.at > at);
    if (i < 0) i = this.#gaps.length;
    this.#gaps.splice(i, 0, { at, size });
    this.#join(i);
    if (i > 0) this.#join(i - 1);
  }

  #join(i: number): void {
    const [gap, next] = [this.#gaps[i], this.#gaps[i + 1]];
    if (!next || gap.at + gap.size !== next.at) return;
    gap.size += next.size;
    this.#gaps.splice(i + 1, 1);
  }

  /** Extends a free block at the end. Returns the index of the free block. */
  #grow(size: number): number {
    const end = this.size;
    const last = this.#gaps.at(-1);
    const free = last && last.at + last.size === end ? last.size : 0;
    const pages = Math.ceil((size - free) / PAGE);
    this.memory.grow(pages);
    if (last && free > 0) last.size += pages * PAGE;
    else this.#gaps.push({ at: end, size: pages * PAGE });
    return this.#gaps.length - 1;
  }
}
