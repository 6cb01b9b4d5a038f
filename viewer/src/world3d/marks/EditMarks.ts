// What the editor shows of things without a body: triggers, lights, cameras and spawn points, as lines that a click selects.

import { Color, type PerspectiveCamera, Quaternion, type Scene, Vector3 } from "three";
import type { ViewTrigger } from "../../../../src/session/view/ViewProtocol.js";
import type { EntityViews } from "../entities/EntityViews.js";
import { OverlayLines } from "./OverlayLines.js";
import { circle, type Line, linesOfTrigger } from "./TriggerMarks.js";

export interface EditMark {
  readonly kind: "Light" | "Camera" | "Spawn" | "Trigger";
  readonly name: string;
  /** m and x y z w, in the world; a trigger is where its volumes are. */
  readonly place: readonly [number, number, number];
  readonly turn: readonly [number, number, number, number];
  readonly isSelected: boolean;
}

interface Drawn {
  readonly mark: EditMark;
  readonly lines: readonly Line[];
}

const COLORS: Readonly<Record<EditMark["kind"], Color>> = {
  Light: new Color(0xe0a100),
  Camera: new Color(0x9a4ff0),
  Spawn: new Color(0x1fa67a),
  Trigger: new Color(0xff9020),
};
const SELECTED = new Color(0x2f6fed);
/** A click this near to a line means its mark, CSS pixels. */
const NEAR_PX = 7;
const LIGHT_M = 0.15;
const SPAWN_M = 0.3;

export class EditMarks {
  readonly #lines: OverlayLines;
  #marks: readonly EditMark[] = [];
  #drawn: readonly Drawn[] = [];

  constructor(scene: Scene) {
    this.#lines = new OverlayLines(scene);
  }

  use(marks: readonly EditMark[]): void {
    this.#marks = marks;
  }

  /** Before each frame. `from`: position of the camera. */
  show(triggers: readonly ViewTrigger[], views: EntityViews, from: Vector3): void {
    this.#drawn = this.#marks.map((mark) => {
      const trigger = mark.kind === "Trigger" && triggers.find(({ name }) => name === mark.name);
      return { mark, lines: trigger ? linesOfTrigger(trigger, views) : linesOf(mark) };
    });
    this.#lines.begin(from);
    for (const { mark, lines } of this.#drawn)
      for (const [a, b] of lines)
        this.#lines.line(a, b, mark.isSelected ? SELECTED : COLORS[mark.kind], mark.isSelected ? 1 : 0.7);
    this.#lines.finish();
  }

  /** The mark at a point of the canvas, CSS pixels. */
  at(x: number, y: number, camera: PerspectiveCamera, canvas: HTMLCanvasElement): EditMark | undefined {
    const { clientWidth: width, clientHeight: height } = canvas;
    const seen = (point: Vector3): Vector3 => {
      const one = point.clone().project(camera);
      return one.set(((one.x + 1) / 2) * width, ((1 - one.y) / 2) * height, one.z);
    };
    let nearest: EditMark | undefined;
    let least = NEAR_PX;
    for (const { mark, lines } of this.#drawn)
      for (const line of lines) {
        const [a, b] = line.map(seen);
        if (a.z > 1 || b.z > 1) continue;
        const distance = distanceToLine(x, y, a, b);
        if (distance < least) [nearest, least] = [mark, distance];
      }
    return nearest;
  }

  dispose(): void {
    this.#lines.dispose();
  }
}

function distanceToLine(x: number, y: number, a: Vector3, b: Vector3): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

function linesOf({ kind, place, turn }: EditMark): readonly Line[] {
  const own = kind === "Light" ? LIGHT : kind === "Camera" ? CAMERA : kind === "Spawn" ? SPAWN : [];
  const [at, by] = [new Vector3(...place), new Quaternion(...turn)];
  return own.map(([a, b]): Line => [a.clone().applyQuaternion(by).add(at), b.clone().applyQuaternion(by).add(at)]);
}

const point = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z);

/** A bulb: three circles. A light shines along -z. */
const LIGHT: readonly Line[] = [
  ...([0, 1, 2] as const).flatMap((axis) => circle(axis, LIGHT_M, 0)),
  [point(0, 0, -LIGHT_M), point(0, 0, -3 * LIGHT_M)],
];

/** A pyramid along +y, with a tick on its upper side. */
const CAMERA: readonly Line[] = (() => {
  const corners = [point(-0.2, 0.4, -0.15), point(0.2, 0.4, -0.15), point(0.2, 0.4, 0.15), point(-0.2, 0.4, 0.15)];
  const sides = corners.flatMap((corner, i): Line[] => [
    [point(0, 0, 0), corner],
    [corner, corners[(i + 1) % 4]],
  ]);
  return [...sides, [point(-0.08, 0.4, 0.15), point(0, 0.4, 0.23)], [point(0.08, 0.4, 0.15), point(0, 0.4, 0.23)]];
})();

/** A ring on the ground with an arrow along +y, which is forward. */
const SPAWN: readonly Line[] = [
  ...circle(2, SPAWN_M, 0.01),
  [point(0, -SPAWN_M / 2, 0.01), point(0, 1.5 * SPAWN_M, 0.01)],
  [point(-0.1, SPAWN_M, 0.01), point(0, 1.5 * SPAWN_M, 0.01)],
  [point(0.1, SPAWN_M, 0.01), point(0, 1.5 * SPAWN_M, 0.01)],
];
