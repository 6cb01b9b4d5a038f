// Other robots in one picture, by the patches of their uniforms. The patches are about 100 mm above the ground; a robot is a little
// further away than they are. It is no more than a guide for walking around.

import type { ColorBlob } from "./Blobs.js";
import { type CameraPose, rayOf } from "./CameraPose.js";
import { BLUE, RED } from "./ColorClasses.js";
import type { TeamColor } from "./FieldMap.js";

/** m ahead and to the left. */
export interface RobotSight {
  readonly team: TeamColor;
  readonly ahead: number;
  readonly left: number;
}

const MIN_AREA = 12;
const PATCH_HEIGHT = 0.1;
/** Beyond this the distance is not reliable, m. */
const FARTHEST = 1.5;

export function seeRobots(blobs: readonly ColorBlob[], camera: CameraPose): RobotSight[] {
  return blobs.flatMap((blob) => {
    if ((blob.class !== RED && blob.class !== BLUE) || blob.area < MIN_AREA) return [];
    const [x, y, z] = rayOf(camera, blob.column, blob.row);
    const drop = camera.position[2] - PATCH_HEIGHT;
    if (z >= 0 || drop <= 0) return [];
    const [ahead, left] = [camera.position[0] - (x * drop) / z, camera.position[1] - (y * drop) / z];
    if (ahead * ahead + left * left > FARTHEST * FARTHEST) return [];
    return [{ team: blob.class === RED ? "red" : "blue", ahead, left }];
  });
}
