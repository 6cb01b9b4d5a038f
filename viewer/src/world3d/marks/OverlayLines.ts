// Lines, dots and arrows over everything else, rebuilt for every frame. Each has its own colour; the buffers grow as
// needed.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  type Scene,
  Vector3,
} from "three";

const FIRST_CAPACITY = 256;
const DOT_PX = 4;
const MAX_ARROWS = 512;
const SHAFT_M = 0.008;
const HEAD_M = 0.055;
/** Beyond this distance, m, arrows are drawn thicker, not longer; nearer than the other one thinner. */
const [THIN_M, NEAR_M] = [7, 2.5];
const UP = new Vector3(0, 1, 0);
const LOOK = { transparent: true, depthTest: false, depthWrite: false, toneMapped: false } as const;

/** Thickness of an arrow at a distance from the camera, m, relative to that in between. */
export const thicknessAt = (distance: number): number =>
  Math.max(Math.min(1, distance / NEAR_M), distance / THIN_M, 0.05);

/** Vertices with position and colour. */
class Vertices {
  readonly geometry = new BufferGeometry();
  #count = 0;
  #capacity = 0;
  #places!: BufferAttribute;
  #colors!: BufferAttribute;

  constructor() {
    this.#grow(FIRST_CAPACITY);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
  }

  add({ x, y, z }: Vector3, { r, g, b }: Color, opacity: number): void {
    if (this.#count === this.#capacity) this.#grow(2 * this.#capacity);
    this.#places.setXYZ(this.#count, x, y, z);
    this.#colors.setXYZW(this.#count++, r, g, b, opacity);
  }

  finish(): void {
    this.geometry.setDrawRange(0, this.#count);
    this.#places.needsUpdate = this.#colors.needsUpdate = true;
  }

  #grow(capacity: number): void {
    const places = new BufferAttribute(new Float32Array(3 * capacity), 3).setUsage(DynamicDrawUsage);
    const colors = new BufferAttribute(new Float32Array(4 * capacity), 4).setUsage(DynamicDrawUsage);
    if (this.#capacity > 0) {
      places.array.set(this.#places.array);
      colors.array.set(this.#colors.array);
      // frees the old buffers on the graphics processor
      this.geometry.dispose();
    }
    this.geometry.setAttribute("position", places).setAttribute("color", colors);
    [this.#places, this.#colors, this.#capacity] = [places, colors, capacity];
  }
}

export class OverlayLines {
  readonly #lines = new Vertices();
  readonly #dots = new Vertices();
  readonly #lineMaterial = new LineBasicMaterial({ ...LOOK, vertexColors: true });
  readonly #dotMaterial = new PointsMaterial({ ...LOOK, vertexColors: true, size: DOT_PX, sizeAttenuation: false });
  readonly #arrowMaterial = new MeshBasicMaterial({ ...LOOK, opacity: 0.95 });
  readonly #shafts = new InstancedMesh(
    new CylinderGeometry(SHAFT_M, SHAFT_M, 1, 8, 1).translate(0, 0.5, 0),
    this.#arrowMaterial,
    MAX_ARROWS,
  );
  readonly #heads = new InstancedMesh(
    new ConeGeometry(2.6 * SHAFT_M, HEAD_M, 12).translate(0, -HEAD_M / 2, 0),
    this.#arrowMaterial,
    MAX_ARROWS,
  );
  readonly #drawn = [
    new LineSegments(this.#lines.geometry, this.#lineMaterial),
    new Points(this.#dots.geometry, this.#dotMaterial),
    this.#shafts,
    this.#heads,
  ] as const;
  readonly #from = new Vector3();
  #arrows = 0;

  constructor(scene: Scene) {
    for (const thing of this.#drawn) {
      thing.frustumCulled = false;
      thing.renderOrder = 146;
      thing.visible = false;
      scene.add(thing);
    }
  }

  /** Clears everything; `from` is the position of the camera. */
  begin(from: Vector3): void {
    this.#from.copy(from);
    this.#lines.clear();
    this.#dots.clear();
    this.#arrows = 0;
  }

  line(from: Vector3, to: Vector3, color: Color, opacity: number): void {
    this.#lines.add(from, color, opacity);
    this.#lines.add(to, color, opacity);
  }

  dot(at: Vector3, color: Color, opacity = 1): void {
    this.#dots.add(at, color, opacity);
  }

  arrow(from: Vector3, along: Vector3, color: Color): void {
    const length = along.length();
    if (length < 1e-3 || this.#arrows === MAX_ARROWS) return;
    const i = this.#arrows++;
    const way = along.clone().divideScalar(length);
    const turn = new Quaternion().setFromUnitVectors(UP, way);
    const thick = thicknessAt(from.distanceTo(this.#from));
    const head = Math.max(1e-4, Math.min(thick, (0.6 * length) / HEAD_M));
    const shaft = Math.max(1e-4, length - (head * HEAD_M) / 2);
    const matrix = new Matrix4();
    this.#shafts.setMatrixAt(i, matrix.compose(from, turn, new Vector3(thick, shaft, thick)));
    this.#heads.setMatrixAt(i, matrix.compose(from.clone().add(along), turn, new Vector3(thick, head, thick)));
    this.#shafts.setColorAt(i, color);
    this.#heads.setColorAt(i, color);
  }

  finish(): void {
    this.#lines.finish();
    this.#dots.finish();
    const [lines, dots] = this.#drawn;
    lines.visible = this.#lines.count > 0;
    dots.visible = this.#dots.count > 0;
    for (const mesh of [this.#shafts, this.#heads]) {
      mesh.count = this.#arrows;
      mesh.visible = this.#arrows > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const thing of this.#drawn) {
      thing.removeFromParent();
      thing.geometry.dispose();
    }
    this.#shafts.dispose();
    this.#heads.dispose();
    for (const material of [this.#lineMaterial, this.#dotMaterial, this.#arrowMaterial]) material.dispose();
  }
}
