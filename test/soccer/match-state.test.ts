// Console verbs in a running match (T8): reset is a fresh start, restore continues like the first time. With random realism
// effects, pending commands, specs, another field, robots added and removed, and the built-in referee in its game.

import { create, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { afterEach, expect, it } from "vitest";
import { fieldIn } from "../../src/leagues/ssl/field/SoccerFieldElement.js";
import type { MatchPacket } from "../../src/leagues/ssl/Match.js";
import { Referee } from "../../src/leagues/ssl/referee/Referee.js";
import { matchOf, sslGuest } from "../../src/leagues/ssl/SslGuest.js";
import { REALISM_PRESETS } from "../../src/leagues/ssl/vision/Realism.js";
import { RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import {
  RealismConfigErForceSchema,
  RobotControlSchema,
  type SimulatorCommand,
  SimulatorCommandSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { TrackerWrapperPacketSchema } from "../../src/leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { Simulation } from "../../src/session/Simulation.js";
import { runLine } from "../../src/session/verbs/Verbs.js";
import { World } from "../../src/world/World.js";
import { readSoccerWorld } from "../../testing/builders/SoccerMatch.js";

const open: Simulation[] = [];
afterEach(() => {
  for (const simulation of open.splice(0)) simulation.world.dispose();
});

async function start(): Promise<Simulation> {
  const file = readSoccerWorld("soccer-b");
  const robots = file.robots.filter(({ robot }) => /-[01]$/.test(robot.name));
  const referee = new Referee({ field: fieldIn(file)!, halfSec: 3 });
  const soccer = { referee, realism: REALISM_PRESETS.realistic };
  const world = await World.create({ ...file, robots });
  const simulation = new Simulation(world, { rate: Number.POSITIVE_INFINITY, guests: [sslGuest(soccer)] });
  open.push(simulation);
  return simulation;
}

const say = (simulation: Simulation, line: string) => runLine({ simulation, nowMs: 0 }, line);

function bytesOf({ channel, message }: MatchPacket): Uint8Array {
  if (channel === "vision") return toBinary(SSL_WrapperPacketSchema, message);
  return channel === "tracker" ? toBinary(TrackerWrapperPacketSchema, message) : toBinary(RefereeSchema, message);
}

/** Hashes every 100 frames, and every packet that was sent. */
function play(simulation: Simulation, frames: number): readonly unknown[] {
  const output: unknown[] = [];
  for (let i = 0; i < frames; i++) {
    if (i % 8 === 0)
      for (const team of ["blue", "yellow"] as const)
        matchOf(simulation)!.control(
          team,
          create(RobotControlSchema, {
            robotCommands: [0, 1].map((id) => ({
              id,
              moveCommand: {
                command: { case: "globalVelocity" as const, value: { x: 0.4, y: id - 0.5, angular: i % 3 } },
              },
              kickSpeed: 3,
              dribblerSpeed: 900,
            })),
          }),
        );
    simulation.run(0);
    output.push(
      ...matchOf(simulation)!
        .takePackets()
        .map((packet) => Buffer.from(bytesOf(packet)).toString("base64")),
    );
    if (i % 100 === 99) output.push(simulation.hash());
  }
  return output;
}

/** Changes everything that commands can change. */
const STIR: SimulatorCommand = create(SimulatorCommandSchema, {
  control: {
    teleportBall: { x: 0.5, y: 1, byForce: true },
    teleportRobot: [
      { id: { id: 7, team: 2 }, present: true, x: -2, y: 2, orientation: 1 },
      { id: { id: 1, team: 1 }, present: false },
    ],
  },
  config: {
    geometry: { field: { fieldLength: 8000, fieldWidth: 5000, goalWidth: 1000, goalDepth: 180, boundaryWidth: 300 } },
    robotSpecs: [{ id: { id: 0, team: 2 }, mass: 2, centerToDribbler: 0.07 }],
    realismConfig: {
      custom: [
        anyPack(
          RealismConfigErForceSchema,
          create(RealismConfigErForceSchema, {
            commandDelay: 30_000_000n,
            visionDelay: 90_000_000n,
            stddevBallP: 0.01,
          }),
        ),
      ],
    },
  },
});

it("[T8] [F5] reset of a running match after many changes is a fresh start, byte for byte", async () => {
  const simulation = await start();
  const fresh = simulation.hash();
  const first = play(simulation, 1500);
  expect(matchOf(simulation)!.command(STIR).errors).toEqual([]);
  play(simulation, 200);
  // a robot added by command stays after a reset (docs/control.md)
  say(simulation, "remove Blue-7");
  say(simulation, "reset");
  expect(simulation.hash()).toBe(fresh);
  expect(play(simulation, 1500)).toEqual(first);
});

it("[T8] [F5] a restored snapshot continues like the first time, byte for byte, whatever happened since", async () => {
  const simulation = await start();
  play(simulation, 1200);
  expect(matchOf(simulation)!.command(STIR).errors).toEqual([]);
  play(simulation, 203);
  say(simulation, "snapshot here");
  const before = simulation.hash();
  const first = play(simulation, 1100);
  say(simulation, "reset");
  play(simulation, 50);
  say(simulation, "restore here");
  expect(simulation.hash()).toBe(before);
  expect(play(simulation, 1100)).toEqual(first);
  // again, now from a state with another field
  say(simulation, "restore here");
  expect(simulation.hash()).toBe(before);
});
