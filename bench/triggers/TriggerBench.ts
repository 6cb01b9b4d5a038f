// Cost of what reacts in a world: frames of eleven against eleven in one process, in turns of 0.1 s. Rows: without anything; with
// 1,000 volumes that nothing is near; with 1,000 volumes all over the field; with 200 objects that move along paths beside the
// field, on which nothing stands; and with both.

import { describeEntity, type Entity } from "../../src/describe/entity/Entity.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import type { WorldEvent } from "../../src/describe/world/WorldEvent.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import type { WorldTrigger } from "../../src/describe/world/WorldTrigger.js";
import { IDENTITY } from "../../src/math/Quat.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { CpuSum } from "../CpuSum.js";
import { benchWorld } from "../soccer/BenchWorld.js";
import { startMatch } from "../soccer/InProcess.js";

const STEP_MS = 2;
const TURN = 50;
const COUNT = 1000;
/** Volumes stand in rows of this many, m apart. */
const COLUMNS = 40;
const [WIDE, DEEP] = [12 / COLUMNS, 9 / (COUNT / COLUMNS)];
const MOVERS = 200;

/** The world with 1,000 boxes in rows from x, y on. */
function withTriggers(file: WorldFile, x: number, y: number): WorldFile {
  const triggers: WorldTrigger[] = Array.from({ length: COUNT }, (_, i) => ({
    name: `zone-${i}`,
    on: "enter",
    who: ["robots", "objects"],
    condition: {
      kind: "Volume",
      solids: [
        {
          shape: { kind: "Box", size: [0.2, 0.2, 0.3] },
          pose: {
            position: [x + WIDE * (i % COLUMNS), y + DEEP * Math.floor(i / COLUMNS), 0.15],
            orientation: IDENTITY,
          },
        },
      ],
      body: undefined,
    },
    forNs: 0,
    coolDownNs: 0,
    times: Number.POSITIVE_INFINITY,
  }));
  const events: WorldEvent[] = triggers.map(({ name }) => ({
    name,
    after: undefined,
    isTriggered: true,
    atNs: 0,
    everyNs: undefined,
    times: 1,
    jitterNs: 0,
    lines: [],
  }));
  return { ...file, triggers, events };
}

/** A box that slides 2 m to and fro in 4 s; every second one turns as it goes. */
function mover(i: number): Entity {
  const position: Vec3 = [-30 + 3 * (i % 20), 20 + 2 * Math.floor(i / 20), 0.5];
  const pose = { position, orientation: IDENTITY };
  return describeEntity({
    name: `mover-${i}`,
    isStatic: true,
    bodies: [{ name: "Box", solids: [{ name: "Side", shape: { kind: "Box", size: [0.5, 0.5, 0.5] }, pose }] }],
    path: {
      mode: "back-and-forth",
      starts: true,
      pivot: position,
      points: [
        { atNs: 0, offset: [0, 0, 0] },
        { atNs: 4e9, offset: [2, 0, 0], turn: i % 2 === 0 ? [0, 0, 0] : [0, 0, 3], easing: "smooth" },
      ],
    },
  });
}

function withMovers(file: WorldFile): WorldFile {
  const movers = Array.from({ length: MOVERS }, (_, i) => mover(i));
  return { ...file, physics: describeWorld({ ...file.physics, entities: [...file.physics.entities, ...movers] }) };
}

interface TriggerBenchOptions {
  readonly seconds: number;
  readonly say: (line: string) => void;
}

export async function runTriggerBench({ seconds, say }: TriggerBenchOptions): Promise<void> {
  const file = benchWorld(STEP_MS);
  const cases = [
    ["without triggers", file],
    ["1000 triggers, nothing near", withTriggers(file, 100, 100)],
    ["1000 triggers on the field", withTriggers(file, -6, -4.5)],
    ["200 moving objects", withMovers(file)],
    ["both, on and beside the field", withMovers(withTriggers(file, -6, -4.5))],
  ] as const;
  const runs = [];
  for (const [name, world] of cases) runs.push({ name, match: await startMatch("open", world), turns: [] as number[] });
  const turns = Math.round((seconds * 1000) / STEP_MS / TURN);
  for (let i = 0; i < turns; i++)
    for (const { match, turns: times } of runs) times.push(new CpuSum().time(TURN, match.step) / TURN);
  const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1];
  const bare = median(runs[0].turns);
  say(
    "eleven against eleven in one process, 2 ms, CPU time of a frame, medians of turns of 50 frames (aim: at most 1.10)",
  );
  for (const { name, match, turns: times } of runs) {
    const us = (1e6 * median(times)).toFixed(0);
    const started = match.world.triggers.status.reduce((sum, { count }) => sum + count, 0);
    say(`${name.padEnd(30)} ${us.padStart(6)} µs   ${(median(times) / bare).toFixed(3)}   ${started} started`);
    match.world.dispose();
  }
}
