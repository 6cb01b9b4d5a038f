// Soccer robots over real sockets: a client sends a text file and drives its robot, a robot is spawned by its name, a
// world names one.

import { expect, test } from "vitest";
import { connect } from "../../src/client/index.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { driveMessage, robotFile } from "../../testing/builders/Pitch.js";
import { post, testServer } from "./Servers.js";

const WORLD = `<World name="carpet"><Step>0.002</Step>
  <Static name="ground"><Plane name="Floor"><Material>Carpet</Material></Plane></Static>
  <Robot file="tigers.robot"><Offset>3 0 0</Offset></Robot></World>`;

test("[R8] [F2] a text file over TCP, in spawn and in a world; the robot drives as commanded", async () => {
  const readFile = (path: string) => new TextEncoder().encode(robotFile(path));
  const { world } = readWorldDocument(WORLD, { kinds: builtInKinds(), readFile });
  const server = await testServer({ world });
  const spawned = await post(server, "spawn", { file: "diff-2003.robot", position: [-3, 0, 0] });
  expect(spawned.message).toContain("Diff2003");
  const robot = await connect({ document: robotFile("ssl.robot"), port: server.tcpPort });
  const payload = new Uint8Array(driveMessage(0.5, 0, 2).buffer);
  const start = robot.hello.time;
  let [speed, odometry]: (number | readonly number[])[] = [0, []];
  for await (const frame of robot.frames()) {
    robot.send("Drive", payload);
    if (frame.has("Drive")) odometry = frame.numbers("Drive");
    if (frame.has("Pose")) {
      const [vx, vy] = frame.numbers("Pose").slice(7);
      speed = Math.hypot(vx, vy);
    }
    if (frame.time - start > 1) break;
  }
  await robot.leave();
  expect(speed).toBeCloseTo(0.5, 1);
  expect(odometry).toEqual([0.5, 0, 2].map((x) => expect.closeTo(x, 1)));
  const robots = (await post(server, "list", { what: "robots" })).data;
  expect(robots).toEqual(expect.arrayContaining(["Diff2003", "Tigers"]));
});
