// The cameras of the vision (F4): the world's own Camera-0, Camera-1, ... if it has them, so that their pictures (F7) match their
// calibration; otherwise a grid above the field, each camera over the centre of its part. A 2003 world has one, Overhead.

import type { WorldCamera } from "../../../describe/world/WorldFile.js";
import type { CameraSettings } from "../../../devices/camera/CameraSensor.js";
import { conjugate, multiply, normalizeQuat, type Quat } from "../../../math/Quat.js";
import { DEGREE, tan } from "../../../math/Trigonometry.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import { DOWNWARDS, VisionCamera } from "./VisionCamera.js";

export const MAX_CAMERAS = 8;

/** The world's cameras if their number is right and they see the whole field, otherwise a grid. */
export function chooseCameras(
  field: FieldGeometry,
  world: readonly WorldCamera[] = [],
  count?: number | undefined,
): readonly VisionCamera[] {
  const own = worldCameras(world, count === 1 || field.type === "2003");
  if (own.length > 0 && own.length === (count ?? own.length) && seesAll(own, field)) return own;
  return gridCameras(field, count ?? (field.type === "2003" ? 1 : 4));
}

/** m that a camera sees beyond its part of the field. */
const MARGIN = 0.8;
const MARGIN_2003 = 0.3;

/** In two rows if possible, numbered like the world files: from -x to +x, in each column from -y to +y. */
export function gridCameras(field: FieldGeometry, count: number): readonly VisionCamera[] {
  if (!Number.isInteger(count) || count < 1 || count > MAX_CAMERAS)
    throw new RangeError(`the vision has 1 to ${MAX_CAMERAS} cameras, found ${count}`);
  const rows = count >= 4 && count % 2 === 0 ? 2 : 1;
  const columns = count / rows;
  const [cellX, cellY] = [field.fieldLength / columns, field.fieldWidth / rows];
  return Array.from({ length: count }, (_, i) => {
    const [column, row] = [Math.floor(i / rows), i % rows];
    const x = (column + 0.5) * cellX - field.fieldLength / 2;
    const y = (row + 0.5) * cellY - field.fieldWidth / 2;
    return downwards(x, y, field, [cellX / 2, cellY / 2]);
  });
}

/** Looks straight down on a part of the field of this half size, and somewhat further. */
function downwards(x: number, y: number, field: FieldGeometry, half: readonly [number, number]): VisionCamera {
  const is2003 = field.type === "2003";
  const margin = is2003 ? MARGIN_2003 : MARGIN;
  const [seenX, seenY] = [
    half[0] + Math.max(margin, field.boundaryWidthGoalLine + 0.2),
    half[1] + Math.max(margin, field.boundaryWidth + 0.2),
  ];
  // opening of at most 96°
  const above = Math.max(is2003 ? 3 : 4, 0.9 * Math.max(seenX, seenY));
  const width = is2003 ? 640 : 1280;
  const height = Math.max(1, Math.round((width * seenY) / seenX));
  return new VisionCamera({
    position: [x, y, above],
    orientation: DOWNWARDS,
    focalPx: (width / 2 / seenX) * above,
    centerX: width / 2,
    centerY: height / 2,
    distortion: 0,
    width,
    height,
  });
}

// ---- cameras of the world

/** Camera-0, Camera-1, ... without a gap; otherwise Overhead, if one camera is enough. */
function worldCameras(cameras: readonly WorldCamera[], takeOverhead: boolean): readonly VisionCamera[] {
  const named = (name: string): WorldCamera | undefined => cameras.find((camera) => camera.name === name);
  const found: WorldCamera[] = [];
  for (let camera = named("Camera-0"); camera !== undefined; camera = named(`Camera-${found.length}`))
    found.push(camera);
  const overhead = named("Overhead");
  if (takeOverhead && overhead && found.length !== 1) return [cameraOf(overhead)];
  return found.slice(0, MAX_CAMERAS).map(cameraOf);
}

/** A quarter turn about x: in the world +y is along the axis and +z up in the picture, here +z and -y are. */
const AXES: Quat = Object.freeze([Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const);

function cameraOf({ pose, settings }: WorldCamera): VisionCamera {
  const { width, height, fovDeg, lens } = settings as CameraSettings;
  return new VisionCamera({
    position: pose.position,
    orientation: normalizeQuat(multiply(AXES, conjugate(pose.orientation))),
    focalPx: height / 2 / tan((fovDeg / 2) * DEGREE),
    centerX: width / 2,
    centerY: height / 2,
    // the world's lens is the inverse: r' = r (1 + k1 r²); equal to first order
    distortion: -lens.radial[0] || 0,
    width,
    height,
  });
}

/** The corners of all lines at the edge, and the centre, are in a picture. */
function seesAll(cameras: readonly VisionCamera[], { fieldLength, fieldWidth }: FieldGeometry): boolean {
  const sides = [-0.5, 0, 0.5];
  return sides.every((i) =>
    sides.every((j) => cameras.some((camera) => camera.holds(camera.project(i * fieldLength, j * fieldWidth, 0)))),
  );
}
