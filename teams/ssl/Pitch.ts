// The field from a team's view: our goal at -x, theirs at +x, sizes in m, read from the geometry that vision sends. Also where field
// players may stand: defence areas are for keepers.

import type { SSL_GeometryData } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { clamp, type Point, point } from "./Plane.js";

/** Deceleration of a ball, m/s²: sliding, then rolling below the share `rolls` of its first speed. */
export interface BallLaw {
  readonly slide: number;
  readonly roll: number;
  readonly rolls: number;
}

export interface PitchSizes {
  readonly length: number;
  readonly width: number;
  readonly goalWidth: number;
  readonly areaDepth: number;
  readonly areaWidth: number;
  readonly circle: number;
  /** From the touch line, and from the goal line, to the wall. */
  readonly beside: number;
  readonly behind: number;
  readonly ball: BallLaw;
}

const MM = 0.001;
const USUAL_BALL: BallLaw = { slide: 3, roll: 0.3, rolls: 2 / 3 };
/** Half the width of a robot. */
export const ROBOT = 0.09;
export const BALL = 0.0215;
/** From a robot's centre to the centre of a ball that it holds. */
export const MOUTH = 0.095;

export class Pitch {
  readonly sizes: PitchSizes;
  readonly goal: Point;
  readonly ownGoal: Point;
  /** Speed of its robots: small fields allow less. */
  readonly pace: number;

  constructor(sizes: PitchSizes) {
    this.sizes = sizes;
    this.goal = point(sizes.length / 2, 0);
    this.ownGoal = point(-sizes.length / 2, 0);
    this.pace = clamp(0.45 * sizes.length, 1, 2.6);
  }

  static read({ field, models }: SSL_GeometryData): Pitch {
    if (!field) throw new Error("the geometry has no field");
    const law = models?.straightTwoPhase;
    return new Pitch({
      length: field.fieldLength * MM,
      width: field.fieldWidth * MM,
      goalWidth: field.goalWidth * MM,
      areaDepth: field.penaltyAreaDepth * MM,
      areaWidth: field.penaltyAreaWidth * MM,
      circle: field.centerCircleRadius * MM,
      beside: field.boundaryWidth * MM,
      behind: (field.boundaryWidthGoalLine || field.boundaryWidth) * MM,
      ball: law ? { slide: -law.accSlide, roll: -law.accRoll, rolls: law.kSwitch } : USUAL_BALL,
    });
  }

  /** 1 on the league's fields, less on small ones: tactical distances shrink with the field. */
  get small(): number {
    return Math.min(1, this.sizes.length / 9);
  }

  isInOwnArea(p: Point, margin = 0): boolean {
    const { length, areaDepth, areaWidth } = this.sizes;
    return p.x < -length / 2 + areaDepth + margin && Math.abs(p.y) < areaWidth / 2 + margin;
  }

  isInTheirArea(p: Point, margin = 0): boolean {
    return this.isInOwnArea(point(-p.x, p.y), margin);
  }

  isInside(p: Point, margin = 0): boolean {
    return Math.abs(p.x) < this.sizes.length / 2 - margin && Math.abs(p.y) < this.sizes.width / 2 - margin;
  }

  /** The nearest place at least `margin` inside the lines. */
  inside(p: Point, margin = 0): Point {
    const [x, y] = [this.sizes.length / 2 - margin, this.sizes.width / 2 - margin];
    return point(clamp(p.x, -x, x), clamp(p.y, -y, y));
  }

  /** Inside the walls, with space for a robot. */
  hasRoom(p: Point, margin = ROBOT + 0.005): boolean {
    const { length, width, beside, behind } = this.sizes;
    return Math.abs(p.x) < length / 2 + behind - margin && Math.abs(p.y) < width / 2 + beside - margin;
  }

  /** The nearest place where a field player may stand. */
  outsideAreas(p: Point, fromOurs = ROBOT + 0.06, fromTheirs = fromOurs): Point {
    const side = p.x < 0 ? -1 : 1;
    const margin = side < 0 ? fromOurs : fromTheirs;
    const mirrored = point(side * -p.x, p.y);
    if (!this.isInOwnArea(mirrored, margin)) return p;
    const { length, areaDepth, areaWidth } = this.sizes;
    const front = -length / 2 + areaDepth + margin;
    const flank = areaWidth / 2 + margin;
    const isFrontNearer = front - mirrored.x < flank - Math.abs(p.y);
    if (isFrontNearer) return point(-side * front, p.y);
    return point(p.x, p.y < 0 ? -flank : flank);
  }
}
