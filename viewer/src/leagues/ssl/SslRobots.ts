// The shipped soccer robots, as the gallery shows them.

import type { ShippedRobot } from "../../ui/guide/ShippedRobots.js";
import diff from "./pictures/diff-2003.webp";
import omni from "./pictures/omni-2003.webp";
import ssl from "./pictures/ssl.webp";
import tigers from "./pictures/tigers.webp";

export const SSL_ROBOTS: readonly ShippedRobot[] = [
  { file: "omni-2003", title: "Omni robot 2003", what: "soccer robot on three omni wheels", picture: omni },
  {
    file: "diff-2003",
    title: "Diff robot 2003",
    what: "soccer robot on two wheels; drives with the arrow keys",
    picture: diff,
  },
  { file: "ssl.robot", title: "SSL robot", what: "Small Size League, four omni wheels, kicker", picture: ssl },
  {
    file: "tigers.robot",
    title: "TIGERs robot",
    what: "a measured robot of the Small Size League",
    picture: tigers,
  },
];
