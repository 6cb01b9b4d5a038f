// The QRIO of `npm start -- qrio`: it waves, shifts its weight, walks a metre, turns round and walks back, again and again. The verb
// `drive`, which the viewer sends for arrow keys, walks it instead.

import type { Frame, RobotClient } from "../../src/client/index.js";
import type { Command } from "./Gaits.js";
import { QrioPilot } from "./QrioPilot.js";
import { QRIO_TOP } from "./QrioWalk.js";

const STILL: Command = { forward: 0, left: 0, turn: 0 };

interface Scene {
  readonly seconds: number;
  readonly command?: Command;
  readonly lean?: number;
  readonly waves?: boolean;
}

const SCENES: readonly Scene[] = [
  { seconds: 4.5, waves: true },
  { seconds: 1.2, lean: 0.7 },
  { seconds: 1.2, lean: -0.7 },
  { seconds: 1 },
  { seconds: 11, command: { ...STILL, forward: 0.1 } },
  { seconds: 1.5 },
  { seconds: 7, command: { ...STILL, turn: 0.45 } },
  { seconds: 1.5 },
];
/** Time after the last key until the show goes on, s. */
const PAUSE = 5;

export class QrioShow {
  #pilot = new QrioPilot();
  #scene = 0;
  #until = 0;
  #drivenUntil = 0;

  /** Answers one frame. */
  step(robot: RobotClient, frame: Frame): void {
    if (frame.isReset) [this.#pilot, this.#scene, this.#until, this.#drivenUntil] = [new QrioPilot(), 0, 0, 0];
    for (const { event, forward, turn } of frame.events) if (event === "drive") this.#drive(frame.time, forward, turn);
    if (frame.time >= this.#drivenUntil && frame.time >= this.#until) this.#next(frame.time);
    this.#pilot.step(robot, frame);
  }

  #drive(time: number, forward: unknown, turn: unknown): void {
    const [ahead, round] = [Number(forward) || 0, Number(turn) || 0];
    this.#drivenUntil = time + PAUSE;
    this.#pilot.shiftWeight(0);
    this.#pilot.walk({ forward: ahead * QRIO_TOP.forward, left: 0, turn: round * QRIO_TOP.turn });
  }

  #next(time: number): void {
    // it stands still before a scene on both feet
    const { seconds, command = STILL, lean = 0, waves = false } = SCENES[this.#scene];
    this.#pilot.walk(command);
    if (command === STILL && !this.#pilot.isStanding) return;
    this.#pilot.shiftWeight(lean);
    if (waves) this.#pilot.wave();
    this.#until = time + seconds;
    this.#scene = (this.#scene + 1) % SCENES.length;
  }
}
