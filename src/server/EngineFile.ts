// Reads and compiles the engine's file once for all threads. The engine's own loader reads it into a plain buffer of 10 MB for
// each engine, whose end makes malloc keep memory (LargeBytes.ts).

import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { pagedBytes } from "../math/LargeBytes.js";
import { adoptEngineCode, engineCode } from "../physics/Ahead.js";

export async function loadEngineFile(): Promise<void> {
  if (engineCode()) return;
  try {
    adoptEngineCode(await WebAssembly.compile(await readPaged("@mujoco/mujoco/mujoco.wasm")));
  } catch {
    // the engine's own loader finds its file, or says why not
  }
}

async function readPaged(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(createRequire(import.meta.url).resolve(name));
  try {
    const bytes = pagedBytes((await file.stat()).size);
    for (let at = 0, count = 1; at < bytes.length && count > 0; at += count)
      count = (await file.read(bytes, at, bytes.length - at, at)).bytesRead;
    return bytes;
  } finally {
    await file.close();
  }
}
