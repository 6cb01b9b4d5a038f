// The directions of x, y and z in a corner of the view, as SVG. Redrawn only when the camera has turned.

import { type Quaternion, Vector3 } from "three";
import type { CameraRig } from "./CameraRig.js";

const SIZE_PX = 64;
const ARM_PX = 20;
const GAP_PX = 12;
const SVG = "http://www.w3.org/2000/svg";
const AXES = [
  { name: "x", way: new Vector3(1, 0, 0) },
  { name: "y", way: new Vector3(0, 1, 0) },
  { name: "z", way: new Vector3(0, 0, 1) },
] as const;

export class AxesGizmo {
  readonly #canvas: HTMLCanvasElement;
  readonly #svg = document.createElementNS(SVG, "svg");
  readonly #axes = AXES.map(({ name, way }) => {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", name);
    const line = document.createElementNS(SVG, "line");
    const text = document.createElementNS(SVG, "text");
    text.textContent = name;
    group.append(line, text);
    return { group, line, text, way };
  });
  #shown = "";

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#svg.setAttribute("class", "world3d-compass");
    this.#svg.setAttribute("viewBox", `${-SIZE_PX / 2} ${-SIZE_PX / 2} ${SIZE_PX} ${SIZE_PX}`);
    this.#svg.setAttribute("aria-hidden", "true");
    this.#svg.append(...this.#axes.map(({ group }) => group));
  }

  update({ camera, free, robotView }: CameraRig): void {
    if (!this.#svg.isConnected) this.#canvas.after(this.#svg);
    this.#svg.style.visibility = robotView ? "hidden" : "visible";
    const { x, y, z, w } = camera.quaternion;
    const { offsetLeft, offsetTop } = this.#canvas;
    const left = offsetLeft + free.x + free.width - SIZE_PX - GAP_PX;
    const top = offsetTop + free.y + free.height - SIZE_PX - GAP_PX;
    const shown = [...[x, y, z, w].map((part) => part.toFixed(3)), left, top].join(" ");
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#svg.style.translate = `${left}px ${top}px`;
    this.#turn(camera.quaternion.clone().invert());
  }

  dispose(): void {
    this.#svg.remove();
  }

  /** Draws axes that point away first, so that nearer ones cover them. */
  #turn(toCamera: Quaternion): void {
    const seen = this.#axes.map((axis) => ({ ...axis, at: axis.way.clone().applyQuaternion(toCamera) }));
    for (const { group, line, text, at } of seen.sort((a, b) => a.at.z - b.at.z)) {
      const place = (name: string, length: number, sign: number, part: number) =>
        [name, (length * sign * part).toFixed(1)] as const;
      for (const [name, value] of [place("x2", ARM_PX, 1, at.x), place("y2", ARM_PX, -1, at.y)])
        line.setAttribute(name, value);
      for (const [name, value] of [place("x", ARM_PX + 7, 1, at.x), place("y", ARM_PX + 7, -1, at.y)])
        text.setAttribute(name, value);
      this.#svg.append(group);
    }
  }
}
