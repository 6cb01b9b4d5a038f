// Holds of the frame loop by one robot document: it is read by the server's second thread, joins beside another robot, runs some
// steps and leaves. Times are those of the main thread on its processor, so that other programs on the machine count little.

import { existsSync, readFileSync } from "node:fs";
import { DEFAULT_LIMITS } from "../../src/describe/DocumentLimits.js";
import type { RobotDescription } from "../../src/describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { isSlowToJoin } from "../../src/physics/Ahead.js";
import { DocumentThreads } from "../../src/server/documents/DocumentThreads.js";
import { staticsOf } from "../../src/server/documents/WorldStatics.js";
import { World } from "../../src/world/World.js";

const PHASES = ["read", "plan", "join", "step", "leave"] as const;
export type Phase = (typeof PHASES)[number];

export interface DocumentCost {
  readonly name: string;
  /** The longest hold in each phase, ms. */
  readonly holds: Readonly<Record<Phase, number>>;
  /** How it ended: `runs`, or the code of the error and the phase. */
  readonly end: string;
}

const STEPS = 6;
const NEIGHBOUR = `<Client><CSettings><Name>neighbour</Name><Offset>50 0 0.5</Offset></CSettings><Entity><RigidBodies>
<Body name="b"><Box name="s"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box></Body>
</RigidBodies></Entity></Client>`;

export class DocumentCosts {
  readonly #world: World;
  readonly #threads: DocumentThreads;
  #hold: <T>(phase: Phase, work: () => T) => T = (_, work) => work();

  private constructor(world: World) {
    this.#world = world;
    const common = { readsAll: true, limits: DEFAULT_LIMITS, lenient: false, assets: undefined, stepNs: world.stepNs };
    this.#threads = new DocumentThreads(
      { ...common, statics: staticsOf(world), spawns: world.file.spawns },
      {
        isSlow: () => isSlowToJoin(world.physics),
        plan: (robot, lifts) => this.#hold("plan", () => world.planJoin(robot, lifts)),
        log: () => {},
      },
    );
    world.join(this.#read(NEIGHBOUR));
  }

  static async create(): Promise<DocumentCosts> {
    return new DocumentCosts(await World.create());
  }

  #read(text: string): RobotDescription {
    const { devices, stepNs, physics } = this.#world;
    return readRobotDocument(text, { kinds: devices, world: { stepNs, materials: physics.materials.names } }).robot;
  }

  async measure(name: string, text: string): Promise<DocumentCost> {
    const world = this.#world;
    const holds = { read: 0, plan: 0, join: 0, step: 0, leave: 0 };
    let phase: Phase = "read";
    const hold = <T>(now: Phase, work: () => T): T => {
      phase = now;
      const start = threadMs();
      try {
        return work();
      } finally {
        holds[now] = Math.max(holds[now], threadMs() - start);
      }
    };
    this.#hold = hold;
    let end = "runs";
    try {
      const from = threadMs();
      const document = { text, readHere: () => this.#read(text), isWanted: () => true };
      const robot = await this.#threads.read(document, world.physics.materials.names);
      // the copy of the description arrives in one piece; planning is another turn of the event loop
      holds.read = threadMs() - from - holds.plan;
      hold("join", () => world.join(robot));
      for (let i = 0; i < STEPS && world.has(robot.name); i++) {
        const [removal] = hold("step", () => world.stepFrame());
        if (removal) end = `${removal.error.code} in a step`;
      }
      if (world.has(robot.name)) hold("leave", () => world.leave(robot.name));
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      end = `${problem.code} in ${phase}`;
    }
    return { name, holds, end };
  }

  async dispose(): Promise<void> {
    await this.#threads.close();
    this.#world.dispose();
  }
}

/** Processor time of the main thread, ms; where the system does not tell it, that of all threads. */
function threadMs(): number {
  if (existsSync(SCHEDULER)) return Number(readFileSync(SCHEDULER, "utf8").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const SCHEDULER = `/proc/self/task/${process.pid}/schedstat`;

const worstIn = (costs: readonly DocumentCost[], phase: Phase, count: number): readonly DocumentCost[] =>
  [...costs].sort((a, b) => b.holds[phase] - a.holds[phase]).slice(0, count);

const WORST = 5;

/** Those with the worst holds of a phase. */
export const worstOf = (costs: readonly DocumentCost[]): readonly DocumentCost[] => [
  ...new Set(PHASES.flatMap((phase) => worstIn(costs, phase, WORST))),
];

/** The worst hold of each phase, in one line. */
export const holdsText = (costs: readonly DocumentCost[]): string =>
  PHASES.map((phase) => `${phase} ${worstIn(costs, phase, 1)[0]?.holds[phase].toFixed(0) ?? "-"} ms`).join("  ");

/** The same as a table, for docs/security.md. */
export function holdsTable(costs: readonly DocumentCost[]): string {
  const rows = PHASES.flatMap((phase) =>
    worstIn(costs, phase, 1).map(
      ({ name, holds, end }) => `| ${phase} | ${holds[phase].toFixed(0)} ms | ${name}: ${end} |`,
    ),
  );
  return ["| hold | longest | document |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The worst holds of each phase. */
export function worstTable(costs: readonly DocumentCost[]): string {
  const lines = PHASES.flatMap((phase) =>
    worstIn(costs, phase, WORST).map(
      ({ name, holds, end }) => `${phase.padEnd(6)} ${holds[phase].toFixed(1).padStart(8)} ms  ${name}: ${end}`,
    ),
  );
  return lines.join("\n");
}
