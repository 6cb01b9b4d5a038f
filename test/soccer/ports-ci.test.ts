// Game controller and automatic referee in CI mode, with real sockets: the world goes on by their answers alone.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import {
  type AutoRefCiInput,
  AutoRefCiInputSchema,
  AutoRefCiOutputSchema,
  type CiInput,
  CiInputSchema,
  CiOutputSchema,
  GcCommand_Type,
} from "../../src/leagues/ssl/wire/SslCi_pb.js";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import { Referee_Command, Referee_Stage, RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { runLine } from "../../src/session/verbs/Verbs.js";
import { sleep, testServer } from "../server/Servers.js";
import { CiProgram } from "./CiProgram.js";
import { SyncPeer } from "./SyncPeer.js";

const MATCH = { world: "soccer-b", httpPort: false, rate: Number.POSITIVE_INFINITY } as const;
const EPOCH = 1000;
const TEAM = { name: "T", score: 0, redCards: 0, yellowCards: 0, timeouts: 4, timeoutTime: 0, goalkeeper: 0 };

/** What a game controller sends at an instant of its input. */
function refereeOf({ timestamp }: CiInput, more: { commandCounter?: number; blue?: object } = {}): Uint8Array {
  const refereeMsg = {
    packetTimestamp: timestamp / 1000n,
    stage: Referee_Stage.NORMAL_FIRST_HALF,
    command: Referee_Command.STOP,
    commandCounter: 1,
    commandTimestamp: 0n,
    yellow: TEAM,
    blue: TEAM,
    ...more,
  };
  return toBinary(CiOutputSchema, create(CiOutputSchema, { refereeMsg: create(RefereeSchema, refereeMsg) }));
}

/** A free port of the referee's group: other tests on this machine listen at the usual one. */
const REFEREE_PORT = 21_000 + (process.pid % 1000);
const ci = (controllerCi: CiProgram, autoRefereeCi?: CiProgram) => ({
  ports: 0,
  refereePort: REFEREE_PORT,
  controllerCi: controllerCi.address,
  autoRefereeCi: autoRefereeCi?.address,
});

it("[F5] the world takes one frame of the vision for each answer of the game controller, from the first frame on", async () => {
  const inputs: CiInput[] = [];
  const controller = await CiProgram.open((bytes) => {
    const input = fromBinary(CiInputSchema, bytes);
    inputs.push(input);
    // an old message before the one of this instant, and one more after it
    if (inputs.length === 3) return [refereeOf(inputs[1]), refereeOf(input), refereeOf(input, { commandCounter: 2 })];
    return inputs.length <= 5 ? [refereeOf(input)] : [];
  });
  const server = await testServer({ ...MATCH, soccer: { epochSec: EPOCH }, ssl: ci(controller) });
  await expect.poll(() => inputs.length, { timeout: 20_000 }).toBe(6);
  await sleep(50);
  // five answers, and the world stands at the sixth instant
  const startNs = BigInt(EPOCH) * 1_000_000_000n;
  expect(inputs.map(({ timestamp }) => Number(timestamp - startNs) / 1e6)).toEqual([0, 18, 34, 50, 68, 84]);
  expect(server.simulation.world.timeSec).toBeCloseTo(0.084, 9);
  expect(server.simulation.status().waitingFor).toEqual(["the game controller in CI mode"]);
  expect(inputs.map(({ geometry }) => geometry?.field?.fieldLength)).toEqual([9000, ...Array(5).fill(undefined)]);
  expect(inputs[0].trackerPacket?.trackedFrame?.robots).toHaveLength(12);
  expect(inputs[0].apiInputs.map(({ change }) => change?.change.case)).toContain("updateConfigChange");
  expect(matchOf(server.simulation)?.status()).toMatchObject({ referee: "network", command: "STOP" });
});

it("[F5] a game controller that is restarted gets the same instant again, and commands of a person", async () => {
  const inputs: CiInput[] = [];
  let answers = 2;
  const answer = (bytes: Uint8Array) => {
    inputs.push(fromBinary(CiInputSchema, bytes));
    return inputs.length <= answers ? [refereeOf(inputs.at(-1) as CiInput)] : [];
  };
  const first = await CiProgram.open(answer);
  const server = await testServer({ ...MATCH, soccer: { epochSec: EPOCH }, ssl: ci(first) });
  await expect.poll(() => inputs.length, { timeout: 20_000 }).toBe(3);
  const { port } = first.address;
  expect(runLine({ simulation: server.simulation, nowMs: 0 }, "referee kickoff blue")).toMatchObject({
    message: "sent to the game controller in CI mode",
  });
  first.close();
  await expect.poll(() => server.log.join(), { timeout: 20_000 }).toContain("no connection to");
  answers = 5;
  await CiProgram.open(answer, port);
  await expect.poll(() => inputs.length, { timeout: 20_000 }).toBe(6);
  expect(inputs[3].timestamp).toBe(inputs[2].timestamp);
  const commands = inputs[3].apiInputs.flatMap(({ change }) =>
    change?.change.case === "newCommandChange" ? [change.change.value.command] : [],
  );
  expect(commands).toMatchObject([{ type: GcCommand_Type.COMMAND_KICKOFF, forTeam: Team.BLUE }]);
});

it("[F5] an automatic referee sees detections and the last referee message; its tracker packet goes to the controller", async () => {
  const seen: AutoRefCiInput[] = [];
  const inputs: CiInput[] = [];
  const controller = await CiProgram.open((bytes) => {
    inputs.push(fromBinary(CiInputSchema, bytes));
    return inputs.length <= 4 ? [refereeOf(inputs.at(-1) as CiInput, { commandCounter: inputs.length })] : [];
  });
  const autoReferee = await CiProgram.open((bytes) => {
    const input = fromBinary(AutoRefCiInputSchema, bytes);
    seen.push(input);
    const frame = { frameNumber: seen.length, timestamp: input.detection[0].tCapture, balls: [], robots: [] };
    const trackerWrapperPacket = { uuid: "auto", sourceName: "test", trackedFrame: frame };
    return [toBinary(AutoRefCiOutputSchema, create(AutoRefCiOutputSchema, { trackerWrapperPacket }))];
  });
  await testServer({ ...MATCH, soccer: { epochSec: EPOCH }, ssl: ci(controller, autoReferee) });
  await expect.poll(() => inputs.length, { timeout: 20_000 }).toBe(5);
  expect(inputs.map(({ trackerPacket }) => trackerPacket?.uuid)).toEqual(Array(5).fill("auto"));
  expect(seen.map(({ detection }) => detection.length)).toEqual(Array(5).fill(4));
  expect(seen.map(({ refereeMessage }) => refereeMessage?.commandCounter)).toEqual([undefined, 1, 2, 3, 4]);
  expect(seen[0].geometry?.field?.fieldWidth).toBe(6000);
});

it("[F5] on request robots beyond max_allowed_bots leave, not the goalkeeper, and come back", async () => {
  let allowed = 4;
  const controller = await CiProgram.open((bytes) => {
    const input = fromBinary(CiInputSchema, bytes);
    const blue = { ...TEAM, goalkeeper: 5, maxAllowedBots: allowed };
    return [refereeOf(input, { blue })];
  });
  const soccer = { epochSec: EPOCH, enforcesRobots: true };
  const server = await testServer({ ...MATCH, soccer, ssl: ci(controller) });
  const blues = () => server.simulation.world.robots.map(({ name }) => name).filter((name) => name.startsWith("Blue"));
  await expect.poll(blues, { timeout: 20_000 }).toEqual(["Blue-0", "Blue-1", "Blue-2", "Blue-5"]);
  allowed = 6;
  await expect.poll(() => blues().length, { timeout: 20_000 }).toBe(6);
  expect(server.simulation.world.robots).toHaveLength(12);
});

it("[F5] synchronous teams get the controller's message, and the same run twice", async () => {
  const play = async () => {
    const controller = await CiProgram.open((bytes) => [refereeOf(fromBinary(CiInputSchema, bytes))]);
    const soccer = { epochSec: EPOCH, expect: ["blue"] } as const;
    const server = await testServer({ ...MATCH, soccer, ssl: ci(controller) });
    const blue = await SyncPeer.open(server.ssl?.ports.blue ?? 0);
    for (let i = 0; i < 5; i++) await blue.ask({ simStep: Math.fround(1 / 60) });
    expect(blue.answers.map(({ referee }) => referee?.command)).toEqual(Array(5).fill(Referee_Command.STOP));
    return [server.simulation.world.timeSec, server.simulation.hash(), Buffer.concat(blue.bytes).toString("hex")];
  };
  expect(await play()).toEqual(await play());
});
