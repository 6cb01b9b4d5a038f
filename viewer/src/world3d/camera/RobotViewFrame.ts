// Frame around the part of the canvas that the robot's camera sees, with a caption. The rest is dimmed.

import type { CameraRig } from "./CameraRig.js";

const CAPTION_PX = 34;

export class RobotViewFrame {
  readonly #canvas: HTMLCanvasElement;
  readonly #layer = document.createElement("div");
  readonly #frame = document.createElement("div");
  readonly #caption = document.createElement("p");
  #shown = "";

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#layer.className = "world3d-eye";
    this.#layer.append(this.#frame, this.#caption);
  }

  update({ robotView, robotFrame, free }: CameraRig): void {
    this.#layer.hidden = robotView === undefined;
    if (!robotView) return;
    if (!this.#layer.isConnected) this.#canvas.after(this.#layer);
    const { camera, name } = robotView;
    const text = camera
      ? `${name} · ${camera.width} × ${camera.height}, ${Number(camera.fovDeg.toFixed(1))}°`
      : `View from ${name} (no camera)`;
    const { offsetLeft: x, offsetTop: y, clientWidth: w, clientHeight: h } = this.#canvas;
    const shown = JSON.stringify([text, robotFrame, free, x, y, w, h]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#layer.style.cssText = `left:${x}px;top:${y}px;width:${w}px;height:${h}px`;
    this.#frame.hidden = robotFrame === undefined;
    const { x: left, y: top, width, height } = robotFrame ?? free;
    this.#frame.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    const above = robotFrame ? top - CAPTION_PX : top + 8;
    this.#caption.style.cssText = `left:${left + width / 2}px;top:${Math.max(free.y + 6, above)}px`;
    this.#caption.textContent = text;
  }

  dispose(): void {
    this.#layer.remove();
  }
}
