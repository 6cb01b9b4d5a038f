// Reads large documents of clients and compiles what their joins need in a second thread, one after the other, while frames go on
// (M8). Small documents are read at once, unless the world itself takes long to compile. A thread that ends is replaced, and
// a document with which two threads have ended is refused. If no thread can be started, documents are read in this one.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../describe/ErrorTable.js";
import { adoptEntity } from "../../describe/entity/Entity.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import { type CompileJob, keepCompiled } from "../../physics/Ahead.js";
import type { Lift } from "../../world/Placement.js";
import { packageRoot } from "../PackageRoot.js";
import type { DocumentFailure, DocumentJob, DocumentReply, DocumentSettings, ReadJob } from "./DocumentJob.js";

/** Characters of a document that is read at once: far less than a frame's time. */
const SMALL = 8000;
/** Threads that one document may end, and threads that may end without any reply between them. */
const [MAX_DEATHS, MAX_FAILURES] = [2, 4];
/** Times that the models of a join are compiled ahead: the world may change meanwhile. */
const MAX_PLANS = 3;

/** The world that robots join, as this file needs it. */
export interface DocumentHost {
  /** True: every join takes long. */
  isSlow(): boolean;
  /** Texts that the join of this robot would compile now. */
  plan(robot: RobotDescription, lifts: readonly Lift[]): readonly CompileJob[];
  log(line: string): void;
}

interface Waiting {
  readonly job: DocumentJob;
  readonly resolve: (reply: DocumentReply | undefined) => void;
  /** Threads that ended while this job was the first. */
  deaths: number;
}

export class DocumentThreads {
  readonly #settings: DocumentSettings;
  readonly #host: DocumentHost;
  /** In the order in which the thread does them. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  /** Threads that ended since the last reply. */
  #failures = 0;
  #isClosed = false;
  #nextId = 1;

  constructor(settings: DocumentSettings, host: DocumentHost) {
    this.#settings = settings;
    this.#host = host;
  }

  /** `readHere`: reads the document in this thread. */
  read(
    text: string,
    materials: readonly string[],
    readHere: () => RobotDescription,
  ): RobotDescription | Promise<RobotDescription> {
    const isSmall = text.length <= SMALL && !text.includes("<File");
    if (this.#hasFailed || (isSmall && !this.#host.isSlow())) return readHere();
    return this.#readAway({ text, materials: [...materials] }, readHere);
  }

  get #hasFailed(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  async #readAway(job: ReadJob, readHere: () => RobotDescription): Promise<RobotDescription> {
    const reply = await this.#ask(job);
    if (!reply) return readHere();
    if (!reply.robot) throw errorOf(reply.failure);
    const robot = adopt(reply.robot);
    for (const warning of reply.warnings ?? []) this.#host.log(`${robot.name}: warning: ${warning}`);
    await this.#compileAhead(robot, reply.lifts ?? []);
    return robot;
  }

  async #compileAhead(robot: RobotDescription, lifts: readonly Lift[]): Promise<void> {
    for (let i = 0; i < MAX_PLANS && !this.#isClosed; i++) {
      const models = this.#host.plan(robot, lifts);
      if (models.length === 0) return;
      const reply = await this.#ask({ models });
      if (reply?.failure) throw errorOf(reply.failure);
      for (const model of reply?.models ?? []) keepCompiled(model);
    }
  }

  /** Undefined: no thread can be started. */
  #ask(job: ReadJob | { readonly models: readonly CompileJob[] }): Promise<DocumentReply | undefined> {
    return new Promise((resolve) => {
      if (this.#hasFailed || this.#isClosed) return resolve(undefined);
      const id = this.#nextId++;
      const waiting: Waiting = { job: { id, ...job }, resolve, deaths: 0 };
      this.#waiting.set(id, waiting);
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage(waiting.job);
    });
  }

  #start(): Worker {
    const worker = new Worker(threadFile(), { workerData: this.#settings });
    worker.on("message", (reply: DocumentReply) => this.#settle(reply));
    worker.on("error", (problem) => this.#host.log(`the thread that reads documents has failed: ${problem.message}`));
    worker.once("exit", (code) => this.#replace(worker, code !== 0));
    return worker;
  }

  #settle(reply: DocumentReply): void {
    this.#failures = 0;
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    waiting?.resolve(reply);
  }

  /** `hasFailed`: it did not end by itself. */
  #replace(worker: Worker, hasFailed: boolean): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = undefined;
    if (hasFailed) this.#failures++;
    if (hasFailed) this.#blame();
    if (this.#hasFailed) {
      for (const { resolve } of this.#waiting.values()) resolve(undefined);
      this.#waiting.clear();
    }
    if (this.#waiting.size === 0) return;
    this.#worker = this.#start();
    for (const { job } of this.#waiting.values()) this.#worker.postMessage(job);
  }

  /** Refuses the job that the ended thread was doing, if it has ended another one too. */
  #blame(): void {
    const [first] = this.#waiting.values();
    if (!first || ++first.deaths < MAX_DEATHS) return;
    const found = "the thread that reads documents ended twice";
    this.#settle({ id: first.job.id, failure: new SimError("ENGINE_REFUSED", { where: "document", found }) });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await this.#worker?.terminate();
  }
}

/** Workers run the built program. */
function threadFile(): URL {
  const here = new URL("./DocumentThread.js", import.meta.url);
  return fileURLToPath(here).includes("/dist/")
    ? here
    : new URL(`file://${packageRoot()}/dist/src/server/documents/DocumentThread.js`);
}

function errorOf(failure: DocumentFailure | undefined): SimError {
  if (!failure) return new SimError("INTERNAL", { where: "document", found: "no reply" });
  const { code, line, column, ...detail } = failure;
  const place = line === undefined || column === undefined ? {} : { line, column };
  return new SimError(code as ErrorCode, { ...detail, ...place });
}

/** A copy from the other thread, which has checked it: frozen as if it had been read here. */
function adopt(robot: RobotDescription): RobotDescription {
  const frozen = freeze(robot);
  adoptEntity(frozen.entity);
  return frozen;
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  const isList = Array.isArray(value) && typeof value[0] === "number";
  if (!isList) for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
