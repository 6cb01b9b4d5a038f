// One client (W1 to W7): it sends its document, waits for a frame boundary, then gets frames and owes an answer to each.
// Does not depend on sockets: bytes come in through `receive` and go out through the link. SessionState.ts has the states.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import { TakenPicture } from "../../devices/Sample.js";
import type { Report } from "../../world/ReportOutbox.js";
import type { Robot } from "../../world/Robot.js";
import type { Inputs } from "../journal/Inputs.js";
import { Answer } from "./Answer.js";
import { DocumentReader, encodeJson, encodeMessage, Message, MessageReader } from "./Codec.js";
import type { DeviceMessage, FrameSink } from "./FrameSink.js";
import { FrameWriter } from "./FrameWriter.js";
import type { Hello } from "./Hello.js";
import { InputTurn } from "./InputTurn.js";
import type { Link } from "./Link.js";
import { PayloadViews } from "./PayloadViews.js";
import { PictureTurn } from "./PictureTurn.js";
import type { SessionLimits } from "./SessionLimits.js";
import {
  type DrawnFrame,
  NO_EVENTS,
  type Running,
  type SessionState,
  type SessionStateKind,
  startRunning,
} from "./SessionState.js";

export interface SessionOptions {
  readonly id: number;
  readonly link: Link;
  readonly limits: SessionLimits;
  /** Maximum length of the document, bytes. */
  readonly documentBytes: number;
  /** Reads a robot document; throws a SimError, or rejects with one. `isWanted` tells whether the client is still there. */
  readonly describe: (text: string, isWanted: () => boolean) => RobotDescription | Promise<RobotDescription>;
  /** Called when a promise of `describe` has settled. */
  readonly afterRead?: (() => void) | undefined;
  /** Limits the pictures that all clients' frames draw in one turn; default: one of its own. */
  readonly turn?: PictureTurn | undefined;
  /** Limits the messages of all clients that are read in one turn; default: one of its own. */
  readonly input?: InputTurn | undefined;
  /** Free running (T3): gives the world's time, at which arriving commands act. Undefined: frame lock. */
  readonly asyncTimeNs?: (() => number) | undefined;
  /** Takes the frames in place of the link, for a client of another protocol. */
  readonly sink?: FrameSink | undefined;
  /** For a journal. */
  readonly inputs?: Inputs | undefined;
}

/** Events that wait for the next frame; more than that and the oldest are dropped. */
const MAX_EVENTS = 100;

export class Session {
  readonly id: number;
  readonly link: Link;
  /** Wall-clock time of the connection. */
  readonly startMs: number;
  /** It drives a robot that was there before, and that stays when it leaves. */
  leavesBody = false;
  /** Wall-clock time when the last frame was sent. */
  sentMs = 0;
  #missedInAll = 0;
  readonly #options: SessionOptions;
  readonly #messages: MessageReader;
  readonly #writer = new FrameWriter();
  readonly #turn: PictureTurn;
  readonly #input: InputTurn;
  readonly #views = new PayloadViews();
  /** The answers of all frames, one after the other; undefined before the first. */
  #answer: Answer | undefined;
  #state: SessionState;
  /** The client has closed its sending end. */
  #isInputEnded = false;
  #isUnread = false;

  constructor(options: SessionOptions, nowMs: number) {
    this.#options = options;
    this.id = options.id;
    this.link = options.link;
    this.startMs = nowMs;
    this.#turn = options.turn ?? new PictureTurn();
    this.#input = options.input ?? new InputTurn();
    this.#messages = new MessageReader(options.limits.messageBytes);
    this.#state = { kind: "describing", document: new DocumentReader(options.documentBytes) };
  }

  get state(): SessionStateKind {
    return this.#state.kind;
  }

  /** In the world, or, when closed, until the simulation removes it. */
  get robot(): Robot | undefined {
    const state = this.#state;
    return state.kind === "running" || state.kind === "closed" ? state.robot : undefined;
  }

  /** The client's document, while waiting or running. */
  get description(): RobotDescription | undefined {
    const state = this.#state;
    return state.kind === "waiting" || state.kind === "running" ? state.description : undefined;
  }

  get name(): string {
    const state = this.#state;
    if (state.kind === "running") return state.robot.name;
    if (state.kind === "waiting") return state.description.name;
    return state.kind === "closed" ? state.name : `client ${this.id}`;
  }

  /** True: frame lock waits for this client's SimEnd. */
  get owes(): boolean {
    return this.#state.kind === "running" && this.#owesAnswer(this.#state);
  }

  /** True: messages that have arrived are read in another turn, by `proceed`. */
  get isUnread(): boolean {
    return this.#isUnread && this.#state.kind === "running";
  }

  /** Messages of the answer that is complete. */
  get answered(): number {
    const state = this.#state;
    return state.kind === "running" && state.answer?.isComplete ? state.answer.messageCount : 0;
  }

  /** Messages of the answer so far. */
  get messageCount(): number {
    const state = this.#state;
    return state.kind === "running" ? (state.answer?.messageCount ?? 0) : 0;
  }

  /** The message or document of which a part has arrived. */
  get unfinished(): { readonly bytes: number; readonly length: number | undefined } {
    const state = this.#state;
    if (state.kind === "describing") return { bytes: state.document.waiting, length: undefined };
    return this.#messages.unfinished;
  }

  get missed(): number {
    return this.#state.kind === "running" ? this.#state.missedFrames : 0;
  }

  /** True: the document is complete and being read in another thread. */
  get isReading(): boolean {
    return this.#state.kind === "describing" && this.#state.readingBytes !== undefined;
  }

  /** Memory of input that has not been read, bytes. */
  get inputBytes(): number {
    const state = this.#state;
    if (state.kind === "closed") return 0;
    return this.#messages.held + (state.kind === "describing" ? (state.readingBytes ?? state.document.held) : 0);
  }

  /** Why the server closed the session. */
  get error(): SimError | undefined {
    return this.#state.kind === "closed" ? this.#state.error : undefined;
  }

  // ---- called by the link

  /** The bytes may be overwritten after the call. */
  receive(bytes: Uint8Array): void {
    if (this.#state.kind === "closed") return;
    try {
      this.#push(bytes);
      this.#readMessages();
      if (this.#messages.waiting > 0) this.#keepAhead();
    } catch (problem) {
      this.fail(asSimError(problem, this.name));
    }
  }

  /** Messages that were sent ahead, and an incomplete one. */
  #keepAhead(): void {
    const { aheadBytes } = this.#options.limits;
    if (this.#messages.waiting > aheadBytes)
      throw new SimError("TOO_FAR_AHEAD", {
        where: this.name,
        found: `${this.#messages.waiting} bytes`,
        allowed: `at most ${aheadBytes} bytes`,
      });
    this.#messages.own();
  }

  /**
   * The client has closed its sending end. Messages that it sent before still count: the session closes at the first
   * frame without an answer. Frames go out until then, because the client may still read.
   */
  hangUp(): void {
    this.#isInputEnded = true;
    const { kind } = this.#state;
    // messages that were sent before still count
    const mayRun = kind === "waiting" || this.isReading;
    if ((kind === "describing" && !mayRun) || (mayRun && !this.#messages.hasWhole)) this.#close(undefined);
    if (kind !== "running") return;
    this.#guard(() => {
      this.#readMessages();
      const state = this.#state;
      // no open frame and no message sent ahead: no answer can follow
      if (state.kind === "running" && !state.answer && !this.#messages.hasWhole) this.#close(undefined);
    });
  }

  // ---- transitions, called by the simulation

  /** describing -> waiting. Called directly for a robot of the world file, which needs no document. */
  begin(description: RobotDescription): void {
    if (this.#state.kind !== "describing") throw this.#wrongState("begin");
    this.#state = { kind: "waiting", description };
  }

  /** waiting -> running: the robot is in the world. */
  join(robot: Robot): void {
    if (this.#state.kind !== "waiting") throw this.#wrongState("join");
    this.#attach(robot);
    this.#state = startRunning(this.#state.description, robot);
  }

  /** A sink asks for the pictures that it needs: none is drawn in advance (S4). */
  #attach(robot: Robot): void {
    if (!this.#options.sink) robot.attachClient();
  }

  /** running -> waiting: the start of the simulation was called off, the robot has left the world again. */
  unjoin(): void {
    if (this.#state.kind !== "running") throw this.#wrongState("unjoin");
    this.#state = { kind: "waiting", description: this.#state.description };
  }

  /** Any state -> closed: sends the error to the client and closes the link. */
  fail(error: SimError): void {
    if (this.#state.kind === "closed") return;
    const { code, message, where, advice, line, column } = error;
    if (this.#options.sink) this.#options.sink.fail(error);
    else this.link.send(encodeJson("Error", { code, message, where, advice, line, column }));
    this.#close(error);
  }

  #close(error: SimError | undefined): void {
    this.#state = { kind: "closed", name: this.name, robot: this.robot, error };
    this.link.end();
  }

  // ---- frames, called by the simulation

  sendHello(hello: Hello): void {
    const { sink } = this.#options;
    if (sink && this.robot) sink.join(this.robot);
    else this.link.send(encodeJson("Hello", hello));
  }

  /**
   * Commands of a client of another protocol; they act now, as in free running, all of them or none. Throws a SimError; the
   * session goes on.
   */
  command(messages: readonly DeviceMessage[]): void {
    const state = this.#state;
    const timeNs = this.#options.asyncTimeNs?.();
    if (state.kind !== "running" || timeNs === undefined) throw this.#wrongState("command");
    state.answer ??= this.#newAnswer(state, timeNs);
    const { answer } = state;
    answer.moveTo(timeNs, state.previousNs);
    try {
      for (const { device, payload } of messages) answer.add(new Message(device, payload, 0, payload.length));
      this.#checkCount(answer);
    } catch (problem) {
      // the next answer begins without the commands of this one
      state.answer = undefined;
      throw problem;
    }
    answer.apply();
  }

  /** Sends the frame of this time; the client owes an answer from now on. */
  openFrame(timeNs: number, timeSec: number, nowMs: number): void {
    const state = this.#state;
    if (state.kind !== "running") return;
    state.previousNs = state.frameNs;
    state.frameNs = timeNs;
    this.#beginFrame(state, { timeSec, reports: state.robot.reports, isReset: false }, nowMs);
  }

  /** True: a frame waits for its pictures. */
  get isDrawing(): boolean {
    return this.#state.kind === "running" && this.#state.drawn !== undefined;
  }

  #beginFrame(state: Running, frame: DrawnFrame, nowMs: number): void {
    const { sink } = this.#options;
    if (sink) {
      state.missedFrames = 0;
      state.events = NO_EVENTS;
      sink.frame(frame.timeSec, frame.reports);
      return;
    }
    if (!hasPicture(frame.reports)) {
      this.#sendFrame(state, frame, nowMs);
      return;
    }
    for (const { sample } of frame.reports) if (sample instanceof TakenPicture) sample.picture.begin();
    // the world may go on meanwhile
    state.drawn = { ...frame, reports: [...frame.reports] };
    this.proceed(nowMs);
  }

  /** Reads what an earlier turn has left, and sends the frame that waits for its pictures, if they are drawn. */
  proceed(nowMs: number): void {
    if (this.#isUnread) this.#guard(() => this.#readMessages());
    const state = this.#state;
    if (state.kind !== "running" || !state.drawn) return;
    const { drawn } = state;
    this.#guard(() => {
      if (!this.#turn.finish(drawn.reports)) return;
      state.drawn = undefined;
      this.#sendFrame(state, drawn, nowMs);
    });
  }

  /** Sends an Event or Console message with the next frame. */
  queueMessage(name: "Event" | "Console", content: Readonly<Record<string, unknown>>): void {
    const state = this.#state;
    if (state.kind !== "running") return;
    state.events = [...state.events.slice(1 - MAX_EVENTS), encodeJson(name, content)];
  }

  /** Counts a frame that this client does not get. */
  missFrame(): void {
    if (this.#state.kind !== "running") return;
    this.#state.missedFrames++;
    this.#missedInAll++;
  }

  /** Number of frames that this client did not get. */
  get missedInAll(): number {
    return this.#missedInAll;
  }

  /** Applies a complete answer to the step that begins now. */
  commit(): void {
    const state = this.#state;
    if (state.kind !== "running" || !state.answer?.isComplete) return;
    state.answer.apply();
    state.answer = undefined;
  }

  /** After a reset or restore: drops the current answer; an answer that is still owed is discarded when it arrives. */
  restart(robot: Robot, timeNs: number, timeSec: number, nowMs: number): void {
    const state = this.#state;
    if (state.kind !== "running") return;
    if (this.#owesAnswer(state)) state.staleAnswers++;
    this.#attach(robot);
    state.robot = robot;
    state.answer = undefined;
    state.frameNs = timeNs;
    state.missedFrames = 0;
    state.events = NO_EVENTS;
    state.drawn = undefined;
    this.#options.sink?.join(robot);
    if (!robot.isDue) {
      if (!this.#options.sink) this.link.send(encodeMessage("Reset"));
      return;
    }
    state.previousNs = timeNs;
    this.#beginFrame(state, { timeSec, reports: robot.reports, isReset: true }, nowMs);
  }

  #sendFrame(state: Running, { timeSec, reports, isReset }: DrawnFrame, nowMs: number): void {
    const { missedFrames: missed, events } = state;
    this.link.send(this.#writer.write({ timeSec, reports, missed, isReset, events }));
    state.missedFrames = 0;
    state.events = NO_EVENTS;
    // a client in the same process may hang up while it is sent to
    if (this.#state !== state) return;
    const { backlogBytes } = this.#options.limits;
    if (this.link.backlog > backlogBytes) {
      this.fail(
        new SimError("BACKLOG_FULL", {
          where: this.name,
          found: `${this.link.backlog} bytes`,
          allowed: `at most ${backlogBytes} bytes`,
        }),
      );
      return;
    }
    this.sentMs = nowMs;
    if (!this.#options.asyncTimeNs) state.answer = this.#newAnswer(state, state.frameNs);
    // messages that were sent ahead
    if (this.#messages.waiting > 0 || this.#isInputEnded) this.#guard(() => this.#readMessages());
  }

  // ---- reading

  #push(bytes: Uint8Array): void {
    if (this.#state.kind !== "describing") {
      this.#messages.push(bytes);
      return;
    }
    if (this.isReading) {
      this.#messages.push(bytes);
      return;
    }
    const whole = this.#state.document.push(bytes);
    if (!whole) return;
    const robot = this.#options.describe(whole.text, () => this.#state.kind !== "closed");
    if (robot instanceof Promise) {
      // the buffer of the document is no longer needed
      this.#state = { kind: "describing", document: new DocumentReader(0), readingBytes: whole.text.length };
      robot.then(
        (read) => this.#endReading(() => this.begin(read)),
        (problem: unknown) => this.#endReading(() => this.fail(asSimError(problem, this.name))),
      );
    } else this.begin(robot);
    if (whole.rest.length > 0) this.#messages.push(whole.rest);
  }

  /** The client may have left while its document was read. */
  #endReading(next: () => void): void {
    if (this.#state.kind !== "describing") return;
    this.#guard(next);
    if (this.#isInputEnded && !this.#messages.hasWhole) this.#close(undefined);
    this.#options.afterRead?.();
  }

  #readMessages(): void {
    const state = this.#state;
    if (state.kind !== "running") return;
    this.#isUnread = false;
    const { asyncTimeNs } = this.#options;
    const isDrained = asyncTimeNs ? this.#readAsync(state, asyncTimeNs()) : this.#readLocked(state);
    if (isDrained && this.#isInputEnded) this.#close(undefined);
  }

  /** Free running: every command acts when it arrives; SimEnd only ends the range of a Timestamp. */
  #readAsync(state: Running, timeNs: number): boolean {
    for (;;) {
      if (this.#mustWait()) return false;
      const message = this.#messages.next();
      if (!message) return true;
      this.#input.take();
      this.#applyNow(state, message, timeNs);
    }
  }

  #applyNow(state: Running, message: Message, timeNs: number): void {
    state.answer ??= this.#newAnswer(state, timeNs);
    const { answer } = state;
    answer.moveTo(timeNs, state.previousNs);
    answer.add(message);
    this.#checkCount(answer);
    answer.apply();
    if (answer.isComplete) state.answer = undefined;
  }

  /**
   * Frame lock: reads the answer to the open frame. Messages that were sent ahead wait for their frame. True: an answer
   * is owed and no whole message is left.
   */
  #readLocked(state: Running): boolean {
    while (this.#owesAnswer(state) || state.staleAnswers > 0) {
      if (this.#mustWait()) return false;
      const message = this.#messages.next();
      if (!message) return true;
      this.#input.take();
      if (state.staleAnswers > 0) {
        if (message.name === "SimEnd") state.staleAnswers--;
      } else if (state.answer) {
        state.answer.add(message);
        this.#checkCount(state.answer);
      }
    }
    return false;
  }

  /** True: other messages have used up this turn. */
  #mustWait(): boolean {
    this.#isUnread = this.#input.isSpent && this.#messages.hasWhole;
    return this.#isUnread;
  }

  #owesAnswer({ answer }: Running): boolean {
    return answer !== undefined && !answer.isComplete && !this.#options.asyncTimeNs;
  }

  #newAnswer({ robot, previousNs }: Running, timeNs: number): Answer {
    const { inputs, limits, asyncTimeNs } = this.#options;
    this.#answer ??= new Answer(robot, this.#views, {
      maxWaiting: limits.commandsWaiting,
      inputs,
      isEarly: asyncTimeNs !== undefined,
    });
    this.#answer.begin(robot, timeNs, previousNs);
    return this.#answer;
  }

  #checkCount({ messageCount }: Answer): void {
    const { messagesPerFrame } = this.#options.limits;
    if (messageCount > messagesPerFrame)
      throw new SimError("TOO_MANY_MESSAGES", {
        where: this.name,
        found: `${messageCount} messages`,
        allowed: `at most ${messagesPerFrame} a frame`,
      });
  }

  /** A client's mistake ends its own session and no other (W7). */
  #guard(work: () => void): void {
    try {
      work();
    } catch (problem) {
      this.fail(asSimError(problem, this.name));
    }
  }

  #wrongState(transition: string): SimError {
    return new SimError("INTERNAL", { where: this.name, found: `${transition} of a ${this.state} session` });
  }
}

function hasPicture(reports: readonly Report[]): boolean {
  for (let i = 0; i < reports.length; i++) if (reports[i].sample instanceof TakenPicture) return true;
  return false;
}
