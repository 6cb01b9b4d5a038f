// Holds of the frame loop by one robot document: it is read, joins beside another robot, runs some steps and leaves. Times are
// those of this process on its processors, so that other programs on the machine count little.

import type { RobotDescription } from "../../src/describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { World } from "../../src/world/World.js";

const PHASES = ["read", "join", "step", "leave"] as const;
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

  private constructor(world: World) {
    this.#world = world;
    world.join(this.#read(NEIGHBOUR));
  }

  static async create(): Promise<DocumentCosts> {
    return new DocumentCosts(await World.create());
  }

  #read(text: string): RobotDescription {
    const { devices, stepNs, physics } = this.#world;
    return readRobotDocument(text, { kinds: devices, world: { stepNs, materials: physics.materials.names } }).robot;
  }

  measure(name: string, text: string): DocumentCost {
    const world = this.#world;
    const holds = { read: 0, join: 0, step: 0, leave: 0 };
    let phase: Phase = "read";
    const hold = <T>(now: Phase, work: () => T): T => {
      phase = now;
      const start = process.cpuUsage();
      try {
        return work();
      } finally {
        const { user, system } = process.cpuUsage(start);
        holds[now] = Math.max(holds[now], (user + system) / 1000);
      }
    };
    let end = "runs";
    try {
      const robot = hold("read", () => this.#read(text));
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

  dispose(): void {
    this.#world.dispose();
  }
}

/** The worst holds of each phase. */
export function worstTable(costs: readonly DocumentCost[], count = 5): string {
  const lines = PHASES.flatMap((phase) => {
    const worst = [...costs].sort((a, b) => b.holds[phase] - a.holds[phase]).slice(0, count);
    return worst.map(
      ({ name, holds, end }) => `${phase.padEnd(6)} ${holds[phase].toFixed(1).padStart(8)} ms  ${name}: ${end}`,
    );
  });
  return lines.join("\n");
}
