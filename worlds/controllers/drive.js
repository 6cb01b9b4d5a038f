// @ts-check
// Drives by events {"event": "drive", "forward": -1..1, "turn": -1..1}, which the verb `drive` and the arrow keys of the viewer
// send, and by {"event": "velocity", "forward": m/s, "turn": rad/s} of the verb `velocity`. An event holds until the next one, for at most a second. Then the robot stands.

import { clamp, Segway } from "./Segway.js";

const [FORWARD, TURN] = [1.2, 1.5];
const HOLD_SEC = 1;

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function drive(robot) {
  const segway = new Segway();
  let until = 0;
  await robot.drive((frame) => {
    for (const { event, forward, turn } of frame.events) {
      if (event !== "drive" && event !== "velocity") continue;
      const [full, fullTurn] = event === "drive" ? [FORWARD, TURN] : [1, 1];
      segway.forward = clamp(full * (Number(forward) || 0), FORWARD);
      segway.turn = clamp(fullTurn * (Number(turn) || 0), TURN);
      until = frame.time + HOLD_SEC;
    }
    if (frame.isReset || frame.time > until) [segway.forward, segway.turn] = [0, 0];
    segway.balance(robot, frame);
  });
}
