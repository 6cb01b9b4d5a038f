// Pictures of the shipped robots, 320 x 240 pixels, taken in the viewer.

import aibo from "./pictures/aibo.webp";
import diff from "./pictures/diff-2003.webp";
import omni from "./pictures/omni-2003.webp";
import qrio from "./pictures/qrio.webp";
import segway from "./pictures/segway.webp";
import follower from "./pictures/segway-follower.webp";
import ssl from "./pictures/ssl.webp";
import tigers from "./pictures/tigers.webp";

/** By the name that the verb `spawn` takes. */
export const ROBOT_PICTURES: Readonly<Record<string, string>> = {
  segway,
  "segway-follower": follower,
  aibo,
  qrio,
  "omni-2003": omni,
  "diff-2003": diff,
  "ssl.robot": ssl,
  "tigers.robot": tigers,
};
