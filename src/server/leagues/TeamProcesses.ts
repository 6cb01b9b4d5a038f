// The shipped teams as separate processes (F6, L4): each is a program of dist/ that connects like any team's program. What they print goes
// to the log with their name. They end with the server.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../PackageRoot.js";

export interface TeamProgram {
  /** In the log. */
  readonly name: string;
  /** Below dist/. */
  readonly file: readonly string[];
  readonly args: readonly string[];
}

export interface TeamProcessOptions {
  /** Receives what they print, and their exit codes. */
  readonly log: (line: string) => void;
  /** A program has ended by itself, or could not be started. */
  readonly onEnd?: (program: TeamProgram) => void;
}

export class TeamProcesses {
  readonly #children: readonly ChildProcess[];
  #isStopped = false;

  constructor(programs: readonly TeamProgram[], options: TeamProcessOptions) {
    this.#children = programs.map((program) => this.#start(program, options));
  }

  #start(program: TeamProgram, { log, onEnd }: TeamProcessOptions): ChildProcess {
    const { name, file, args } = program;
    const path = join(packageRoot(), "dist", ...file);
    const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const logLine = (line: string): void => {
      if (!this.#isStopped) log(line);
    };
    const end = (line: string): void => {
      logLine(line);
      if (!this.#isStopped) onEnd?.(program);
    };
    createInterface({ input: child.stdout }).on("line", logLine);
    createInterface({ input: child.stderr }).on("line", (line) => logLine(`${name}: ${line}`));
    child.on("error", (problem) => end(`${name}: cannot be started: ${problem.message}`));
    child.on("exit", (code, signal) => end(`${name}: its program ended with ${signal ?? `code ${code}`}`));
    return child;
  }

  stop(): void {
    this.#isStopped = true;
    for (const child of this.#children) child.kill();
  }
}
