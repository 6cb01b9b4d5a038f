// Measures how the AIBO gets up: it is dropped in a fallen position and left to its pilot.

import { PI } from "../../src/math/Trigonometry.js";
import { AiboPilot } from "./AiboPilot.js";
import { aiboXml, runAibo, trueAibo } from "./GaitTrial.js";

/** Orientation at the start: angle, rad, and axis. */
export const FALLS = {
  "left side": [PI / 2, "0 -1 0"],
  "right side": [PI / 2, "0 1 0"],
  back: [PI, "0 1 0"],
  nose: [PI / 2, "-1 0 0"],
  tail: [PI / 2, "1 0 0"],
} as const;

export type Fall = keyof typeof FALLS;

const LONGEST = 20;
/** It stands when it has been upright, with its body off the ground and not getting up, for this time, s. */
const STEADY = 0.5;

/** Time until it stands, s; undefined: it does not get up. */
export async function measureFall(fall: Fall): Promise<number | undefined> {
  const [angle, axis] = FALLS[fall];
  const place = `<Offset>0 0 0.12</Offset> <Orientation><angle>${angle}</angle> <axis>${axis}</axis></Orientation>`;
  const document = aiboXml().replace("<ControlRate>", `${place} <ControlRate>`);
  const pilot = new AiboPilot();
  let [since, now] = [0, 0];
  await runAibo({ document }, (robot, frame, world) => {
    const { upright, position } = trueAibo(world, robot.name);
    pilot.step(robot, frame);
    now = frame.time;
    if (upright < 0.95 || position[2] < 0.07 || pilot.isGettingUp) since = now;
    return now - since > STEADY || now > LONGEST;
  });
  return now > LONGEST ? undefined : since;
}
