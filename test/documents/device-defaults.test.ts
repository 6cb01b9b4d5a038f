// Settings of a robot that hold for all its devices.

import { describe, expect, test } from "vitest";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames } from "../../testing/builders/FakeClient.js";
import { refusal } from "../../testing/builders/Refusal.js";

const SENSORS =
  `<Inclinometer name="Late"/><Compass name="Own"><LatencyMS>3</LatencyMS></Compass>` +
  `<Gyroscope name="Now"><LatencyMS>0</LatencyMS></Gyroscope><Radio name="Radio"/>`;
const settings = "<SensorLatencyMS>10</SensorLatencyMS><LatencyMS>7</LatencyMS>";
const latencies = (document: string) =>
  Object.fromEntries(readDocument(document).devices.map(({ name, latency }) => [name, latency.model]));
const constant = (ms: number) => ({ kind: "constant", valueNs: ms * 1e6 });

describe("[R2] [T6] SensorLatencyMS", () => {
  test("delays sensors and reports of joints; a device's own latency replaces it; commands and radios keep theirs", () => {
    const document = boxRobot({ settings, sensors: SENSORS, joint: "<Rate>1000</Rate>" });
    expect(latencies(document)).toEqual({
      Late: constant(10),
      Own: constant(3),
      Now: constant(0),
      Radio: constant(0),
      Motor: constant(10),
    });
    const { latency, devices } = readDocument(document);
    expect(latency.model).toEqual(constant(7));
    expect(devices.every(({ commandLatency }) => commandLatency === undefined)).toBe(true);
    const own = "<ReportLatencyMS>2</ReportLatencyMS>";
    expect(latencies(boxRobot({ settings, joint: own }))).toEqual({ Motor: constant(2) });
  });

  test("is a model too, and not both", () => {
    const model = "<SensorLatency><Model>uniform</Model><MinMS>1</MinMS><MaxMS>2</MaxMS></SensorLatency>";
    const sensors = `<Inclinometer name="Late"/>`;
    expect(latencies(boxRobot({ settings: model, sensors }))).toMatchObject({
      Late: { kind: "uniform", minNs: 1e6, maxNs: 2e6 },
    });
    const both = refusal(() => readDocument(boxRobot({ settings: `${model}<SensorLatencyMS>1</SensorLatencyMS>` })));
    expect(both.code).toBe("PROPERTY_MISPLACED");
  });

  test("the sample of t = 0 comes with the frame at 10 ms", async () => {
    const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
    const client = FakeClient.connect(simulation, boxRobot({ settings, sensors: SENSORS }));
    simulation.run(0);
    runFrames(simulation, 12, [client]);
    const first = (name: string) => client.frames.find(({ reports }) => reports.some((one) => one.name === name))?.time;
    expect([first("Late"), first("Own"), first("Now")]).toEqual([0.01, 0.003, 0]);
  });
});

test("[R2] [W4] OdeNumbers is one of the known headers", () => {
  const numbers = (text: string) => readDocument(boxRobot({ settings: `<OdeNumbers>${text}</OdeNumbers>` })).devices;
  expect(numbers("2004")[0].odeNumbers).toBe("2004");
  expect(numbers("0.16")[0].odeNumbers).toBeUndefined();
  expect(refusal(() => numbers("2005")).code).toBe("KIND_UNKNOWN");
});
