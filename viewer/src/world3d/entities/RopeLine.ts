// A rope as a line through its points, which move with their bodies.

import { BufferGeometry, Line, type LineBasicMaterial, Vector3 } from "three";
import type { ViewRope } from "../../../../src/session/view/ViewProtocol.js";
import type { BodyView } from "./BodyView.js";

export class RopeLine {
  readonly line: Line<BufferGeometry, LineBasicMaterial>;
  readonly #rope: ViewRope;
  readonly #bodyOf: (name: string) => BodyView | undefined;
  readonly #points: Vector3[];

  constructor(rope: ViewRope, material: LineBasicMaterial, bodyOf: (name: string) => BodyView | undefined) {
    this.#rope = rope;
    this.#bodyOf = bodyOf;
    this.#points = rope.points.map(() => new Vector3());
    this.line = new Line(new BufferGeometry().setFromPoints(this.#points), material);
    this.line.frustumCulled = false;
    this.line.visible = false;
  }

  /** Follows the displayed poses of the bodies. */
  update(): void {
    let isPlaced = true;
    this.#rope.points.forEach(({ body, position: [x, y, z] }, i) => {
      const point = this.#points[i].set(x, y, z);
      if (body === undefined) return;
      const view = this.#bodyOf(body);
      if (!view?.isPlaced) isPlaced = false;
      else point.applyQuaternion(view.orientation).add(view.position);
    });
    this.line.visible = isPlaced;
    this.line.geometry.setFromPoints(this.#points);
  }

  dispose(): void {
    this.line.removeFromParent();
    this.line.geometry.dispose();
  }
}
