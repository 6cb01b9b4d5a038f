// Handles of the editor: arrows, rings and cubes at a place of the world, and a frame that shows where the thing will be. They
// report the change when the pointer is released; the simulator moves the thing.

import {
  Box3,
  BoxGeometry,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  MathUtils,
  Object3D,
  type PerspectiveCamera,
  type Scene,
  Vector3,
} from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import { wayToFace } from "./FaceSnap.js";

export interface HandleTarget {
  /** m, in the world. */
  readonly place: readonly [number, number, number];
  readonly mode: "translate" | "rotate" | "scale";
  readonly snaps: boolean;
  /** The entity that is moved, if it is one. */
  readonly entity: string;
  readonly done: (change: HandleChange) => void;
}

/** As the operation `place` takes it. */
export interface HandleChange {
  readonly move: readonly number[];
  readonly turn: readonly number[];
  readonly scale: readonly number[];
}

const SNAP_M = 0.1;
const SNAP_DEG = 15;
const SMALL_M = 0.3;

export class EditHandles {
  readonly #proxy = new Object3D();
  readonly #controls: TransformControls;
  readonly #frame = new LineSegments(new EdgesGeometry(new BoxGeometry()), new LineBasicMaterial({ color: 0xff9020 }));
  readonly #changed: () => void;
  #target: HandleTarget | undefined;
  #bounds = new Box3();
  #obstacles: readonly Box3[] = [];

  constructor(scene: Scene, camera: PerspectiveCamera, canvas: HTMLCanvasElement, changed: () => void) {
    this.#changed = changed;
    this.#controls = new TransformControls(camera, canvas);
    this.#controls.setSize(0.9);
    this.#frame.material.toneMapped = false;
    this.#proxy.add(this.#frame);
    scene.add(this.#proxy, this.#controls.getHelper());
    this.#proxy.visible = false;
    this.#controls.addEventListener("change", changed);
    this.#controls.addEventListener("mouseUp", () => this.#finish());
  }

  /** True: the pointer is over a handle or drags one. */
  get isBusy(): boolean {
    return this.#target !== undefined && (this.#controls.dragging || this.#controls.axis !== null);
  }

  /** `bounds`: of the thing in the world; empty: it has no shape. `obstacles`: boxes whose faces it snaps to. */
  show(target: HandleTarget | undefined, bounds: Box3, obstacles: readonly Box3[]): void {
    this.#target = target;
    this.#obstacles = obstacles;
    this.#proxy.visible = target !== undefined;
    if (!target) this.#controls.detach();
    else {
      const { place, mode, snaps } = target;
      const proxy = this.#proxy;
      proxy.position.set(...(place as [number, number, number]));
      proxy.quaternion.identity();
      proxy.scale.set(1, 1, 1);
      const half = new Vector3().setScalar(SMALL_M / 2);
      this.#bounds = bounds.isEmpty()
        ? new Box3(proxy.position.clone().sub(half), proxy.position.clone().add(half))
        : bounds.clone();
      this.#frame.scale.copy(this.#bounds.getSize(new Vector3()).max(new Vector3(0.01, 0.01, 0.01)));
      this.#frame.position.copy(this.#bounds.getCenter(new Vector3()).sub(proxy.position));
      this.#controls.setMode(mode);
      this.#controls.setTranslationSnap(snaps ? SNAP_M : null);
      this.#controls.setRotationSnap(snaps ? MathUtils.degToRad(SNAP_DEG) : null);
      this.#controls.setScaleSnap(snaps ? SNAP_M : null);
      this.#controls.attach(proxy);
    }
    this.#changed();
  }

  /** The thing has moved by itself; while a handle is dragged its place stays. */
  follow(place: readonly [number, number, number], bounds: Box3): void {
    if (!this.#target || this.#controls.dragging) return;
    const isSame = place.every((x, i) => Math.abs(x - this.#proxy.position.getComponent(i)) < 1e-5);
    if (!isSame) this.show({ ...this.#target, place }, bounds, this.#obstacles);
  }

  #finish(): void {
    const target = this.#target;
    if (!target) return;
    const { position, quaternion, scale } = this.#proxy;
    const move = position.toArray().map((x, i) => round(x - target.place[i]));
    if (target.snaps && target.mode === "translate")
      for (let axis = 0; axis < 3; axis++)
        if (move[axis] !== 0) move[axis] = round(move[axis] + this.#toFace(move, axis));
    const isSame = move.every((x) => x === 0) && quaternion.w === 1 && scale.toArray().every((x) => x === 1);
    if (isSame) return;
    const factors = scale.toArray().map((x) => round(Math.max(0.01, Math.abs(x))));
    target.done({ move, turn: quaternion.toArray(), scale: factors });
  }

  #toFace(move: readonly number[], axis: number): number {
    const moved = this.#bounds.clone().translate(new Vector3(move[0], move[1], move[2]));
    return wayToFace(moved, this.#obstacles, axis);
  }

  dispose(): void {
    this.#controls.dispose();
    this.#frame.geometry.dispose();
    this.#frame.material.dispose();
    this.#proxy.removeFromParent();
  }
}

/** To 0.1 mm. */
const round = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;
