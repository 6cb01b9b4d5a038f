// A guest in a few lines: it counts the frames in which a ball is above a height, and the console reads the count.

import { afterEach, describe, expect, test } from "vitest";
import { describeWorld, flatGround } from "../describe/world/WorldDescription.js";
import { worldFileOf } from "../describe/world/WorldFile.js";
import type { Hash64 } from "../math/Hash64.js";
import { readPose } from "../physics/Bodies.js";
import { World } from "../world/World.js";
import type { Guest } from "./Guest.js";
import { Simulation } from "./Simulation.js";
import { runLine } from "./verbs/Verbs.js";
import { Viewer } from "./view/Viewer.js";
import { ViewStream } from "./view/ViewStream.js";

class HeightCounter implements Guest {
  readonly name = "heights";
  readonly verbs = [
    {
      name: "heights",
      summary: "frames above 1 m",
      args: [],
      run: () => ({ message: `${this.count}`, data: this.count }),
    },
  ];
  count = 0;
  constructor(readonly simulation: Simulation) {}
  afterStep = (): void => {
    if (readPose(this.simulation.world.physics, "Ball", "Ball").position[2] > 1) this.count++;
  };
  reset = (): void => {
    this.count = 0;
  };
  save = (): number => this.count;
  restore = (count: number): void => {
    this.count = count;
  };
  addTo = (hash: Hash64): void => {
    hash.addInt(this.count);
  };
  status = () => ({ count: this.count });
  openView = () => {
    const texts = () => [JSON.stringify({ type: "heights", count: this.count })];
    return {
      update: () => [],
      get all() {
        return texts();
      },
    };
  };
}

const BALL = {
  name: "Ball",
  bodies: [
    {
      name: "Ball",
      solids: [
        {
          name: "Skin",
          mass: 0.1,
          shape: { kind: "Sphere" as const, radius: 0.1 },
          pose: { position: [0, 0, 1.2] as const, orientation: [0, 0, 0, 1] as const },
        },
      ],
    },
  ],
};

let simulation: Simulation;
afterEach(() => simulation.world.dispose());

async function open(guests = [(one: Simulation): Guest => new HeightCounter(one)]): Promise<Simulation> {
  const world = await World.create(worldFileOf(describeWorld({ name: "drop", entities: [flatGround(), BALL] })));
  simulation = new Simulation(world, { rate: Number.POSITIVE_INFINITY, guests });
  return simulation;
}

let nowMs = 0;
function run(frames: number): void {
  for (let i = 0; i < frames; i++) {
    nowMs += 1000;
    simulation.run(nowMs);
  }
}
const ask = (line: string) => runLine({ simulation, nowMs }, line).data;

describe("a guest of a simulation", () => {
  test("acts after every step and answers its verb and `get match`", async () => {
    await open();
    run(50);
    expect(ask("heights")).toBe(50);
    // from 1.2 m it falls below 1 m after sqrt(2 · 0.2 / 9.81) = 0.202 s
    run(400);
    expect(ask("heights")).toBeGreaterThan(195);
    expect(ask("heights")).toBeLessThan(205);
    expect(ask("get match")).toEqual({ count: ask("heights") });
    expect(ask("help")).toContainEqual(expect.objectContaining({ name: "heights" }));
  });

  test("is part of snapshot, restore, reset and hash", async () => {
    await open();
    run(20);
    ask("snapshot before");
    const before = simulation.hash();
    run(30);
    expect(simulation.hash()).not.toBe(before);
    ask("restore before");
    expect(ask("heights")).toBe(20);
    expect(simulation.hash()).toBe(before);
    (simulation.guest("heights") as HeightCounter).count++;
    expect(simulation.hash()).not.toBe(before);
    ask("reset");
    expect(ask("heights")).toBe(0);
  });

  test("sends its texts to a new viewer", async () => {
    await open();
    const texts: string[] = [];
    const stream = new ViewStream({ simulation, robotAddress: () => "here:1" });
    stream.add(new Viewer({ sendText: (text) => texts.push(text), sendBytes: () => {}, backlog: 0 }));
    run(3);
    stream.update(nowMs);
    expect(texts.map((text) => JSON.parse(text))).toContainEqual({ type: "heights", count: 3 });
  });

  test("may stop time, and names the clients that it waits for", async () => {
    const gate = { name: "gate", isWaiting: true, waitingFor: ["the gate keeper"], clientCount: 1 };
    await open([() => gate]);
    run(5);
    expect(simulation.world.frame).toBe(0);
    expect(simulation.status()).toMatchObject({ waitingFor: ["the gate keeper"], synchronous: 1 });
    gate.isWaiting = false;
    run(5);
    expect(simulation.world.frame).toBe(5);
  });

  test("without guests the hash is that of the world", async () => {
    await open([]);
    run(3);
    expect(simulation.hash()).toBe(simulation.world.hash());
  });
});
