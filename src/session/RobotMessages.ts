// Messages of robots to the world (E2, E4), in phase 2 of a frame: an `Event` starts triggers, a `Console` message runs a verb that
// the world allows this robot. The reply of a verb is sent as `Console` with the robot's next frame.

import { asSimError, SimError } from "../describe/SimError.js";
import type { Robot } from "../world/Robot.js";
import type { Simulation } from "./Simulation.js";
import { okReply, type Reply, replyTo } from "./verbs/Reply.js";
import { runCall } from "./verbs/Verbs.js";

/** Handles all messages whose latency is over. False: the world was reset, restored or stopped by one of them. */
export function hearRobots(simulation: Simulation, nowMs: number): boolean {
  const { epoch, world } = simulation;
  for (const robot of world.robots) {
    const { voice } = robot;
    for (let said = voice?.take(world.timeNs); said; said = voice?.take(world.timeNs)) {
      if (said.kind === "Event") world.triggers.hear(robot.name, said.text, world.timeNs);
      else reply(simulation, robot, said.text, runLine(simulation, robot, said.text, nowMs));
      if (simulation.epoch !== epoch || simulation.isStopped) return false;
    }
  }
  return true;
}

function runLine(simulation: Simulation, robot: Robot, line: string, nowMs: number): Reply {
  try {
    // the verbs that are not allowed in events are not allowed here either
    const call = simulation.verbs.readEventLine(line);
    const allowed = robot.voice?.rights.verbs ?? [];
    if (!allowed.includes(call.verb.name))
      throw new SimError("VERB_FORBIDDEN", {
        where: `${robot.name}/Console`,
        found: `"${call.verb.name}"`,
        allowed: `one of ${allowed.join(", ")}`,
      });
    return okReply(runCall({ simulation, nowMs }, call));
  } catch (problem) {
    const error = asSimError(problem, line);
    logOnce(simulation, robot, `${line}: ${error.message}`, error.code);
    return replyTo(error, line);
  }
}

/** Codes of errors that are in the log, by robot. */
const logged = new WeakMap<Robot, Set<string>>();

/** The robot gets every error, the log each kind once. */
function logOnce({ options }: Simulation, robot: Robot, text: string, code: string): void {
  const codes = logged.get(robot) ?? new Set();
  logged.set(robot, codes);
  if (!codes.has(code)) options.log(`${robot.name}: ${text}`);
  codes.add(code);
}

function reply({ sessions }: Simulation, { name }: Robot, line: string, answer: Reply): void {
  const driver = sessions.find((session) => session.state === "running" && session.robot?.name === name);
  driver?.queueMessage("Console", { line, ...answer });
}
