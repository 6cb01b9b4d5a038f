// F7: the overhead cameras' pictures are good enough for a team's own vision. A blob finder that uses colours, the league's table
// and the calibration finds all robots, and the patterns change only the pictures.

import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import type { CameraSettings } from "../../src/devices/camera/CameraSensor.js";
import { bytesOf, TakenPicture } from "../../src/devices/Sample.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { matchOf, sslGuest } from "../../src/leagues/ssl/SslGuest.js";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import { SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { readPose } from "../../src/physics/Bodies.js";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { closePitches, Pitch } from "../../testing/builders/Pitch.js";
import { type Blob, type Calibration, type FoundRobot, findBlobs, findRobots } from "./BlobFinder.js";

const FROM_HERE = new URL("../../worlds/", import.meta.url);
const ROBOT = readFileSync(new URL("../robots/ssl.robot", FROM_HERE), "utf8");
/** Height of the patterns' upper face, m. */
const TOP = 0.149;

function readWorld(change: (text: string) => string = (text) => text): WorldFile {
  const readFile = (path: string) => readFileSync(new URL(path, FROM_HERE));
  const text = change(readFileSync(new URL("soccer-b.xml", FROM_HERE), "utf8"));
  return readWorldDocument(text, { kinds: builtInKinds(), file: "soccer-b.xml", readFile }).world;
}

const describeText = (text: string, name?: string) =>
  readRobotDocument(text, { kinds: builtInKinds(), ...(name ? { name } : {}) }).robot;

/** The current picture of a camera of the world. */
function look(world: World, name: string): { camera: Calibration; blobs: readonly Blob[] } {
  const file = world.file.cameras.find((one) => one.name === name)!;
  const { width, height, fovDeg } = file.settings as CameraSettings;
  const picture = world.cameras.find((one) => one.name === name)?.newestPicture;
  const camera = { pose: file.pose, width, height, fovDeg };
  return { camera, blobs: findBlobs(bytesOf(new TakenPicture(picture!, undefined)), camera) };
}

const CAMERAS = ["Camera-0", "Camera-1", "Camera-2", "Camera-3"];

describe("[F7] patterns on robots", () => {
  it("[F7] soccer-b: every robot is found by colour alone, with team, number, place and heading", async () => {
    const world = await World.create(readWorld());
    world.joinAll(world.file.robots.map(({ robot }) => robot));
    expect(compare(world, CAMERAS)).toEqual([]);
    expect(compare(world, ["Overhead"], 0.012, 0.06)).toEqual([]);
    world.dispose();
  });

  it("[F7] all 32 patterns, at any place and orientation", async () => {
    const world = await World.create(readWorld((text) => text.replaceAll(/<Robot .*\n/g, "")));
    world.joinAll(
      Array.from({ length: 32 }, (_, i) => {
        const robot = describeText(ROBOT, `${i < 16 ? "Blue" : "Yellow"}-${i % 16}`);
        const offset = [-3.9 + 1.1 * (i % 8), -2.4 + 1.55 * Math.floor(i / 8), 0] as const;
        return { ...robot, offset, orientation: fromAxisAngle([0, 0, 1], 0.61 * i) };
      }),
    );
    expect(compare(world, CAMERAS)).toEqual([]);
    world.dispose();
  });

  it("[F3] [F7] a robot added by a command has its own pattern", async () => {
    const simulation = new Simulation(await World.create(readWorld()), { guests: [sslGuest()] });
    const id = { id: 9, team: Team.BLUE };
    const teleportRobot = [{ id, x: 0, y: 1, orientation: 0, present: true }];
    matchOf(simulation)?.command(create(SimulatorCommandSchema, { control: { teleportRobot } }));
    expect(compare(simulation.world, CAMERAS)).toEqual([]);
    expect(simulation.world.has("Blue-9")).toBe(true);
    simulation.world.dispose();
  });

  it("[F7] the orange ball is not mistaken for a dot", async () => {
    const world = await World.create(readWorld());
    const { blobs } = look(world, "Overhead");
    expect(blobs.map(({ color }) => color)).toEqual(["orange"]);
    world.dispose();
  });
});

/** Lists robots that were found wrongly or not at all; m and rad. */
function compare(world: World, cameras: readonly string[], near = 0.006, turn = 0.04): readonly string[] {
  const found: FoundRobot[] = [];
  for (const name of cameras) {
    const { camera, blobs } = look(world, name);
    found.push(...findRobots(blobs, camera, TOP));
  }
  const wrong: string[] = [];
  const missed = new Set(world.robots.map((robot) => robot.name));
  for (const { team, id, x, y, orientation } of found) {
    const name = `${team === "blue" ? "Blue" : "Yellow"}-${id}`;
    if (!world.has(name)) {
      wrong.push(`${name} is nobody`);
      continue;
    }
    missed.delete(name);
    const { position, orientation: q } = readPose(world.physics, name, "Body");
    const heading = 2 * Math.atan2(q[2], q[3]) + Math.PI / 2;
    const off = Math.hypot(x - position[0], y - position[1]);
    const turned = Math.abs(Math.atan2(Math.sin(orientation - heading), Math.cos(orientation - heading)));
    if (off > near || turned > turn) wrong.push(`${name} is off by ${off} m and ${turned} rad`);
  }
  return [...wrong, ...[...missed].map((name) => `${name} was not found`)];
}

describe("[R8] TEAM and NUMBER", () => {
  const colors = (text: string, name?: string) =>
    describeText(text, name)
      .entity.bodies[0].solids.filter(({ collide }) => !collide)
      .map(({ name: solid, color }) => `${solid} ${color}`);

  it("[R8] a name such as Blue-3 gives team and number, TEAM and NUMBER override it, without either there is no pattern", () => {
    expect(colors(ROBOT)).toEqual([]);
    expect(colors(ROBOT, "Referee")).toEqual([]);
    expect(colors(ROBOT, "Blue-16")).toEqual([]);
    const blue = colors(`${ROBOT}\nTEAM = blue\nNUMBER = 3`);
    expect(blue).toHaveLength(6);
    expect(colors(ROBOT, "Blue-3")).toEqual(blue);
    expect(colors(`${ROBOT}\nTEAM = blue`, "Yellow-3")).toEqual(blue);
    expect(colors(ROBOT, "Yellow-3")).not.toEqual(blue);
    expect(colors(ROBOT.replace("NAME = Ssl", "NAME = Blue-3"))).toEqual(blue);
  });

  it.each([
    ["KIND_UNKNOWN", "TEAM = red\nNUMBER = 3", /TEAM/],
    ["VALUE_OUT_OF_RANGE", "TEAM = blue\nNUMBER = 16", /NUMBER/],
    ["VALUE_OUT_OF_RANGE", "TEAM = blue\nNUMBER = 1.5", /NUMBER/],
    ["KEY_MISSING", "TEAM = blue", /TEAM/],
    ["KEY_MISSING", "NUMBER = 3", /NUMBER/],
  ] as const)("[R7] [R8] %s: %j", (code, lines, where) => {
    const read = () => describeText(`${ROBOT}\n${lines}`);
    expect(read).toThrow(SimError);
    try {
      read();
    } catch (problem) {
      expect(problem).toMatchObject({ code, where: expect.stringMatching(where) });
    }
  });

  it("[M5] [F7] a robot with a pattern moves like one without, bit for bit", async () => {
    const hashes: string[] = [];
    for (const lines of ["", "\nTEAM = yellow\nNUMBER = 9"]) {
      const pitch = await Pitch.open(ROBOT + lines);
      pitch.drive(0.6, [1.5, 0.3, 1]);
      hashes.push(pitch.world.hash());
    }
    closePitches();
    expect(hashes[1]).toBe(hashes[0]);
  });
});
