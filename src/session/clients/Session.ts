// One client's life: describing -> waiting -> running -> closed. It sends its document, waits for a frame boundary, is
// then sent frames and owes an answer to each. Knows nothing of sockets: bytes come in by `receive`, go out by its link.
//
//   describing   the document is arriving                       DOCUMENT_LATE, any document error
//   waiting      it is understood; the robot joins at a boundary  SPAWN_BLOCKED, ...
//   running      frames out, answers in                          STALLED, BACKLOG_FULL, any message error
//   closed       said goodbye, or was told an Error

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import type { Robot } from "../../world/Robot.js";
import { Answer } from "./Answer.js";
import { DocumentReader, encodeJson, encodeMessage, MessageReader } from "./Codec.js";
import { FrameWriter } from "./FrameWriter.js";
import type { Hello } from "./Hello.js";
import type { Link } from "./Link.js";
import type { SessionLimits } from "./SessionLimits.js";

export type SessionState = "describing" | "waiting" | "running" | "closed";

export interface SessionOptions {
  readonly id: number;
  readonly link: Link;
  readonly limits: SessionLimits;
  /** Longest document, bytes. */
  readonly documentBytes: number;
  /** Makes a robot of a document; throws a SimError. */
  readonly describe: (text: string) => RobotDescription;
  /** Given: commands act when they arrive, at the instant that the world has reached; nobody waits for SimEnd (T3). */
  readonly asyncTimeNs?: (() => number) | undefined;
}

const NO_EVENTS: readonly Uint8Array[] = Object.freeze([]);
/** Events that may wait for the next frame; the oldest go first. */
const MAX_EVENTS = 100;

export class Session {
  readonly id: number;
  readonly link: Link;
  readonly startMs: number;
  readonly #options: SessionOptions;
  readonly #document: DocumentReader;
  readonly #messages: MessageReader;
  readonly #writer = new FrameWriter();
  #state: SessionState = "describing";
  #description: RobotDescription | undefined;
  #robot: Robot | undefined;
  #answer: Answer | undefined;
  /** Free running: what has been said since the last SimEnd. */
  #asyncAnswer: Answer | undefined;
  /** SimEnd has come; it counts with the next step. */
  #isAnswered = false;
  /** Answers still to come to frames from before a reset. */
  #stale = 0;
  #hasHungUp = false;
  #frameNs = 0;
  #previousNs = 0;
  #missed = 0;
  #events: readonly Uint8Array[] = NO_EVENTS;
  #error: SimError | undefined;
  /** Wall clock when the last frame went out. */
  sentMs = 0;

  constructor(options: SessionOptions, nowMs: number) {
    this.#options = options;
    this.id = options.id;
    this.link = options.link;
    this.startMs = nowMs;
    this.#document = new DocumentReader(options.documentBytes);
    this.#messages = new MessageReader(options.limits.messageBytes);
  }

  get state(): SessionState {
    return this.#state;
  }
  get robot(): Robot | undefined {
    return this.#robot;
  }
  /** What it brought, from "waiting" on. */
  get description(): RobotDescription | undefined {
    return this.#description;
  }
  get name(): string {
    return this.#robot?.name ?? this.#description?.name ?? `client ${this.id}`;
  }
  /** True: the world waits for its SimEnd. */
  get owes(): boolean {
    return this.#answer !== undefined && !this.#isAnswered && !this.#options.asyncTimeNs;
  }
  get missed(): number {
    return this.#missed;
  }
  /** Why the server closed it. */
  get error(): SimError | undefined {
    return this.#error;
  }

  // ---- from the client

  receive(bytes: Uint8Array): void {
    if (this.#state === "closed") return;
    this.#guard(() => {
      if (this.#state === "describing") {
        const whole = this.#document.push(bytes);
        if (!whole) return;
        this.begin(this.#options.describe(whole.text));
        if (whole.rest.length > 0) this.#messages.push(whole.rest);
      } else this.#messages.push(bytes);
      this.#listen();
      const { aheadBytes } = this.#options.limits;
      if (this.#messages.waiting > aheadBytes)
        throw new SimError("TOO_FAR_AHEAD", {
          where: this.name,
          found: `${this.#messages.waiting} bytes`,
          allowed: `at most ${aheadBytes} bytes`,
        });
    });
  }

  /** The document is understood: a robot of the world's own file comes with it. */
  begin(description: RobotDescription): void {
    this.#description = description;
    this.#state = "waiting";
  }

  /**
   * The client has closed its end. What it sent before still counts: it leaves at the first frame it does not answer. It
   * may go on reading, so it is sent to until then.
   */
  hangUp(): void {
    this.#hasHungUp = true;
    const isReady = this.#state === "waiting" && this.#messages.hasWhole;
    if (this.#state === "describing" || this.#state === "waiting") {
      if (!isReady) this.#close();
    } else
      this.#guard(() => {
        this.#listen();
        // between two frames of its own, nothing sent ahead: nothing of it is still to come
        if (this.#state === "running" && !this.#answer && !this.#messages.hasWhole) this.#close();
      });
  }

  // ---- from the simulation

  /** Its robot is in the world. */
  join(robot: Robot): void {
    this.#robot = robot;
    robot.listen();
    this.#state = "running";
    this.#frameNs = robot.joinNs;
  }

  greet(hello: Hello): void {
    this.link.send(encodeJson("Hello", hello));
  }

  /** Back out of a start that did not come about. */
  unjoin(): void {
    this.#robot = undefined;
    this.#state = "waiting";
  }

  /** Sends the frame of this instant; from now on an answer is owed. */
  openFrame(timeNs: number, timeSec: number, nowMs: number): void {
    const robot = this.#robot as Robot;
    this.#previousNs = this.#frameNs;
    this.#frameNs = timeNs;
    this.#send(robot, timeSec, false);
    if (this.#state === "closed") return;
    this.sentMs = nowMs;
    this.#answer = this.#newAnswer(timeNs, this.#previousNs);
    this.#isAnswered = false;
    this.#guard(() => this.#listen());
  }

  /** Something that happened, told with its next frame. */
  tellEvent(event: Readonly<Record<string, unknown>>): void {
    this.#events = [...this.#events.slice(1 - MAX_EVENTS), encodeJson("Event", event)];
  }

  /** A frame goes by without it. */
  missFrame(): void {
    this.#missed++;
  }

  /** Its answer takes effect with the step that begins now. */
  commit(): void {
    if (!this.#isAnswered) return;
    this.#answer?.give();
    this.#answer = undefined;
    this.#isAnswered = false;
  }

  /** The world stands at another instant: what was answered is void, what is owed will be thrown away. */
  restart(robot: Robot, timeNs: number, timeSec: number, nowMs: number): void {
    if (this.owes) this.#stale++;
    this.#robot = robot;
    robot.listen();
    this.#answer = undefined;
    this.#asyncAnswer = undefined;
    this.#isAnswered = false;
    this.#frameNs = timeNs;
    this.#missed = 0;
    this.#events = NO_EVENTS;
    if (!robot.isDue) {
      this.link.send(encodeMessage("Reset"));
      return;
    }
    this.#previousNs = timeNs;
    this.#send(robot, timeSec, true);
    if (this.#state === "closed") return;
    this.sentMs = nowMs;
    this.#answer = this.#newAnswer(timeNs, timeNs);
    this.#guard(() => this.#listen());
  }

  /** Tells the client what is wrong and closes. */
  fail(error: SimError): void {
    if (this.#state === "closed") return;
    this.#error = error;
    const { code, message, where, advice, line, column } = error;
    this.link.send(encodeJson("Error", { code, message, where, advice, line, column }));
    this.#close();
  }

  #close(): void {
    this.#state = "closed";
    this.#answer = undefined;
    this.link.end();
  }

  #send(robot: Robot, timeSec: number, isReset: boolean): void {
    const { reports } = robot;
    const events = this.#events;
    this.link.send(this.#writer.write({ timeSec, reports, missed: this.#missed, isReset, events }));
    this.#missed = 0;
    this.#events = NO_EVENTS;
    const { backlogBytes } = this.#options.limits;
    if (this.link.backlog > backlogBytes)
      this.fail(
        new SimError("BACKLOG_FULL", {
          where: this.name,
          found: `${this.link.backlog} bytes`,
          allowed: `at most ${backlogBytes} bytes`,
        }),
      );
  }

  #listen(): void {
    if (this.#options.asyncTimeNs) this.#listenAsync(this.#options.asyncTimeNs());
    else this.#listenLocked();
  }

  /** Every command acts as it comes; SimEnd only ends what a Timestamp covers. */
  #listenAsync(timeNs: number): void {
    if (this.#state !== "running") return;
    for (let message = this.#messages.next(); message; message = this.#messages.next()) {
      const answer = this.#asyncAnswer ?? this.#newAnswer(timeNs, this.#previousNs);
      answer.moveTo(timeNs, this.#previousNs);
      const isEnd = answer.take(message);
      this.#checkCount(answer);
      answer.give();
      this.#asyncAnswer = isEnd ? undefined : answer;
    }
    if (this.#hasHungUp) this.#close();
  }

  #newAnswer(timeNs: number, previousNs: number): Answer {
    return new Answer(this.#robot as Robot, timeNs, previousNs, this.#options.limits.commandsWaiting);
  }

  #checkCount({ messages }: Answer): void {
    const { messagesPerFrame } = this.#options.limits;
    if (messages > messagesPerFrame)
      throw new SimError("TOO_MANY_MESSAGES", {
        where: this.name,
        found: `${messages} messages`,
        allowed: `at most ${messagesPerFrame} a frame`,
      });
  }

  /** Reads as far as a frame is open; what was sent ahead waits for its frame. */
  #listenLocked(): void {
    while (this.#state === "running" && (this.owes || this.#stale > 0)) {
      const message = this.#messages.next();
      if (!message) {
        if (this.#hasHungUp) this.#close();
        return;
      }
      if (this.#stale > 0) {
        if (message.name === "SimEnd") this.#stale--;
        continue;
      }
      const answer = this.#answer as Answer;
      this.#isAnswered = answer.take(message);
      this.#checkCount(answer);
    }
  }

  /** A client's mistake ends its own session and nobody else's (W7). */
  #guard(work: () => void): void {
    try {
      work();
    } catch (problem) {
      this.fail(asSimError(problem, this.name));
    }
  }
}
