// Messages to viewers, over links whose backlog the test sets; without sockets.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { runVerb } from "../verbs/Verbs.js";
import { VIEWER_BACKLOG, Viewer } from "./Viewer.js";
import type { ViewMessage } from "./ViewProtocol.js";
import { ViewStream } from "./ViewStream.js";

const ball = (name: string, x: number): string => `<Object name="${name}"><RigidBodies><Body name="b">
  <Sphere name="s"><Radius>0.1</Radius><Mass>1</Mass><Position>${x} 0 1</Position></Sphere></Body></RigidBodies></Object>`;

class FakeLink {
  readonly texts: string[] = [];
  readonly bytes: Uint8Array[] = [];
  backlog = 0;
  sendText(text: string): void {
    this.texts.push(text);
  }
  sendBytes(bytes: Uint8Array): void {
    this.bytes.push(bytes);
  }
  get types(): string[] {
    return this.texts.map((text) => (JSON.parse(text) as ViewMessage).type);
  }
  forget(): void {
    this.texts.length = 0;
    this.bytes.length = 0;
  }
}

let simulation: Simulation;
let stream: ViewStream;
let nowMs = 0;
beforeEach(async () => {
  const text = `<World name="w"><Light name="Lamp" type="point"/>${ball("a", 0)}${ball("c", 1)}</World>`;
  const { world } = readWorldDocument(text, { kinds: builtInDevices() });
  simulation = new Simulation(await World.create(world), { rate: Number.POSITIVE_INFINITY });
  stream = new ViewStream({ simulation, robotAddress: () => "here:1" });
  nowMs = 0;
});
afterEach(() => simulation.world.dispose());

function look(): FakeLink {
  const link = new FakeLink();
  stream.add(new Viewer(link));
  return link;
}
function update(): void {
  nowMs += 33;
  stream.update(nowMs);
}
const run = (verb: string, args: unknown) => runVerb({ simulation, nowMs }, verb, args);

describe("[X1] one update for all", () => {
  test("a new viewer gets scene, all poses and status; then changes", () => {
    const link = look();
    update();
    expect(link.types).toEqual(["scene", "status"]);
    expect(link.bytes.map((bytes) => [bytes[0], bytes[1], bytes[2]])).toEqual([[1, 1, 2]]);
    link.forget();
    update();
    expect([link.texts, link.bytes]).toEqual([[], []]);
    simulation.world.stepFrame();
    update();
    // nothing has moved by a quantum yet: the time alone
    expect(link.bytes.map((bytes) => bytes.length)).toEqual([16]);
    for (let i = 0; i < 20; i++) simulation.world.stepFrame();
    update();
    expect(link.bytes.map((bytes) => bytes.length)).toEqual([16, 16 + 2 * 22]);
  });

  test("[M8] a large scene goes to a crowd of viewers one after the other, in several updates", () => {
    const small = new ViewStream({ simulation, robotAddress: () => "", sceneText: 1 });
    const links = Array.from({ length: 3 }, () => new FakeLink());
    for (const link of links) small.add(new Viewer(link));
    for (let i = 1; i <= 3; i++) {
      small.update(0);
      expect(links.filter(({ types }) => types.includes("scene"))).toHaveLength(i);
    }
    small.update(0);
    expect(links.flatMap(({ types }) => types).filter((type) => type === "scene")).toHaveLength(3);
  });

  test("viewers that are up to date share one encoding", () => {
    const links = [look(), look(), look()];
    update();
    for (const link of links) link.forget();
    for (let i = 0; i < 20; i++) simulation.world.stepFrame();
    update();
    expect(links[0].bytes[0].length).toBeGreaterThan(16);
    for (const link of links) expect(link.bytes[0]).toBe(links[0].bytes[0]);
  });

  test("a viewer that is behind gets nothing, later the full state; only poses if no entity joined or left", () => {
    const [slow, quick] = [look(), look()];
    update();
    slow.forget();
    slow.backlog = VIEWER_BACKLOG + 1;
    for (let i = 0; i < 20; i++) simulation.world.stepFrame();
    for (let i = 0; i < 50; i++) update();
    stream.log("a line");
    expect([slow.texts, slow.bytes]).toEqual([[], []]);
    slow.backlog = 0;
    update();
    expect(slow.types).toEqual(["status"]);
    expect(slow.bytes.map((bytes) => bytes[1])).toEqual([1]);
    slow.forget();
    slow.backlog = VIEWER_BACKLOG + 1;
    run("remove", { name: "a" });
    update();
    update();
    slow.backlog = 0;
    update();
    expect(slow.types).toEqual(["scene", "status"]);
    expect(quick.types).toContain("leave");
    expect(quick.types).toContain("log");
  });

  test("a late viewer ends with the same poses as the others", () => {
    const quick = look();
    for (let i = 0; i < 40; i++) {
      simulation.world.stepFrame();
      update();
    }
    const late = look();
    update();
    const all = late.bytes[0];
    const poses = new Map<number, string>();
    for (const bytes of quick.bytes)
      for (let at = 16; at < bytes.length; at += 22)
        poses.set(bytes[at] + 256 * bytes[at + 1], bytes.slice(at, at + 22).join());
    for (let at = 16; at < all.length; at += 22)
      expect(poses.get(all[at] + 256 * all[at + 1])).toBe(all.slice(at, at + 22).join());
  });

  test("an entity that leaves and joins under the same name is in both lists", () => {
    const link = look();
    update();
    link.forget();
    const entity = simulation.world.physics.entity("a");
    simulation.world.physics.remove("a");
    simulation.world.physics.add({ ...entity, name: "a" });
    update();
    expect(link.types.slice(0, 2)).toEqual(["leave", "join"]);
  });

  test("[T8] a reset sends the whole scene, including lights", () => {
    const link = look();
    run("light", { name: "Lamp", on: false });
    update();
    expect(link.texts[0]).toContain('"on":false');
    link.forget();
    simulation.reset(nowMs);
    update();
    expect(link.types).toContain("scene");
    expect(link.types).not.toContain("join");
    expect(link.texts[0]).toContain('"on":true');
  });

  test("viewing does not change the hash", () => {
    const hash = simulation.world.hash();
    const link = look();
    const [viewer] = stream.viewers;
    viewer.watch(["a/b", "c/b", "no/body", "nonsense"], true);
    update();
    expect(link.types).toEqual(["scene", "status", "values"]);
    expect(JSON.parse(link.texts[2]).values["a/b"]).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    expect(simulation.world.hash()).toBe(hash);
  });

  test("a new viewer gets the last lines of the log once; the others get each line as it is logged", () => {
    const early = look();
    update();
    for (let i = 0; i < 250; i++) stream.log(`line ${i}`);
    expect(early.types.filter((type) => type === "log")).toHaveLength(250);
    const late = look();
    stream.log("the last");
    update();
    const past = late.texts.map((text) => JSON.parse(text)).filter(({ type }) => type === "past" || type === "log");
    expect(past).toHaveLength(1);
    expect(past[0].lines).toHaveLength(200);
    expect([past[0].lines[0], past[0].lines.at(-1)]).toEqual(["line 51", "the last"]);
    stream.log("after");
    update();
    expect(late.types.filter((type) => type === "past")).toHaveLength(1);
    expect(JSON.parse(late.texts.at(-1) as string)).toEqual({ type: "log", line: "after" });
    expect(early.types).not.toContain("past");
  });

  test("[E4] frozen bodies are sent by id after each change, and to new viewers with the scene", () => {
    const link = look();
    update();
    expect(JSON.parse(link.texts[0]).frozen).toEqual([]);
    link.forget();
    run("freeze", { name: "a" });
    update();
    const id = (name: string) =>
      JSON.parse(later.texts[0]).entities.find((one: { name: string }) => one.name === name).bodies[0].id;
    const later = look();
    update();
    expect(link.texts.map((text) => JSON.parse(text))).toContainEqual({ type: "frozen", bodies: [id("a")] });
    expect(JSON.parse(later.texts[0]).frozen).toEqual([id("a")]);
    link.forget();
    update();
    expect(link.texts).toEqual([]);
    run("freeze", { name: "a", on: false });
    update();
    expect(link.texts.map((text) => JSON.parse(text))).toContainEqual({ type: "frozen", bodies: [] });
    run("freeze", { name: "a" });
    link.forget();
    simulation.reset(nowMs);
    update();
    expect(JSON.parse(link.texts[0])).toMatchObject({ type: "scene", frozen: [] });
  });
});
