// A client's answer to one frame (W3): commands, each with the time at which it was given. Commands wait here until
// SimEnd: an answer that is cut off has no effect.

import { RESERVED_NAMES } from "../../describe/robot/ReservedNames.js";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Command } from "../../devices/Device.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import type { Message } from "./Codec.js";

interface TimedCommand {
  readonly device: RobotDevice;
  readonly command: Command;
  readonly timeNs: number;
}

/** Names that only the server sends. SimEnd and Timestamp, which clients send too, are handled before this check. */
const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES);

export class Answer {
  readonly #robot: Robot;
  #frameNs: number;
  #previousNs: number;
  readonly #commands: TimedCommand[] = [];
  /** The last Timestamp, which holds for the messages after it. Undefined: the time of the frame. */
  #stampNs: number | undefined;
  #messageCount = 0;
  #isComplete = false;
  readonly #maxWaiting: number;
  /** Commands that the robot's delay queues can still take; computed at the first command. */
  #freeSlots: number | undefined;

  /** Answers the frame at `frameNs`; the client's previous frame was at `previousNs`. */
  constructor(robot: Robot, frameNs: number, previousNs: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#maxWaiting = maxWaiting;
    this.#robot = robot;
    this.#frameNs = frameNs;
    this.#previousNs = previousNs;
  }

  /** Free running only: the world's time has advanced since the answer began. */
  moveTo(frameNs: number, previousNs: number): void {
    if (previousNs > this.#previousNs) this.#messageCount = 0;
    this.#frameNs = frameNs;
    this.#previousNs = previousNs;
  }

  get messageCount(): number {
    return this.#messageCount;
  }

  /** SimEnd has arrived. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(message: Message): void {
    const { name } = message;
    this.#messageCount++;
    if (name === "SimEnd") {
      checkSize(message, 0);
      this.#isComplete = true;
    } else if (name === "Timestamp") this.#stampNs = this.#readTime(message);
    else if (RESERVED.has(name))
      throw new SimError("MESSAGE_RESERVED", { where: this.#robot.name, found: `"${name}"` });
    else {
      const device = this.#robot.device(name);
      this.#checkFreeSlots();
      this.#commands.push({ device, command: device.read(message.view), timeNs: this.#stampNs ?? this.#frameNs });
    }
  }

  /** Commands stay in memory until their latency is over, so their number is bounded (W8). */
  #checkFreeSlots(): void {
    this.#freeSlots ??= this.#maxWaiting - this.#robot.waiting;
    if (this.#commands.length < this.#freeSlots) return;
    throw new SimError("TOO_FAR_AHEAD", {
      where: this.#robot.name,
      found: "more commands whose latency is not over",
      allowed: `at most ${this.#maxWaiting} of them`,
    });
  }

  /** Moves the commands to the delay queues of their devices. */
  apply(): void {
    for (const { device, command, timeNs } of this.#commands) this.#robot.command(device, command, timeNs);
    this.#commands.length = 0;
    this.#freeSlots = undefined;
  }

  #readTime(message: Message): number {
    const where = `${this.#robot.name}/Timestamp`;
    checkSize(message, 8);
    const seconds = message.view.getFloat64(0, true);
    if (!Number.isFinite(seconds)) throw new SimError("NUMBER_NOT_FINITE", { where, found: seconds });
    const timeNs = Math.round(seconds * NS_PER_SEC);
    if (timeNs > this.#frameNs)
      throw new SimError("TIMESTAMP_LATE", {
        where,
        found: `${seconds} s`,
        allowed: `at most ${this.#frameNs / NS_PER_SEC} s, the frame's time`,
      });
    return Math.max(timeNs, this.#previousNs);
  }
}

function checkSize({ name, length }: Message, bytes: number): void {
  if (length !== bytes)
    throw new SimError("PAYLOAD_SIZE_WRONG", { where: name, found: `${length} bytes`, allowed: `${bytes} bytes` });
}
