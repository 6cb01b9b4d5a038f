// Reads large documents of clients in a second thread, one after the other, while frames go on (M8). Small documents are read at
// once. If the thread cannot be started, or ends, documents are read in this thread.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../describe/ErrorTable.js";
import { describeEntity } from "../../describe/entity/Entity.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import { packageRoot } from "../PackageRoot.js";
import type { DocumentFailure, DocumentJob, DocumentReply, DocumentSettings } from "./DocumentJob.js";

/** Characters of a document that is read at once: far less than a frame's time. */
const SMALL = 8000;

interface Waiting {
  readonly resolve: (robot: RobotDescription) => void;
  readonly reject: (problem: unknown) => void;
  /** Reads the document in this thread. */
  readonly readHere: () => RobotDescription;
}

export class DocumentThreads {
  readonly #settings: DocumentSettings;
  readonly #log: (line: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #hasFailed = false;
  #nextId = 1;

  constructor(settings: DocumentSettings, log: (line: string) => void) {
    this.#settings = settings;
    this.#log = log;
  }

  /** `readHere`: reads the document in this thread. */
  read(
    text: string,
    materials: readonly string[],
    readHere: () => RobotDescription,
  ): RobotDescription | Promise<RobotDescription> {
    if (this.#hasFailed || (text.length <= SMALL && !text.includes("<File"))) return readHere();
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject, readHere });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ id, text, materials: [...materials] } satisfies DocumentJob);
    });
  }

  #start(): Worker {
    const worker = new Worker(threadFile(), { workerData: this.#settings });
    worker.on("message", (reply: DocumentReply) => this.#settle(reply));
    worker.on("error", (problem) => {
      this.#log(`the thread that reads documents has failed: ${problem.message}`);
      this.#readAllHere();
    });
    return worker;
  }

  #settle({ id, robot, warnings = [], failure }: DocumentReply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (!waiting) return;
    if (!robot) {
      waiting.reject(errorOf(failure));
      return;
    }
    for (const warning of warnings) this.#log(`${robot.name}: warning: ${warning}`);
    try {
      waiting.resolve(adopt(robot));
    } catch (problem) {
      waiting.reject(problem);
    }
  }

  #readAllHere(): void {
    this.#hasFailed = true;
    for (const { resolve, reject, readHere } of this.#waiting.values())
      try {
        resolve(readHere());
      } catch (problem) {
        reject(problem);
      }
    this.#waiting.clear();
  }

  async close(): Promise<void> {
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

/** A copy from the other thread: checked and frozen as if it had been read here. */
function adopt(robot: RobotDescription): RobotDescription {
  return freeze({ ...robot, entity: describeEntity(robot.entity) });
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
