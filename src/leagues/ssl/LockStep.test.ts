import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { afterEach, describe, expect, it } from "vitest";
import { boxRobot } from "../../../testing/builders/BoxRobot.js";
import { FakeClient } from "../../../testing/builders/FakeClient.js";
import { readSoccerWorld } from "../../../testing/builders/SoccerMatch.js";
import { Simulation } from "../../session/Simulation.js";
import type { SimulationOptions } from "../../session/SimulationOptions.js";
import { runLine } from "../../session/verbs/Verbs.js";
import { World } from "../../world/World.js";
import type { SyncMember, SyncSeat } from "./LockStep.js";
import { matchOf, sslGuest, sslGuestOf } from "./SslGuest.js";
import {
  RealismConfigErForceSchema,
  SimulationSyncRequestSchema,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
} from "./wire/SslSimulation_pb.js";

type Request = MessageInitShape<typeof SimulationSyncRequestSchema>;

const open: Simulation[] = [];
afterEach(() => {
  for (const simulation of open.splice(0)) simulation.world.dispose();
});

/** Two robots a side: they are quicker. */
async function start(expected: readonly SyncSeat[] = [], options: Partial<SimulationOptions> = {}) {
  const file = readSoccerWorld("soccer-b");
  const robots = file.robots.filter(({ robot }) => /-[01]$/.test(robot.name));
  const world = await World.create({ ...file, robots });
  const simulation = new Simulation(world, {
    rate: Number.POSITIVE_INFINITY,
    ...options,
    guests: [sslGuest({ expect: expected })],
  });
  open.push(simulation);
  return simulation;
}

/** A client's end of it. */
class Peer {
  readonly answers: SimulationSyncResponse[] = [];
  readonly member: SyncMember;

  constructor(simulation: Simulation, seat: SyncSeat) {
    this.member = sslGuestOf(simulation)!.lockStep.join(seat, (answer) => this.answers.push(answer));
  }

  ask(request: Request = { simStep: 0.016 }): this {
    this.member.request(create(SimulationSyncRequestSchema, request));
    return this;
  }

  get last(): SimulationSyncResponse {
    return this.answers.at(-1)!;
  }

  get codes(): readonly string[] {
    return this.last.robotControlResponse!.errors.map(({ code }) => code);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.answers.map((answer) => toBinary(SimulationSyncResponseSchema, answer)));
  }
}

/** Runs until the simulation has to wait, at max `max` frames. Returns the number of frames. */
function run(simulation: Simulation, max = 1000): number {
  const from = simulation.world.frame;
  for (let i = 0; i < max; i++) simulation.run(0);
  return simulation.world.frame - from;
}

const runCommand = (simulation: Simulation, line: string) => runLine({ simulation, nowMs: 0 }, line);
const drive = (id: number, forward: number) => ({
  robotCommands: [
    { id, moveCommand: { command: { case: "localVelocity" as const, value: { forward, left: 0, angular: 1 } } } },
  ],
});
const placeOf = (simulation: Simulation, name: string) =>
  matchOf(simulation)!
    .fieldState()
    .robots.find((robot) => robot.name === name)!;

describe("[F3] a stretch of time", () => {
  it("begins when all clients have sent a request and ends with an answer to each", async () => {
    const simulation = await start(["blue", "yellow"]);
    expect(run(simulation, 5)).toBe(0);
    expect(simulation.status().waitingFor).toEqual(["blue", "yellow"]);
    const yellow = new Peer(simulation, "yellow").ask();
    expect(run(simulation, 5)).toBe(0);
    const blue = new Peer(simulation, "blue");
    expect(run(simulation, 5)).toBe(0);
    expect(simulation.status().waitingFor).toEqual(["blue"]);
    blue.ask();
    expect(run(simulation, 20)).toBe(8);
    for (const { answers } of [blue, yellow]) {
      expect(answers).toHaveLength(1);
      expect(answers[0].detection.map(({ cameraId }) => cameraId)).toEqual([0, 1, 2, 3]);
      expect(answers[0].detection[0].tCapture).toBeCloseTo(0.016, 12);
    }
  });

  it("gives the same bytes in any order of joining and requests", async () => {
    const play = async (order: readonly SyncSeat[]) => {
      const simulation = await start(["blue", "yellow", "control"]);
      const peers = new Map(order.map((seat) => [seat, new Peer(simulation, seat)]));
      for (let round = 0; round < 5; round++) {
        for (const seat of order) {
          // one request places a robot and another drives it: the order matters
          const simulatorCommand = { control: { teleportRobot: [{ id: { id: 1, team: 2 }, x: -1, y: round / 10 }] } };
          peers.get(seat)?.ask({
            simStep: 0.016,
            ...(seat === "control" ? { simulatorCommand } : { robotControl: drive(1, 1) }),
          });
        }
        run(simulation, 20);
      }
      return [simulation.hash(), ...(["blue", "yellow", "control"] as const).map((seat) => peers.get(seat)!.bytes)];
    };
    const first = await play(["blue", "yellow", "control"]);
    expect(await play(["control", "yellow", "blue"])).toEqual(first);
  });

  it("a client that joins during a stretch takes part in the next, with all its commands", async () => {
    const simulation = await start();
    const blue = new Peer(simulation, "blue").ask({ simStep: 0.02 });
    expect(run(simulation, 4)).toBe(4);
    const yellow = new Peer(simulation, "yellow").ask({ simStep: 0.004, robotControl: drive(0, 1) });
    expect(run(simulation, 50)).toBe(6);
    expect([blue.answers.length, yellow.answers.length]).toEqual([1, 0]);
    // the first request sets the length of the next stretch
    expect(blue.ask({ simStep: 0.02 }).codes).toEqual(["SYNC_STEP_WRONG"]);
    blue.ask({ simStep: 0.004 });
    expect(run(simulation, 50)).toBe(2);
    expect(yellow.last.robotControlResponse?.feedback.map(({ id }) => id)).toEqual([0]);
    expect(placeOf(simulation, "Yellow-0").vx).toBeLessThan(-1e-4);
  });

  it("a client that leaves during a stretch is not answered, the others are", async () => {
    const simulation = await start();
    const [blue, yellow] = [new Peer(simulation, "blue").ask(), new Peer(simulation, "yellow").ask()];
    run(simulation, 3);
    yellow.member.leave();
    run(simulation, 20);
    expect([blue.answers.length, yellow.answers.length, simulation.world.frame]).toEqual([1, 0, 8]);
    // no client is left: time continues
    blue.member.leave();
    expect(run(simulation, 5)).toBe(5);
  });

  it("waits for both clients at one seat, and executes the commands of both", async () => {
    const simulation = await start();
    const [one, two] = [new Peer(simulation, "blue"), new Peer(simulation, "blue")];
    one.ask({ simStep: 0.1, robotControl: drive(0, 1) });
    expect(run(simulation, 10)).toBe(0);
    two.ask({ simStep: 0.1, robotControl: drive(1, 1) });
    run(simulation, 100);
    const answered = [one, two].map(({ last }) => last.robotControlResponse?.feedback.map(({ id }) => id));
    expect(answered).toEqual([[0], [1]]);
    for (const name of ["Blue-0", "Blue-1"]) expect(placeOf(simulation, name).vx).toBeGreaterThan(0.05);
  });
});

describe("[F3] stretches that are no multiple of the step", () => {
  it.each([
    ["1/60 s", Math.fround(1 / 60), [8, 8, 9, 8, 8, 9]],
    ["5 ms", Math.fround(0.005), [2, 3, 2, 3, 2, 3]],
    ["7.5 ms", Math.fround(0.0075), [3, 4, 4, 4, 3, 4]],
    ["16 ms", Math.fround(0.016), [8, 8, 8, 8, 8, 8]],
  ])("%s: whole steps, and the remainder is carried", async (_, simStep, frames) => {
    const simulation = await start();
    const blue = new Peer(simulation, "blue");
    const taken = frames.map(() => {
      blue.ask({ simStep });
      return run(simulation, 20);
    });
    expect(taken).toEqual(frames);
    expect(blue.codes).toEqual([]);
  });

  it("a second of 1/60 s takes a second; the remainder is state", async () => {
    const simulation = await start();
    const blue = new Peer(simulation, "blue");
    for (let i = 0; i < 60; i++) {
      blue.ask({ simStep: Math.fround(1 / 60) });
      run(simulation, 12);
    }
    expect(simulation.world.timeSec).toBe(1);
    runCommand(simulation, "reset");
    blue.ask({ simStep: Math.fround(1 / 60) });
    expect(run(simulation, 20)).toBe(8);
  });
});

describe("[F4] vision's delay", () => {
  const LATE = { simStep: 0.016, applyVisionDelay: true };
  const delay = {
    config: {
      realismConfig: {
        custom: [anyPack(RealismConfigErForceSchema, create(RealismConfigErForceSchema, { visionDelay: 35_000_000n }))],
      },
    },
  };

  it("applies to requests that ask for it: the same field, so much later", async () => {
    const simulation = await start();
    const blue = new Peer(simulation, "blue");
    const yellow = new Peer(simulation, "yellow");
    const seen = new Map<number, number>();
    for (let i = 0; i < 12; i++) {
      blue.ask({ ...LATE, simulatorCommand: delay, robotControl: drive(0, 2) });
      yellow.ask();
      run(simulation, 10);
      const now = simulation.world.timeSec;
      seen.set(
        Math.round(1000 * now),
        yellow.last.detection.flatMap((one) => one.robotsBlue).find((one) => one.robotId === 0)!.x,
      );
      if (now < 0.035) expect(blue.last.detection).toEqual([]);
      else expect(blue.last.detection[0].tCapture).toBeCloseTo(now - 0.035, 2);
    }
    expect(blue.last.detection[0].tCapture).toBeGreaterThan(simulation.world.timeSec - 0.0361);
    expect(blue.last.detection[0].tCapture).toBeLessThanOrEqual(simulation.world.timeSec - 0.035);
    const late = blue.last.detection.flatMap((one) => one.robotsBlue).find((one) => one.robotId === 0)!.x;
    expect(late).toBeLessThan(seen.get(192)! - 10);
    expect(late).toBeGreaterThan(seen.get(144)!);
  });

  it("continues after a restore as without one", async () => {
    const play = async (between: (simulation: Simulation) => void) => {
      const simulation = await start();
      const blue = new Peer(simulation, "blue");
      for (let i = 0; i < 6; i++) {
        blue.ask({ ...LATE, simulatorCommand: delay, robotControl: drive(0, 2) });
        run(simulation, 10);
        if (i === 3) between(simulation);
      }
      return [
        simulation.hash(),
        blue.last.detection.map(({ tCapture, frameNumber, robotsBlue }) => [tCapture, frameNumber, robotsBlue]),
      ];
    };
    const straight = await play(() => {});
    const restored = await play((simulation) => {
      runCommand(simulation, "snapshot");
      for (let i = 0; i < 30; i++) simulation.run(0);
      runCommand(simulation, "restore snapshot-1");
    });
    expect(restored).toEqual(straight);
  });
});

describe("[F3] errors", () => {
  it("get an answer immediately, and the same client may send another request", async () => {
    const simulation = await start();
    const blue = new Peer(simulation, "blue").ask({});
    expect(blue.codes).toEqual(["SYNC_STEP_WRONG"]);
    expect(blue.last.detection).toEqual([]);
    expect(blue.ask({ simStep: 0.001 }).codes).toEqual(["SYNC_STEP_WRONG"]);
    expect(blue.ask({ simStep: 61 }).codes).toEqual(["SYNC_STEP_WRONG"]);
    expect(blue.ask().ask().codes).toEqual(["SYNC_ASKED_TWICE"]);
    expect(blue.answers).toHaveLength(4);
    expect(run(simulation, 20)).toBe(8);
    expect(blue.codes).toEqual([]);
  });

  it("of the commands are in the answer; valid commands take effect", async () => {
    const simulation = await start();
    const control = new Peer(simulation, "control").ask({
      simStep: 0.016,
      simulatorCommand: { control: { teleportBall: { x: 1000 }, teleportRobot: [{ id: { id: 0, team: 1 }, x: 1.5 }] } },
      robotControl: drive(0, 1),
    });
    const blue = new Peer(simulation, "blue").ask({ simStep: 0.016, robotControl: drive(7, 1) });
    run(simulation, 20);
    expect(control.codes).toEqual(["VALUE_OUT_OF_RANGE", "SYNC_TEAM_UNKNOWN"]);
    expect(blue.codes).toEqual(["PLAYER_UNKNOWN"]);
    expect(placeOf(simulation, "Yellow-0").x).toBeCloseTo(1.5, 2);
  });
});

describe("[F3] geometry", () => {
  it("is sent first, after a change, and after a reset or a restore", async () => {
    const simulation = await start();
    const blue = new Peer(simulation, "blue");
    const lengths: (number | undefined)[] = [];
    const go = (request: Request = { simStep: 0.002 }): void => {
      blue.ask(request);
      run(simulation, 5);
      lengths.push(blue.last.geometry?.field?.fieldLength);
    };
    const field = { fieldLength: 8000, fieldWidth: 6000, goalWidth: 1000, goalDepth: 180, boundaryWidth: 300 };
    go();
    go();
    runCommand(simulation, "snapshot");
    go({ simStep: 0.002, simulatorCommand: { config: { geometry: { field } } } });
    go();
    runCommand(simulation, "restore snapshot-1");
    go();
    runCommand(simulation, "reset");
    go();
    go();
    expect(lengths).toEqual([9000, undefined, 8000, undefined, 9000, 9000, undefined]);
  });
});

describe("[F3] [T8] a reset", () => {
  it("is reported to waiting clients with the present detections, and the game starts again", async () => {
    const simulation = await start();
    const [blue, yellow] = [new Peer(simulation, "blue"), new Peer(simulation, "yellow")];
    const play = (): readonly Buffer[] => {
      for (const peer of [blue, yellow]) peer.answers.length = 0;
      for (let round = 0; round < 4; round++) {
        for (const peer of [blue, yellow]) peer.ask({ simStep: 0.02, robotControl: drive(round % 2, 1) });
        run(simulation, 20);
      }
      return [blue.bytes, yellow.bytes];
    };
    const first = play();
    // one waits for the other
    blue.ask({ simStep: 0.02, robotControl: drive(0, 3) });
    runCommand(simulation, "reset");
    expect([blue.codes, yellow.answers.length]).toEqual([["SYNC_RESTARTED"], 4]);
    expect(blue.last.detection[0].tCapture).toBe(0);
    // in the middle of a stretch, with its own errors
    for (const peer of [blue, yellow]) peer.ask({ simStep: 0.02, robotControl: drive(9, 1) });
    run(simulation, 3);
    runCommand(simulation, "reset");
    expect(blue.codes).toEqual(["PLAYER_UNKNOWN", "SYNC_RESTARTED"]);
    runCommand(simulation, "reset");
    expect(play()).toEqual(first);
  });
});

describe("[F3] [T7] robots that clients drive", () => {
  it("join while the simulation waits for synchronous clients, and are in the first frame", async () => {
    const simulation = await start(["blue"]);
    const client = FakeClient.connect(simulation, boxRobot({ name: "Blue-7", at: "-2 1.5 0.11" }));
    simulation.run(0);
    expect(client.hello?.name).toBe("Blue-7");
    // another one, in the same frame
    client.answer();
    const other = FakeClient.connect(simulation, boxRobot({ name: "Blue-8", at: "-3 1.5 0.11" }));
    simulation.run(0);
    expect(other.hello?.name).toBe("Blue-8");
    const blue = new Peer(simulation, "blue").ask({ simStep: 0.002 });
    // first it owes an answer, then no client does
    expect(run(simulation, 5)).toBe(0);
    other.answer();
    expect(run(simulation, 5)).toBe(1);
    const seen = blue.last.detection.flatMap(({ robotsBlue }) => robotsBlue.map(({ robotId }) => robotId));
    expect(new Set(seen)).toEqual(new Set([0, 1, 7, 8]));
  });
});
