// Contacts: a small disc at the contact point and an arrow along the force. The length grows with the square root of the
// force, so that contacts of a ball and a car are both visible.

import {
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import type { Contact } from "../../Store.js";
import { thicknessAt } from "./OverlayLines.js";

const MAX = 512;
const METRES_PER_ROOT_NEWTON = 0.022;
const MAX_LENGTH_M = 1.5;
const DISC_M = 0.028;
const SHAFT_M = 0.007;
const HEAD_M = 0.05;
const UP = new Vector3(0, 1, 0);

export class ContactArrows {
  readonly #material = new MeshBasicMaterial({
    color: 0xf59e0b,
    transparent: true,
    opacity: 0.92,
    depthTest: false,
    toneMapped: false,
    side: DoubleSide,
  });
  readonly #discs = new InstancedMesh(new CircleGeometry(DISC_M, 20).rotateX(-Math.PI / 2), this.#material, MAX);
  readonly #shafts = new InstancedMesh(
    new CylinderGeometry(SHAFT_M, SHAFT_M, 1, 8, 1).translate(0, 0.5, 0),
    this.#material,
    MAX,
  );
  readonly #heads = new InstancedMesh(
    new ConeGeometry(2.6 * SHAFT_M, HEAD_M, 12).translate(0, -HEAD_M / 2, 0),
    this.#material,
    MAX,
  );

  constructor(scene: Scene) {
    for (const mesh of this.#meshes) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.renderOrder = 150;
      mesh.visible = false;
      scene.add(mesh);
    }
  }

  /** `from`: position of the camera; distant arrows are drawn thicker, not longer. */
  show(contacts: readonly Contact[], from: Vector3): void {
    const count = Math.min(MAX, contacts.length);
    const [place, force, turn, size] = [new Vector3(), new Vector3(), new Quaternion(), new Vector3()];
    const matrix = new Matrix4();
    for (let i = 0; i < count; i++) {
      place.set(...contacts[i].position);
      force.set(...contacts[i].force);
      const length = Math.min(MAX_LENGTH_M, METRES_PER_ROOT_NEWTON * Math.sqrt(force.length()));
      if (length > 0) turn.setFromUnitVectors(UP, force.normalize());
      else turn.setFromUnitVectors(UP, force.set(0, 0, 1));
      const thick = thicknessAt(place.distanceTo(from));
      this.#discs.setMatrixAt(i, matrix.compose(place, turn, size.setScalar(thick)));
      const head = Math.min(thick, (0.6 * length) / HEAD_M);
      const shaft = Math.max(1e-4, length - (head * HEAD_M) / 2);
      this.#shafts.setMatrixAt(i, matrix.compose(place, turn, size.set(thick, shaft, thick)));
      place.addScaledVector(force, length);
      this.#heads.setMatrixAt(i, matrix.compose(place, turn, size.set(thick, Math.max(1e-4, head), thick)));
    }
    for (const mesh of this.#meshes) {
      mesh.count = count;
      mesh.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const mesh of this.#meshes) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.#material.dispose();
  }

  get #meshes(): InstancedMesh[] {
    return [this.#discs, this.#shafts, this.#heads];
  }
}
