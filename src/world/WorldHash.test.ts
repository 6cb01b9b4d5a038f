// The hash of a world covers everything that affects the future (M5): a state that differs in one value has another hash, and a
// restored state continues identically.

import { describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { bytesOf } from "../devices/Sample.js";
import type { RobotSnapshot } from "./Robot.js";
import type { DeviceState } from "./RobotDevice.js";
import { World, type WorldSnapshot } from "./World.js";

const LATE = "<Latency><Model>uniform</Model><MinMS>2</MinMS><MaxMS>9</MaxMS><Hold>true</Hold></Latency>";
const DOCUMENT = boxRobot({
  settings: `<ControlRate>100</ControlRate><LatencyMS>50</LatencyMS>`,
  sensors: `<Accelerometer name="Acc"><Rate>400</Rate>${LATE}
    <Noise><Gaussian>0.1</Gaussian><Drift>0.1</Drift><Dropout>0.1</Dropout></Noise></Accelerometer>`,
  joint: "<Rate>500</Rate>",
});

async function halfway(): Promise<World> {
  const world = await World.create();
  const robot = world.join(readDocument(DOCUMENT));
  const motor = robot.device("Motor");
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, 2, true);
  for (let k = 0; k < 37; k++) {
    view.setFloat32(4, k, true);
    robot.command(motor, motor.read(view), world.timeNs);
    world.stepFrame();
  }
  return world;
}

type Change = (robot: RobotSnapshot) => RobotSnapshot;
const device =
  (name: string, change: (state: DeviceState) => Partial<DeviceState>): Change =>
  (robot) => ({
    ...robot,
    devices: robot.devices.map((state, i) =>
      robot.description.devices[i].name === name ? { ...state, ...change(state) } : state,
    ),
  });

const nextSeed = ([a, b, c, d]: readonly number[]) => [(a ^ 1) >>> 0, b, c, d] as const;

const CHANGES: [string, Change][] = [
  ["a report that waits for the client's frame", (robot) => ({ ...robot, outbox: robot.outbox.slice(1) })],
  ["when the client is next sent to", (robot) => ({ ...robot, control: { ...robot.control, n: robot.control.n + 1 } })],
  [
    "a command on its way",
    device("Motor", ({ commands }) => ({ commands: { ...commands, pending: commands.pending.slice(1) } })),
  ],
  [
    "a sample on its way",
    device("Acc", ({ samples }) => ({ samples: { ...samples, pending: samples.pending.slice(1) } })),
  ],
  [
    "the delays to come",
    device("Acc", ({ samples }) => ({
      samples: { ...samples, delays: { ...samples.delays, state: nextSeed(samples.delays.state) } },
    })),
  ],
  [
    "where the noise has drifted to",
    device("Acc", ({ noise }) => ({ noise: { ...noise, walk: noise.walk.map((x) => x + 1) } })),
  ],
  [
    "the noise to come",
    device("Acc", ({ noise }) => ({
      noise: { ...noise, gaussian: { ...noise.gaussian, state: nextSeed(noise.gaussian.state) } },
    })),
  ],
  ["what the sensor remembers", device("Acc", ({ memory }) => ({ memory: memory?.map((x) => x + 1) }))],
  [
    "when the sensor samples next",
    device("Acc", ({ schedule }) => ({ schedule: schedule && { ...schedule, n: schedule.n + 1 } })),
  ],
  ["the sample that is held", device("Acc", ({ held }) => ({ held: held && bytesOf(held).map((x) => x ^ 1) }))],
];

describe("[M5] the hash of a world", () => {
  test.each(CHANGES)("covers %s", async (_, change) => {
    const world = await halfway();
    const [hash, snapshot] = [world.hash(), world.snapshot()];
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    const changed: WorldSnapshot = { ...snapshot, robots: snapshot.robots.map(change) };
    expect(changed.robots).not.toEqual(snapshot.robots);
    world.restore(changed);
    expect(world.hash()).not.toBe(hash);
    expect(world.hashOf("Box")).not.toBe(hash);
    world.dispose();
  });

  test("[T8] a restored world gives the same reports as the uninterrupted run", async () => {
    const world = await halfway();
    const snapshot = world.snapshot();
    const reports = (): string[] => {
      const seen: string[] = [];
      for (let k = 0; k < 60; k++) {
        world.stepFrame();
        const [robot] = world.robots;
        if (robot.isDue)
          seen.push(...robot.reports.map((one) => `${world.frame} ${one.device.name} ${[...bytesOf(one.sample)]}`));
      }
      return seen;
    };
    const straight = reports();
    expect(straight.length).toBeGreaterThan(20);
    world.restore(snapshot);
    expect(reports()).toEqual(straight);
    world.dispose();
  });
});
