// The world frame by frame: joining, acting, sensing, leaving; the same bits after reset and restore.

import { describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { JOINT_PROPERTY } from "../describe/entity/Joint.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import { bytesOf } from "../devices/Sample.js";
import { IDENTITY } from "../math/Quat.js";
import { listContacts } from "../physics/Queries.js";
import type { Robot } from "./Robot.js";
import { World } from "./World.js";

const REPORT = "<Rate>1000</Rate>";

/** Sends a command to a joint. */
function sendCommand(
  robot: Robot,
  joint: string,
  property: keyof typeof JOINT_PROPERTY,
  value: number,
  timeNs: number,
): void {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, JOINT_PROPERTY[property], true);
  view.setFloat32(4, value, true);
  const device = robot.device(joint);
  robot.command(device, device.read(view), timeNs);
}

const floats = (robot: Robot, name: string): number[] => {
  const report = robot.reports.find(({ device }) => device.name === name);
  return report ? [...new Float32Array(bytesOf(report.sample).slice().buffer)] : [];
};

describe("World", () => {
  test("[R2] a robot that would start in the ground is lifted until it just touches it", async () => {
    const world = await World.create();
    const robot = world.join(readDocument(boxRobot({ at: "0 0 -3" })));
    expect(robot.placement.position[2]).toBeCloseTo(0.1, 6);
    for (let i = 0; i < 200; i++) world.stepFrame();
    expect(listContacts(world.physics, "Box").length).toBeGreaterThan(0);
    // at rest from the first step on
    expect(world.physics.hash()).toMatch(/^[0-9a-f]{16}$/);
    world.dispose();
  });

  test("[R2] with Settle off it stays at its Offset", async () => {
    const world = await World.create();
    const robot = world.join(readDocument(boxRobot({ at: "0 0 0.05", settings: "<Settle>false</Settle>" })));
    expect(robot.placement.position[2]).toBe(0.05);
    world.dispose();
  });

  test("[R2] a name that is taken becomes NAME-2, NAME-3", async () => {
    const world = await World.create();
    const names = [0, 1, 2].map((i) => world.join(readDocument(boxRobot({ at: `${i} 0 1` }))).name);
    expect(names).toEqual(["Box", "Box-2", "Box-3"]);
    world.dispose();
  });

  test("[R2] a start inside another robot is SPAWN_BLOCKED and has no effect", async () => {
    const world = await World.create();
    world.join(readDocument(boxRobot()));
    const before = world.hash();
    expect(refusal(() => world.join(readDocument(boxRobot({ at: "0.1 0 1" })))).code).toBe("SPAWN_BLOCKED");
    expect(world.hash()).toBe(before);
    expect(world.robots.map((robot) => robot.name)).toEqual(["Box"]);
    world.dispose();
  });

  test("[R2] without Offset the next free spawn point is taken", async () => {
    const spawn = (x: number) => ({ name: `S${x}`, pose: { position: [x, 0, 1] as const, orientation: IDENTITY } });
    const file: WorldFile = { ...worldFileOf(describeWorld()), spawns: [spawn(5), spawn(7)] };
    const world = await World.create(file);
    const places = [0, 1].map(() => world.join(readDocument(boxRobot({ at: "" }))).placement.position[0]);
    expect(places).toEqual([5, 7]);
    expect(refusal(() => world.join(readDocument(boxRobot({ at: "" })))).code).toBe("SPAWN_BLOCKED");
    world.leave("Box");
    expect(world.join(readDocument(boxRobot({ at: "" }))).placement.position[0]).toBe(5);
    world.dispose();
  });

  test("[T9] a rate above one sample per step is an error without effect on the world", async () => {
    const world = await World.create();
    const before = world.hash();
    expect(refusal(() => world.join(readDocument(boxRobot({ joint: "<Rate>2000</Rate>" })))).code).toBe(
      "RATE_TOO_HIGH",
    );
    expect(world.hash()).toBe(before);
    world.dispose();
  });

  test.each([
    ["<ControlRate>0.01</ControlRate>", "", undefined],
    ["<ControlRate>0.001</ControlRate>", "", "VALUE_OUT_OF_RANGE"],
    ["<ControlRate>1e-6</ControlRate>", "", "VALUE_OUT_OF_RANGE"],
    ["<ControlRate>1e-6</ControlRate>", "<Rate>1e-3</Rate>", undefined],
    ["", "<LatencyMS>60000</LatencyMS>", undefined],
    ["", "<LatencyMS>3600000</LatencyMS>", "VALUE_OUT_OF_RANGE"],
  ])("[R11] samples that wait for their frame have a bound: %s %s", async (settings, turn, code) => {
    const world = await World.create();
    const text = boxRobot({ settings, sensors: `<Gyroscope name="Turn">${turn}</Gyroscope>` });
    const join = () => world.join(readDocument(text));
    if (code === undefined) expect(join().waiting).toBe(0);
    else expect(refusal(join).code).toBe(code);
    expect(world.robots).toHaveLength(code === undefined ? 1 : 0);
  });

  test.each([
    [0, 1],
    [0.5, 2],
    [1, 2],
    [20, 21],
  ])("[T5] with %s ms of latency a command to frame 0 first shows in frame %i", async (latencyMs, frame) => {
    const world = await World.create();
    const robot = world.join(
      readDocument(boxRobot({ settings: `<LatencyMS>${latencyMs}</LatencyMS>`, joint: REPORT })),
    );
    sendCommand(robot, "Motor", "Vel", 1, 0);
    let first = -1;
    for (let k = 1; k <= 30 && first < 0; k++) {
      world.stepFrame();
      if (Math.abs(floats(robot, "Motor")[1]) > 1e-6) first = k;
    }
    expect(first).toBe(frame);
    world.dispose();
  });

  test("[T5] a sample is in the first frame at or after its capture plus the latency, with its capture time", async () => {
    const world = await World.create();
    const robot = world.join(
      readDocument(
        boxRobot({
          sensors: `<PoseSensor name="Truth"><Rate>100</Rate><LatencyMS>12.5</LatencyMS><Stamp>true</Stamp></PoseSensor>`,
        }),
      ),
    );
    const seen: [number, number][] = [];
    for (let k = 0; k <= 60; k++) {
      for (const payload of robot.reports
        .filter(({ device }) => device.name === "Truth")
        .map(({ sample }) => bytesOf(sample)))
        seen.push([world.frame, new DataView(payload.buffer, payload.byteOffset).getFloat64(0, true)]);
      world.stepFrame();
    }
    expect(seen).toEqual([
      [13, 0],
      [23, 0.01],
      [33, 0.02],
      [43, 0.03],
      [53, 0.04],
    ]);
    world.dispose();
  });

  test("[T9] ControlRate: the client is due at its own rate and gets all samples in between", async () => {
    const world = await World.create();
    const robot = world.join(
      readDocument(
        boxRobot({
          settings: "<ControlRate>100</ControlRate>",
          sensors: `<Inclinometer name="Tilt"><Rate>500</Rate><Stamp>true</Stamp></Inclinometer>`,
        }),
      ),
    );
    const due: number[] = [];
    let stamps: number[] = [];
    for (let k = 0; k <= 20; k++) {
      if (robot.isDue) {
        due.push(world.frame);
        stamps = robot.reports.map(({ sample }) => new DataView(bytesOf(sample).buffer).getFloat64(0, true));
      }
      if (k < 20) world.stepFrame();
    }
    expect(due).toEqual([0, 10, 20]);
    expect(stamps).toEqual([0.012, 0.014, 0.016, 0.018, 0.02]);
    world.dispose();
  });

  test("[T6] Hold repeats the last sample if there is no new one", async () => {
    const world = await World.create();
    const latency = "<Latency><Model>constant</Model><ValueMS>0</ValueMS><Hold>true</Hold></Latency>";
    const robot = world.join(
      readDocument(
        boxRobot({ sensors: `<Inclinometer name="Tilt"><Rate>100</Rate><Stamp>true</Stamp>${latency}</Inclinometer>` }),
      ),
    );
    const stamps: number[] = [];
    for (let k = 0; k < 25; k++) {
      stamps.push(new DataView(bytesOf(robot.reports[0].sample).buffer).getFloat64(0, true));
      world.stepFrame();
    }
    expect(stamps).toEqual(Array.from({ length: 25 }, (_, k) => Math.floor(k / 10) / 100));
    world.dispose();
  });

  const NOISY = {
    settings: `<Latency><Model>normal</Model><MeanMS>5</MeanMS><SdMS>3</SdMS><MinMS>0</MinMS><MaxMS>20</MaxMS><Drop>0.1</Drop></Latency>`,
    sensors: `<Gyroscope name="Gyro"><Noise><Gaussian>0.1</Gaussian><Drift>0.01</Drift></Noise></Gyroscope>
      <Accelerometer name="Acc"><LatencyMS>3</LatencyMS></Accelerometer>`,
    joint: REPORT,
  };

  function drive(world: World, frames: number): string[] {
    const hashes: string[] = [];
    for (let k = 0; k < frames; k++) {
      for (const robot of world.robots) sendCommand(robot, "Motor", "Vel", 1 + (world.frame % 7), world.timeNs);
      world.stepFrame();
      hashes.push(world.hash());
    }
    return hashes;
  }

  test("[M5] [T8] reset is a fresh start, to the last bit of queues and streams", async () => {
    const world = await World.create();
    for (const name of ["B", "A"])
      world.join(readDocument(boxRobot({ ...NOISY, name, at: name === "A" ? "0 0 1" : "3 0 1" })));
    const start = world.hash();
    const first = drive(world, 100);
    world.reset();
    expect(world.timeNs).toBe(0);
    expect(world.hash()).toBe(start);
    expect(drive(world, 100)).toEqual(first);
    world.dispose();
  });

  test("[M5] [T8] a restored snapshot continues like the straight run", async () => {
    const world = await World.create();
    world.join(readDocument(boxRobot({ ...NOISY, name: "A" })));
    drive(world, 40);
    const snapshot = world.snapshot();
    const straight = drive(world, 60);
    world.restore(snapshot);
    expect(drive(world, 60)).toEqual(straight);
    world.dispose();
  });

  test("[T6] another robot does not change delays, noise or motion", async () => {
    const run = async (withOther: boolean): Promise<string> => {
      const world = await World.create();
      if (withOther) world.join(readDocument(boxRobot({ ...NOISY, name: "AAA", at: "50 0 1" })));
      world.join(readDocument(boxRobot({ ...NOISY, name: "B" })));
      drive(world, 50);
      if (withOther) world.leave("AAA");
      drive(world, 50);
      const hash = world.hashOf("B");
      world.dispose();
      return hash;
    };
    expect(await run(true)).toBe(await run(false));
  });

  test("[T6] the seed of the world changes the delays", async () => {
    const run = async (seed: number): Promise<string> => {
      const world = await World.create(worldFileOf(), { seed });
      world.join(readDocument(boxRobot({ ...NOISY, name: "B" })));
      drive(world, 50);
      const hash = world.hashOf("B");
      world.dispose();
      return hash;
    };
    expect(await run(1)).not.toBe(await run(2));
    expect(await run(2)).toBe(await run(2));
  });
});
