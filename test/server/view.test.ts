// Viewers over real WebSockets: the messages that they get while a world runs.

import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { readBody, readPose } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import { box } from "./Boxes.js";
import { cart, playground } from "./Playground.js";
import { join, RawClient, SIM_END, tell, VEL } from "./RawClient.js";
import { post, sleep, testServer } from "./Servers.js";
import { ViewClient } from "./ViewClient.js";

const SEGWAY = readFileSync(new URL("../../robots/segway.xml", import.meta.url), "utf8");

const worker = async (port: number, name = "Box", at = "0 0 0"): Promise<RawClient> => {
  const client = await RawClient.join(port, box({ name, at }));
  client.answers = () => join(tell("Motor", VEL, 3), SIM_END);
  return client;
};

describe("[X1] the scene", () => {
  test("has robots with bodies, joints and sensors, and the objects of the world", async () => {
    const server = await testServer({ rate: 1 });
    await RawClient.join(server.tcpPort, SEGWAY, () => SIM_END);
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.entities.has("Segway"));
    const segway = viewer.entities.get("Segway");
    expect(segway).toMatchObject({ role: "robot", isDriven: true, isStatic: false });
    expect(segway?.bodies.map(({ name }) => name)).toContain("MainBody");
    const main = segway?.bodies.find(({ name }) => name === "MainBody");
    expect(main?.shapes.find(({ name }) => name === "Platform")).toMatchObject({
      name: "Platform",
      shape: { kind: "Box" },
      visible: true,
    });
    expect(segway?.joints.find(({ name }) => name === "LMotor")).toMatchObject({
      kind: "Hinge2",
      axes: 2,
      fields: ["position1", "velocity1", "effort1", "position2", "velocity2", "effort2"],
    });
    expect(segway?.sensors.find(({ name }) => name === "Incmeter")).toMatchObject({
      kind: "Inclinometer",
      body: "MainBody",
      fields: ["pitch"],
      units: ["rad"],
    });
    expect(viewer.entities.get("ground")).toMatchObject({ role: "static", isStatic: true });
    expect(viewer.last("scene")).toMatchObject({ world: "flat", robotAddress: `127.0.0.1:${server.tcpPort}` });
    expect(viewer.last("status")?.status).toMatchObject({ world: "flat" });
  });

  test("poses are those of the simulation, within the resolution of the message", async () => {
    const server = await testServer({ rate: 1 });
    await worker(server.tcpPort);
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.frame > 100);
    await viewer.verb("pause");
    const { world } = server.simulation;
    await viewer.until(() => viewer.frame === world.frame);
    for (const path of ["Box/Base", "Box/Arm"]) {
      const { position, orientation } = readPose(world.physics, "Box", path.slice(4));
      const shown = viewer.pose(path) as number[];
      [...position, ...orientation].forEach((x, k) => {
        expect(Math.abs(shown[k] - x)).toBeLessThanOrEqual(k < 3 ? 1.01e-4 : 1.6 / 32767);
      });
    }
    expect(viewer.pose("ground/ground") ?? viewer.poses.size).toBeDefined();
  });
});

describe("[X1] entities that join and leave", () => {
  test("a robot that joins and leaves; its bodies get new numbers", async () => {
    const server = await testServer({ rate: 1 });
    const viewer = await ViewClient.open(server);
    const first = await worker(server.tcpPort);
    await viewer.until(() => viewer.pose("Box/Base") !== undefined);
    const ids = viewer.entities.get("Box")?.bodies.map(({ id }) => id);
    await first.leave();
    await viewer.until(() => !viewer.entities.has("Box"));
    await worker(server.tcpPort);
    await viewer.until(() => viewer.pose("Box/Base") !== undefined);
    expect(viewer.entities.get("Box")?.bodies.map(({ id }) => id)).not.toEqual(ids);
    expect(viewer.all("join").length).toBe(2);
    expect(viewer.last("leave")).toEqual({ type: "leave", name: "Box" });
    expect(viewer.all("scene").length).toBe(1);
  });

  test("numbers of bodies stay while others join and leave", async () => {
    const server = await testServer({ rate: 1 });
    await worker(server.tcpPort, "Stays", "0 3 0");
    const goes = await worker(server.tcpPort, "Goes", "0 -3 0");
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.pose("Goes/Base") !== undefined);
    const ids = viewer.entities.get("Stays")?.bodies.map(({ id }) => id);
    await goes.leave();
    await viewer.until(() => !viewer.entities.has("Goes"));
    const { updates } = viewer;
    await viewer.until(() => viewer.updates > updates + 3);
    expect(viewer.entities.get("Stays")?.bodies.map(({ id }) => id)).toEqual(ids);
  });

  test("[T8] reset and restore send a new scene", async () => {
    const server = await testServer({ world: playground() });
    const viewer = await ViewClient.open(server);
    await viewer.verb("pause");
    await viewer.verb("snapshot", { name: "s" });
    await viewer.verb("step", { count: 20 });
    await viewer.verb("reset");
    await viewer.until(() => viewer.all("scene").length === 2 && viewer.frame === 0);
    await viewer.verb("restore", { name: "s" });
    await viewer.until(() => viewer.all("scene").length === 3);
    await viewer.until(() => viewer.pose("ball/Ball") !== undefined);
  });

  test("lights are sent when they change", async () => {
    const server = await testServer({ world: playground() });
    const viewer = await ViewClient.open(server);
    expect(viewer.last("scene")?.lights.map(({ name }) => name)).toEqual(["Lamp", "Sun"]);
    await viewer.verb("light", { name: "Lamp", on: false });
    await viewer.until(() => viewer.all("lights").length > 0);
    expect(viewer.last("lights")?.lights.find(({ name }) => name === "Lamp")?.on).toBe(false);
  });

  test("poses of resting bodies are not sent again; a paused world sends nothing", async () => {
    const server = await testServer({ world: playground(), rate: 1 });
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.frame > 300);
    const { bytes, updates } = viewer;
    await viewer.until(() => viewer.frame > 800);
    // updates with only the time, and the status
    expect(viewer.bytes - bytes).toBeLessThan((viewer.updates - updates) * 60 + 3000);
    await viewer.verb("pause");
    await viewer.until(() => viewer.frame === server.simulation.world.frame);
    const before = viewer.updates;
    await sleep(200);
    expect(viewer.updates).toBe(before);
  });

  test("log lines and changes of the status are sent", async () => {
    const server = await testServer({ rate: 1 });
    const viewer = await ViewClient.open(server);
    await worker(server.tcpPort);
    await viewer.until(() => viewer.all("log").some(({ line }) => line.startsWith("Box joined")));
    await viewer.verb("pause");
    await viewer.until(() => viewer.last("status")?.status.isPaused === true);
    const { frame } = server.simulation.world;
    expect((await viewer.line("step 1")).data).toMatchObject({ frame: frame + 1 });
    await viewer.until(() => viewer.last("status")?.status.frame === frame + 1 && viewer.frame === frame + 1);
  });
});

describe("[X1] watched values", () => {
  test("bodies, joints and sensors, as numbers", async () => {
    const server = await testServer({ rate: 1 });
    await worker(server.tcpPort);
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.entities.has("Box"));
    viewer.say({ type: "watch", values: ["Box/Base", "Box/Motor", "Box/Tilt", "Box/Nothing"], contacts: false });
    await viewer.until(() => viewer.all("values").length > 3);
    await viewer.verb("pause");
    const { world } = server.simulation;
    await viewer.until(() => viewer.last("values")?.time === world.timeSec);
    const values = viewer.last("values")?.values ?? {};
    expect(Object.keys(values)).toEqual(["Box/Base", "Box/Motor", "Box/Tilt"]);
    const { position, orientation, linearVelocity } = readBody(world.physics, "Box", "Base");
    [...position, ...orientation, ...linearVelocity].forEach((x, k) => {
      expect(values["Box/Base"][k]).toBeCloseTo(x, 9);
    });
    const [{ position: angle, velocity, effort }] = readJoint(world.physics, "Box", "Motor");
    expect(values["Box/Motor"]).toEqual([angle, velocity, effort]);
    expect(values["Box/Tilt"]).toEqual(world.robot("Box").device("Tilt").newest);
    expect(values["Box/Tilt"].length).toBe(1);
    // replaces the values watched before, also while the world is paused
    viewer.say({ type: "watch", values: ["Box/Arm"], contacts: false });
    await viewer.until(() => Object.keys(viewer.last("values")?.values ?? {}).join() === "Box/Arm");
  });

  test("contacts are sent while a viewer watches them: the ground carries the robot", async () => {
    const server = await testServer({ rate: 1 });
    await worker(server.tcpPort);
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.frame > 100);
    expect(viewer.contactUpdates).toBe(0);
    viewer.say({ type: "watch", values: [], contacts: true });
    await viewer.until(() => viewer.contacts.length >= 4 && viewer.frame > 300);
    const up = viewer.contacts.reduce((sum, { force }) => sum + Math.abs(force[2]), 0);
    expect(up).toBeCloseTo(3 * 9.81, 0);
    viewer.say({ type: "watch", values: [], contacts: false });
    // answered after the watch
    await viewer.verb("get", { what: "frame" });
    const { contactUpdates } = viewer;
    await sleep(150);
    expect(viewer.contactUpdates).toBe(contactUpdates);
  });
});

describe("[X1] a viewer that does not read", () => {
  test("misses updates, delays no other client, and gets everything when it reads again", async () => {
    const server = await testServer({ world: playground(), rate: 1 });
    const slow = await ViewClient.open(server);
    const quick = await ViewClient.open(server);
    slow.say({ type: "watch", values: [], contacts: true });
    // far more than the connection's buffers hold
    for (let i = 0; i < 30; i++)
      await post(server, "spawn", { document: cart(`C${i}`, `${(i % 6) * 2 - 5} ${2 + Math.floor(i / 6)} 0`) });
    await quick.until(() => quick.entities.has("C29"));
    const paths = [...quick.entities].flatMap(([name, { bodies }]) => bodies.map((body) => `${name}/${body.name}`));
    slow.say({ type: "watch", values: paths.slice(0, 250), contacts: true });
    await sleep(100);
    slow.socket.pause();
    const { views: stream } = server;
    const [viewer] = stream.viewers;
    await quick.until(() => viewer.skipped > 10, 60_000);
    const { frame } = server.simulation.world;
    const { updates } = quick;
    expect(viewer.link.backlog).toBeLessThan(1 << 20);
    await quick.until(() => quick.updates > updates + 10);
    expect(server.simulation.world.frame).toBeGreaterThan(frame);
    await post(server, "remove", { name: "C0" });
    await sleep(100);
    const full = slow.fullUpdates;
    slow.socket.resume();
    await slow.until(() => slow.fullUpdates > full && viewer.needs === "nothing");
    await slow.until(() => !slow.entities.has("C0") && slow.pose("C29/Chassis") !== undefined);
    await post(server, "pause");
    await slow.until(() => slow.frame === server.simulation.world.frame && quick.frame === slow.frame);
    expect([...slow.poses].sort(([a], [b]) => a - b)).toEqual([...quick.poses].sort(([a], [b]) => a - b));
  }, 90_000);
});

describe("[M5] viewers change nothing", () => {
  test("the hash is the same with viewers that watch everything and without viewers", async () => {
    const run = async (viewers: number): Promise<string> => {
      const server = await testServer({ expect: ["A", "B"] });
      await post(server, "pause");
      await worker(server.tcpPort, "A");
      await worker(server.tcpPort, "B", "0.5 0 0");
      const all = await Promise.all(Array.from({ length: viewers }, () => ViewClient.open(server)));
      for (const viewer of all) {
        const values = ["A/Base", "A/Motor", "A/Tilt", "B/Arm", "ground/ground"];
        viewer.say({ type: "watch", values, contacts: true });
      }
      for (let i = 0; i < 10; i++) {
        await post(server, "step", { count: 100 });
        if (viewers > 0) await sleep(40);
      }
      if (viewers > 0) expect(all[0].last("values")?.values["A/Motor"].length).toBe(3);
      return server.simulation.world.hash();
    };
    const alone = await run(0);
    expect(await run(3)).toBe(alone);
  });

  test("nothing is computed without viewers", async () => {
    const server = await testServer({ rate: 1 });
    const viewer = await ViewClient.open(server);
    const { views: stream } = server;
    expect(stream.viewers.size).toBe(1);
    viewer.socket.close();
    await viewer.until(() => stream.viewers.size === 0);
    const update = vi.spyOn(stream, "update");
    await sleep(150);
    expect(update).not.toHaveBeenCalled();
  });
});
