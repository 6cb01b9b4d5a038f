// Finds the nearest body under a screen point, or close beside it, and the point on it.

import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { CameraRig } from "../camera/CameraRig.js";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import type { ScreenPoint } from "./PointerInput.js";

/** Small things are hit up to this far beside them, CSS pixels: one ring of points after the other. */
const RINGS_PX = [5, 10] as const;
const RING_POINTS = 8;

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

  /** The body under the point, else the nearest one to the viewer among those close beside it. */
  pick(place: ScreenPoint): Hit | undefined {
    const ground = this.#groundDistance(this.#aim(place));
    const exact = this.#pick(place, ground);
    if (exact && !exact.entity.entity.isStatic) return exact;
    const { position } = this.#rig.camera;
    const away = ({ point }: Hit): number => point.distanceTo(position);
    // beside a small thing its background is hit: the ground, or a wall that is not much nearer
    const limit = 1.05 * (exact ? away(exact) : ground);
    for (const radius of RINGS_PX) {
      const hits = Array.from({ length: RING_POINTS }, (_, i) => {
        const angle = (2 * Math.PI * i) / RING_POINTS;
        return this.#pick({ x: place.x + radius * Math.cos(angle), y: place.y + radius * Math.sin(angle) }, limit);
      });
      const near = hits.flatMap((hit) => (hit && !(exact && hit.entity.entity.isStatic) ? [hit] : []));
      const [nearest] = near.sort((a, b) => away(a) - away(b));
      if (nearest) return nearest;
    }
    return exact;
  }

  /** Grounds hide what is below them, but cannot be picked. `limit`: nothing farther away is hit, m. */
  #pick(place: ScreenPoint, limit: number): Hit | undefined {
    const ray = this.#aim(place);
    let nearest: Hit | undefined;
    let distance = limit;
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
    const ray = this.#aim(place);
    const distance = this.#groundDistance(ray);
    const hit = this.#pick(place, distance);
    if (hit) return hit.point;
    return Number.isFinite(distance) ? ray.ray.at(distance, new Vector3()) : undefined;
  }

  /** Height of what is below a place, m, without an entity. */
  below(place: Vector3, without: string): number | undefined {
    const ray = new Raycaster(place.clone(), new Vector3(0, 0, -1));
    const found = ray.intersectObjects(this.#views.ground.meshes, false).map(({ point }) => point.z);
    for (const { mesh, entity } of this.#views.pickable())
      if (entity.entity.name !== without) found.push(...ray.intersectObject(mesh, false).map(({ point }) => point.z));
    return found.length > 0 ? Math.max(...found) : undefined;
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
