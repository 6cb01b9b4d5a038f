// What a robot sees (S3): from its first CameraSensor, along +y of the sensor's frame with +z up; a robot without one
// looks along +y and a little down, from the upper front edge of its first body.

import { Box3, Matrix4, type PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { Pose } from "../../../src/math/Pose.js";
import type { EntityView } from "./EntityView.js";

/** A three.js camera looks along -z with +y up. */
const LOOKS_ALONG_Y = new Quaternion().setFromRotationMatrix(
  new Matrix4().makeBasis(new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -1, 0)),
);
const LOOKS_DOWN = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -0.2);
const ABOVE_M = 0.08;

export function eyeOf(view: EntityView, camera: PerspectiveCamera): void {
  const { main } = view;
  if (!main) return;
  const sensor = view.entity.sensors.find(({ kind }) => kind === "CameraSensor") as { pose?: Pose } | undefined;
  const place = sensor?.pose ? new Vector3(...sensor.pose.position) : upperEdge(view);
  const turned = sensor?.pose ? new Quaternion(...sensor.pose.orientation) : LOOKS_DOWN.clone();
  camera.position.copy(place.applyQuaternion(main.orientation).add(main.position));
  camera.quaternion.copy(main.orientation).multiply(turned).multiply(LOOKS_ALONG_Y);
}

/** Of the main body's shapes, in its frame. */
function upperEdge({ main }: EntityView): Vector3 {
  const box = new Box3();
  for (const { geometry } of main?.meshes ?? []) if (geometry.boundingBox) box.union(geometry.boundingBox);
  if (box.isEmpty()) return new Vector3(0, 0, ABOVE_M);
  const middle = box.getCenter(new Vector3());
  return new Vector3(middle.x, box.max.y, box.max.z + ABOVE_M);
}
