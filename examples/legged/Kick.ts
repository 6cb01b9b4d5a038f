// A kick with a front paw (L3): the body shifts back and to the other side, the paw is drawn back and swings forward as fast as its
// joints turn. The ball should lie in front of that paw.

import { type AiboLeg, FRONT, isFront, isLeft, LEGS } from "../../robots/AiboGeometry.js";
import { type FootPoint, legAngles } from "./LegKinematics.js";
import { legPose, type Pose } from "./Pose.js";
import type { Key } from "./Sequence.js";

/** mm, and s. */
interface KickShape {
  /** Height of shoulders and hips. */
  readonly height: number;
  /** How far the body shifts back and to the side before the swing, and where it is after it. */
  readonly back: number;
  readonly aside: number;
  readonly lunge: number;
  /** The paw before and after the swing, from the shoulder. */
  readonly drawn: FootPoint;
  readonly struck: FootPoint;
  readonly seconds: number;
}

/** Found by a search for the longest straight kick. */
const KICK: KickShape = {
  height: 106,
  back: 21,
  aside: 22,
  lunge: -35,
  drawn: [2, 20, -82],
  struck: [98, 8, -79],
  seconds: 0.195,
};

/** Feet from shoulder and hip in the stand: ahead and outward. */
const [FRONT_HOME, HIND_HOME] = [
  [40, 15],
  [-35, 10],
] as const;

/** Where the ball should be, in mm in the body's frame: forward, and left for the left paw. */
export const KICK_SPOT = { forward: 182, side: 55 } as const;

export type KickName = "left" | "right";

export function kickKeys(paw: KickName): readonly Key[] {
  const leg: AiboLeg = paw === "left" ? "LF" : "RF";
  const { back, lunge, drawn, struck, seconds } = KICK;
  const [shifted, lunged] = [shiftedLegs(paw, back), shiftedLegs(paw, lunge)];
  const swung = { ...lunged, ...foot(leg, struck) };
  return [
    { pose: shifted, seconds: 0.35 },
    { pose: { ...shifted, ...foot(leg, drawn) }, seconds: 0.25 },
    { pose: swung, seconds },
    { pose: swung, seconds: 0.1 },
    { pose: shifted, seconds: 0.3 },
  ];
}

function shiftedLegs(paw: "left" | "right", back: number): Pose {
  const { height, aside } = KICK;
  const right = paw === "left" ? aside : -aside;
  return Object.assign(
    {},
    ...LEGS.map((leg) => {
      const [ahead, outward] = isFront(leg) ? FRONT_HOME : HIND_HOME;
      // the body moves back and to the right, the feet stay
      const out = outward + FRONT.pawOut + (isLeft(leg) ? right : -right);
      return foot(leg, [ahead + back, out, FRONT.pawRadius - height]);
    }),
  );
}

const foot = (leg: AiboLeg, point: FootPoint): Pose => legPose(leg, legAngles(leg, point));
