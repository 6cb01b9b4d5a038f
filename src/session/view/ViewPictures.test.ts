// Pictures for viewers: rendered only if watched, once for all viewers; with few pending requests every camera gets its turn.

import { afterEach, beforeEach, expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { VIEWER_BACKLOG, Viewer } from "./Viewer.js";
import { VIEW_HEAD_BYTES, VIEW_PICTURE } from "./ViewProtocol.js";
import { ViewStream } from "./ViewStream.js";

const NAMES = ["A", "B", "C", "D", "E", "F"];
const CROWD = Array.from({ length: 15 }, (_, i) => `Crowd-${i}`);
const WORLD = `<World name="w"> <Step>0.01</Step> <Static name="ground"> <Plane name="P"/> </Static>
  ${[...NAMES, ...CROWD].map((name) => `<Camera name="${name}"> <Position>0 0 1</Position> <Width>16</Width> <Height>12</Height> <Rate>10</Rate> </Camera>`).join("")}
</World>`;

let simulation: Simulation;
let stream: ViewStream;
let nowMs = 0;
beforeEach(async () => {
  const { world } = readWorldDocument(WORLD, { kinds: builtInDevices() });
  simulation = new Simulation(await World.create(world), { rate: Number.POSITIVE_INFINITY });
  stream = new ViewStream({ simulation, robotAddress: () => "" });
  nowMs = 0;
});
afterEach(() => simulation.world.dispose());

/** Takes `room` pictures between two updates; what it was shown, by camera. */
function look(room: number): { viewer: Viewer; shown: Map<string, number>; drain: () => void } {
  const shown = new Map<string, number>();
  let taken = 0;
  const link = {
    sendText: () => {},
    sendBytes: (bytes: Uint8Array) => {
      if (bytes[0] !== VIEW_PICTURE) return;
      const length = new DataView(bytes.buffer).getUint16(2, true);
      const name = new TextDecoder().decode(bytes.subarray(VIEW_HEAD_BYTES, VIEW_HEAD_BYTES + length));
      shown.set(name, (shown.get(name) ?? 0) + 1);
      taken++;
    },
    get backlog() {
      return taken >= room ? 2 * VIEWER_BACKLOG : 0;
    },
  };
  const viewer = new Viewer(link);
  stream.add(viewer);
  return {
    viewer,
    shown,
    drain: () => {
      taken = 0;
    },
  };
}

/** A tenth of a second of the world and of the clock. */
function go(tenths: number, drain: () => unknown): void {
  for (let i = 0; i < tenths; i++) {
    for (const end = simulation.world.timeSec + 0.1; simulation.world.timeSec < end - 1e-9; )
      simulation.world.stepFrame();
    nowMs += 100;
    drain();
    stream.update(nowMs);
  }
}

test("[S4] no picture is rendered without watchers, and one for all watchers; none after they stop", () => {
  const { cameraRenderer } = simulation.world;
  const [one, other] = [look(99), look(99)];
  go(20, () => {});
  expect(cameraRenderer.rendered).toBe(0);
  for (const { viewer } of [one, other]) viewer.watch([], false, ["A"]);
  go(20, () => {});
  expect(one.shown.get("A")).toBeGreaterThan(1);
  expect(other.shown).toEqual(one.shown);
  expect(cameraRenderer.rendered).toBe(one.shown.get("A"));
  for (const { viewer } of [one, other]) viewer.watch([], false);
  const before = cameraRenderer.rendered;
  go(20, () => {});
  expect(cameraRenderer.rendered).toBe(before);
});

test("[X1] a viewer that reads slowly gets all six cameras in turn", () => {
  const { viewer, shown, drain } = look(1);
  viewer.watch([], false, NAMES);
  let updates = 0;
  go(300, () => updates++ % 5 === 0 && drain());
  const counts = NAMES.map((name) => shown.get(name) ?? 0);
  expect(Math.min(...counts), `shown ${counts}`).toBeGreaterThan(0.5 * Math.max(...counts));
});

test("[X1] more cameras than pending requests: each gets its share", () => {
  const { viewer, shown } = look(Number.POSITIVE_INFINITY);
  viewer.watch([], false, CROWD);
  go(60, () => {});
  const counts = CROWD.map((name) => shown.get(name) ?? 0);
  expect(Math.min(...counts), `shown ${counts}`).toBeGreaterThan(0.5 * Math.max(...counts));
});
