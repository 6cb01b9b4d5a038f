import { describe, expect, test } from "vitest";
import { RandomStream } from "../../math/RandomStream.js";
import { SOLID_BYTES, SOLID_GEOM, SOLID_HIGH, SOLID_LOW } from "../kernel/CollisionLayout.js";
import { type BoundInput, PairBound } from "./PairBound.js";

const [INTS, FLOATS] = [SOLID_BYTES >> 2, SOLID_BYTES >> 3];
const ENTITIES = 6;
const [MARGIN, SHARE] = [1, 0.2];

/** Random cubes of a few entities, some of them static, spread over `size` metres. */
function scene(stream: RandomStream, n: number, size: number): BoundInput {
  const bytes = new ArrayBuffer(SOLID_BYTES * n);
  const solids = { ints: new Int32Array(bytes), floats: new Float64Array(bytes), count: n };
  const [ownerOf, work, reach] = [new Int32Array(n), new Float64Array(n), new Float64Array(n)];
  const centers = new Float64Array(3 * n);
  const homes = Array.from({ length: ENTITIES + 1 }, () => [0, 1, 2].map(() => stream.uniform(0, size)));
  for (let i = 0; i < n; i++) {
    solids.ints[i * INTS + (SOLID_GEOM >> 2)] = i;
    ownerOf[i] = Math.floor(stream.uniform(0, ENTITIES + 1)) - 1;
    work[i] = stream.uniform(300, 6000);
    const half = stream.uniform(0.01, 0.1);
    reach[i] = half * Math.sqrt(3);
    for (let k = 0; k < 3; k++) {
      const at = (ownerOf[i] < 0 ? stream.uniform(0, size) : homes[ownerOf[i]][k]) + stream.uniform(-0.2, 0.2);
      centers[3 * i + k] = at;
      solids.floats[i * FLOATS + (SOLID_LOW >> 3) + k] = at - half;
      solids.floats[i * FLOATS + (SOLID_HIGH >> 3) + k] = at + half;
    }
  }
  const near = Int32Array.from({ length: n }, (_, i) => i);
  return { solids, near, n, ownerOf, work, centers, reach, margin: MARGIN, apartShare: SHARE };
}

/** The largest work of an entity, pair by pair. */
function exact({ solids, n, ownerOf, work, centers, reach }: BoundInput): number {
  const counts = new Float64Array(ENTITIES);
  const box = (i: number, at: number, k: number) => solids.floats[i * FLOATS + (at >> 3) + k];
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      const gap = Math.hypot(...[0, 1, 2].map((k) => centers[3 * a + k] - centers[3 * b + k]));
      if (gap > reach[a] + reach[b] + MARGIN) continue;
      const isApart = [0, 1, 2].some(
        (k) => box(a, SOLID_LOW, k) > box(b, SOLID_HIGH, k) || box(b, SOLID_LOW, k) > box(a, SOLID_HIGH, k),
      );
      const cost = (work[a] + work[b]) * (isApart ? SHARE : 1);
      for (const i of [a, b]) if (ownerOf[i] >= 0) counts[ownerOf[i]] += cost;
    }
  return Math.max(...counts);
}

describe("[M8] bound of the work on pairs", () => {
  test("is never below the work itself", () => {
    const stream = new RandomStream(3);
    for (let k = 0; k < 60; k++) {
      const input = scene(stream, 80, [0.2, 1, 3, 8][k % 4]);
      const work = exact(input);
      expect(new PairBound(ENTITIES).isBelow(work * 0.999, input), `scene ${k}`).toBe(false);
    }
  });

  test("entities apart from each other cost what they cost alone", () => {
    const input = scene(new RandomStream(4), 80, 100);
    const own = Array.from({ length: ENTITIES }, (_, e) => {
      const solids = [...input.ownerOf.keys()].filter((i) => input.ownerOf[i] === e);
      return 2 * (solids.length - 1) * solids.reduce((sum, i) => sum + input.work[i], 0);
    });
    expect(new PairBound(ENTITIES).isBelow(Math.max(...own) * 1.0001, input)).toBe(true);
    expect(new PairBound(ENTITIES).isBelow(Math.max(...own) * 0.9999, input)).toBe(false);
  });
});
