// Loads @mujoco/mujoco once, and finds at start-up the memory layout of its contacts and rows, so that the contact law can edit
// them in place and the constraint kernel can solve them. An unexpected layout is an error. No other file imports the engine
// at run time.

import loadMujoco, { type MainModule, type MjContact, type MjData, type MjModel } from "@mujoco/mujoco";
import { SimError } from "../../describe/SimError.js";
import { loadKernelCode } from "../kernel/Kernel.js";
import { type DataFields, findDataFields } from "./DataFields.js";
import { type EngineHeap, engineCode, findHeap, watchInstances } from "./EngineHeap.js";
import { EngineLost, isLoss, watchCalls } from "./EngineLoss.js";
import type { MeshFile } from "./MeshFiles.js";
import { loadModel, saveModel } from "./ModelStore.js";

export type { MainModule, MjData, MjModel };

/** Offsets of the fields of a contact record from its start: in doubles, or in int32s for dim, geom, flex, elem, efcAddress, exclude. */
export interface ContactFields {
  readonly bytes: number;
  readonly dist: number;
  readonly pos: number;
  readonly frame: number;
  readonly includemargin: number;
  readonly friction: number;
  readonly solimp: number;
  readonly mu: number;
  readonly dim: number;
  readonly geom: number;
  readonly flex: number;
  readonly elem: number;
  readonly efcAddress: number;
  readonly exclude: number;
  /** A record with the engine's defaults, for new contacts. */
  readonly template: Uint8Array;
}

export interface Engine {
  readonly mj: MainModule;
  readonly contact: ContactFields;
  readonly dataFields: DataFields;
  readonly heap: EngineHeap;
  /** The constraint kernel, an instance of which works in the engine's heap for each model. */
  readonly kernelCode: WebAssembly.Module;
  /** True: a call has failed for good, and the engine must not be called again (EngineLoss.ts). */
  isLost: boolean;
}

let loading: Promise<Engine> | undefined;
/** The engine of all worlds. */
let current: Engine | undefined;
/** A loaded engine that replaces the current one when it is lost. */
let spare: Engine | undefined;
let loadingSpare: Promise<void> | undefined;

/** Loads the engine; all calls return the same one. */
export function loadEngine(): Promise<Engine> {
  loading ??= load().then((engine) => {
    current = engine;
    return engine;
  });
  return loading;
}

/** Loads an engine that can replace a lost one at once: loading takes turns of the event loop, and a step has none. */
export function loadSpareEngine(): Promise<void> {
  loadingSpare ??= loadEngine()
    .then(load)
    .then((engine) => {
      spare = engine;
    });
  return loadingSpare;
}

/** The engine to use instead of one that is lost. Throws if there is none. */
export function replaceEngine(lost: Engine): Engine {
  lost.isLost = true;
  if (!current || current.isLost) {
    if (!spare) throw new SimError("ENGINE_LOST", { where: "world", found: "no second engine to go on with" });
    current = spare;
    spare = undefined;
    loading = Promise.resolve(current);
    loadingSpare = undefined;
    // without a spare engine the next loss is an error
    loadSpareEngine().catch(() => {});
  }
  return current;
}

async function load(): Promise<Engine> {
  const { result: mj, heaps } = await watchInstances(loadCode);
  const engine: Engine = { mj, ...findFields(mj, heaps), kernelCode: await loadKernelCode(), isLost: false };
  watchCalls(mj, () => {
    engine.isLost = true;
  });
  return engine;
}

type Instantiated = (instance: WebAssembly.Instance, code: WebAssembly.Module) => void;

/** Loads the engine from its file, or from code that is compiled already. */
function loadCode(): Promise<MainModule> {
  const code = engineCode();
  if (!code) return loadMujoco();
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: Instantiated): object => {
      WebAssembly.instantiate(code, imports)
        .then((instance) => done(instance, code))
        .catch(reject);
      return {};
    };
    loadMujoco({ instantiateWasm }).then(resolve, reject);
  });
}

/** A text to compile, with the files that it names. */
export interface CompileJob {
  readonly text: string;
  readonly files: readonly MeshFile[];
}

/** The model of a text: kept from before, or compiled. An error of the engine becomes ENGINE_REFUSED. Throws EngineLost. */
export function compileText(mj: MainModule, text: string, files: readonly MeshFile[] = []): MjModel {
  const kept = loadModel(mj, text);
  if (kept) return kept;
  const model = compileAnew(mj, text, files);
  saveModel(mj, { text, files }, model);
  return model;
}

function compileAnew(mj: MainModule, text: string, files: readonly MeshFile[]): MjModel {
  const { FS } = mj;
  const written: string[] = [];
  try {
    // the engine's own virtual files (MjVFS) take a microsecond for each byte
    for (const { path, bytes } of files) {
      FS.writeFile(path, bytes);
      written.push(path);
      FS.utime(path, FILE_TIME, FILE_TIME);
    }
    return mj.MjModel.from_xml_string(text);
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    if (isLoss(problem)) throw new EngineLost(message);
    throw new SimError("ENGINE_REFUSED", { where: "world", found: message.replaceAll("\n", " ").trim() });
  } finally {
    for (const path of written) FS.unlink(path);
  }
}

/** Time of all files: the engine derives the data of a file again when its time has changed. */
const FILE_TIME = 1e12;

/** Contacts, and a bounded row of each slide: every array of the rows has an address of its own. */
const SAMPLE = `<mujoco><option cone="elliptic" jacobian="sparse"/><worldbody>
<geom type="plane" size="5 5 .1"/>
<body pos="0 0 .0995"><joint type="slide" axis="0 0 1" frictionloss="1"/><joint type="slide" axis="1 0 0" frictionloss="1"/>
<geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>`;

/** Reads a known contact through the public wrapper and searches the same numbers in memory. */
function findFields(mj: MainModule, heaps: readonly EngineHeap[]): Pick<Engine, "contact" | "dataFields" | "heap"> {
  const model = compileText(mj, SAMPLE);
  const data = new mj.MjData(model);
  mj.mj_forward(model, data);
  const list = data.contact;
  const first = list.get(0) as MjContact;
  const second = list.get(1) as MjContact;
  const probe = new ContactProbe(first);
  const arena = data.arena as Uint8Array;
  const bytes = strideOf(arena, probe.bytesTo(first.pos), second);
  const contact: ContactFields = {
    bytes,
    dist: 0,
    pos: probe.bytesTo(first.pos) / 8,
    frame: probe.bytesTo(first.frame) / 8,
    friction: probe.bytesTo(first.friction) / 8,
    solimp: probe.bytesTo(first.solimp) / 8,
    geom: probe.bytesTo(first.geom) / 4,
    flex: probe.bytesTo(first.flex) / 4,
    elem: probe.bytesTo(first.elem) / 4,
    includemargin: probe.findDouble("includemargin") / 8,
    mu: probe.findDouble("mu") / 8,
    dim: probe.findInt("dim") / 4,
    efcAddress: probe.findInt("efc_address") / 4,
    exclude: probe.findInt("exclude") / 4,
    template: arena.slice(0, bytes),
  };
  const dataFields = findDataFields(data);
  const heap = findHeap(heaps, data.qpos as Float64Array);
  for (const handle of [first, second, list, data, model]) handle.delete();
  return { contact, dataFields, heap };
}

const unexpected = (found: string): SimError =>
  new SimError("ENGINE_UNEXPECTED", {
    where: "contact layout",
    found,
    advice: "Run `npm install` again to get the version this program was made for.",
  });

function strideOf(arena: Uint8Array, posOffset: number, second: MjContact): number {
  const memory = new DataView(arena.buffer, arena.byteOffset, 8192);
  const pos = second.pos as Float64Array;
  for (let stride = 64; stride < 4096; stride += 8) {
    const same = [0, 1, 2].every((k) => memory.getFloat64(stride + posOffset + 8 * k, true) === pos[k]);
    if (same && memory.getFloat64(stride, true) === second.dist) return stride;
  }
  throw unexpected("no second contact after the first");
}

/** Writes a mark through the wrapper and finds it in the bytes of the record. */
class ContactProbe {
  readonly #contact: MjContact;
  readonly #memory: DataView;
  readonly #base: number;

  constructor(contact: MjContact) {
    this.#contact = contact;
    const pos = contact.pos as Float64Array;
    this.#memory = new DataView(pos.buffer);
    this.#base = pos.byteOffset - 8;
    if (this.#memory.getFloat64(this.#base, true) !== contact.dist) throw unexpected("dist is not the first field");
  }

  bytesTo(view: { byteOffset: number }): number {
    return view.byteOffset - this.#base;
  }

  findDouble(name: "includemargin" | "mu"): number {
    const [mark, old] = [123456.789, this.#contact[name]];
    this.#contact[name] = mark;
    return this.#restoreAfter(
      name,
      old,
      (at) => at % 8 === 0 && this.#memory.getFloat64(this.#base + at, true) === mark,
    );
  }

  findInt(name: "dim" | "efc_address" | "exclude"): number {
    const [mark, old] = [1234567, this.#contact[name]];
    this.#contact[name] = mark;
    return this.#restoreAfter(name, old, (at) => this.#memory.getInt32(this.#base + at, true) === mark);
  }

  #restoreAfter(
    name: "includemargin" | "mu" | "dim" | "efc_address" | "exclude",
    old: number,
    test: (at: number) => boolean,
  ): number {
    for (let at = 0; at < 2048; at += 4) {
      if (!test(at)) continue;
      this.#contact[name] = old;
      return at;
    }
    throw unexpected(`no field ${name}`);
  }
}
