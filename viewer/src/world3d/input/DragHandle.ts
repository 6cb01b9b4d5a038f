// Dragging a body: by force, with a spring between the grabbed point and the pointer (`pull`, 30 times a second, then
// `release`), or by moving the whole entity (`move`), which is what a drag does while the world is paused: forces need time to act. The pointer moves on a horizontal plane, with Shift on a
// vertical one.

import {
  CylinderGeometry,
  Mesh,
  MeshBasicMaterial,
  type Plane,
  Quaternion,
  type Scene,
  SphereGeometry,
  Vector3,
} from "three";
import type { Connection } from "../../Connection.js";
import type { BodyPose, Store } from "../../Store.js";
import type { CameraRig } from "../camera/CameraRig.js";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import { type Hit, levelPlane, type Picking, uprightPlane } from "./Picking.js";
import type { ScreenPoint } from "./PointerInput.js";

const SEND_MS = 1000 / 30;
/** Minimum sine of the angle between the view and a horizontal plane. */
const MIN_SINE = 0.12;
const MAX_REACH = 4;
const BAND_PX = 2;
const UP = new Vector3(0, 1, 0);

interface Parts {
  readonly store: Store;
  readonly connection: Connection;
  readonly scene: Scene;
  readonly views: EntityViews;
  readonly rig: CameraRig;
}

interface Drag {
  readonly entity: string;
  readonly body: string;
  /** Grabbed point in the body's frame. */
  readonly from: Vector3;
  readonly mode: "force" | "move";
  /** Grabbed point and body position at the start of the drag. */
  readonly startPoint: Vector3;
  readonly startPlace: Vector3;
  readonly hand: Vector3;
  /** Pose of the body at the start of the drag. */
  readonly before: BodyPose | undefined;
  plane: Plane;
  isUpright: boolean;
  timer: ReturnType<typeof setInterval>;
  isWaiting: boolean;
  hasComplained: boolean;
  sent: string;
}

export class DragHandle {
  readonly #parts: Parts;
  readonly #picking: Picking;
  readonly #material = new MeshBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false, toneMapped: false });
  readonly #band = new Mesh(new CylinderGeometry(1, 1, 1, 8), this.#material);
  readonly #hand = new Mesh(new SphereGeometry(1, 16, 12), this.#material);
  readonly #anchor = new Mesh(this.#hand.geometry, this.#material);
  #drag: Drag | undefined;

  constructor(parts: Parts, picking: Picking) {
    this.#parts = parts;
    this.#picking = picking;
    for (const mesh of [this.#band, this.#hand, this.#anchor]) {
      mesh.renderOrder = 200;
      mesh.visible = false;
      mesh.frustumCulled = false;
      parts.scene.add(mesh);
    }
  }

  get isActive(): boolean {
    return this.#drag !== undefined;
  }

  color(hex: number): void {
    this.#material.color.setHex(hex);
  }

  begin({ entity, body, point }: Hit, place: ScreenPoint): void {
    this.end();
    const from = point.clone().sub(body.position).applyQuaternion(body.orientation.clone().invert());
    this.#drag = {
      entity: entity.entity.name,
      body: body.body.name,
      from,
      mode: this.#parts.store.status?.isPaused
        ? "move"
        : this.#parts.store.settings.drag === "force"
          ? "force"
          : "move",
      before: this.#parts.store.poses.get(body.body.id)?.slice(),
      startPoint: point.clone(),
      startPlace: body.position.clone(),
      hand: point.clone(),
      plane: this.#planeAt(point, false),
      isUpright: false,
      timer: setInterval(() => this.#send(), SEND_MS),
      isWaiting: false,
      hasComplained: false,
      sent: "",
    };
    this.to(place, false);
  }

  to(place: ScreenPoint, isUpright: boolean): void {
    const drag = this.#drag;
    if (!drag) return;
    if (isUpright !== drag.isUpright) {
      drag.isUpright = isUpright;
      drag.plane = this.#planeAt(drag.hand, isUpright);
    }
    const point = this.#picking.onPlane(place, drag.plane, 0.02);
    if (!point) return;
    const { camera } = this.#parts.rig;
    const reach = MAX_REACH * camera.position.distanceTo(drag.startPoint);
    const way = point.sub(drag.startPoint).clampLength(0, reach);
    // moving with Shift goes straight up and down
    if (drag.mode === "move" && isUpright) drag.hand.z = drag.startPoint.z + way.z;
    else drag.hand.copy(drag.startPoint).add(way);
  }

  end(): void {
    const drag = this.#drag;
    if (!drag) return;
    clearInterval(drag.timer);
    if (drag.mode === "move") {
      if (drag.before && drag.sent !== "") this.#parts.store.moves.note(`${drag.entity}/${drag.body}`, drag.before);
      this.#send(true);
    } else void this.#parts.connection.verb("release", { name: `${drag.entity}/${drag.body}` });
    this.#drag = undefined;
    for (const mesh of [this.#band, this.#hand, this.#anchor]) mesh.visible = false;
  }

  /** Returns whether a frame has to be drawn. */
  update(): boolean {
    const drag = this.#drag;
    if (!drag) return false;
    const body = this.#parts.views.get(drag.entity)?.find(drag.body);
    if (!body) {
      this.end();
      return true;
    }
    this.#stretch(body, drag);
    return true;
  }

  dispose(): void {
    this.end();
    for (const mesh of [this.#band, this.#hand, this.#anchor]) mesh.removeFromParent();
    this.#band.geometry.dispose();
    this.#hand.geometry.dispose();
    this.#material.dispose();
  }

  #planeAt(point: Vector3, isUpright: boolean): Plane {
    const sight = this.#parts.rig.camera.getWorldDirection(new Vector3());
    const isFlat = Math.abs(sight.z) < MIN_SINE;
    return isUpright || isFlat ? uprightPlane(point, sight) : levelPlane(point);
  }

  #stretch(body: BodyView, drag: Drag): void {
    const anchor = drag.from.clone().applyQuaternion(body.orientation).add(body.position);
    const { camera } = this.#parts.rig;
    const pixel = camera.position.distanceTo(drag.hand) * 0.0009;
    const way = drag.hand.clone().sub(anchor);
    const length = way.length();
    const isForce = drag.mode === "force";
    this.#band.visible = isForce && length > 1e-4;
    this.#hand.visible = true;
    this.#anchor.visible = isForce;
    // a longer band is thinner
    const thickness = (BAND_PX * pixel) / Math.sqrt(1 + length);
    this.#band.position.copy(anchor).addScaledVector(way, 0.5);
    this.#band.scale.set(thickness, Math.max(1e-4, length), thickness);
    this.#band.quaternion.copy(new Quaternion().setFromUnitVectors(UP, way.normalize()));
    this.#hand.position.copy(drag.hand);
    this.#hand.scale.setScalar(5 * pixel);
    this.#anchor.position.copy(anchor);
    this.#anchor.scale.setScalar(3.5 * pixel);
  }

  /** Sends the newest position; at most one request is pending. */
  #send(isLast = false): void {
    const drag = this.#drag;
    if (!drag || (drag.isWaiting && !isLast)) return;
    const request = drag.mode === "force" ? this.#pull(drag) : this.#move(drag);
    // a pull has to be repeated, a position is sent once
    const text = JSON.stringify(request);
    if (drag.mode === "move" && text === drag.sent) return;
    drag.sent = text;
    drag.isWaiting = true;
    void this.#parts.connection.verb(request.verb, request.args).then(({ result, message }) => {
      drag.isWaiting = false;
      if (result === 1 || drag.hasComplained) return;
      drag.hasComplained = true;
      this.#parts.store.addLog("problem", message);
    });
  }

  #pull({ entity, body, from, hand }: Drag): { verb: string; args: Record<string, unknown> } {
    return { verb: "pull", args: { name: `${entity}/${body}`, from: from.toArray(), to: hand.toArray() } };
  }

  #move({ entity, body, startPoint, startPlace, hand }: Drag): { verb: string; args: Record<string, unknown> } {
    const position = startPlace.clone().add(hand).sub(startPoint);
    return { verb: "move", args: { name: `${entity}/${body}`, position: position.toArray() } };
  }
}
