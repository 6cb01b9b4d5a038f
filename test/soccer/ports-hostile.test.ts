// Invalid input at the league's ports: it is answered, changes nothing in the world, and uses no lasting memory.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { grSim_PacketSchema } from "../../src/leagues/ssl/wire/GrSim_pb.js";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import {
  RobotControlResponseSchema,
  RobotControlSchema,
  SimulatorCommandSchema,
  SimulatorResponseSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { TurnBudget } from "../../src/server/leagues/ssl/TurnBudget.js";
import { expectNoEffect, quietHash, STEP_SEC, stillWorld } from "./StillWorld.js";
import { UdpPeer } from "./UdpPeer.js";

const velocity = (forward: number) => ({
  command: { case: "localVelocity" as const, value: { forward, left: 0, angular: 0 } },
});

describe("invalid input", () => {
  it("[F3] wrong commands are answered with a code and do not change the world", async () => {
    const { server, addresses, clock } = await stillWorld();
    const peer = await UdpPeer.open();
    const control = async (
      ...robotCommands: NonNullable<Parameters<typeof create<typeof RobotControlSchema>>[1]>["robotCommands"] & object[]
    ) => {
      const bytes = toBinary(RobotControlSchema, create(RobotControlSchema, { robotCommands }));
      const answer = fromBinary(RobotControlResponseSchema, await peer.ask(bytes, addresses.ports.blue));
      return answer.errors.map(({ code }) => code);
    };
    const command = async (init: Parameters<typeof create<typeof SimulatorCommandSchema>>[1]) => {
      const bytes = toBinary(SimulatorCommandSchema, create(SimulatorCommandSchema, init));
      const answer = fromBinary(SimulatorResponseSchema, await peer.ask(bytes, addresses.ports.control));
      return answer.errors.map(({ code }) => code);
    };
    for (let i = 0; i < 10; i++) {
      expect(await control({ id: 0, moveCommand: velocity(Number.NaN) })).toHaveLength(1);
      expect(await control({ id: 0, moveCommand: velocity(Number.POSITIVE_INFINITY) })).toHaveLength(1);
      expect(await control({ id: 0, kickSpeed: Number.NaN })).toHaveLength(1);
      expect(await control({ id: 15, moveCommand: velocity(1) })).toHaveLength(1);
      expect(await control({ id: 4_000_000_000 }, { id: 16 })).toHaveLength(2);
      expect(await command({ control: { teleportBall: { x: Number.NaN, y: 0 } } })).toHaveLength(1);
      expect(await command({ control: { teleportBall: { x: 1e30 } } })).toHaveLength(1);
      expect(await command({ control: { simulationSpeed: Number.NaN } })).toHaveLength(1);
      expect(await command({ control: { teleportRobot: [{ id: { id: 1, team: Team.UNKNOWN }, x: 1 }] } })).toHaveLength(
        1,
      );
      expect(
        await command({ control: { teleportRobot: [{ id: { id: 77, team: Team.BLUE }, x: 1, y: 1 }] } }),
      ).toHaveLength(1);
      expect(await command({ config: { visionPort: 70_000 } })).toHaveLength(1);
      await clock.ask({ simStep: STEP_SEC });
    }
    expect(server.simulation.hash()).toBe(await quietHash(10));
  });

  // ports-hostile.long.test.ts: 10,000
  it("[F3] 2,000 random datagrams per port: nothing moved, no memory kept", () => expectNoEffect(80));

  it("[F3] invalid legacy commands move no robot", async () => {
    const { server, addresses, clock } = await stillWorld();
    const peer = await UdpPeer.open();
    const robot = {
      kickspeedx: 0,
      kickspeedz: 0,
      veltangent: Number.NaN,
      velnormal: 0,
      velangular: 0,
      spinner: false,
      wheelsspeed: false,
    };
    const packet = create(grSim_PacketSchema, {
      commands: {
        timestamp: 0,
        isteamyellow: false,
        robotCommands: [
          { id: 0, ...robot },
          { id: 99, ...robot, veltangent: 1 },
        ],
      },
    });
    await peer.send(toBinary(grSim_PacketSchema, packet), addresses.legacy ?? 0);
    // a later datagram is answered, so the earlier one has been read
    await peer.ask(new Uint8Array(0), addresses.ports.control);
    for (let i = 0; i < 10; i++) await clock.ask({ simStep: STEP_SEC });
    expect(server.simulation.hash()).toBe(await quietHash(10));
  });
});

describe("work per turn of the event loop", () => {
  const busy = (ms: number): void => {
    const endMs = performance.now() + ms;
    while (performance.now() < endMs);
  };

  it("[W8] is limited: excess datagrams wait for the next turn, in order; above 256 they are dropped", async () => {
    const turn = new TurnBudget(1);
    const done: number[] = [];
    for (let i = 0; i < 300; i++)
      turn.run(() => {
        done.push(i);
        busy(1.5);
      });
    expect(done).toEqual([0]);
    // 256 wait
    expect(turn.dropped).toBe(300 - 1 - 256);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual([0, 1]);
    while (done.length < 257) await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(Array.from({ length: 257 }, (_, i) => i));
    // the budget is as at the start
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    turn.run(() => done.push(-1));
    expect(done.at(-1)).toBe(-1);
  });
});
