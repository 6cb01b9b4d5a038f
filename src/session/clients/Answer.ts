// A client's answer to one frame (W3): commands, each with the time at which it was given. Commands wait here until
// SimEnd: an answer that is cut off has no effect.

import { RESERVED_NAMES } from "../../describe/robot/ReservedNames.js";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Command } from "../../devices/Device.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import type { RobotVoice, Utterance } from "../../world/RobotVoice.js";
import type { Inputs } from "../journal/Inputs.js";
import { reversedFloat64 } from "./ByteOrder.js";
import { type Message, UNCOUNTED } from "./Codec.js";
import type { PayloadViews } from "./PayloadViews.js";

/** Names that only the server sends. SimEnd and Timestamp, which clients send too, are handled before this check. */
const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES);
const decoder = new TextDecoder();
/** Lists that were longer are not reused. */
const MAX_REUSED = 256;

interface AnswerOptions {
  /** Maximum number of commands in the robot's delay queues; default: any number. */
  readonly maxWaiting?: number;
  /** For a journal. */
  readonly inputs?: Inputs | undefined;
  /** Free running: commands act when they arrive. Default false. */
  readonly isEarly?: boolean;
}

export class Answer {
  #robot: Robot;
  readonly #views: PayloadViews;
  readonly #maxWaiting: number;
  readonly #inputs: Inputs | undefined;
  /** Its commands act when they arrive (T3). */
  readonly #isEarly: boolean;
  #frameNs = 0;
  #previousNs = 0;
  // commands, their devices and times; the lists are overwritten by the next answer, which is faster than emptying them
  #commands: Command[] = [];
  #devices: RobotDevice[] = [];
  #timesNs: number[] = [];
  #commandCount = 0;
  /** Messages to the world. */
  #said: { readonly utterance: Utterance; readonly timeNs: number }[] = [];
  /** The last Timestamp, which holds for the messages after it. Undefined: the time of the frame. */
  #stampNs: number | undefined;
  #messageCount = 0;
  #isComplete = false;
  /** Commands that the robot's delay queues can still take; computed at the first command. */
  #freeSlots: number | undefined;

  constructor(robot: Robot, views: PayloadViews, { maxWaiting, inputs, isEarly }: AnswerOptions = {}) {
    this.#robot = robot;
    this.#views = views;
    this.#maxWaiting = maxWaiting ?? Number.POSITIVE_INFINITY;
    this.#inputs = inputs;
    this.#isEarly = isEarly ?? false;
  }

  /** Starts an answer to the frame at `frameNs`, without what came before; the client's previous frame was at `previousNs`. */
  begin(robot: Robot, frameNs: number, previousNs: number): void {
    this.#robot = robot;
    this.#frameNs = frameNs;
    this.#previousNs = previousNs;
    this.#commandCount = 0;
    if (this.#said.length > 0) this.#said = [];
    this.#stampNs = undefined;
    this.#messageCount = 0;
    this.#isComplete = false;
    this.#freeSlots = undefined;
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
    const { voice } = this.#robot;
    this.#messageCount++;
    if (name === "SimEnd") {
      checkSize(message, 0);
      this.#isComplete = true;
    } else if (name === "Timestamp") this.#stampNs = this.#readTime(message);
    else if (voice?.isHeard(name)) this.#addSaid(voice, name, message);
    else this.#addCommand(message);
  }

  #addCommand(message: Message): void {
    const { name } = message;
    const device = this.#robot.find(name) ?? this.#refuse(name);
    this.#checkFreeSlots();
    const command = this.#read(device, message);
    const i = this.#commandCount++;
    this.#devices[i] = device;
    this.#commands[i] = command;
    this.#timesNs[i] = this.#stampNs ?? this.#frameNs;
  }

  #read(device: RobotDevice, message: Message): Command {
    try {
      return device.read(this.#views.of(message));
    } catch (problem) {
      if (problem instanceof SimError) throw explainBytes(problem, message);
      throw problem;
    }
  }

  /** A message to the world. */
  #addSaid(voice: RobotVoice, kind: Utterance["kind"], { payload }: Message): void {
    const utterance = { kind, text: decoder.decode(payload).trim() };
    voice.check(utterance);
    if (this.#said.length >= voice.room)
      throw new SimError("TOO_FAR_AHEAD", {
        where: `${this.#robot.name}/${kind}`,
        found: "more messages to the world whose latency is not over",
        allowed: `at most ${this.#said.length} of them now`,
      });
    this.#said.push({ utterance, timeNs: this.#stampNs ?? this.#frameNs });
  }

  #refuse(name: string): never {
    const where = this.#robot.name;
    if (RESERVED.has(name)) throw new SimError("MESSAGE_RESERVED", { where, found: `"${name}"` });
    throw this.#robot.unknown(name);
  }

  /** Commands stay in memory until their latency is over, so their number is bounded (W8). */
  #checkFreeSlots(): void {
    this.#freeSlots ??= this.#maxWaiting - this.#robot.waiting;
    if (this.#commandCount < this.#freeSlots) return;
    throw new SimError("TOO_FAR_AHEAD", {
      where: this.#robot.name,
      found: "more commands whose latency is not over",
      allowed: `at most ${this.#maxWaiting} of them`,
    });
  }

  /** Moves the commands to the delay queues of their devices. */
  apply(): void {
    const robot = this.#robot;
    if (this.#inputs?.isNoted && this.#commandCount + this.#said.length > 0) this.#note(this.#inputs);
    for (let i = 0; i < this.#commandCount; i++) robot.command(this.#devices[i], this.#commands[i], this.#timesNs[i]);
    this.#commandCount = 0;
    for (const { utterance, timeNs } of this.#said) robot.voice?.say(utterance, timeNs);
    if (this.#said.length > 0) this.#said = [];
    this.#freeSlots = undefined;
    if (this.#commands.length <= MAX_REUSED) return;
    this.#commands = [];
    this.#devices = [];
    this.#timesNs = [];
  }

  #note(inputs: Inputs): void {
    inputs.note({
      kind: "answer",
      robot: this.#robot.name,
      isEarly: this.#isEarly,
      commands: Array.from({ length: this.#commandCount }, (_, i) => ({
        device: this.#devices[i].name,
        command: this.#commands[i],
        timeNs: this.#timesNs[i],
      })),
      words: this.#said,
    });
  }

  /** A time in the wrong byte order is far too small or far too late. */
  #checkOrder(seconds: number, where: string): void {
    const other = reversedFloat64(seconds);
    if (!(other > 1e-9 && other * NS_PER_SEC <= this.#frameNs)) return;
    throw new SimError("TIMESTAMP_LATE", {
      where,
      found: `${seconds} s, which are ${other} s in the other byte order`,
      allowed: `at most ${this.#frameNs / NS_PER_SEC} s, the frame's time`,
      advice: LITTLE_ENDIAN,
    });
  }

  #readTime(message: Message): number {
    const where = `${this.#robot.name}/Timestamp`;
    checkSize(message, 8);
    const seconds = message.view.getFloat64(0, true);
    if (!Number.isFinite(seconds)) throw new SimError("NUMBER_NOT_FINITE", { where, found: seconds });
    const timeNs = Math.round(seconds * NS_PER_SEC);
    if (timeNs > this.#frameNs || (seconds < TINY && seconds !== 0)) this.#checkOrder(seconds, where);
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
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      ...{ where: name, found: `${length} bytes`, allowed: `${bytes} bytes` },
      ...(length === bytes - 4 ? { advice: UNCOUNTED } : {}),
    });
}

/** s; no simulation has steps this short. */
const TINY = 1e-100;
const LITTLE_ENDIAN = "Write all numbers little-endian, lowest byte first; these are big-endian.";

/** The same error; it names a length that does not count itself, and a property in the wrong byte order. */
function explainBytes(problem: SimError, { length, view }: Message): SimError {
  const { code, where, allowed } = problem;
  if (code === "PAYLOAD_SIZE_WRONG" && allowed?.startsWith(`${length + 4} bytes`))
    return new SimError(code, { where, found: problem.found, allowed, advice: UNCOUNTED });
  if (code !== "PARAMETER_UNKNOWN" || length !== 8) return problem;
  const [number, other] = [view.getInt32(0, true), view.getInt32(0, false)];
  if (Math.abs(number) <= MAX_PROPERTY || other < 0 || other > MAX_PROPERTY) return problem;
  const found = `property ${number}, which is ${other} in the other byte order`;
  return new SimError(code, { where, found, allowed, advice: LITTLE_ENDIAN });
}

/** Numbers of properties of all devices, with those of the third axis. */
const MAX_PROPERTY = 1023;
