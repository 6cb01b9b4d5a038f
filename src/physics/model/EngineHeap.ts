// The engine's linear memory and its allocator, for the constraint kernel. The engine's loader finds and reads its WebAssembly
// file in Node, in browsers and in bundles, but does not hand out the instance. Its own option for that (instantiateWasm)
// would move finding and reading here, with files in Node. So the calls that make instances are watched while the engine
// loads, and the instance is recognised by its memory, which is that of the engine's arrays.

import { SimError } from "../../describe/SimError.js";

export interface EngineHeap {
  readonly memory: WebAssembly.Memory;
  /** Address of new memory; 0: there is no more. May grow the memory, which makes all views invalid. */
  malloc(bytes: number): number;
  free(address: number): void;
}

/** Runs `load` and returns its result with the heaps of all instances that were made meanwhile. */
export async function watchInstances<T>(load: () => Promise<T>): Promise<{ result: T; heaps: readonly EngineHeap[] }> {
  const heaps: EngineHeap[] = [];
  const { instantiate, instantiateStreaming } = WebAssembly;
  const note = (made: unknown): void => {
    // an instance, or an instance with its module
    const { exports } =
      (made as Partial<WebAssembly.WebAssemblyInstantiatedSource>).instance ?? (made as WebAssembly.Instance);
    if (isHeap(exports)) heaps.push(exports);
  };
  const watched =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const made = await call.apply(WebAssembly, args);
      note(made);
      return made;
    };
  Object.assign(WebAssembly, { instantiate: watched(instantiateOnce(instantiate)) });
  const streams = typeof instantiateStreaming === "function";
  if (streams) Object.assign(WebAssembly, { instantiateStreaming: watched(instantiateStreaming) });
  try {
    return { result: await load(), heaps };
  } finally {
    Object.assign(WebAssembly, { instantiate });
    if (streams) Object.assign(WebAssembly, { instantiateStreaming });
  }
}

/** The engine's code, compiled once per process. */
let code: { readonly bytes: number; readonly module: WebAssembly.Module } | undefined;

/** Undefined: it is not compiled yet. */
export const engineCode = (): WebAssembly.Module | undefined => code?.module;

/** Takes over code that was compiled elsewhere, for example by another thread: the engine's file is then not read. */
export function adoptEngineCode(module: WebAssembly.Module): void {
  code ??= { bytes: 0, module };
}

/** As WebAssembly.instantiate for bytes, with the compiled code of the last call if that had as many bytes. */
function instantiateOnce(instantiate: typeof WebAssembly.instantiate) {
  return async (source: unknown, imports?: unknown): Promise<unknown> => {
    const bytes = (source as Partial<ArrayBuffer>).byteLength ?? -1;
    const known = code?.bytes === bytes ? code.module : undefined;
    if (known) return { module: known, instance: await instantiate(known, imports as WebAssembly.Imports) };
    const made = await instantiate(source as BufferSource, imports as WebAssembly.Imports);
    if (bytes > 0) code = { bytes, module: made.module };
    return made;
  };
}

/** The heap that holds the engine's arrays. */
export function findHeap(heaps: readonly EngineHeap[], array: ArrayBufferView): EngineHeap {
  const heap = heaps.find(({ memory }) => memory.buffer === array.buffer);
  if (heap) return heap;
  throw new SimError("ENGINE_UNEXPECTED", {
    where: "engine memory",
    found: "no instance with memory, malloc and free",
    advice: "Run `npm install` again to get the version this program was made for.",
  });
}

const isHeap = (exports: object | undefined): exports is EngineHeap & object =>
  exports !== undefined &&
  "memory" in exports &&
  exports.memory instanceof WebAssembly.Memory &&
  "malloc" in exports &&
  typeof exports.malloc === "function" &&
  "free" in exports &&
  typeof exports.free === "function";
