// Viewers over real WebSockets: what they are told of a world while it runs.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readPose } from "../../src/physics/Bodies.js";
import { box } from "./Boxes.js";
import { join, RawClient, SIM_END, tell, VEL } from "./RawClient.js";
import { testServer } from "./Servers.js";
import { ViewClient } from "./ViewClient.js";

const SEGWAY = readFileSync(new URL("../../robots/segway.xml", import.meta.url), "utf8");

const worker = async (port: number, name = "Box", at = "0 0 0"): Promise<RawClient> => {
  const client = await RawClient.join(port, box({ name, at }));
  client.answers = () => join(tell("Motor", VEL, 3), SIM_END);
  return client;
};

describe("[X1] the scene", () => {
  test("has robots with bodies, joints and sensors, and what stands in the world", async () => {
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

  test("poses are those of the simulation to the quantum", async () => {
    const server = await testServer({ rate: 1 });
    await worker(server.tcpPort);
    const viewer = await ViewClient.open(server);
    await viewer.until(() => viewer.frame > 100);
    await viewer.verb("pause");
    const { world } = server.simulation;
    await viewer.until(() => viewer.frame === world.frame);
    for (const path of ["Box/Base", "Box/Arm"]) {
      const { position, orientation } = readPose(world.physics, "Box", path.slice(4));
      const told = viewer.pose(path) as number[];
      [...position, ...orientation].forEach((x, k) => {
        expect(Math.abs(told[k] - x)).toBeLessThanOrEqual(k < 3 ? 1.01e-4 : 1.6 / 32767);
      });
    }
    expect(viewer.pose("ground/ground") ?? viewer.poses.size).toBeDefined();
  });
});
