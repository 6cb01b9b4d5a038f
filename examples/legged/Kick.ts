// A kick with a front paw (L3): the body shifts back and to the other side, the paw is drawn back and swings forward as fast as its
// joints turn. The ball should lie in front of that paw.

import { type AiboLeg, FRONT, isFront, isLeft, LEGS } from "../../robots/AiboGeometry.js";
import { legAngles, type FootPoint } from "./LegKinematics.js";
import { legPose, type Pose } from "./Pose.js";
import type { Key } from "./Sequence.js";

/** Height of shoulders and hips, mm. */
const HEIGHT = 105;
/** Feet from shoulder and hip in the stand: ahead and outward. */
const [FRONT_HOME, HIND_HOME] = [
  [40, 15],
  [-35, 10],
] as const;
/** How far the body shifts back and to the side. */
const [BACK, ASIDE] = [22, 18];

const SHIFT_SECONDS = 0.35;
const SWING_SECONDS = 0.1;

/** Where the ball should be, in mm in the body's frame: forward, and left for the left paw. */
export const KICK_SPOT = { forward: 175, side: 72 } as const;

export function kickKeys(paw: "left" | "right"): readonly Key[] {
  const leg: AiboLeg = paw === "left" ? "LF" : "RF";
  const shifted = shiftedLegs(paw);
  const drawn = { ...shifted, ...foot(leg, [-5, 22, -78]) };
  const struck = { ...shifted, ...foot(leg, [105, 4, -72]) };
  return [
    { pose: shifted, seconds: SHIFT_SECONDS },
    { pose: drawn, seconds: 0.2 },
    { pose: struck, seconds: SWING_SECONDS },
    { pose: struck, seconds: 0.1 },
    { pose: shifted, seconds: 0.3 },
  ];
}

function shiftedLegs(paw: "left" | "right"): Pose {
  const aside = paw === "left" ? -ASIDE : ASIDE;
  return Object.assign(
    {},
    ...LEGS.map((leg) => {
      const [ahead, outward] = isFront(leg) ? FRONT_HOME : HIND_HOME;
      // the body moves by -BACK and `aside` to the left, the feet stay
      const out = outward + FRONT.pawOut - (isLeft(leg) ? aside : -aside);
      return foot(leg, [ahead + BACK, out, FRONT.pawRadius - HEIGHT]);
    }),
  );
}

const foot = (leg: AiboLeg, point: FootPoint): Pose => legPose(leg, legAngles(leg, point));
