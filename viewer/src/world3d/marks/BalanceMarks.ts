// How robots stand, on request: the centre of mass with its plumb line, and the support polygon of the contacts. The polygon is green
// while the plumb line meets it, red otherwise.

import { Color, type Scene, Vector3 } from "three";
import { balancePaths } from "../../BalancePaths.js";
import type { Store } from "../../Store.js";
import { OverlayLines } from "./OverlayLines.js";

const [SAFE, FALLING, CENTER] = [new Color(0x1fa64a), new Color(0xe0352b), new Color(0xf0a000)];
/** Size of the cross at the centre of mass, m. */
const CROSS_M = 0.03;
/** Lines are this far above the ground, m. */
const LIFT_M = 0.002;

export class BalanceMarks {
  readonly #lines: OverlayLines;
  readonly #store: Store;
  #drawn = "";

  constructor(scene: Scene, store: Store) {
    this.#lines = new OverlayLines(scene);
    this.#store = store;
  }

  /** Whether other values have arrived than those that are drawn. */
  hasChanged(): boolean {
    return this.#store.settings.showBalance && this.#text() !== this.#drawn;
  }

  #text(): string {
    return balancePaths(this.#store)
      .map((path) => this.#store.values.values[path]?.map((x) => x.toFixed(4)).join())
      .join("\n");
  }

  /** `from`: position of the camera. */
  show(from: Vector3): void {
    this.#lines.begin(from);
    for (const path of balancePaths(this.#store)) {
      const numbers = this.#store.values.values[path];
      if (numbers && numbers.length >= 3) this.#draw(numbers);
    }
    this.#drawn = this.#text();
    this.#lines.finish();
  }

  #draw(numbers: readonly number[]): void {
    const points = Array.from({ length: Math.floor(numbers.length / 3) }, (_, i) => {
      return new Vector3(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
    });
    const [center, ...corners] = points;
    for (const corner of corners) corner.z += LIFT_M;
    const ground = corners.reduce((sum, { z }) => sum + z / corners.length, 0);
    const foot = new Vector3(center.x, center.y, corners.length > 0 ? ground : 0);
    const color = isInside(foot, corners) ? SAFE : FALLING;
    for (const [i, corner] of corners.entries()) {
      this.#lines.dot(corner, color);
      if (corners.length > 1) this.#lines.line(corner, corners[(i + 1) % corners.length], color, 1);
      // a fan from the plumb point makes the area visible
      this.#lines.line(foot, corner, color, 0.25);
    }
    for (const axis of [new Vector3(CROSS_M, 0, 0), new Vector3(0, CROSS_M, 0), new Vector3(0, 0, CROSS_M)])
      this.#lines.line(center.clone().sub(axis), center.clone().add(axis), CENTER, 1);
    this.#lines.dot(center, CENTER);
    this.#lines.line(center, foot, CENTER, 0.8);
    this.#lines.dot(foot, color);
  }

  dispose(): void {
    this.#lines.dispose();
  }
}

/** Corners are counter-clockwise, seen from above. */
function isInside({ x, y }: Vector3, corners: readonly Vector3[]): boolean {
  if (corners.length < 3) return false;
  return corners.every((a, i) => {
    const b = corners[(i + 1) % corners.length];
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
  });
}
