// Runs Node programs of this package in one process per test worker (host.mjs): a program that shares its modules with an earlier
// one starts in a few milliseconds instead of a second. Tests of what only a process of its own shows (signals, input, crashes,
// speed of starting) start a real one.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HOST = fileURLToPath(new URL("host.mjs", import.meta.url));

class ProgramHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (outcome: Outcome) => void; reject: (problem: Error) => void }>();
  #count = 0;

  constructor() {
    this.#child = spawn(process.execPath, [HOST], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#child.on("message", (message) => {
      const { id, outcome } = message as { readonly id: number; readonly outcome: Outcome };
      this.#waiting.get(id)?.resolve(outcome);
      this.#waiting.delete(id);
    });
    this.#child.on("exit", (code) => {
      worker.ubersimProgramHost = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Error(`the program host has ended with code ${code}`));
    });
    // the host ends with the worker, and does not keep it running
    this.#child.unref();
    this.#child.channel?.unref();
  }

  run(file: string, args: readonly string[], cwd: string): Promise<Outcome> {
    const id = this.#count++;
    this.#child.channel?.ref();
    this.#child.send({ id, file, args, cwd });
    return new Promise<Outcome>((resolve, reject) => this.#waiting.set(id, { resolve, reject })).finally(() => {
      if (this.#waiting.size === 0) this.#child.channel?.unref();
    });
  }
}

/** A global: one host for all test files of the worker. */
const worker = globalThis as { ubersimProgramHost?: ProgramHost | undefined };

/** Runs a program that ends by itself. `file` is relative to the package. */
export function runHosted(file: string, args: readonly string[], cwd = ROOT): Promise<Outcome> {
  worker.ubersimProgramHost ??= new ProgramHost();
  return worker.ubersimProgramHost.run(`${ROOT}${file}`, args, cwd);
}

/** Runs the command line. */
export const runUbersim = (args: readonly string[], cwd = ROOT): Promise<Outcome> =>
  runHosted("bin/ubersim.js", args, cwd);
