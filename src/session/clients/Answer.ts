// What a client says to one frame (W3): commands, each with the instant it was given. Nothing of it counts before SimEnd:
// whoever leaves in the middle has said nothing.

import { RESERVED_NAMES } from "../../describe/robot/ReservedNames.js";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Command } from "../../devices/Device.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotPart } from "../../world/RobotPart.js";
import type { Message } from "./Codec.js";

interface TimedCommand {
  readonly part: RobotPart;
  readonly command: Command;
  readonly timeNs: number;
}

/** Said by the server alone; what a client may say of them is taken before. */
const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES);

export class Answer {
  readonly #robot: Robot;
  #frameNs: number;
  #previousNs: number;
  readonly #commands: TimedCommand[] = [];
  /** Of the last Timestamp: covers the messages after it. Undefined: the frame's own time. */
  #stampNs: number | undefined;
  #messages = 0;
  readonly #maxWaiting: number;
  /** How many commands there is room for; known once there is one. */
  #room: number | undefined;

  /** To the frame at `frameNs`; the client's frame before was at `previousNs`. */
  constructor(robot: Robot, frameNs: number, previousNs: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#maxWaiting = maxWaiting;
    this.#robot = robot;
    this.#frameNs = frameNs;
    this.#previousNs = previousNs;
  }

  /** The world has gone on while it was given: free running only. */
  moveTo(frameNs: number, previousNs: number): void {
    if (previousNs > this.#previousNs) this.#messages = 0;
    this.#frameNs = frameNs;
    this.#previousNs = previousNs;
  }

  get messages(): number {
    return this.#messages;
  }

  /** Takes one message; true: that was SimEnd. */
  take(message: Message): boolean {
    const { name } = message;
    this.#messages++;
    if (name === "SimEnd") {
      checkSize(message, 0);
      return true;
    }
    if (name === "Timestamp") this.#stampNs = this.#readTime(message);
    else if (RESERVED.has(name))
      throw new SimError("MESSAGE_RESERVED", { where: this.#robot.name, found: `"${name}"` });
    else {
      const part = this.#robot.part(name);
      this.#checkRoom();
      this.#commands.push({ part, command: part.read(message.view), timeNs: this.#stampNs ?? this.#frameNs });
    }
    return false;
  }

  /** What is told now and acts in an hour has to be kept for an hour. */
  #checkRoom(): void {
    this.#room ??= this.#maxWaiting - this.#robot.waiting;
    if (this.#commands.length < this.#room) return;
    throw new SimError("TOO_FAR_AHEAD", {
      where: this.#robot.name,
      found: "more commands whose latency is not over",
      allowed: `at most ${this.#maxWaiting} of them`,
    });
  }

  /** Lets the commands into their queues. */
  give(): void {
    for (const { part, command, timeNs } of this.#commands) this.#robot.tell(part, command, timeNs);
    this.#commands.length = 0;
    this.#room = undefined;
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
