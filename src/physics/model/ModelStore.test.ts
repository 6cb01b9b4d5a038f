import { expect, test } from "vitest";
import { loadEngine } from "./Engine.js";
import { bytesOf, findModel, forgetModels, keepModel, loadModel } from "./ModelStore.js";

const textOf = (mass: number): string =>
  `<mujoco><worldbody><body><freejoint/><geom size="1" mass="${mass}"/></body></worldbody></mujoco>`;

test("a model that is loaded has the bytes of the one that was kept", async () => {
  const { mj } = await loadEngine();
  const model = mj.MjModel.from_xml_string(textOf(2));
  const bytes = bytesOf(mj, model);
  model.delete();
  expect(loadModel(mj, textOf(2))).toBeUndefined();
  keepModel(textOf(2), bytes);
  const loaded = loadModel(mj, textOf(2));
  expect(loaded && bytesOf(mj, loaded)).toEqual(bytes);
  loaded?.delete();
});

test("bytes that are no model are dropped", async () => {
  const { mj } = await loadEngine();
  keepModel("broken", new Uint8Array(1000));
  expect(loadModel(mj, "broken")).toBeUndefined();
  expect(findModel("broken")).toBeUndefined();
});

test("the oldest go when there are too many; the newest stays, however large", () => {
  const names = Array.from({ length: 40 }, (_, i) => `model ${i}`);
  for (const name of names) keepModel(name, new Uint8Array(1 << 20));
  const kept = names.filter((name) => findModel(name));
  expect(kept).toEqual(names.slice(-31));
  keepModel("large", new Uint8Array(64 << 20));
  expect(names.filter((name) => findModel(name))).toEqual([]);
  expect(findModel("large")).toBeDefined();
});

test("models that are forgotten free their memory", () => {
  keepModel("one", new Uint8Array(1 << 20));
  forgetModels();
  expect(findModel("one")).toBeUndefined();
  const names = Array.from({ length: 31 }, (_, i) => `again ${i}`);
  for (const name of names) keepModel(name, new Uint8Array(1 << 20));
  expect(names.filter((name) => findModel(name))).toEqual(names);
});
