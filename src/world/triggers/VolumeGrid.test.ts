import { expect, test } from "vitest";
import { RandomStream } from "../../math/RandomStream.js";
import { doBoundsOverlap, VolumeGrid } from "./VolumeGrid.js";

test("finds the volumes that comparing with all of them finds, each once, small and large ones", () => {
  const random = new RandomStream(7);
  const box = (size: number): Float64Array => {
    const low = [0, 1, 2].map(() => 40 * (random.uniform() - 0.5));
    return Float64Array.from([...low, ...low.map((x) => x + size * random.uniform())]);
  };
  const volumes = Array.from({ length: 500 }, (_, i) => box(i % 50 === 0 ? 60 : 2));
  const grid = new VolumeGrid(volumes);
  let found = 0;
  for (let i = 0; i < 300; i++) {
    const boxes = Float64Array.from([9, 9, 9, 9, 9, 9, ...box(i % 30 === 0 ? 80 : 1)]);
    const near: number[] = [];
    grid.near(boxes, 6, (volume) => near.push(volume));
    const all = volumes.flatMap((volume, k) => (doBoundsOverlap(volume, 0, boxes, 6) ? [k] : []));
    expect(near.sort((a, b) => a - b)).toEqual(all);
    found += all.length;
  }
  expect(found).toBeGreaterThan(500);
});

test("bounds that are not numbers are near nothing", () => {
  const grid = new VolumeGrid([Float64Array.of(0, 0, 0, 1, 1, 1)]);
  grid.near(
    Float64Array.from({ length: 6 }, () => Number.NaN),
    0,
    () => expect.unreachable(),
  );
  grid.near(Float64Array.of(5, 5, 5, 6, 6, 6), 0, () => expect.unreachable());
});
