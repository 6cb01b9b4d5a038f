// Finds the nearest body under a screen point, and the point on it.

import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { CameraRig } from "../camera/CameraRig.js";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import type { ScreenPoint } from "./PointerInput.js";

export interface Hit {
  readonly entity: EntityView;
  readonly body: BodyView;
  readonly point: Vector3;
}

export class Picking {
  readonly #views: EntityViews;
  readonly #rig: CameraRig;
  readonly #canvas: HTMLCanvasElement;
  readonly #raycaster = new Raycaster();

  constructor(views: EntityViews, rig: CameraRig, canvas: HTMLCanvasElement) {
    this.#views = views;
    this.#rig = rig;
    this.#canvas = canvas;
  }

  /** Grounds hide what is below them, but cannot be picked. */
  pick(place: ScreenPoint): Hit | undefined {
    const ray = this.#aim(place);
    let nearest: Hit | undefined;
    let distance = this.#groundDistance(ray);
    for (const { mesh, entity, body } of this.#views.pickable()) {
      const hit = ray.intersectObject(mesh, false)[0];
      if (!hit || hit.distance >= distance) continue;
      distance = hit.distance;
      nearest = { entity, body, point: hit.point };
    }
    return nearest;
  }

  /** Nearest point, grounds included. */
  point(place: ScreenPoint): Vector3 | undefined {
    const hit = this.pick(place);
    if (hit) return hit.point;
    const ray = this.#aim(place);
    const distance = this.#groundDistance(ray);
    return Number.isFinite(distance) ? ray.ray.at(distance, new Vector3()) : undefined;
  }

  /** Intersection of the line of sight with a plane; undefined if the angle is too small. */
  onPlane(place: ScreenPoint, plane: Plane, minSine: number): Vector3 | undefined {
    const { ray } = this.#aim(place);
    if (Math.abs(ray.direction.dot(plane.normal)) < minSine) return undefined;
    return ray.intersectPlane(plane, new Vector3()) ?? undefined;
  }

  #groundDistance(ray: Raycaster): number {
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...ray.intersectObjects(this.#views.ground.meshes, false).map((h) => h.distance),
    );
  }

  #aim({ x, y }: ScreenPoint): Raycaster {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const seen = new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
    this.#raycaster.setFromCamera(seen, this.#rig.camera);
    return this.#raycaster;
  }
}

/** Vertical plane through a point, facing the viewer. */
export function uprightPlane(point: Vector3, sight: Vector3): Plane {
  const normal = new Vector3(sight.x, sight.y, 0);
  if (normal.lengthSq() < 1e-6) normal.set(0, 1, 0);
  return new Plane().setFromNormalAndCoplanarPoint(normal.normalize(), point);
}

export function levelPlane(point: Vector3): Plane {
  return new Plane().setFromNormalAndCoplanarPoint(new Vector3(0, 0, 1), point);
}
