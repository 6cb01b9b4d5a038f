// Every verb that changes the world, over HTTP, and its effect on the world.

import { describe, expect, test } from "vitest";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody, readPose } from "../../src/physics/Bodies.js";
import { readJointCommand } from "../../src/physics/Joints.js";
import { box } from "./Boxes.js";
import { cart, playground } from "./Playground.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { post, sleep, type TestServer, testServer } from "./Servers.js";

/** A paused server; tests step it. */
async function standing(): Promise<TestServer> {
  const server = await testServer({ world: playground(), replyTimeoutMs: 30_000 });
  await post(server, "pause");
  await post(server, "reset");
  return server;
}

const step = (server: TestServer, count: number) => post(server, "step", { count });
const physicsOf = ({ simulation }: TestServer) => simulation.world.physics;
const place = (server: TestServer, entity: string, body: string): Vec3 =>
  readPose(physicsOf(server), entity, body).position;
const velocity = (server: TestServer, entity: string, body: string): Vec3 =>
  readBody(physicsOf(server), entity, body).linearVelocity;
const hash = async (server: TestServer): Promise<string> => (await post(server, "get", { what: "hash" })).data;

describe("[E4] spawn and remove", () => {
  test("a robot without a client, from its document, at a given position and with another name", async () => {
    const server = await standing();
    const answer = await post(server, "spawn", { document: cart(), name: "Kart", position: [1, 2, 0], heading: 1.5 });
    expect(answer).toMatchObject({ result: 1, data: { name: "Kart", position: [1, 2, expect.any(Number)] } });
    expect(answer.data.orientation[2]).toBeCloseTo(Math.sin(0.75), 9);
    expect((await post(server, "spawn", { document: cart() })).data.name).toBe("Cart");
    expect((await post(server, "spawn", { document: `${cart("Cart", "0 2 0")}%%\n` })).data.name).toBe("Cart-2");
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["Cart", "Cart-2", "Kart"]);
    expect(server.log).toContain("Kart spawned at 0 s");
    expect((await step(server, 100)).data.frame).toBe(100);
  });

  test("a shipped robot by its name or file, typed as a command line", async () => {
    const server = await standing();
    expect(await server.control.performLine("spawn segway")).toMatchObject({ result: 1, data: { name: "Segway" } });
    const typed = await server.control.performLine("spawn robots/segway.xml Two 3 3 0 heading=0.5");
    expect(typed).toMatchObject({ result: 1, data: { name: "Two", position: [3, 3, expect.any(Number)] } });
  });

  test.each<[string, unknown, string, string]>([
    ["a document that is no robot", { document: "milk, eggs" }, "TEXT_MALFORMED", "document"],
    ["another root", { document: "<Recipe/>" }, "ELEMENT_UNKNOWN", "Recipe"],
    ["neither document nor file", {}, "ARGUMENT_WRONG", "one of them"],
    ["both document and file", { document: cart(), file: "segway" }, "ARGUMENT_WRONG", "one of them"],
    ["no such file", { file: "segwey" }, "FILE_MISSING", 'Did you mean "segway"?'],
    [
      "a file outside the working directory",
      { file: "../../../etc/passwd" },
      "FILE_MISSING",
      "below the working directory",
    ],
    ["a file that is no robot", { file: "package.json" }, "FILE_MISSING", ".xml"],
    ["an occupied position", { document: cart(), position: [2, 0, 0] }, "SPAWN_BLOCKED", "ball"],
    ["a name with a slash", { document: cart(), name: "a/b" }, "NAME_MALFORMED", "spawn/name"],
    ["a position of two numbers", { document: cart(), position: [1, 2] }, "ARGUMENT_WRONG", "three numbers"],
    [
      "a position out of range",
      { document: cart(), position: [1e9, 0, 0] },
      "ARGUMENT_WRONG",
      "from -10000000 to 10000000",
    ],
  ])("%s is refused and leaves the world as it was", async (_, args, code, text) => {
    const server = await standing();
    const before = await hash(server);
    const { result, data, message } = await post(server, "spawn", args);
    expect(result).not.toBe(1);
    expect(data.code).toBe(code);
    expect(message).toContain(text);
    expect(await hash(server)).toBe(before);
  });

  test("an error of the document has line and column", async () => {
    const server = await standing();
    const { data } = await post(server, "spawn", { document: cart().replace("<Mass>4</Mass>", "<Mass>four</Mass>") });
    expect(data).toMatchObject({ code: "NUMBER_MALFORMED", line: 5, column: expect.any(Number) });
  });

  test("the limits are those of clients: bytes, robots", async () => {
    const server = await testServer({ limits: { clients: 2 }, documentLimits: { bytes: 4000 } });
    const large = await post(server, "spawn", { document: `${cart()}${" ".repeat(4000)}` });
    expect(large.data.code).toBe("DOCUMENT_TOO_LARGE");
    for (const name of ["A", "B"])
      expect((await post(server, "spawn", { document: cart(name, name === "A" ? "0 0 0" : "0 2 0") })).result).toBe(1);
    expect((await post(server, "spawn", { document: cart("C", "0 4 0") })).data.code).toBe("TOO_MANY_CLIENTS");
  });

  test("a spawned robot exists again after reset and restore", async () => {
    const server = await standing();
    await post(server, "spawn", { document: cart() });
    await post(server, "snapshot", { name: "with" });
    await step(server, 50);
    await post(server, "reset");
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["Cart"]);
    await post(server, "remove", { name: "Cart" });
    expect((await post(server, "list", { what: "robots" })).data).toEqual([]);
    await post(server, "restore", { name: "with" });
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["Cart"]);
  });

  test("the client of a removed robot gets REMOVED; nothing changes for others", async () => {
    const server = await testServer({ world: playground() });
    const a = await RawClient.join(server.tcpPort, box({ name: "A", at: "0 3 0" }), () => SIM_END);
    const b = await RawClient.join(server.tcpPort, box({ name: "B", at: "0 5 0" }), () => SIM_END);
    await b.until(() => a.frames > 10 && b.frames > 10);
    expect(await post(server, "remove", { name: "A" })).toMatchObject({ result: 1, data: { name: "A" } });
    expect((await a.ended())?.code).toBe("REMOVED");
    const { frames } = b;
    await b.until((one) => one.frames > frames + 50);
    expect(b.error).toBeUndefined();
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["B"]);
  });

  test("an object is gone until the reset", async () => {
    const server = await standing();
    const before = await hash(server);
    expect((await post(server, "remove", { name: "ball" })).result).toBe(1);
    expect((await post(server, "list", { what: "objects" })).data).toEqual(["crate", "ground"]);
    expect((await post(server, "remove", { name: "ball" })).data.code).toBe("ENTITY_UNKNOWN");
    await post(server, "reset");
    expect(await hash(server)).toBe(before);
  });
});

describe("[E4] moving, pushing, pulling, freezing", () => {
  test("move puts an entity elsewhere with all its bodies, at rest", async () => {
    const server = await standing();
    await post(server, "spawn", { document: cart() });
    await step(server, 100);
    const apart = () => {
      const [a, b] = [place(server, "Cart", "LeftWheel"), place(server, "Cart", "RightWheel")];
      return Math.hypot(...a.map((x, k) => x - b[k]));
    };
    const before = apart();
    const answer = await post(server, "move", { name: "Cart", position: [3, 3, 0.5], heading: Math.PI / 2 });
    expect(answer.data.name).toBe("Cart/Chassis");
    expect(place(server, "Cart", "Chassis")).toEqual([3, 3, 0.5]);
    expect(apart()).toBeCloseTo(before, 9);
    expect(velocity(server, "Cart", "LeftWheel")).toEqual([0, 0, 0]);
    // turned to the left by a quarter: the left wheel is west now
    expect(place(server, "Cart", "LeftWheel")[0]).toBeLessThan(3);
    await post(server, "move", { name: "ball/Ball", position: [0, 0, 1], orientation: [0, 0, 2, 0] });
    expect(readPose(physicsOf(server), "ball", "Ball").orientation[2]).toBeCloseTo(1, 12);
  });

  test("push: an impulse is mass times speed", async () => {
    const server = await standing();
    await post(server, "gravity", { to: [0, 0, 0] });
    await post(server, "move", { name: "ball", position: [0, 0, 5] });
    await post(server, "push", { name: "ball", impulse: [3, 0, 0] });
    await step(server, 1);
    expect(velocity(server, "ball", "Ball")[0]).toBeCloseTo(3, 6);
    await post(server, "push", { name: "ball/Ball", impulse: [0, 0, 1], point: [0.1, 0, 5] });
    await step(server, 1);
    expect(readBody(physicsOf(server), "ball", "Ball").angularVelocity[1]).toBeLessThan(-1);
  });

  test("pull brings a body to within 5 cm; without a new pull for 0.5 s the body is released", async () => {
    const server = await standing();
    for (let i = 0; i < 60; i++) {
      await post(server, "pull", { name: "crate/Crate", to: [-1, 0.5, 1] });
      await step(server, 33);
    }
    const at = place(server, "crate", "Crate");
    expect(Math.hypot(at[0] + 1, at[1] - 0.5, at[2] - 1)).toBeLessThan(0.05);
    await sleep(600);
    await step(server, 1000);
    expect(server.simulation.pulls.names).toEqual([]);
    expect(place(server, "crate", "Crate")[2]).toBeLessThan(0.3);
    await post(server, "pull", { name: "crate", to: [0, 0, 1] });
    expect(server.simulation.pulls.names).toEqual(["crate/Crate"]);
    expect((await post(server, "pull", { name: "crate" })).data).toEqual({ name: "crate", ended: 1 });
    expect((await post(server, "release", { name: "crate" })).data).toEqual({ name: "crate", ended: 0 });
  });

  test("pull at a light wheel of a heavier robot is stable", async () => {
    const server = await standing();
    await post(server, "spawn", { document: cart() });
    for (let i = 0; i < 20; i++) {
      await post(server, "pull", { name: "Cart/LeftWheel", from: [0.1, 0, 0], to: [1, -2, 0.8], strength: 3 });
      await step(server, 50);
    }
    expect(place(server, "Cart", "LeftWheel").every((x) => Math.abs(x) < 4)).toBe(true);
    expect(Math.hypot(...velocity(server, "Cart", "LeftWheel"))).toBeLessThan(3);
  });

  test("freeze holds a body in the air and releases it", async () => {
    const server = await standing();
    await post(server, "move", { name: "ball", position: [0, 0, 2] });
    await post(server, "freeze", { name: "ball/Ball", on: true });
    await step(server, 300);
    expect(place(server, "ball", "Ball")[2]).toBeCloseTo(2, 3);
    await post(server, "freeze", { name: "ball/Ball", on: false });
    await step(server, 300);
    expect(place(server, "ball", "Ball")[2]).toBeLessThan(1.7);
  });
});

describe("[E4] lights, gravity, numbers", () => {
  test("[M5] light: on, intensity, colour; part of snapshot, restore and hash", async () => {
    const server = await standing();
    const before = await hash(server);
    await post(server, "snapshot", { name: "lit" });
    const answer = await post(server, "light", { name: "Lamp", on: false, intensity: 2, color: "#00ff80" });
    expect(answer.data).toEqual({ name: "Lamp", on: false, intensity: 2, color: [0, 255, 128] });
    expect(await hash(server)).not.toBe(before);
    expect((await server.control.performLine("light Lamp on")).data).toMatchObject({ on: true, intensity: 2 });
    await post(server, "restore", { name: "lit" });
    expect(server.simulation.world.lights.find(({ name }) => name === "Lamp")).toMatchObject({ intensity: 0.5 });
    expect(await hash(server)).toBe(before);
    const { data, message } = await post(server, "light", { name: "Lump" });
    expect(data.code).toBe("LIGHT_UNKNOWN");
    expect(message).toContain('Did you mean "Lamp"?');
  });

  test("[M5] gravity: from the next frame; part of snapshot, restore, reset and hash", async () => {
    const server = await standing();
    await post(server, "move", { name: "ball", position: [0, 0, 50] });
    await post(server, "snapshot", { name: "earth" });
    const before = await hash(server);
    expect((await server.control.performLine("gravity 0 0 -1.62")).data).toEqual({ gravity: [0, 0, -1.62] });
    expect(await hash(server)).not.toBe(before);
    await post(server, "snapshot", { name: "moon" });
    await step(server, 1000);
    expect(velocity(server, "ball", "Ball")[2]).toBeCloseTo(-1.62, 3);
    const onMoon = await hash(server);
    await post(server, "restore", { name: "earth" });
    expect(await hash(server)).toBe(before);
    await step(server, 1000);
    expect(velocity(server, "ball", "Ball")[2]).toBeCloseTo(-9.81, 2);
    await post(server, "restore", { name: "moon" });
    expect((await post(server, "get", { what: "world" })).data.gravity).toEqual([0, 0, -1.62]);
    await step(server, 1000);
    expect(await hash(server)).toBe(onMoon);
    await post(server, "reset");
    expect((await post(server, "get", { what: "world" })).data.gravity).toEqual([0, 0, -9.81]);
  });

  test("changing gravity and changing it back changes no bit", async () => {
    const [one, two] = [await standing(), await standing()];
    await post(two, "gravity", { to: [0, 0, -1] });
    await post(two, "gravity", { to: [0, 0, -9.81] });
    for (const server of [one, two]) await step(server, 200);
    expect(await hash(two)).toBe(await hash(one));
  });

  test("set: a number of a joint", async () => {
    const server = await standing();
    await post(server, "spawn", { document: box({ at: "0 3 0" }) });
    await post(server, "set", { what: "Box/Motor/Vel", to: 2 });
    await step(server, 500);
    expect((await post(server, "get", { what: "Box/Motor" })).data.axes[0].velocity).toBeCloseTo(2, 2);
  });

  test("set: a number of a material, or of a pair", async () => {
    const server = await standing();
    const { materials } = physicsOf(server);
    await post(server, "set", { what: "Wood/Friction", to: 0.9 });
    expect(materials.material("Wood")).toMatchObject({ friction: 0.9, staticFriction: 0.9, restitution: 0.4 });
    await post(server, "set", { what: "Wood/Friction", to: 0.2 });
    expect(materials.material("Wood")).toMatchObject({ friction: 0.2, staticFriction: 0.9 });
    await post(server, "set", { what: "Rubber/Ground/Restitution", to: 0.3 });
    expect(materials.pair("Ground", "Rubber")).toMatchObject({ friction: 0.8, restitution: 0.3 });
  });

  test.each<[string, unknown, string, string]>([
    ["move", { name: "ground", position: [0, 0, 0] }, "STATE_WRONG", "static"],
    ["move", { name: "bal", position: [0, 0, 0] }, "ENTITY_UNKNOWN", 'Did you mean "ball"?'],
    ["move", { name: "ball/Bal", position: [0, 0, 0] }, "COMPONENT_UNKNOWN", 'Did you mean "Ball"?'],
    ["move", { name: "ball" }, "ARGUMENT_WRONG", "three numbers"],
    [
      "move",
      { name: "ball", position: [0, 0, 0], heading: 1, orientation: [0, 0, 0, 1] },
      "ARGUMENT_WRONG",
      "one of them",
    ],
    ["push", { name: "ball", impulse: [1, 2, Number.NaN] }, "ARGUMENT_WRONG", "three numbers"],
    ["push", { name: "ball", impulse: "up" }, "ARGUMENT_WRONG", "three numbers"],
    ["push", { name: "ground", impulse: [0, 0, 1] }, "STATE_WRONG", "static"],
    ["pull", { name: "ball", to: [0, 0, 1], strength: 1e9 }, "ARGUMENT_WRONG", "from 0.01 to 100"],
    ["freeze", { name: "ball", on: "yes" }, "ARGUMENT_WRONG", "true or false"],
    ["light", { name: "Sun", color: [0, 0, 300] }, "ARGUMENT_WRONG", "#rrggbb"],
    ["gravity", { to: [0, 0, -1e6] }, "ARGUMENT_WRONG", "from -1000 to 1000"],
    ["set", { what: "Wood", to: 1 }, "ARGUMENT_WRONG", "ENTITY/JOINT/PROPERTY"],
    ["set", { what: "Wood/Frction", to: 1 }, "PROPERTY_UNKNOWN", 'Did you mean "Friction"?'],
    ["set", { what: "Wod/Friction", to: 1 }, "MATERIAL_UNKNOWN", 'Did you mean "Wood"?'],
    ["set", { what: "Wood/Friction", to: -1 }, "VALUE_OUT_OF_RANGE", "Friction"],
    ["set", { what: "ball/Motor/Vel", to: 1 }, "COMPONENT_UNKNOWN", "Motor"],
    ["drive", { name: "ball", forward: 1 }, "ENTITY_UNKNOWN", "ball"],
    ["drive", { name: "ball", forward: 2 }, "ARGUMENT_WRONG", "from -1 to 1"],
  ])("%s %j is %s", async (verb, args, code, text) => {
    const server = await standing();
    const before = await hash(server);
    const { data, message } = await post(server, verb, args);
    expect(data.code).toBe(code);
    expect(message).toContain(text);
    expect(await hash(server)).toBe(before);
  });
});

describe("[E4] drive", () => {
  test("a robot without a client rolls forward, and turns to the left", async () => {
    const server = await standing();
    await post(server, "spawn", { document: cart() });
    await step(server, 300);
    const [x] = place(server, "Cart", "Chassis");
    expect((await post(server, "drive", { name: "Cart", forward: 0.5 })).data.to).toBe("wheels");
    await step(server, 2000);
    expect(place(server, "Cart", "Chassis")[0] - x).toBeGreaterThan(0.7);
    await post(server, "drive", { name: "Cart", turn: 0.5 });
    await step(server, 1000);
    expect(readBody(physicsOf(server), "Cart", "Chassis").angularVelocity[2]).toBeGreaterThan(0.5);
  });

  test("drive finds the Segway's wheels; forward is +y", async () => {
    const server = await standing();
    await post(server, "spawn", { file: "segway" });
    await post(server, "freeze", { name: "Segway/MainBody" });
    await post(server, "drive", { name: "Segway", forward: 1 });
    expect(readJointCommand(physicsOf(server), "Segway", "LMotor").axes[1].Vel).toBeCloseTo(1 / 0.236, 6);
    expect(readJointCommand(physicsOf(server), "Segway", "RMotor").axes[1].Vel).toBeCloseTo(1 / 0.236, 6);
  });

  test("a robot without wheels gets an error", async () => {
    const server = await standing();
    await post(server, "spawn", { document: box({ at: "0 3 0" }) });
    expect((await post(server, "drive", { name: "Box", forward: 1 })).message).toContain("0 wheels");
  });

  test("[W3] a robot's client gets the Event with its next frame, before FrameEnd", async () => {
    const server = await testServer();
    const client = await RawClient.join(server.tcpPort, box());
    await client.until(({ frames }) => frames === 1);
    expect((await post(server, "drive", { name: "Box", forward: 0.5, turn: -0.25 })).data.to).toBe("client");
    await post(server, "drive", { name: "Box", forward: 1 });
    client.messages.length = 0;
    client.send(SIM_END);
    await client.until(({ frames }) => frames === 2);
    const names = client.messages.map(({ name }) => name);
    expect(names.slice(-3)).toEqual(["Event", "Event", "FrameEnd"]);
    const events = client.messages.filter(({ name }) => name === "Event");
    expect(events.map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)))).toEqual([
      { event: "drive", forward: 0.5, turn: -0.25 },
      { event: "drive", forward: 1, turn: 0 },
    ]);
    client.messages.length = 0;
    client.send(SIM_END);
    await client.until(({ frames }) => frames === 3);
    expect(client.messages.map(({ name }) => name)).not.toContain("Event");
  });
});
