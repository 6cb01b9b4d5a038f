// Volumes of triggers, on request: the edges of boxes, three circles of a sphere, the rims and four sides of a cylinder. A volume
// that moves with a body is drawn where the body is.

import { Color, Quaternion, type Scene, Vector3 } from "three";
import type { ViewTrigger } from "../../../../src/session/view/ViewProtocol.js";
import type { EntityViews } from "../entities/EntityViews.js";
import type { Theme } from "../Theme.js";
import { OverlayLines } from "./OverlayLines.js";

type Solid = ViewTrigger["solids"][number];
export type Line = readonly [Vector3, Vector3];

/** Lines of a circle. */
const CIRCLE_LINES = 32;
const OPACITY = 0.9;

export class TriggerMarks {
  readonly #lines: OverlayLines;
  readonly #color = new Color();

  constructor(scene: Scene) {
    this.#lines = new OverlayLines(scene);
  }

  use(theme: Theme): void {
    this.#color.setHex(theme.isDark ? 0xffb454 : 0xc76a00);
  }

  /** `from`: position of the camera. */
  show(triggers: readonly ViewTrigger[], views: EntityViews, from: Vector3): void {
    this.#lines.begin(from);
    for (const trigger of triggers)
      for (const [a, b] of linesOfTrigger(trigger, views)) this.#lines.line(a, b, this.#color, OPACITY);
    this.#lines.finish();
  }

  dispose(): void {
    this.#lines.dispose();
  }
}

/** The edges of its volumes in the world. */
export function linesOfTrigger({ solids, body }: ViewTrigger, views: EntityViews): readonly Line[] {
  const carrier = body && views.get(body.entity)?.find(body.body);
  if (body && !carrier?.isPlaced) return [];
  const place = (solid: Solid, point: Vector3): Vector3 => {
    const placed = placeIn(solid, point);
    return carrier ? placed.applyQuaternion(carrier.orientation).add(carrier.position) : placed;
  };
  return solids.flatMap((solid) => edgesOf(solid).map(([a, b]): Line => [place(solid, a), place(solid, b)]));
}

function placeIn({ pose: { position, orientation } }: Solid, point: Vector3): Vector3 {
  return point.applyQuaternion(new Quaternion(...orientation)).add(new Vector3(...position));
}

/** In the frame of the solid. */
function edgesOf({ shape }: Solid): readonly Line[] {
  if (shape.kind === "Box") return edgesOfBox(shape.size);
  const { radius } = shape;
  if (shape.kind === "Sphere") return ([0, 1, 2] as const).flatMap((axis) => circle(axis, radius, 0));
  const half = shape.length / 2;
  const sides = [0, 1, 2, 3].map((k): Line => {
    const [x, z] = [radius * Math.cos((k * Math.PI) / 2), radius * Math.sin((k * Math.PI) / 2)];
    return [new Vector3(x, -half, z), new Vector3(x, half, z)];
  });
  // a cylinder lies along y
  return [...circle(1, radius, -half), ...circle(1, radius, half), ...sides];
}

function edgesOfBox(size: readonly number[]): readonly Line[] {
  return [0, 1, 2].flatMap((axis) =>
    [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ].map(([s, t]): Line => {
      const [from, to] = [-1, 1].map((end) => {
        const at = new Vector3();
        at.setComponent(axis, (end * size[axis]) / 2);
        at.setComponent((axis + 1) % 3, (s * size[(axis + 1) % 3]) / 2);
        return at.setComponent((axis + 2) % 3, (t * size[(axis + 2) % 3]) / 2);
      });
      return [from, to];
    }),
  );
}

/** About an axis, at a height along it. */
export function circle(axis: 0 | 1 | 2, radius: number, height: number): readonly Line[] {
  const at = (i: number): Vector3 => {
    const angle = (2 * Math.PI * i) / CIRCLE_LINES;
    const point = new Vector3().setComponent(axis, height);
    point.setComponent((axis + 1) % 3, radius * Math.cos(angle));
    return point.setComponent((axis + 2) % 3, radius * Math.sin(angle));
  };
  return Array.from({ length: CIRCLE_LINES }, (_, i): Line => [at(i), at(i + 1)]);
}
