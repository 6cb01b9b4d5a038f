// Axes of joints, on request: a line through the anchor with an arc that shows the positive direction of rotation. The axis of the
// selected joint is always drawn, in the accent colour.

import { Color, type Scene, Vector3 } from "three";
import type { ViewAxle } from "../../../../src/session/view/ViewProtocol.js";
import type { EntityView } from "../entities/EntityView.js";
import type { Theme } from "../Theme.js";
import { OverlayLines } from "./OverlayLines.js";

/** Half of the length of an axis relative to its body, and its limits, m. */
const [LENGTH, MIN_M, MAX_M] = [0.75, 0.022, 0.25];
/** The arc: radius relative to the half length, and number of lines. */
const [RADIUS, ARC_LINES] = [0.45, 14];

interface SelectedJoint {
  readonly entity: string;
  readonly part?: string;
}

export class JointAxes {
  readonly #lines: OverlayLines;
  readonly #color = new Color(0xc03fc9);
  readonly #accent = new Color();

  constructor(scene: Scene) {
    this.#lines = new OverlayLines(scene);
  }

  use(theme: Theme): void {
    this.#accent.setHex(theme.accent);
    this.#color.setHex(theme.isDark ? 0xe58bff : 0xb028bd);
  }

  /** `isOn`: for all joints of robots and objects. `from`: position of the camera. */
  show(views: Iterable<EntityView>, from: Vector3, isOn: boolean, selected: SelectedJoint | undefined): void {
    this.#lines.begin(from);
    for (const view of views)
      for (const { name, axles, kind } of view.entity.joints) {
        const isSelected = selected?.entity === view.entity.name && selected.part === name;
        if (!isOn && !isSelected) continue;
        for (const axle of axles ?? []) this.#draw(view, axle, kind === "Slider", isSelected);
      }
    this.#lines.finish();
  }

  #draw(view: EntityView, { body, position, direction }: ViewAxle, isSlide: boolean, isSelected: boolean): void {
    const shown = view.find(body);
    if (!shown?.isPlaced) return;
    const place = new Vector3(...position).applyQuaternion(shown.orientation).add(shown.position);
    const along = new Vector3(...direction).applyQuaternion(shown.orientation).normalize();
    const size = Math.max(0, ...shown.meshes.map(({ geometry }) => geometry.boundingSphere?.radius ?? 0));
    const half = Math.min(MAX_M, Math.max(MIN_M, LENGTH * size));
    const [color, opacity] = isSelected ? [this.#accent, 1] : [this.#color, 0.85];
    const tip = place.clone().addScaledVector(along, half);
    this.#lines.line(place.clone().addScaledVector(along, -half), tip, color, opacity);
    this.#lines.dot(tip, color);
    this.#lines.dot(place, color);
    if (isSlide) return;
    // right-handed: three quarters of a circle about the axis
    const side = Math.abs(along.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    const u = side
      .cross(along)
      .normalize()
      .multiplyScalar(RADIUS * half);
    const v = along.clone().cross(u);
    const at = (i: number) => {
      const angle = (i / ARC_LINES) * 1.5 * Math.PI;
      return place.clone().addScaledVector(u, Math.cos(angle)).addScaledVector(v, Math.sin(angle));
    };
    for (let i = 0; i < ARC_LINES; i++) this.#lines.line(at(i), at(i + 1), color, opacity);
    const end = at(ARC_LINES);
    for (const reach of [0.7, 1.3]) {
      const barb = at(ARC_LINES - 2)
        .sub(place)
        .multiplyScalar(reach)
        .add(place);
      this.#lines.line(end, barb, color, opacity);
    }
  }

  dispose(): void {
    this.#lines.dispose();
  }
}
