// The view from a robot (S3): from its CameraSensor (the selected one, or the first), along +y of the sensor's frame with
// +z up and the sensor's field of view. A robot without a camera looks along +y and slightly down, from the upper front
// edge of its main body.

import { Box3, MathUtils, Matrix4, type PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { ViewCamera, ViewSensor } from "../../../../src/session/view/ViewProtocol.js";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityView } from "../entities/EntityView.js";

/** A three.js camera looks along -z with +y up. */
const LOOKS_ALONG_Y = new Quaternion().setFromRotationMatrix(
  new Matrix4().makeBasis(new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -1, 0)),
);
const LOOKS_DOWN = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -0.2);
const ABOVE_M = 0.08;
/** Field of view of a robot without a camera. */
const FOV_DEG = 60;

export interface RobotView {
  /** ROBOT/CAMERA, or the robot's name. */
  readonly name: string;
  readonly body: BodyView;
  /** In the body's frame. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly camera: ViewCamera | undefined;
}

export function robotViewOf(view: EntityView, part: string | undefined): RobotView | undefined {
  const cameras = view.entity.sensors.filter(({ camera }) => camera !== undefined);
  const sensor = cameras.find(({ name }) => name === part) ?? cameras[0];
  const body = view.find(sensor?.body) ?? view.main;
  if (!body) return undefined;
  const { name } = view.entity;
  if (!sensor) return { name, body, position: upperEdge(body), orientation: LOOKS_DOWN, camera: undefined };
  return { name: `${name}/${sensor.name}`, body, ...placeOf(sensor), camera: sensor.camera };
}

export function placeOf({ pose }: ViewSensor): { position: Vector3; orientation: Quaternion } {
  return { position: new Vector3(...pose.position), orientation: new Quaternion(...pose.orientation) };
}

/**
 * Puts the camera at the robot view. Returns the vertical field of view of the whole canvas, degrees: the robot's camera has
 * `frameHeight` of its `height`.
 */
export function placeAtRobotView(
  robotView: RobotView,
  camera: PerspectiveCamera,
  frameHeight: number,
  height: number,
): number {
  const { body, position, orientation } = robotView;
  camera.position.copy(position).applyQuaternion(body.orientation).add(body.position);
  camera.quaternion.copy(body.orientation).multiply(orientation).multiply(LOOKS_ALONG_Y);
  const tangent = Math.tan(MathUtils.degToRad(robotView.camera?.fovDeg ?? FOV_DEG) / 2);
  return MathUtils.radToDeg(2 * Math.atan((tangent * height) / Math.max(1, frameHeight)));
}

/** Upper front edge of the body's shapes, in the body's frame. */
function upperEdge({ meshes }: BodyView): Vector3 {
  const box = new Box3();
  for (const { geometry } of meshes) if (geometry.boundingBox) box.union(geometry.boundingBox);
  if (box.isEmpty()) return new Vector3(0, 0, ABOVE_M);
  const middle = box.getCenter(new Vector3());
  return new Vector3(middle.x, box.max.y, box.max.z + ABOVE_M);
}
