// The measuring tool: a line between two points, the line of sight of a plumb between them, and their distance and differences.

import { Color, type Scene, Vector3 } from "three";
import type { Theme } from "../Theme.js";
import { OverlayLines } from "./OverlayLines.js";
import type { Tag } from "./Tags.js";

type Point = readonly [number, number, number];

const metres = (value: number): string => value.toFixed(3).replace("-", "−");

/** "1.414 m (1.000, 1.000, 0.000)" */
export function describeDistance(a: Point, b: Point): string {
  const way = b.map((x, i) => x - a[i]);
  return `${Math.hypot(...way).toFixed(3)} m  (${way.map(metres).join(", ")})`;
}

export class MeasureMarks {
  readonly #lines: OverlayLines;
  readonly #color = new Color();
  readonly #faint = new Color(0x8b949f);
  tags: readonly Tag[] = [];

  constructor(scene: Scene) {
    this.#lines = new OverlayLines(scene);
  }

  use(theme: Theme): void {
    this.#color.setHex(theme.accent);
  }

  show(points: readonly Point[], from: Vector3): void {
    this.#lines.begin(from);
    const [a, b] = points;
    for (const point of points) this.#lines.dot(new Vector3(...point), this.#color);
    this.tags = [];
    if (a && b) {
      const corner = new Vector3(b[0], b[1], a[2]);
      this.#lines.line(new Vector3(...a), new Vector3(...b), this.#color, 1);
      this.#lines.line(new Vector3(...a), corner, this.#faint, 0.7);
      this.#lines.line(corner, new Vector3(...b), this.#faint, 0.7);
      const middle = new Vector3(...a).add(new Vector3(...b)).multiplyScalar(0.5);
      this.tags = [{ text: describeDistance(a, b), at: middle }];
    } else if (a) this.tags = [{ text: a.map(metres).join("  "), at: new Vector3(...a) }];
    this.#lines.finish();
  }

  dispose(): void {
    this.#lines.dispose();
  }
}
