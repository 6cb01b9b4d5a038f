// Samples with many numbers: sent as bytes, at most ten times a second, and only when there is a new one.

import { afterEach, beforeEach, expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { Viewer } from "./Viewer.js";
import { VIEW_FAN, VIEW_HEAD_BYTES } from "./ViewProtocol.js";
import { ViewStream } from "./ViewStream.js";

const WORLD = `<World name="w"><Static name="Wall"><Box name="B"><XSize>9</XSize><YSize>1</YSize><ZSize>9</ZSize>
    <Position>0 2.5 0</Position></Box></Static>
  <Robot><Client><CSettings><Name>R</Name></CSettings><Entity><RigidBodies><Body name="B">
    <Sphere name="S"><Mass>1</Mass><Radius>0.1</Radius></Sphere>
    <Lidar name="L"><Rays>101</Rays><FovH>90</FovH></Lidar><Inclinometer name="I"/></Body></RigidBodies></Entity></Client></Robot></World>`;

let simulation: Simulation;
let stream: ViewStream;
let sent: Uint8Array[] = [];
let texts: string[] = [];
let backlog = 0;
let viewer: Viewer;
let nowMs = 0;
beforeEach(async () => {
  const { world } = readWorldDocument(WORLD, { kinds: builtInDevices() });
  simulation = new Simulation(await World.create(world), { rate: Number.POSITIVE_INFINITY });
  stream = new ViewStream({ simulation, robotAddress: () => "" });
  [sent, texts, backlog, nowMs] = [[], [], 0, 0];
  viewer = new Viewer({
    sendText: (text) => texts.push(text),
    sendBytes: (bytes) => sent.push(bytes),
    get backlog() {
      return backlog;
    },
  });
  stream.add(viewer);
});
afterEach(() => simulation.world.dispose());

function update(byMs: number): Uint8Array[] {
  [sent, texts] = [[], []];
  nowMs += byMs;
  stream.update(nowMs);
  return sent.filter(([type]) => type === VIEW_FAN);
}

test("[X1] a lidar's numbers are sent as bytes, others as text", () => {
  viewer.watch(["R/L", "R/I"], false);
  const [fan, ...others] = update(100);
  expect(others).toEqual([]);
  const view = new DataView(fan.buffer);
  const length = view.getUint16(2, true);
  expect(new TextDecoder().decode(fan.subarray(VIEW_HEAD_BYTES, VIEW_HEAD_BYTES + length))).toBe("R/L");
  expect(fan.length).toBe(VIEW_HEAD_BYTES + length + 4 * 101);
  expect(view.getFloat32(VIEW_HEAD_BYTES + length + 4 * 50, true)).toBeCloseTo(2, 6);
  const values = texts.map((text) => JSON.parse(text)).find(({ type }) => type === "values");
  expect(Object.keys(values.values)).toEqual(["R/I"]);
});

test("[X1] at most ten times a second, no sample twice, none to a viewer with a backlog or without a watch", () => {
  expect(update(100)).toEqual([]);
  viewer.watch(["R/L"], false);
  expect(update(100)).toHaveLength(1);
  expect(update(100)).toHaveLength(0);
  simulation.world.stepFrame();
  expect(update(33)).toHaveLength(0);
  expect(update(100)).toHaveLength(1);
  simulation.world.stepFrame();
  backlog = 1e9;
  expect(update(100)).toHaveLength(0);
  backlog = 0;
  expect(update(100)).toHaveLength(1);
});
