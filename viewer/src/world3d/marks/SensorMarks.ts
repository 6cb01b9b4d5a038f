// Marks at the places of devices, on request: a pyramid of lines for a frustum, a small cross with a longer +y for any other
// device. Marks are drawn over everything else, since most devices sit inside bodies.

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import type { FrustumDrawing } from "../../../../src/devices/Drawing.js";
import type { ViewSensor } from "../../../../src/session/view/ViewProtocol.js";
import { placeOf } from "../camera/RobotView.js";
import type { EntityView } from "../entities/EntityView.js";

const MAX_LINES = 4096;
const CAMERA_M = 0.22;
const CROSS_M = 0.04;

type Line = readonly [Vector3, Vector3];

export class SensorMarks {
  readonly #places = new BufferAttribute(new Float32Array(6 * MAX_LINES), 3).setUsage(DynamicDrawUsage);
  readonly #material = new LineBasicMaterial({ depthTest: false, transparent: true, toneMapped: false });
  readonly #lines = new LineSegments(new BufferGeometry().setAttribute("position", this.#places), this.#material);

  constructor(scene: Scene) {
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 145;
    this.#lines.visible = false;
    scene.add(this.#lines);
  }

  color(hex: number): void {
    this.#material.color.setHex(hex);
  }

  /** `away`: position of the view's camera; marks grow with their distance from it. `own`: the device not to mark. */
  show(views: Iterable<EntityView>, away: Vector3, own: string | undefined, camerasOnly = false): void {
    let count = 0;
    for (const view of views)
      for (const sensor of view.entity.sensors) {
        const body = view.find(sensor.body);
        const frustum = frustumOf(sensor);
        if (camerasOnly && !frustum) continue;
        if (!body?.isPlaced || own === `${view.entity.name}/${sensor.name}`) continue;
        const { position, orientation } = placeOf(sensor);
        const place = position.applyQuaternion(body.orientation).add(body.position);
        const turned = new Quaternion().copy(body.orientation).multiply(orientation);
        const size = Math.max(1, place.distanceTo(away) / 6);
        const lines = frustum ? pyramid(frustum, CAMERA_M * size) : cross(CROSS_M * size);
        for (const line of lines) {
          if (count === MAX_LINES) break;
          for (const [k, end] of line.entries()) {
            end.applyQuaternion(turned).add(place);
            this.#places.setXYZ(2 * count + k, end.x, end.y, end.z);
          }
          count++;
        }
      }
    this.#lines.visible = count > 0;
    this.#lines.geometry.setDrawRange(0, 2 * count);
    this.#places.needsUpdate = true;
  }

  hide(): void {
    this.#lines.visible = false;
  }

  dispose(): void {
    this.#lines.removeFromParent();
    this.#lines.geometry.dispose();
    this.#material.dispose();
  }
}

const frustumOf = ({ drawings }: ViewSensor): FrustumDrawing | undefined =>
  drawings.find((drawing) => drawing.kind === "frustum");

/** Along +y with +z up; a small roof above the far side shows which way is up. */
function pyramid({ width, height, fovDeg }: FrustumDrawing, length: number): Line[] {
  const z = length * Math.min(1, Math.tan((fovDeg * Math.PI) / 360));
  const x = (z * width) / height;
  const corner = (i: number) => new Vector3(i % 2 === 0 ? -x : x, length, i < 2 ? -z : z);
  const around = [0, 1, 3, 2];
  return [
    ...around.map((i): Line => [new Vector3(), corner(i)]),
    ...around.map((i, k): Line => [corner(i), corner(around[(k + 1) % 4])]),
    [new Vector3(-x / 3, length, z), new Vector3(0, length, 1.4 * z)],
    [new Vector3(0, length, 1.4 * z), new Vector3(x / 3, length, z)],
  ];
}

function cross(length: number): Line[] {
  return [
    [new Vector3(-length, 0, 0), new Vector3(length, 0, 0)],
    [new Vector3(0, -length, 0), new Vector3(0, 2 * length, 0)],
    [new Vector3(0, 0, -length), new Vector3(0, 0, length)],
  ];
}
