// Kicks of the AIBO (L3). With a front paw: the body shifts back and to the other side, the paw is drawn back and swings forward as fast as
// its joints turn. With the head: low in front, the head swings to the side through the ball. With the chest: the body draws back and
// lunges forward over all four feet. Grab: chest and chin hold the ball, the body draws back with it, lets it go and lunges through it.

import { type AiboLeg, FRONT, isFront, isLeft, LEGS } from "../../robots/AiboGeometry.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { type FootPoint, legAngles } from "./LegKinematics.js";
import { legPose, type Pose } from "./Pose.js";
import type { Key } from "./Sequence.js";

export const KICKS = ["left", "right", "head left", "head right", "chest", "grab"] as const;
/** By the paw; by the direction in which the head kicks. */
export type KickName = (typeof KICKS)[number];

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

/** Found by searches as well: mm, degrees and s. */
const HEAD_KICK = { front: 70, hind: 100, tilt: -75, nod: -15, pan: 80, seconds: 0.2 } as const;
const CHEST_KICK = { front: 85, hind: 100, back: 50, lunge: -80, nod: 30, seconds: 0.14 } as const;
/** The chest reaches the ball, the chin comes down before it, the body draws back with the ball, the head lets it go. */
const GRAB_KICK = { front: 85, hind: 100, reach: -32, back: 45, lunge: -60, nod: 30, chin: -75, free: -20 } as const;

/** Feet from shoulder and hip in the stand: ahead and outward. */
const [FRONT_HOME, HIND_HOME] = [
  [40, 15],
  [-35, 10],
] as const;

/** Where the ball should be for a kick with a paw, in mm in the body's frame: forward, and left for the left paw. */
export const KICK_SPOT = { forward: 182, side: 55 } as const;

/** The same for every kick: forward and left. */
export function kickSpot(kick: KickName): readonly [forward: number, left: number] {
  switch (kick) {
    case "left":
      return [KICK_SPOT.forward, KICK_SPOT.side];
    case "right":
      return [KICK_SPOT.forward, -KICK_SPOT.side];
    case "chest":
    case "grab":
      return [180, 0];
    default:
      return [170, 0];
  }
}

/** The kick moves the head, which then cannot look at anything. */
export const usesHead = (kick: KickName): boolean => kick !== "left" && kick !== "right";

export function kickKeys(kick: KickName): readonly Key[] {
  if (kick === "left" || kick === "right") return pawKick(kick);
  if (kick === "grab") return grabKick();
  return kick === "chest" ? chestKick() : headKick(kick === "head left" ? 1 : -1);
}

function pawKick(paw: "left" | "right"): readonly Key[] {
  const leg: AiboLeg = paw === "left" ? "LF" : "RF";
  const { height, aside, back, lunge, drawn, struck, seconds } = KICK;
  const right = paw === "left" ? aside : -aside;
  const [shifted, lunged] = [back, lunge].map((to) => stance({ front: height, hind: height, back: to, right }));
  const swung = { ...lunged, ...foot(leg, struck) };
  return [
    { pose: shifted, seconds: 0.35 },
    { pose: { ...shifted, ...foot(leg, drawn) }, seconds: 0.25 },
    { pose: swung, seconds },
    { pose: swung, seconds: 0.1 },
    { pose: shifted, seconds: 0.3 },
  ];
}

/** To the left with `side` 1. The head goes over the ball to the other side first. */
function headKick(side: 1 | -1): readonly Key[] {
  const { front, hind, tilt, nod, pan, seconds } = HEAD_KICK;
  const legs = stance({ front, hind, back: 0, right: 0 });
  const head = (t: number, p: number, n: number): Pose => ({ ...legs, ...headPose(t, side * p, n) });
  return [
    { pose: head(0, -pan, 20), seconds: 0.4 },
    { pose: head(tilt, -pan, nod), seconds: 0.4 },
    { pose: head(tilt, pan, nod), seconds },
    { pose: head(tilt, pan, nod), seconds: 0.15 },
  ];
}

function chestKick(): readonly Key[] {
  const { front, hind, back, lunge, nod, seconds } = CHEST_KICK;
  const at = (to: number): Pose => ({ ...stance({ front, hind, back: to, right: 0 }), ...headPose(0, 0, nod) });
  return [
    { pose: at(back), seconds: 0.5 },
    { pose: at(lunge), seconds },
    { pose: at(lunge), seconds: 0.1 },
  ];
}

function grabKick(): readonly Key[] {
  const { front, hind, reach, back, lunge, nod, chin, free } = GRAB_KICK;
  const at = (to: number, tilt: number): Pose => ({
    ...stance({ front, hind, back: to, right: 0 }),
    ...headPose(tilt, 0, nod),
  });
  return [
    { pose: at(reach, 0), seconds: 0.7 },
    { pose: at(reach, chin), seconds: 0.35 },
    { pose: at(reach, chin), seconds: 0.1 },
    { pose: at(back, chin), seconds: 0.5 },
    { pose: at(back, free), seconds: 0.12 },
    { pose: at(lunge, free), seconds: 0.16 },
    { pose: at(lunge, free), seconds: 0.1 },
  ];
}

/** Degrees. */
const headPose = (tilt: number, pan: number, nod: number): Pose => ({
  NeckTilt: tilt * DEGREE,
  NeckPan: pan * DEGREE,
  NeckNod: nod * DEGREE,
});

/** Heights of shoulders and hips, and how far the body is moved back and to the right of the stand. */
interface Stance {
  readonly front: number;
  readonly hind: number;
  readonly back: number;
  readonly right: number;
}

function stance({ front, hind, back, right }: Stance): Pose {
  return Object.assign(
    {},
    ...LEGS.map((leg) => {
      const [ahead, outward] = isFront(leg) ? FRONT_HOME : HIND_HOME;
      // the body moves back and to the right, the feet stay
      const out = outward + FRONT.pawOut + (isLeft(leg) ? right : -right);
      return foot(leg, [ahead + back, out, FRONT.pawRadius - (isFront(leg) ? front : hind)]);
    }),
  );
}

const foot = (leg: AiboLeg, point: FootPoint): Pose => legPose(leg, legAngles(leg, point));
