// The shipped teams as separate processes (F6): each connects to its team's port and plays synchronously, like any team's program.
// They end with the server.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TeamColor } from "../../../leagues/ssl/Team.js";
import { urlHost } from "../../links/Address.js";
import { packageRoot } from "../../PackageRoot.js";

export interface TeamProcessOptions {
  readonly host: string;
  readonly ports: Readonly<Record<TeamColor, number>>;
  /** Seed of their random choices. */
  readonly seed: number;
  /** Receives what they print, and their exit codes. */
  readonly log: (line: string) => void;
}

/** Default style of each team. */
const STYLES: Readonly<Record<TeamColor, string>> = { blue: "passing", yellow: "direct" };

export class TeamProcesses {
  readonly #children: readonly ChildProcess[];
  #isStopped = false;

  constructor(teams: readonly TeamColor[], options: TeamProcessOptions) {
    this.#children = teams.map((team) => this.#start(team, options));
  }

  #start(team: TeamColor, { host, ports, seed, log }: TeamProcessOptions): ChildProcess {
    const program = join(packageRoot(), "dist", "teams", "ssl", "team.js");
    const words = ["--team", team, "--host", urlHost(host), "--port", `${ports[team]}`, "--style", STYLES[team]];
    words.push("--seed", `${seed}`);
    const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    const logLine = (line: string): void => {
      if (!this.#isStopped) log(line);
    };
    createInterface({ input: child.stdout }).on("line", logLine);
    createInterface({ input: child.stderr }).on("line", (line) => logLine(`${team}: ${line}`));
    child.on("error", (problem) => logLine(`${team}: cannot be started: ${problem.message}`));
    child.on("exit", (code) => logLine(`${team}: its program ended with code ${code}`));
    return child;
  }

  stop(): void {
    this.#isStopped = true;
    for (const child of this.#children) child.kill();
  }
}
