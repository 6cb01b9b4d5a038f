// The page's store: poses from their bytes, entities that join and leave, a bounded log.

import { expect, test } from "vitest";
import type { ViewEntity, ViewMessage } from "../../src/session/view/ViewProtocol.js";
import { Store } from "../../viewer/src/Store.js";

const entity = (name: string, id: number): ViewEntity => ({
  name,
  isStatic: false,
  role: "object",
  bodies: [{ id, name: "Body", shapes: [] }],
  joints: [],
  sensors: [],
  isDriven: false,
  main: "Body",
  masses: [],
});
const scene = (...entities: ViewEntity[]): ViewMessage => ({
  type: "scene",
  version: 1,
  world: "test",
  entities,
  lights: [],
  frozen: [],
  cameras: [],
  lamps: [],
  robotAddress: "127.0.0.1:9040",
});

/** Message header, then one body. */
function poseBytes(id: number, position: readonly number[], turn: readonly number[]): DataView {
  const view = new DataView(new ArrayBuffer(16 + 22));
  view.setUint8(0, 1);
  view.setUint16(2, 1, true);
  view.setFloat64(8, 12.5, true);
  view.setUint16(16, id, true);
  for (const [i, value] of position.entries()) view.setFloat32(18 + 4 * i, value, true);
  for (const [i, value] of turn.entries()) view.setInt16(30 + 2 * i, Math.round(32767 * value), true);
  return view;
}

test("[X1] poses are read from their bytes", () => {
  const store = new Store();
  let calls = 0;
  store.on("poses", () => calls++);
  store.applyPoses(poseBytes(7, [1, -2, 0.5], [0, 0, 0.6, 0.8]));
  expect(store.time).toBe(12.5);
  const pose = store.poses.get(7) ?? new Float32Array();
  expect([...pose.slice(0, 3)]).toEqual([1, -2, 0.5]);
  for (const [i, value] of [0, 0, 0.6, 0.8].entries()) expect(pose[3 + i]).toBeCloseTo(value, 4);
  expect(calls).toBe(1);
});

test("[X1] an entity that leaves is removed from poses and selection", () => {
  const store = new Store();
  store.apply(scene(entity("a", 1), entity("b", 2)));
  store.applyPoses(poseBytes(2, [0, 0, 0], [0, 0, 0, 1]));
  store.select({ entity: "b", part: "Body" });
  store.apply({ type: "leave", name: "a" });
  expect(store.selection).toEqual({ entity: "b", part: "Body" });
  store.apply({ type: "leave", name: "b" });
  expect(store.selection).toBeUndefined();
  expect(store.poses.size + store.entities.size).toBe(0);
});

test("[X1] the log keeps the newest lines", () => {
  const store = new Store();
  for (let i = 0; i < 2000; i++) store.apply({ type: "log", line: `line ${i}` });
  expect(store.log.length).toBe(500);
  expect(store.log.at(-1)?.text).toBe("line 1999");
});
