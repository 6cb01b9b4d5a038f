// Geometries shared by several owners: made once for a key, disposed of when the last owner releases it.

import type { BufferGeometry } from "three";

export class SharedGeometries {
  readonly #held = new Map<string, { geometry: BufferGeometry; owners: number }>();

  acquire(key: string, make: () => BufferGeometry): BufferGeometry {
    const held = this.#held.get(key) ?? { geometry: make(), owners: 0 };
    held.owners++;
    this.#held.set(key, held);
    return held.geometry;
  }

  release(key: string): void {
    const held = this.#held.get(key);
    if (!held || --held.owners > 0) return;
    held.geometry.dispose();
    this.#held.delete(key);
  }

  get size(): number {
    return this.#held.size;
  }

  dispose(): void {
    for (const { geometry } of this.#held.values()) geometry.dispose();
    this.#held.clear();
  }
}
