// A soccer match with everything that the league's clients may send is recorded in memory and played back, also from its snapshots.

import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { LEAGUE_VERBS } from "../../src/leagues/Leagues.js";
import { fieldIn } from "../../src/leagues/ssl/field/SoccerFieldElement.js";
import { Referee } from "../../src/leagues/ssl/referee/Referee.js";
import { sslGuest, sslGuestOf } from "../../src/leagues/ssl/SslGuest.js";
import { REALISM_PRESETS } from "../../src/leagues/ssl/vision/Realism.js";
import { grSim_PacketSchema } from "../../src/leagues/ssl/wire/GrSim_pb.js";
import { RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import {
  RobotControlSchema,
  SimulationSyncRequestSchema,
  SimulatorCommandSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { Playback } from "../../src/record/journal/Playback.js";
import { Simulation } from "../../src/session/Simulation.js";
import { runLine } from "../../src/session/verbs/Verbs.js";
import { World } from "../../src/world/World.js";
import { MemoryRecord } from "../../testing/builders/MemoryRecord.js";
import { readSoccerWorld } from "../../testing/builders/SoccerMatch.js";

const file = readSoccerWorld("soccer-b");
/** Two robots a side: they are quicker. */
const small = { ...file, robots: file.robots.filter(({ robot }) => /-[01]$/.test(robot.name)) };

const guests = (hasReferee: boolean) => [
  sslGuest({
    referee: hasReferee ? new Referee({ field: fieldIn(small)! }) : undefined,
    realism: REALISM_PRESETS.realistic,
    epochSec: 1000,
  }),
];

async function begin(hasReferee: boolean) {
  const simulation = new Simulation(await World.create(small), {
    rate: Number.POSITIVE_INFINITY,
    guests: guests(hasReferee),
    verbs: LEAGUE_VERBS,
  });
  const record = MemoryRecord.of(simulation, { snapshotSec: 0.11 });
  const guest = sslGuestOf(simulation)!;
  return { simulation, record, guest, match: guest.match };
}

async function prove(record: MemoryRecord, hasReferee: boolean): Promise<void> {
  const journal = record.file;
  const { snapshots } = journal;
  for (const from of [0, snapshots.at(-1)!.number]) {
    const playback = await Playback.create(journal, { guests: guests(hasReferee), verbs: LEAGUE_VERBS, from });
    const different = [];
    for (let frame = playback.next(); frame; frame = playback.next()) if (!frame.isEqual) different.push(frame.number);
    playback.dispose();
    expect([from, different]).toEqual([from, []]);
  }
}

const drive = (id: number, forward: number, kickSpeed = 0) => ({
  robotCommands: [
    {
      id,
      kickSpeed,
      moveCommand: { command: { case: "localVelocity" as const, value: { forward, left: 0, angular: 1 } } },
    },
  ],
});

test("[X3] [F3] datagrams: robots, simulator, grSim, a game controller; with noise and losses", async () => {
  const { simulation, record, match } = await begin(false);
  for (let i = 0; i < 160; i++) {
    if (i % 4 === 0)
      match.control("blue", create(RobotControlSchema, drive(0, Math.fround(Math.sin(i / 9)), i === 100 ? 4 : 0)));
    if (i % 9 === 5) match.control("yellow", create(RobotControlSchema, drive(i % 3, 1)));
    if (i === 40)
      match.command(
        create(SimulatorCommandSchema, {
          control: { teleportBall: { x: 0.5, y: 0.25, z: 0, vx: 1, vy: 0.5, vz: 0 } },
          config: { realismConfig: undefined },
        }),
      );
    if (i === 90)
      match.legacy(
        create(grSim_PacketSchema, {
          commands: {
            timestamp: 0,
            isteamyellow: true,
            robotCommands: [
              {
                id: 1,
                kickspeedx: 0,
                kickspeedz: 0,
                veltangent: 1,
                velnormal: 0,
                velangular: 0,
                spinner: true,
                wheelsspeed: false,
              },
            ],
          },
          replacement: { robots: [{ x: 1, y: 1, dir: 0.5, id: 0, yellowteam: false, turnon: false }] },
        }),
      );
    if (i === 130) match.referee(create(RefereeSchema, refereeOf(i)));
    if (i === 140) runLine({ simulation, nowMs: 0 }, "reset");
    simulation.run(0);
  }
  expect(record.file.frames.length).toBe(160);
  await prove(record, false);
});

test("[X3] [F3] [F5] synchronous clients and the built-in referee; one joins late, one leaves", async () => {
  const { simulation, record, guest } = await begin(true);
  const ask = (member: { request(request: object): void }, rest: object = {}) =>
    member.request(create(SimulationSyncRequestSchema, { simStep: 0.016, ...rest }) as never);
  const blue = guest.lockStep.join("blue", () => {});
  const run = () => {
    for (let i = 0; i < 12; i++) simulation.run(0);
  };
  for (let i = 0; i < 10; i++) {
    ask(blue, { robotControl: drive(i % 2, 1) });
    run();
  }
  const control = guest.lockStep.join("control", () => {});
  runLine({ simulation, nowMs: 0 }, "referee start");
  for (let i = 0; i < 10; i++) {
    ask(control, i === 3 ? { simulatorCommand: { control: { teleportBall: { x: 0, y: 0, vx: 2, vy: 0 } } } } : {});
    ask(blue, { robotControl: drive(0, -1, 3) });
    run();
  }
  control.leave();
  ask(blue);
  run();
  expect(record.file.frames.length).toBe(168);
  await prove(record, true);
});

function refereeOf(counter: number) {
  return {
    packetTimestamp: BigInt(counter),
    stage: 1,
    command: 1,
    commandCounter: counter,
    commandTimestamp: BigInt(counter),
    yellow: team("Y"),
    blue: team("B"),
  };
}

const team = (name: string) => ({
  name,
  score: 1,
  redCards: 0,
  yellowCards: 0,
  timeouts: 4,
  timeoutTime: 300,
  goalkeeper: 0,
});
