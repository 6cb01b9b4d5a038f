// The shipped robots, as the gallery shows them; those of leagues come from their folders. Pictures: 320 x 240 pixels, taken in the
// viewer.

import { LEAGUE_ROBOTS } from "../../leagues/LeagueRobots.js";
import aibo from "./pictures/aibo.webp";
import qrio from "./pictures/qrio.webp";
import segway from "./pictures/segway.webp";
import follower from "./pictures/segway-follower.webp";

export interface ShippedRobot {
  /** As the verb `spawn` takes it. */
  readonly file: string;
  readonly title: string;
  readonly what: string;
  /** URL. */
  readonly picture: string;
}

export const SHIPPED: readonly ShippedRobot[] = [
  {
    file: "segway",
    title: "Segway RMP",
    what: "two wheels; balances when a program controls it",
    picture: segway,
  },
  { file: "segway-follower", title: "Segway with camera", what: "the Segway of the ball follower", picture: follower },
  { file: "aibo", title: "AIBO ERS-7", what: "four legs, 20 servos, nose camera", picture: aibo },
  { file: "qrio", title: "QRIO", what: "humanoid with 38 servos", picture: qrio },
  ...LEAGUE_ROBOTS,
];
