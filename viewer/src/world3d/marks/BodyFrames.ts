// Axes of bodies at their centre of mass: x red, y green, z blue, drawn over everything.

import {
  BufferAttribute,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Scene,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { EntityView } from "../entities/EntityView.js";
import type { Tag } from "./Tags.js";

const MAX = 1024;
const LENGTH_M = 0.18;
const THICK_M = 0.005;
/** Beyond this distance the size on the screen is constant. */
const FULL_M = 14;
/** Names of frames: how far away, m, and how many. */
const NAMES_M = 30;
const MAX_NAMES = 40;
const AXES = [
  { color: [0.75, 0.02, 0.03], turn: new Matrix4().makeRotationZ(-Math.PI / 2) },
  { color: [0.02, 0.36, 0.05], turn: new Matrix4() },
  { color: [0.02, 0.12, 0.85], turn: new Matrix4().makeRotationX(Math.PI / 2) },
] as const;

export class BodyFrames {
  readonly #material = new MeshBasicMaterial({
    vertexColors: true,
    depthTest: false,
    transparent: true,
    toneMapped: false,
  });
  readonly #mesh: InstancedMesh;

  constructor(scene: Scene) {
    const axes = AXES.map(({ color, turn }) => {
      const axis = new CylinderGeometry(0.4 * THICK_M, THICK_M, LENGTH_M, 6).translate(0, LENGTH_M / 2, 0);
      const count = axis.attributes.position.count;
      const colors = Float32Array.from({ length: 3 * count }, (_, i) => color[i % 3]);
      return axis.applyMatrix4(turn).setAttribute("color", new BufferAttribute(colors, 3));
    });
    this.#mesh = new InstancedMesh(mergeGeometries(axes), this.#material, MAX);
    for (const axis of axes) axis.dispose();
    this.#mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.#mesh.frustumCulled = false;
    this.#mesh.renderOrder = 140;
    this.#mesh.visible = false;
    scene.add(this.#mesh);
  }

  /** `from`: position of the camera. */
  show(views: Iterable<EntityView>, from: Vector3): void {
    let count = 0;
    const matrix = new Matrix4();
    const size = new Vector3();
    for (const { entity, bodies } of views) {
      if (entity.isStatic) continue;
      for (const { group, meshes, isPlaced, position } of bodies) {
        if (!isPlaced || count === MAX) continue;
        // a small body has small axes
        const radius = Math.max(0.1, ...meshes.map(({ geometry }) => geometry.boundingSphere?.radius ?? 0));
        const near = Math.min(2, Math.max(0.5, radius / 0.3));
        size.setScalar(near * Math.max(1, position.distanceTo(from) / FULL_M));
        this.#mesh.setMatrixAt(count++, matrix.copy(group.matrix).scale(size));
      }
    }
    this.#mesh.count = count;
    this.#mesh.visible = count > 0;
    this.#mesh.instanceMatrix.needsUpdate = true;
  }

  /** Names of the frames that are near enough to be read. */
  namesNear(views: Iterable<EntityView>, from: Vector3): readonly Tag[] {
    const near: { readonly tag: Tag; readonly away: number }[] = [];
    for (const { entity, bodies } of views) {
      if (entity.isStatic) continue;
      for (const { body, isPlaced, position } of bodies) {
        const away = position.distanceTo(from);
        const text = bodies.length > 1 ? body.name : entity.name;
        if (isPlaced && away < NAMES_M) near.push({ tag: { text, at: position.clone() }, away });
      }
    }
    return near
      .sort((a, b) => a.away - b.away)
      .slice(0, MAX_NAMES)
      .map(({ tag }) => tag);
  }

  hide(): void {
    this.#mesh.visible = false;
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.dispose();
    this.#material.dispose();
  }
}
