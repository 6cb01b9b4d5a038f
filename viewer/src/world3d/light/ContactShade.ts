// The soft dark below things that stand on the ground, where little light of the sky comes: one blurred square for each body near the
// plane z = 0. It costs one draw call. Bodies on ramps and on each other, and large statics, have none.

import {
  Box3,
  DataTexture,
  InstancedMesh,
  LinearFilter,
  Matrix4,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  RGBAFormat,
  type Scene,
  Vector3,
} from "three";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityViews } from "../entities/EntityViews.js";

const MAX = 256;
/** Bodies up to this height above the ground have one, and up to this size, m. */
const [NEAR_M, LARGE_M] = [0.25, 3];
/** Size relative to the body, and height above the ground, m. */
const [SPREAD, LIFT_M] = [1.5, 0.004];
const PIXELS = 64;
const UP = new Vector3(0, 0, 1);

export class ContactShade {
  readonly #views: EntityViews;
  readonly #mesh: InstancedMesh;
  readonly #material: MeshBasicMaterial;
  readonly #boxes = new WeakMap<BodyView, Box3>();

  constructor(scene: Scene, views: EntityViews) {
    this.#views = views;
    this.#material = new MeshBasicMaterial({
      map: makeBlur(),
      color: 0x000000,
      transparent: true,
      opacity: 0.42,
      depthWrite: false,
      toneMapped: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    this.#mesh = new InstancedMesh(new PlaneGeometry(1, 1), this.#material, MAX);
    this.#mesh.frustumCulled = false;
    this.#mesh.renderOrder = 2;
    scene.add(this.#mesh);
  }

  /** Called when bodies have moved. */
  update(): void {
    const matrix = new Matrix4();
    let count = 0;
    if (this.#hasGround())
      for (const { entity, bodies } of this.#views.all()) {
        if (entity.isStatic) continue;
        for (const body of bodies) {
          if (count === MAX || !this.#place(body, matrix)) continue;
          this.#mesh.setMatrixAt(count++, matrix);
        }
      }
    this.#mesh.count = count;
    this.#mesh.visible = count > 0;
    this.#mesh.instanceMatrix.needsUpdate = true;
  }

  #hasGround(): boolean {
    return this.#views.ground.meshes.length > 0;
  }

  /** False: the body is too high, too large, or has no shapes. */
  #place(body: BodyView, matrix: Matrix4): boolean {
    const box = this.#boxOf(body);
    if (box.isEmpty() || !body.isPlaced) return false;
    const size = box.getSize(new Vector3());
    if (Math.max(size.x, size.y, size.z) > LARGE_M) return false;
    const middle = box.getCenter(new Vector3()).applyQuaternion(body.orientation).add(body.position);
    const axes = [new Vector3(1, 0, 0), UP, new Vector3(0, 1, 0)].map((axis) =>
      axis.clone().applyQuaternion(body.orientation),
    );
    const lengths = [size.x, size.z, size.y];
    const half = axes.reduce((sum, axis, i) => sum + Math.abs(axis.z) * lengths[i], 0) / 2;
    const bottom = middle.z - half;
    if (bottom > NEAR_M || bottom < -NEAR_M) return false;
    // the side that is most level gives the heading
    const flat = axes
      .map((axis, i) => ({ axis, length: lengths[i] }))
      .sort((a, b) => Math.abs(a.axis.z) - Math.abs(b.axis.z));
    const [along, beside] = flat;
    const heading = Math.atan2(along.axis.y, along.axis.x);
    const nearness = 1 - Math.max(0, bottom) / NEAR_M;
    const scale = SPREAD * (0.6 + 0.4 * nearness);
    matrix.compose(
      new Vector3(middle.x, middle.y, LIFT_M),
      new Quaternion().setFromAxisAngle(UP, heading),
      new Vector3(scale * along.length, scale * beside.length, 1),
    );
    return true;
  }

  #boxOf(body: BodyView): Box3 {
    const known = this.#boxes.get(body);
    if (known) return known;
    const box = new Box3();
    for (const { geometry } of body.meshes) if (geometry.boundingBox) box.union(geometry.boundingBox);
    this.#boxes.set(body, box);
    return box;
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.dispose();
    this.#material.map?.dispose();
    this.#material.dispose();
  }
}

/** Opaque in the middle, transparent at the edges. */
function makeBlur(): DataTexture {
  const bytes = new Uint8Array(4 * PIXELS * PIXELS);
  const fall = (x: number): number => {
    const t = Math.max(0, Math.min(1, (1 - Math.abs((2 * (x + 0.5)) / PIXELS - 1)) / 0.6));
    return t * t * (3 - 2 * t);
  };
  for (let y = 0; y < PIXELS; y++)
    for (let x = 0; x < PIXELS; x++) bytes[4 * (y * PIXELS + x) + 3] = Math.round(255 * fall(x) * fall(y));
  const texture = new DataTexture(bytes, PIXELS, PIXELS, RGBAFormat);
  Object.assign(texture, { magFilter: LinearFilter, minFilter: LinearFilter, needsUpdate: true });
  return texture;
}
