// Reads large documents of clients and compiles what their joins need in a second thread, one after the other, while frames go on
// (M8). Models come first, then the shortest document, so that a flood of large ones does not keep others waiting. Small
// documents are read at once, unless the world itself takes long to compile. A thread that ends is replaced, and
// a document with which two threads have ended, or one that takes too long, is refused. A thread without work ends, to free its memory. If no thread can be
// started, documents are read in this one.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../describe/ErrorTable.js";
import { adoptEntity } from "../../describe/entity/Entity.js";
import { adoptTexture } from "../../describe/entity/Texture.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import { type CompileJob, engineCode, forgetCompiled, keepCompiled } from "../../physics/Ahead.js";
import { adoptMeshPieces } from "../../render/raster/MeshPieces.js";
import { adoptTextureImage } from "../../render/raster/TextureImage.js";
import type { SentDocument } from "../../session/SimulationOptions.js";
import type { Lift } from "../../world/Placement.js";
import { collectSoon } from "../GarbageCollection.js";
import { packageRoot } from "../PackageRoot.js";
import type {
  DocumentFailure,
  DocumentJob,
  DocumentReply,
  DocumentSettings,
  DocumentThreadData,
  ReadJob,
} from "./DocumentJob.js";

/** Characters of a document that is read at once: far less than a frame's time. */
const SMALL = 8000;
/** What may take long in a short document. */
const LARGE_PART = /<(File|Texture)/;
/** Threads that one document may end, and threads that may fail to start. */
const [MAX_DEATHS, MAX_FAILURES] = [2, 4];
/** Time without work after which the thread ends, and time for one piece of work, ms. */
const [IDLE_MS, WORK_MS] = [5000, 60_000];
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

type Work = ReadJob | { readonly models: readonly CompileJob[] };

interface Waiting {
  readonly work: Work;
  /** False: the client is gone. */
  readonly isWanted: () => boolean;
  readonly resolve: (reply: DocumentReply | undefined) => void;
  /** Threads that ended while they did this. */
  deaths: number;
  /** It took too long. */
  isLate?: boolean;
}

export class DocumentThreads {
  readonly #settings: DocumentSettings;
  readonly #host: DocumentHost;
  readonly #workMs: number;
  #waiting: readonly Waiting[] = [];
  /** What the thread is doing, and its number. */
  #current: Waiting | undefined;
  #id = 0;
  #worker: Worker | undefined;
  /** Threads that failed to start, one after the other. */
  #failures = 0;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;
  #late: NodeJS.Timeout | undefined;

  /** `workMs`: time for one piece of work. */
  constructor(settings: DocumentSettings, host: DocumentHost, workMs = WORK_MS) {
    this.#workMs = workMs;
    this.#settings = settings;
    this.#host = host;
  }

  read(document: SentDocument, materials: readonly string[]): RobotDescription | Promise<RobotDescription> {
    const { text, readHere } = document;
    const isSmall = text.length <= SMALL && !LARGE_PART.test(text);
    if (this.#hasFailed) return readHere();
    if (isSmall && !this.#host.isSlow()) {
      const robot = readHere();
      if (!isHeld(robot) || !this.#settings.readsAll) return robot;
    }
    return this.#settings.readsAll ? this.#readAway(document, [...materials]) : this.#readNear(document);
  }

  get #hasFailed(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  async #readAway({ text, readHere, isWanted }: SentDocument, materials: readonly string[]): Promise<RobotDescription> {
    const reply = await this.#ask({ text, materials }, isWanted);
    if (!reply) return readHere();
    if (!reply.robot) throw errorOf(reply.failure);
    for (const { texture, digest, image } of reply.textures ?? []) {
      adoptTexture(texture, digest);
      adoptTextureImage(texture, image);
    }
    for (const { shape, pieces } of reply.meshes ?? []) adoptMeshPieces(shape, pieces);
    const robot = adopt(reply.robot);
    await nextTurn();
    for (const warning of reply.warnings ?? []) this.#host.log(`${robot.name}: warning: ${warning}`);
    await this.#compileAhead(robot, reply.lifts ?? [], isWanted);
    return robot;
  }

  /** The document may have elements that only this thread knows: it is read here, and its models are compiled away. */
  async #readNear({ readHere, isWanted }: SentDocument): Promise<RobotDescription> {
    const robot = readHere();
    await this.#compileAhead(robot, [], isWanted);
    return robot;
  }

  async #compileAhead(robot: RobotDescription, lifts: readonly Lift[], isWanted: () => boolean): Promise<void> {
    for (let i = 0; i < MAX_PLANS && isWanted() && !this.#isClosed; i++) {
      const models = this.#host.plan(robot, lifts);
      if (models.length === 0) return;
      const reply = await this.#ask({ models }, isWanted);
      if (reply?.failure) throw errorOf(reply.failure);
      for (const model of reply?.models ?? []) keepCompiled(model);
      await nextTurn();
    }
  }

  /** Compiles models and keeps them. If that fails, whatever needs them compiles them again and gets the error. */
  async compile(models: readonly CompileJob[]): Promise<void> {
    const reply = await this.#ask({ models }, () => true);
    for (const model of reply?.models ?? []) keepCompiled(model);
  }

  /** Undefined: no thread can be started. */
  #ask(work: Work, isWanted: () => boolean): Promise<DocumentReply | undefined> {
    return new Promise((resolve) => {
      if (this.#hasFailed || this.#isClosed) return resolve(undefined);
      this.#waiting = [...this.#waiting, { work, isWanted, resolve, deaths: 0 }];
      if (!this.#current) this.#next();
    });
  }

  /** Begins with what comes next. */
  #next(): void {
    for (const { isWanted, resolve } of this.#waiting) if (!isWanted()) resolve(GONE);
    const waiting = this.#waiting.filter(({ isWanted }) => isWanted());
    const [first] = [...waiting].sort((a, b) => lengthOf(a.work) - lengthOf(b.work));
    this.#waiting = waiting.filter((one) => one !== first);
    this.#current = first;
    clearTimeout(this.#idle);
    if (first) this.#post(first.work);
    else if (this.#worker) this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref();
  }

  #post(work: Work): void {
    this.#worker ??= this.#start();
    this.#worker.ref();
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#end(), this.#workMs).unref();
    this.#worker.postMessage({ id: ++this.#id, ...work } satisfies DocumentJob);
  }

  #start(): Worker {
    const workerData: DocumentThreadData = { ...this.#settings, engineCode: engineCode() };
    const worker = new Worker(threadFile(), { workerData });
    let isReady = false;
    worker.on("message", (reply: DocumentReply) => {
      isReady = true;
      this.#failures = 0;
      if (reply.id === this.#id) this.#settle(reply);
    });
    worker.on("error", (problem) => this.#host.log(`the thread that reads documents has failed: ${problem.message}`));
    worker.once("exit", (code) => {
      if (!isReady && !this.#isClosed && worker === this.#worker) this.#failures++;
      this.#replace(worker, code !== 0);
    });
    return worker;
  }

  /** Ends a thread that takes too long; what it was doing is refused. */
  #end(): void {
    if (this.#current) this.#current.isLate = true;
    void this.#worker?.terminate();
  }

  #settle(reply: DocumentReply): void {
    const current = this.#current;
    clearTimeout(this.#late);
    this.#worker?.unref();
    this.#next();
    current?.resolve(reply);
  }

  /** `hasFailed`: it did not end by itself. */
  #replace(worker: Worker, hasFailed: boolean): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = undefined;
    const current = this.#current;
    if (this.#hasFailed) this.#giveUp();
    else if (!current) return;
    else if (hasFailed && (current.isLate || ++current.deaths >= MAX_DEATHS)) {
      const found = current.isLate
        ? `a document that takes more than ${this.#workMs / 1000} s`
        : "a document with which the thread that reads documents fails";
      this.#settle({ id: this.#id, failure: new SimError("ENGINE_REFUSED", { where: "document", found }) });
    } else this.#post(current.work);
  }

  #giveUp(): void {
    const all = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#current = undefined;
    this.#waiting = [];
    for (const { resolve } of all) resolve(undefined);
  }

  /** Nothing large has joined or left for a while: ends the thread and drops the models that were kept for such changes. */
  #rest(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    forgetCompiled();
    collectSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting = [];
    clearTimeout(this.#idle);
    clearTimeout(this.#late);
    await this.#worker?.terminate();
  }
}

/** A robot that a joint holds in the world cannot be moved: each step of the search for its place compiles a model. */
const isHeld = ({ settle, entity }: RobotDescription): boolean =>
  settle && entity.joints.some(({ body2 }) => body2 === undefined);

/** Taking over a large description, planning its join and joining are one turn of the event loop each (M8). */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The reply to a client that is gone, which nothing reads. */
const GONE: DocumentReply = {
  id: 0,
  failure: new SimError("REMOVED", { where: "document", found: "a closed connection" }),
};

/** Models come before documents. */
const lengthOf = (work: Work): number => ("text" in work ? work.text.length : 0);

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
