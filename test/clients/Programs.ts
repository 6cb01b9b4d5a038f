// Runs client programs in other languages.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Python finds the client library unless another path is given. */
export async function run(
  program: string,
  args: readonly string[],
  pythonPath = `${ROOT}clients/python`,
): Promise<Outcome> {
  const env = { ...process.env, PYTHONPATH: pythonPath };
  const child: ChildProcess = spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout?.on("data", (text) => {
    out += text;
  });
  child.stderr?.on("data", (text) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, err };
}

/** Whether a program can be run here; prints a line if not, so that skipped tests are visible. */
export function isThere(program: string): boolean {
  const found = spawnSync(program, ["--version"]).status === 0;
  if (!found) console.warn(`${program} is not installed: its tests are skipped`);
  return found;
}
