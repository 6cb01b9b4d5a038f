// Centres of mass of bodies, and boxes of uniform density with the mass and inertia of each body, along its principal axes. A box that
// is much larger than its body tells of a wrong inertia.

import { Color, Quaternion, type Scene, Vector3 } from "three";
import type { ViewMass } from "../../../../src/session/view/ViewProtocol.js";
import { boxOf, principalAxes } from "../../ui/panels/PrincipalAxes.js";
import type { EntityView } from "../entities/EntityView.js";
import { OverlayLines } from "./OverlayLines.js";

const [BOX, CENTER] = [new Color(0xe0489a), new Color(0xf0a000)];
/** The twelve edges of a box by its corners: corners are numbered by the bits of x, y and z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((bit) => ((corner & bit) === 0 ? [[corner, corner | bit] as const] : [])),
);

/** Corners in the body's frame. */
const known = new WeakMap<ViewMass, readonly Vector3[]>();

function cornersOf(mass: ViewMass): readonly Vector3[] {
  const before = known.get(mass);
  if (before) return before;
  const { moments, axes } = principalAxes(mass.inertia);
  const half = boxOf({ mass: mass.mass, moments }).map((length) => length / 2);
  const corners = Array.from({ length: 8 }, (_, corner) =>
    axes.reduce(
      (sum, axis, i) => sum.addScaledVector(new Vector3(...axis), (corner >> i) & 1 ? half[i] : -half[i]),
      new Vector3(),
    ),
  );
  known.set(mass, corners);
  return corners;
}

export class InertiaMarks {
  readonly #lines: OverlayLines;

  constructor(scene: Scene) {
    this.#lines = new OverlayLines(scene);
  }

  /** `from`: position of the viewer. */
  show(views: Iterable<EntityView>, from: Vector3, isOn: boolean): void {
    this.#lines.begin(from);
    if (isOn) for (const view of views) this.#draw(view);
    this.#lines.finish();
  }

  #draw({ entity, bodies }: EntityView): void {
    for (const [i, { isPlaced, position, orientation }] of bodies.entries()) {
      const mass = entity.masses[i];
      if (!isPlaced || !mass) continue;
      const turn = new Quaternion().copy(orientation);
      const corners = cornersOf(mass).map((corner) => corner.clone().applyQuaternion(turn).add(position));
      for (const [a, b] of EDGES) this.#lines.line(corners[a], corners[b], BOX, 0.9);
      this.#lines.dot(position, CENTER);
    }
  }

  dispose(): void {
    this.#lines.dispose();
  }
}
