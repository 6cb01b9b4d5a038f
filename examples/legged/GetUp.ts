// Gets the AIBO up from any fall (L3). Lying on a side, the lower legs swing to the side of the back and press it up until it rolls onto
// its belly. Lying on its back, the legs of one side do the same, and it comes to lie on the other side.

import { type AiboLeg, isLeft, LEGS } from "../../robots/AiboGeometry.js";
import type { RobotClient } from "../../src/client/index.js";
import type { AiboServos } from "./AiboServos.js";
import type { Balance, Posture } from "./Balance.js";
import { legsPose, oneLeg, type Pose, STAND } from "./Pose.js";
import { type Key, Sequence } from "./Sequence.js";

const HEAD: Pose = { NeckTilt: 0, NeckPan: 0, NeckNod: 0 };
const FOLDED: Pose = { ...HEAD, ...legsPose([-60, 10, 115], [-60, 10, 115]) };

export class GetUp {
  #sequence = new Sequence([]);
  #isLast = false;
  isOver = false;

  step(robot: RobotClient, servos: AiboServos, balance: Balance): void {
    if (this.#sequence.isOver) {
      if (this.#isLast && balance.posture === "upright") {
        this.isOver = true;
        return;
      }
      this.#isLast = balance.posture === "upright";
      this.#sequence = new Sequence(keysFor(balance.posture));
    }
    this.#sequence.step(robot, servos);
  }
}

function keysFor(posture: Posture): readonly Key[] {
  switch (posture) {
    case "upright":
      return [
        { pose: FOLDED, seconds: 0.6 },
        { pose: STAND, seconds: 0.6 },
        { pose: STAND, seconds: 0.3 },
      ];
    case "left":
    case "right":
      return rollOver(posture === "left");
    case "back":
      return roll(true);
    case "nose":
      return [
        { pose: { ...HEAD, ...legsPose([0, 0, 0], [-90, 0, 0]) }, seconds: 0.6 },
        { pose: { ...HEAD, ...legsPose([125, 0, -20], [-90, 0, 0]) }, seconds: 0.5 },
      ];
    case "tail":
      return [
        { pose: { ...HEAD, ...legsPose([90, 0, 0], [0, 0, 0]) }, seconds: 0.6 },
        { pose: { ...HEAD, NeckTilt: -1.3, ...legsPose([90, 0, 0], [110, 0, -20]) }, seconds: 0.5 },
      ];
  }
}

const isBelow = (leg: AiboLeg, left: boolean): boolean => isLeft(leg) === left;
const both = (left: boolean, below: (leg: AiboLeg) => Pose, above: (leg: AiboLeg) => Pose): Pose =>
  Object.assign({}, HEAD, ...LEGS.map((leg) => (isBelow(leg, left) ? below(leg) : above(leg))));
const towardsBack = (leg: AiboLeg, elevator: number): Pose =>
  oneLeg(leg, [leg.endsWith("F") ? 125 : 110, elevator, -10]);

/** From the left or right side onto the belly. */
const rollOver = (left: boolean): readonly Key[] => [
  {
    pose: both(
      left,
      (leg) => towardsBack(leg, 0),
      (leg) => oneLeg(leg, [0, 20, 20]),
    ),
    seconds: 0.8,
  },
  {
    pose: both(
      left,
      (leg) => towardsBack(leg, 85),
      (leg) => oneLeg(leg, [0, 0, 0]),
    ),
    seconds: 0.6,
  },
  {
    pose: both(
      left,
      (leg) => towardsBack(leg, 85),
      (leg) => oneLeg(leg, [0, 0, 0]),
    ),
    seconds: 0.3,
  },
];

/** From the back onto the other side: `left` legs press. */
const roll = (left: boolean): readonly Key[] => [
  {
    pose: both(
      left,
      (leg) => towardsBack(leg, 0),
      (leg) => oneLeg(leg, [0, -10, 110]),
    ),
    seconds: 0.8,
  },
  {
    pose: both(
      left,
      (leg) => towardsBack(leg, 85),
      (leg) => oneLeg(leg, [0, -10, 110]),
    ),
    seconds: 0.6,
  },
  {
    pose: both(
      left,
      (leg) => towardsBack(leg, 85),
      (leg) => oneLeg(leg, [0, -10, 110]),
    ),
    seconds: 0.3,
  },
];
