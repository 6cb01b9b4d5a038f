// A robot as its controller sees it (W1 to W9), over any duplex: the document is sent, Hello comes back, then frames. The
// answer to a frame is sent when the caller asks for the next one. This class has no clock and no socket.

import { encodeMessage, type Message, MessageReader } from "../session/clients/Codec.js";
import { AnswerWriter, type PropertyName } from "./AnswerWriter.js";
import type { Duplex } from "./Duplex.js";
import { Frame, layoutOf, unknownComponent } from "./Frame.js";
import { type Component, type Hello, readHello } from "./Hello.js";
import { RobotError } from "./RobotError.js";

/** Properties of one axis of a joint; `axis` counts from 1. */
export type MotorCommand = { readonly axis?: number } & { readonly [P in PropertyName]?: number };

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: RobotError): void;
}

type End = RobotError | "left";

/** Frames that may wait for the caller. Frame lock needs one; in free running a slow caller gets only the newest. */
const MAX_WAITING_FRAMES = 100;

export class RobotClient {
  readonly #duplex: Duplex;
  readonly #reader = new MessageReader();
  readonly #answer = new AnswerWriter();
  #hello: Hello = readHello(new Uint8Array(0));
  #joining: Waiting<void> | undefined;
  #waiting: Waiting<Frame | undefined> | undefined;
  /** Takes frames as they arrive, while `drive` runs. */
  #driver: { frame(frame: Frame): void; end(): void } | undefined;
  /** Whole frames that the caller has not taken. */
  readonly #frames: Frame[] = [];
  /** The newest message by component, up to the frame that the caller got last. */
  readonly #latest = new Map<string, Message>();
  /** The frame that is arriving. */
  #frame: Frame | undefined;
  /** A Reset has arrived since the last frame. */
  #hasReset = false;
  /** Events that arrived between two frames; they go into the next one. */
  readonly #events: Message[] = [];
  /** The caller has a frame that is not answered. */
  #owesAnswer = false;
  #isLeaving = false;
  #end: End | undefined;
  #closed!: () => void;
  readonly #whenClosed = new Promise<void>((resolve) => {
    this.#closed = resolve;
  });

  private constructor(duplex: Duplex) {
    this.#duplex = duplex;
  }

  /**
   * Sends the document and waits for Hello; throws a RobotError if the server refuses the document. A controller of a
   * robot from the world file gives no document.
   */
  static async join(duplex: Duplex, document?: string | Uint8Array): Promise<RobotClient> {
    const robot = new RobotClient(duplex);
    await new Promise<void>((resolve, reject) => {
      robot.#joining = { resolve, reject };
      duplex.start({
        received: (bytes) => robot.#receive(bytes),
        closed: (reason) => robot.#close(reason),
      });
      if (document !== undefined) duplex.send(endDocument(document));
    });
    return robot;
  }

  get hello(): Hello {
    return this.#hello;
  }
  get name(): string {
    return this.hello.name;
  }
  /** Time step of the world, s. */
  get step(): number {
    return this.hello.step;
  }
  get components(): ReadonlyMap<string, Component> {
    return this.hello.components;
  }

  /** Why the connection ended: an Error of the server, or CONNECTION_LOST. Undefined while it is open, and after leave(). */
  get endReason(): RobotError | undefined {
    return this.#end === "left" ? undefined : this.#end;
  }

  /** The newest numbers of a component from any frame so far; undefined: none since the start or the last reset. */
  latest(name: string): number[] | undefined {
    const message = this.#latest.get(name);
    if (message) return layoutOf(message, this.components).numbers(message.view);
    if (!this.components.has(name)) throw unknownComponent(name, this.components);
    return undefined;
  }

  /**
   * Frames until the robot leaves or the server stops (see endReason). After a `break` the last frame is unanswered:
   * continue with frames(), or leave().
   */
  frames(): AsyncIterableIterator<Frame> {
    const frames: AsyncIterableIterator<Frame> = {
      next: async () => {
        const value = await this.nextFrame();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      return: async () => ({ done: true, value: undefined }),
      [Symbol.asyncIterator]: () => frames,
    };
    return frames;
  }

  /**
   * Calls `control` with every frame and answers at once: the same as a loop over frames(), but without a turn of the
   * event loop per frame, for many thousand frames a second. Ends when `control` returns true (that frame stays
   * unanswered: continue, or leave()), when the robot has left or the server stops. Rejects with what `control` throws.
   */
  async drive(control: (frame: Frame) => unknown): Promise<void> {
    for (let frame = await this.nextFrame(); frame !== undefined; frame = await this.nextFrame()) {
      if (control(frame) === true) return;
      if (this.#frames.length > 0 || this.#end !== undefined) continue;
      // no frame waits: from here on `control` runs as frames arrive
      if (await this.#driveOn(control)) return;
    }
  }

  /** True: `control` returned true; false: the connection has ended. */
  #driveOn(control: (frame: Frame) => unknown): Promise<boolean> {
    this.#answerNow();
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#driver = undefined;
      };
      this.#driver = {
        frame: (frame) => {
          this.#handOut(frame);
          try {
            if (control(frame) !== true) return this.#answerNow();
          } catch (problem) {
            stop();
            return reject(problem);
          }
          stop();
          resolve(true);
        },
        end: () => {
          stop();
          resolve(false);
        },
      };
    });
  }

  #answerNow(): void {
    if (!this.#owesAnswer || this.#end !== undefined) return;
    this.#owesAnswer = false;
    this.#duplex.send(this.#answer.finish());
  }

  /** Answers the last frame and waits for the next; undefined: the robot has left or the server has stopped. */
  nextFrame(): Promise<Frame | undefined> {
    if (this.#waiting) throw new Error("nextFrame() was called before the last call had settled");
    this.#answerNow();
    const frame = this.#frames.shift();
    if (frame) return Promise.resolve(this.#handOut(frame));
    if (this.#end !== undefined) return isTrouble(this.#end) ? Promise.reject(this.#end) : Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** Sets one property of a joint, camera, motor or lamp, by name or number. */
  set(component: string, property: PropertyName | number, value: number, axis = 1): void {
    this.#answer.property(component, property, value, axis);
  }

  /** Sets several properties of one axis, in the order of the keys of `command`. */
  motor(joint: string, command: MotorCommand): void {
    const axis = command.axis ?? 1;
    for (const property in command) {
      const value = command[property as PropertyName];
      if (property !== "axis" && value !== undefined)
        this.#answer.property(joint, property as PropertyName, value, axis);
    }
  }

  /** Sends any payload to a component. */
  send(component: string, payload: Uint8Array): void {
    this.#answer.message(component, payload);
  }

  /** Raises an event for the triggers of the world; the world must wait for this text from this robot (E2). */
  raise(event: string): void {
    this.send("Event", new TextEncoder().encode(event));
  }

  /** Sends a line to the console; the world must allow its verb to this robot (E4). The reply is in `replies` of a later frame. */
  console(line: string): void {
    this.send("Console", new TextEncoder().encode(line));
  }

  /** Commands after this call count as given at `timeSec` instead of the time of the frame (W3). */
  timestamp(timeSec: number): void {
    this.#answer.timestamp(timeSec);
  }

  /** Closes without an answer: the robot leaves the world before the next step. Settles when the connection has ended. */
  leave(): Promise<void> {
    if (this.#end === undefined) {
      this.#isLeaving = true;
      this.#finish("left");
      this.#duplex.close();
    }
    return this.#whenClosed;
  }

  #receive(bytes: Uint8Array): void {
    if (this.#end !== undefined) return;
    try {
      this.#reader.push(bytes);
      for (let message = this.#reader.next(); message && !this.#end; message = this.#reader.next()) this.#take(message);
    } catch (error) {
      this.#finish(RobotError.from(error));
      this.#duplex.close();
    }
  }

  #take(message: Message): void {
    switch (message.name) {
      case "Timestamp":
        this.#frame = new Frame(readTime(message), this.#hasReset, this.hello.components);
        this.#hasReset = false;
        if (this.#events.length > 0) for (const event of this.#events.splice(0)) this.#frame.add(event);
        return;
      case "Event":
        if (this.#frame) this.#frame.add(message);
        else this.#events.push(message);
        return;
      case "FrameEnd":
        if (this.#frame) this.#arrive(this.#frame);
        this.#frame = undefined;
        return;
      case "Missed":
        if (this.#frame) this.#frame.missed = message.view.getUint32(0, true);
        return;
      case "Reset":
        this.#hasReset = true;
        return;
      case "Hello":
        this.#hello = readHello(message.payload);
        this.#answer.odeNumbers = this.#hello.odeNumbers;
        this.#joining?.resolve();
        this.#joining = undefined;
        return;
      case "Error":
        this.#finish(RobotError.read(message.payload));
        this.#duplex.close();
        return;
      default:
        this.#frame?.add(message);
    }
  }

  #arrive(frame: Frame): void {
    if (this.#driver) {
      this.#driver.frame(frame);
      return;
    }
    if (!this.#waiting) {
      if (this.#frames.length >= MAX_WAITING_FRAMES) this.#skipTo(frame);
      this.#frames.push(frame);
      return;
    }
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(this.#handOut(frame));
  }

  /** Drops all waiting frames. Each gets its SimEnd, because the n-th SimEnd answers the n-th frame. */
  #skipTo(frame: Frame): void {
    const skipped = this.#frames.splice(0);
    for (const one of skipped) {
      one.noteLatest(this.#latest);
      this.#duplex.send(encodeMessage("SimEnd"));
    }
    for (const one of skipped.reverse()) frame.replace(one);
  }

  #handOut(frame: Frame): Frame {
    this.#owesAnswer = true;
    frame.noteLatest(this.#latest);
    return frame;
  }

  #close(reason?: string): void {
    const how = reason ? `: ${reason}` : " by the server";
    const lost = { code: "CONNECTION_LOST", message: `the connection was closed${how}`, where: "connection" };
    this.#finish(this.#isLeaving ? "left" : new RobotError(lost));
    this.#closed();
  }

  /** Only the first call has an effect. */
  #finish(end: End): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    if (end === "left") this.#frames.length = 0;
    this.#driver?.end();
    if (end !== "left") this.#joining?.reject(end);
    if (isTrouble(end)) this.#waiting?.reject(end);
    else this.#waiting?.resolve(undefined);
    this.#joining = undefined;
    this.#waiting = undefined;
  }
}

/** Throws if the payload is too short. */
const readTime = (message: Message): number =>
  message.length < 8 ? message.view.getFloat64(0, true) : message.memory.getFloat64(message.place, true);

/** False: the client left, or the server was stopped. */
const isTrouble = (end: End): end is RobotError => end !== "left" && end.code !== "SERVER_STOPPED";

/** The document with %% at its end (W1). */
function endDocument(document: string | Uint8Array): Uint8Array {
  const text = typeof document === "string" ? new TextEncoder().encode(document) : document;
  const bytes = new Uint8Array(text.length + 2);
  bytes.set(text);
  bytes.fill("%".charCodeAt(0), text.length);
  return bytes;
}
