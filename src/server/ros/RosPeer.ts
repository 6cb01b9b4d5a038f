// One connection that speaks rosbridge 2.0: JSON operations. As a server, the other end (roslib) subscribes, publishes commands and calls
// services. As a client of a user's rosbridge server, this end advertises all topics, publishes them, and subscribes to the commands.

import { performance } from "node:perf_hooks";
import type { WebSocket } from "ws";
import { asSimError, explainError } from "../../describe/SimError.js";
import type { RecordFilter } from "../../record/channels/RecordFilter.js";
import type { RosTopic } from "../../record/ros/RosConverter.js";
import { checkJson } from "../http/RequestBody.js";
import { RequestLimiter } from "../http/RequestLimiter.js";
import { RosCommands } from "./RosCommands.js";
import type { RosListener, RosLive } from "./RosLive.js";
import { RosServices, TRIGGER, TRIGGERS } from "./RosServices.js";

/** Operations of one connection per second. */
const MAX_OPERATIONS = 2000;
/** A connection with more unread output misses messages, bytes. */
const MAX_UNREAD = 2 << 20;
/** A connection with more unread output is closed, bytes. */
const MAX_BACKLOG = 16 << 20;
const MAX_SUBSCRIPTIONS = 1000;
/** Calls of services that may wait for their reply. */
const MAX_PENDING = 64;
/** Lines about refused commands of one connection in the log. */
const MAX_LOGGED = 20;

type Operation = Readonly<Record<string, unknown>>;

interface Subscription {
  /** The topic as the other end names it. */
  readonly name: string;
  /** Minimum time between two messages, ms. */
  readonly throttleMs: number;
  lastMs: number;
}

/** Programs may leave out the first slash. */
const rooted = (name: unknown): string => `/${String(name).replace(/^\//, "")}`;

export class RosPeer implements RosListener {
  readonly #live: RosLive;
  readonly #socket: WebSocket;
  readonly #onSubscribe: () => void;
  /** Topics that this end publishes unasked, as a client. Undefined: this is a server. */
  readonly #unasked: RecordFilter | undefined;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #commands: RosCommands;
  readonly #services: RosServices;
  readonly #limiter = new RequestLimiter(MAX_OPERATIONS);
  /** Command topics that the server was asked for. */
  readonly #taken = new Set<string>();
  #pending = 0;
  #logged = 0;

  constructor(live: RosLive, socket: WebSocket, onSubscribe: () => void, unasked?: RecordFilter) {
    this.#live = live;
    this.#socket = socket;
    this.#onSubscribe = onSubscribe;
    this.#unasked = unasked;
    this.#commands = new RosCommands(live.options, (text) => this.#refuse(text));
    this.#services = new RosServices(live, this.#commands);
    socket.on("message", (data, isBinary) => {
      if (this.#limiter.isTooMuch(performance.now())) socket.terminate();
      else if (isBinary) this.#refuse("binary messages are not understood: use JSON (compression none)");
      else this.#take(String(data));
    });
    socket.on("close", () => live.remove(this));
    live.add(this);
    if (unasked)
      for (const verb of TRIGGERS) this.#send({ op: "advertise_service", service: `/ubersim/${verb}`, type: TRIGGER });
  }

  // ---- to the other end

  wants(topic: string): boolean {
    return this.#unasked?.wants(topic) ?? this.#subscriptions.has(topic);
  }

  advertise({ name, type, isLatched }: RosTopic): void {
    if (!this.#unasked?.wants(name)) return;
    this.#send({ op: "advertise", topic: name, type, ...(isLatched ? { latch: true } : {}) });
  }

  /** As a client: subscribes to the commands of new robots. */
  robotsChanged(): void {
    if (!this.#unasked) return;
    for (const { name, type } of this.#commands.topics) {
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      this.#send({ op: "subscribe", topic: name, type });
    }
  }

  publish(topic: string, json: string): void {
    const subscription = this.#subscriptions.get(topic);
    const nowMs = performance.now();
    if (subscription && nowMs - subscription.lastMs < subscription.throttleMs) return;
    if (this.#socket.bufferedAmount > MAX_UNREAD) return;
    if (subscription) subscription.lastMs = nowMs;
    this.#sendText(`{"op":"publish","topic":${JSON.stringify(subscription?.name ?? topic)},"msg":${json}}`);
  }

  #send(operation: Operation): void {
    this.#sendText(JSON.stringify(operation));
  }

  #sendText(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BACKLOG) socket.terminate();
    else socket.send(text);
  }

  #refuse(text: string, id?: unknown): void {
    this.#send({ op: "status", level: "error", msg: text, ...(id === undefined ? {} : { id }) });
    if (this.#logged++ < MAX_LOGGED) this.#live.options.log(`rosbridge: ${text}`);
  }

  // ---- from the other end

  #take(text: string): void {
    let operation: Operation = {};
    try {
      checkJson(text);
      const read: unknown = JSON.parse(text);
      if (typeof read !== "object" || read === null || Array.isArray(read))
        throw new Error("an operation is an object");
      operation = read as Operation;
      this.#perform(operation);
    } catch (problem) {
      const why = problem instanceof SyntaxError ? problem.message : explainError(asSimError(problem, "rosbridge"));
      this.#refuse(why, operation.id);
    }
  }

  #perform(operation: Operation): void {
    const { op, topic, id } = operation;
    switch (op) {
      case "subscribe":
        this.#subscribe(String(topic), operation);
        break;
      case "unsubscribe":
        this.#subscriptions.delete(rooted(topic));
        break;
      case "publish":
        this.#commands.take(rooted(topic), operation.msg);
        break;
      case "call_service":
        void this.#call(operation);
        break;
      // this end takes commands also without them, and reports all errors
      case "advertise":
      case "unadvertise":
      case "set_level":
        break;
      case "status":
        if (operation.level === "error") this.#refuseQuietly(String(operation.msg));
        break;
      default:
        this.#refuse(`operation ${JSON.stringify(op)?.slice(0, 100)} is not supported`, id);
    }
  }

  /** What a rosbridge server says of this end's operations. */
  #refuseQuietly(text: string): void {
    if (this.#logged++ < MAX_LOGGED) this.#live.options.log(`rosbridge server: ${text.slice(0, 300)}`);
  }

  #subscribe(topic: string, { throttle_rate: throttle, id }: Operation): void {
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      this.#refuse(`more than ${MAX_SUBSCRIPTIONS} subscriptions`, id);
      return;
    }
    const throttleMs = typeof throttle === "number" && throttle > 0 ? throttle : 0;
    this.#subscriptions.set(rooted(topic), { name: topic, throttleMs, lastMs: Number.NEGATIVE_INFINITY });
    this.#onSubscribe();
  }

  /** Never rejects. */
  async #call({ service, args, id }: Operation): Promise<void> {
    if (typeof service !== "string") return this.#refuse("call_service needs the name of a service", id);
    if (this.#pending >= MAX_PENDING) return this.#refuse(`more than ${MAX_PENDING} calls wait for their reply`, id);
    this.#pending++;
    const { isOk: result, values } = await this.#answer(rooted(service), args);
    this.#pending--;
    this.#send({
      op: "service_response",
      ...(id === undefined ? {} : { id }),
      service,
      values: this.#valuesFor(values),
      result,
    });
  }

  async #answer(service: string, args: unknown): ReturnType<RosServices["call"]> {
    try {
      return await this.#services.call(service, args);
    } catch (problem) {
      return { isOk: false, values: explainError(asSimError(problem, service)) };
    }
  }

  /** A ROS service of type Trigger has two fields. */
  #valuesFor(values: object | string): unknown {
    if (!this.#unasked || typeof values === "string") return values;
    const { success = false, message = "" } = values as { success?: boolean; message?: string };
    return { success, message };
  }
}
