// Compiled models by their text, as bytes: loading one takes a hundredth of the time of compiling it, and gives the same model
// bit for bit. The store has the last models of this process and models that another thread has compiled ahead (M8). A
// model stays until newer ones need its place, or until no model was needed for a while (`forgetModels`).

import { pagedBytes } from "../../math/LargeBytes.js";
import type { CompileJob, MainModule, MjModel } from "./Engine.js";
import { EngineLost, isLoss } from "./EngineLoss.js";

/** Texts that compile fast are not kept, characters. Bytes of mesh files take as long as a character for FILE_BYTES of them. */
const [MIN_TEXT, FILE_BYTES] = [8000, 8];
/** Of one model, and of all texts and models together, bytes. */
const MAX_MODEL = 12 << 20;
const MAX_BYTES = 32 << 20;

const PATH = "/model.mjb";
/** The oldest first. */
const models = new Map<string, Uint8Array>();
let sum = 0;
let isOff = false;

/** For a thread that compiles each text once. */
export function keepNoModels(): void {
  isOff = true;
}

/** Frees the memory of all models; one that is needed again is compiled again. */
export function forgetModels(): void {
  models.clear();
  sum = 0;
}

const sizeOf = (text: string, bytes: Uint8Array): number => text.length + bytes.length;

/** Whether a model of this text and its files is worth compiling ahead. */
export function isLargeModel({ text, files }: CompileJob): boolean {
  const bytes = files.reduce((total, file) => total + file.bytes.length, 0);
  return text.length + bytes / FILE_BYTES >= MIN_TEXT;
}

export const findModel = (text: string): Uint8Array | undefined => models.get(text);

export function keepModel(text: string, bytes: Uint8Array): void {
  forgetModel(text);
  models.set(text, bytes);
  sum += sizeOf(text, bytes);
  // the newest stays in any case: a join waits for it
  for (const [old] of models) {
    if (sum <= MAX_BYTES || old === text) break;
    forgetModel(old);
  }
}

function forgetModel(text: string): void {
  const old = models.get(text);
  if (old) sum -= sizeOf(text, old);
  models.delete(text);
}

/** Undefined: the store does not have it. */
export function loadModel(mj: MainModule, text: string): MjModel | undefined {
  const bytes = models.get(text);
  if (!bytes) return undefined;
  keepModel(text, bytes);
  const vfs = new mj.MjVFS();
  try {
    // the file has the bytes themselves, which are only read
    mj.FS.writeFile(PATH, bytes, { canOwn: true });
    return mj.MjModel.mj_loadModel(PATH, vfs);
  } catch (problem) {
    forgetModel(text);
    if (isLoss(problem)) throw new EngineLost(String(problem));
    return undefined;
  } finally {
    mj.FS.unlink(PATH);
    vfs.delete();
  }
}

/** Keeps a newly compiled model, if that is worth the memory. */
export function saveModel(mj: MainModule, job: CompileJob, model: MjModel): void {
  const { text } = job;
  if (!isOff && isLargeModel(job) && mj.mj_sizeModel(model) <= MAX_MODEL) keepModel(text, bytesOf(mj, model));
}

/** The engine writes into its own memory: a file would grow by doubling, in buffers that the process keeps. */
export function bytesOf(mj: MainModule, model: MjModel): Uint8Array {
  const buffer = new mj.Uint8Buffer(Number(mj.mj_sizeModel(model)));
  try {
    mj.mj_saveModel(model, null, buffer);
    const view = buffer.GetView() as Uint8Array;
    const bytes = pagedBytes(view.length);
    bytes.set(view);
    return bytes;
  } finally {
    buffer.delete();
  }
}
