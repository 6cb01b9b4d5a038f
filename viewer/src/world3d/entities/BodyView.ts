// One body as it is drawn: its meshes and where they are. Poses come up to 30 times a second; in between it goes smoothly
// from the one it shows to the newest.

import { Group, type LineSegments, type Mesh, Quaternion, Vector3 } from "three";
import type { SceneBody } from "../../../../src/render/scene/Scene.js";
import type { BodyPose } from "../../Store.js";

/** Farther in one update is a jump, not a motion. */
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

  /** Whether it is known where it is. */
  get isPlaced(): boolean {
    return this.group.visible;
  }

  /** Gives whether it moves now. */
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

  /** Begins where another view of the same body was. */
  continueFrom(other: BodyView): void {
    if (!other.isPlaced) return;
    this.position.copy(other.position);
    this.orientation.copy(other.orientation);
    this.#newest.fill(Number.NaN);
    this.group.visible = true;
    this.#place();
  }

  /** `share` 0: where it was as the newest pose came; 1: there. */
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
