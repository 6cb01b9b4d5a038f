// Tiles of the camera wall: as large as fit, never narrower than the minimum.

import { expect, test } from "vitest";
import { layoutTiles } from "../../viewer/src/cameras/TileLayout.js";

const SHAPE = { aspect: 4 / 3, caption: 48, gap: 12, minWidth: 150 };

test("[X1] tiles fill the area", () => {
  // one tile is limited by the height
  expect(layoutTiles(1, { width: 1200, height: 648 }, SHAPE)).toEqual({ columns: 1, size: 800 });
  // four tiles form a square
  expect(layoutTiles(4, { width: 1200, height: 700 }, SHAPE).columns).toBe(2);
  expect(layoutTiles(3, { width: 1200, height: 300 }, SHAPE).columns).toBe(3);
});

test("[X1] all tiles fit, or they have the minimum width and the area scrolls", () => {
  for (let count = 1; count <= 60; count++)
    for (const area of [
      { width: 1256, height: 690 },
      { width: 366, height: 680 },
      { width: 120, height: 400 },
    ]) {
      const { columns, size } = layoutTiles(count, area, SHAPE);
      expect(columns * size + (columns - 1) * SHAPE.gap).toBeLessThanOrEqual(area.width);
      const rows = Math.ceil(count / columns);
      const height = rows * (size / SHAPE.aspect + SHAPE.caption) + (rows - 1) * SHAPE.gap;
      if (height > area.height) expect(size).toBeLessThan(2 * SHAPE.minWidth + SHAPE.gap);
      expect(size).toBeGreaterThanOrEqual(Math.min(SHAPE.minWidth, area.width));
    }
});
