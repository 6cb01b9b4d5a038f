// The meshes and the displayed pose of one body. Poses arrive up to 30 times a second; the view moves smoothly from the
// displayed pose to the newest.

import { Group, type LineSegments, type Mesh, Quaternion, Vector3 } from "three";
import type { SceneBody } from "../../../../src/render/scene/Scene.js";
import type { BodyPose } from "../../Store.js";

/** A larger change in one update is shown as a jump. */
const JUMP_M = 1.5;
const ONE = new Vector3(1, 1, 1);

export class BodyView {
  readonly body: SceneBody;
  readonly group = new Group();
  readonly meshes: Mesh[] = [];
  readonly wires: LineSegments[] = [];
  readonly position = new Vector3();
  readonly orientation = new Quaternion();
  readonly #newest = new Float32Array(7);
  readonly #from = { position: new Vector3(), orientation: new Quaternion() };
  readonly #to = { position: new Vector3(), orientation: new Quaternion() };
  #isMoving = false;

  constructor(body: SceneBody) {
    this.body = body;
    this.group.matrixAutoUpdate = false;
    this.group.visible = false;
  }

  /** Whether a pose has arrived. */
  get isPlaced(): boolean {
    return this.group.visible;
  }

  /** Returns whether the body moves now. */
  setPose(pose: BodyPose): boolean {
    if (this.isPlaced && pose.every((x, i) => x === this.#newest[i])) {
      // arrived: at rest until the next change
      if (this.#isMoving) this.advance(1);
      this.#isMoving = false;
      return false;
    }
    this.#newest.set(pose);
    this.#to.position.set(pose[0], pose[1], pose[2]);
    this.#to.orientation.set(pose[3], pose[4], pose[5], pose[6]).normalize();
    const jumps = !this.isPlaced || this.position.distanceTo(this.#to.position) > JUMP_M;
    this.#from.position.copy(jumps ? this.#to.position : this.position);
    this.#from.orientation.copy(jumps ? this.#to.orientation : this.orientation);
    this.#isMoving = true;
    this.group.visible = true;
    if (jumps) this.advance(1);
    return true;
  }

  /** Starts at the pose of another view of the same body. */
  continueFrom(other: BodyView): void {
    if (!other.isPlaced) return;
    this.position.copy(other.position);
    this.orientation.copy(other.orientation);
    this.#newest.fill(Number.NaN);
    this.group.visible = true;
    this.#place();
  }

  /** `share`: 0 is the pose displayed when the newest pose arrived, 1 is the newest pose. */
  advance(share: number): boolean {
    if (!this.#isMoving) return false;
    this.position.lerpVectors(this.#from.position, this.#to.position, share);
    this.orientation.slerpQuaternions(this.#from.orientation, this.#to.orientation, share);
    this.#place();
    if (share >= 1) this.#isMoving = false;
    return true;
  }

  #place(): void {
    this.group.matrix.compose(this.position, this.orientation, ONE);
    this.group.matrixWorldNeedsUpdate = true;
  }
}
