// Before a kick-off (F5): robots belong into their own half and out of the centre circle, but for one of those who kick.
// Who is not there in time is put there. A robot counts by its middle.

import { PI } from "../../../math/Trigonometry.js";
import type { Scene, SceneRobot } from "../FieldState.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { TeamColor } from "../Team.js";
import { gapBetween, type Place, sideOf } from "./FieldAreas.js";
import type { PlaceRobot } from "./Official.js";

export interface KickOffView {
  readonly field: FieldGeometry;
  readonly team: TeamColor;
  readonly blueOnPositiveHalf: boolean;
}

const inCircle = ({ centerCircleRadius }: FieldGeometry, { x, y }: SceneRobot): boolean =>
  gapBetween(x, y, 0, 0) < centerCircleRadius;

/** Robots that may not stand where they are; the kicker is the one of its team that is nearest to the ball. */
export function misplacedRobots(scene: Scene, { field, team, blueOnPositiveHalf }: KickOffView): readonly SceneRobot[] {
  const kicker = kickerOf(scene, { field, team, blueOnPositiveHalf });
  return scene.robots.filter((robot) => {
    if (robot === kicker) return false;
    return robot.x * sideOf(robot.team, blueOnPositiveHalf) < 0 || inCircle(field, robot);
  });
}

/** The robot in the circle that will kick; undefined: nobody came. */
export function kickerOf(scene: Scene, { field, team }: KickOffView): SceneRobot | undefined {
  let nearest: SceneRobot | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const robot of scene.robots) {
    const gap = gapBetween(robot.x, robot.y, 0, 0);
    if (robot.team !== team || !inCircle(field, robot) || gap >= least) continue;
    nearest = robot;
    least = gap;
  }
  return nearest;
}

export const isReadyForKickOff = (scene: Scene, view: KickOffView): boolean =>
  kickerOf(scene, view) !== undefined && misplacedRobots(scene, view).length === 0;

/** A free place for each of them in its own half, as near as may be to the mirror image of where it stands. */
export function placesForMisplaced(scene: Scene, view: KickOffView): readonly PlaceRobot[] {
  const misplaced = misplacedRobots(scene, view);
  const taken: Place[] = scene.robots.filter((robot) => !misplaced.includes(robot)).map(({ x, y }) => [x, y]);
  return misplaced.map((robot) => {
    const side = sideOf(robot.team, view.blueOnPositiveHalf);
    const [x, y] = freePlace(robot, taken, side, view.field);
    taken.push([x, y]);
    return { kind: "place-robot", team: robot.team, id: robot.id, x, y, orientation: side > 0 ? PI : 0 };
  });
}

/** Columns from the circle towards the goal, in each the rows from where it stands outwards. */
function freePlace(robot: SceneRobot, taken: readonly Place[], side: number, field: FieldGeometry): Place {
  const pitch = 3 * robot.radius;
  const least = field.centerCircleRadius + pitch;
  const maxX = Math.max(least, field.fieldLength / 2 - pitch);
  const maxY = field.fieldWidth / 2 - pitch;
  const startX = Math.min(maxX, Math.max(least, Math.abs(robot.x)));
  const startY = Math.max(-maxY, Math.min(maxY, robot.y));
  for (let n = 0; n < 1000; n++) {
    // rows: 0, 1, -1, 2, -2, ... of 9, then the next column
    const k = n % 9;
    const row = (k % 2 === 0 ? -1 : 1) * ((k + 1) >> 1);
    const y = startY + row * pitch;
    const x = least + ((startX - least + Math.floor(n / 9) * pitch) % (maxX - least + pitch));
    if (Math.abs(y) > maxY || x > maxX + pitch) continue;
    if (taken.every(([tx, ty]) => gapBetween(tx, ty, side * x, y) >= pitch)) return [side * x, y];
  }
  return [side * startX, startY];
}
