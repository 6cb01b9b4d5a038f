// Runs a benchmark scene in native ODE (ode.c) in turns with ours. The program is built with the system's C compiler
// and ODE library; without them there is no reference.

import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { JointPropertyName } from "../../src/describe/entity/Joint.js";
import type { Physics } from "../../src/physics/Physics.js";
import { packageRoot } from "../../src/server/PackageRoot.js";
import { OdeScene } from "./OdeScene.js";

const SOURCE = join(packageRoot(), "bench", "native", "ode.c");
const CACHE = join(packageRoot(), ".cache", "native");

/** dWorldStep: exact. dWorldQuickStep: 20 iterations. */
export type OdeSolver = "step" | "quick";

/** The built program; undefined: this machine has no C compiler or no ODE. */
export function buildOde(): string | undefined {
  const source = readFileSync(SOURCE);
  const program = join(CACHE, `ode-${createHash("sha256").update(source).digest("hex").slice(0, 16)}`);
  if (existsSync(program)) return program;
  mkdirSync(CACHE, { recursive: true });
  const built = spawnSync("cc", ["-O3", SOURCE, "-o", program, "-lode", "-lm"], { stdio: "ignore" });
  return built.status === 0 ? program : undefined;
}

export class OdeReference {
  readonly #scene: OdeScene;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  #commands: string[] = [];
  /** Frames that are not run yet. */
  readonly #queue: string[] = [];
  #cpuSec = 0;
  #frames = 0;
  #contacts = 0;
  maxSpeed = 0;

  private constructor(
    program: string,
    readonly solver: OdeSolver,
    scene: OdeScene,
  ) {
    this.#scene = scene;
    this.#child = spawn(program, [solver], { stdio: ["pipe", "pipe", "inherit"] });
    this.#reader = createInterface({ input: this.#child.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** At the placements of the entities, before the first step. Records the joint commands of this world from now on. */
  static async start(program: string, solver: OdeSolver, physics: Physics, perFrame: number): Promise<OdeReference> {
    const reference = new OdeReference(program, solver, new OdeScene(physics, perFrame));
    reference.#record(physics);
    reference.#child.stdin.write(`${reference.#scene.text}\n`);
    await reference.#answer();
    return reference;
  }

  #record(physics: Physics): void {
    const setJoint = physics.setJoint.bind(physics);
    physics.setJoint = (entity: string, joint: string, property: JointPropertyName, value: number, axis = 0) => {
      const command = this.#scene.command(entity, joint, property, value, axis);
      if (command) this.#commands.push(command);
      setJoint(entity, joint, property, value, axis);
    };
  }

  /** The commands since the last frame belong to this one. */
  endFrame(): void {
    this.#queue.push(`${this.#commands.length} ${this.#commands.join(" ")}\n`);
    this.#commands = [];
  }

  /** Runs the frames that have ended, one after the other. */
  async run(isMeasured: boolean): Promise<void> {
    const frames = this.#queue.splice(0);
    this.#child.stdin.write(frames.join(""));
    for (let i = 0; i < frames.length; i++) {
      const [cpuSec, contacts, maxSpeed] = (await this.#answer()).split(" ").map(Number);
      if (!isMeasured) continue;
      this.#frames++;
      this.#cpuSec += cpuSec;
      this.#contacts += contacts;
      this.maxSpeed = Math.max(this.maxSpeed, maxSpeed);
    }
  }

  get frameSec(): number {
    return this.#cpuSec / this.#frames;
  }

  get contacts(): number {
    return this.#contacts / this.#frames;
  }

  async #answer(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the ODE reference ended early");
    return value;
  }

  stop(): void {
    this.#reader.close();
    this.#child.kill();
  }
}
