// The league's command ports with real sockets: answers, refusals, and ports that are in use.

import { createSocket } from "node:dgram";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import {
  RobotControlResponseSchema,
  RobotControlSchema,
  RobotSpecsSchema,
  SimulatorCommandSchema,
  SimulatorConfigSchema,
  SimulatorResponseSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { startServer } from "../../src/server/Server.js";
import { testServer } from "../server/Servers.js";
import { freePort, freePortRun, UdpPeer } from "./UdpPeer.js";

const WORLD = { world: "soccer-b", httpPort: false, rate: 1 } as const;

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const commandCodes = (bytes: Uint8Array) => fromBinary(SimulatorResponseSchema, bytes).errors.map(({ code }) => code);
const controlCodes = (bytes: Uint8Array) =>
  fromBinary(RobotControlResponseSchema, bytes).errors.map(({ code }) => code);

describe("command ports", () => {
  it("[F3] answers every datagram; the answer to an empty command is an empty datagram", async () => {
    const { ssl } = await testServer(WORLD);
    const peer = await UdpPeer.open();
    const { ports } = ssl as NonNullable<typeof ssl>;
    expect((await peer.ask(new Uint8Array(0), ports.control)).length).toBe(0);
    expect(peer.received[0].from.port).toBe(ports.control);
    for (const team of ["blue", "yellow"] as const)
      expect(controlCodes(await peer.ask(new Uint8Array(0), ports[team]))).toEqual([]);
  });

  it("[F3] answers an unreadable message with UNREADABLE and the reason", async () => {
    const { ssl } = await testServer(WORLD);
    const { ports } = ssl as NonNullable<typeof ssl>;
    const peer = await UdpPeer.open();
    // truncated; a group that is never closed; a robot command without its id; text
    for (const bytes of [
      fromHex("0a2408"),
      fromHex("0b0b0b0b"),
      fromHex("0a051d00008040"),
      Buffer.from("GET / HTTP/1.1"),
    ]) {
      expect(controlCodes(await peer.ask(bytes, ports.blue))).toEqual(["UNREADABLE"]);
      expect(controlCodes(await peer.ask(bytes, ports.yellow))).toEqual(["UNREADABLE"]);
    }
    expect(commandCodes(await peer.ask(fromHex("0a2a0a"), ports.control))).toEqual(["UNREADABLE"]);
    const answer = await peer.ask(fromHex("0a051d00008040"), ports.blue);
    expect(fromBinary(RobotControlResponseSchema, answer).errors[0].message).toMatch(
      /RobotControl without robot_commands\.id/,
    );
    const wordsOf = async (hex: string): Promise<string> =>
      fromBinary(RobotControlResponseSchema, await peer.ask(fromHex(hex), ports.blue)).errors[0].message;
    // a plain sentence, not the decoder's message
    expect(await wordsOf("0a2408")).toMatch(/^a message .* at RobotControl: found bytes that end too early, /);
    expect(await wordsOf("0b0b0b0b")).toMatch(/^a message .* at RobotControl: found bytes that /);
    expect(await wordsOf("0f")).toMatch(/^a message .* at RobotControl: found bytes that are no such message, /);
    const huge = await peer.ask(new Uint8Array(60_000), ports.control);
    expect(fromBinary(SimulatorResponseSchema, huge).errors[0].message).toMatch(/60000 bytes/);
  });

  it("[F3] takes the specs of 16 robots in one datagram", async () => {
    const { ssl } = await testServer(WORLD);
    const peer = await UdpPeer.open();
    const limits = {
      accSpeedupAbsoluteMax: 3,
      accSpeedupAngularMax: 30,
      accBrakeAbsoluteMax: 4,
      accBrakeAngularMax: 40,
    };
    const robotSpecs = Array.from({ length: 16 }, (_, id) =>
      create(RobotSpecsSchema, {
        id: { id, team: 2 },
        radius: 0.09,
        height: 0.14,
        mass: 2.5,
        maxLinearKickSpeed: 6,
        maxChipKickSpeed: 6,
        centerToDribbler: 0.075,
        limits: { ...limits, velAbsoluteMax: 3, velAngularMax: 20 },
        wheelAngles: { frontRight: 1, backRight: 2.4, backLeft: 3.9, frontLeft: 5.2 },
        custom: [{ typeUrl: "type.googleapis.com/sslsim.RobotSpecErForce", value: fromHex("0d0ad7933d1d0ad7833d") }],
      }),
    );
    const command = create(SimulatorCommandSchema, { config: create(SimulatorConfigSchema, { robotSpecs }) });
    const bytes = toBinary(SimulatorCommandSchema, command);
    expect(bytes.length).toBeGreaterThan(2000);
    expect(commandCodes(await peer.ask(bytes, ssl?.ports.control ?? 0))).toEqual([]);
  });

  it("[F3] reports at most as many errors as fit into an answer", async () => {
    const { ssl } = await testServer(WORLD);
    const peer = await UdpPeer.open();
    const robotCommands = Array.from({ length: 1500 }, (_, i) => ({ id: 1000 + i }));
    const bytes = toBinary(RobotControlSchema, create(RobotControlSchema, { robotCommands }));
    const answer = fromBinary(RobotControlResponseSchema, await peer.ask(bytes, ssl?.ports.blue ?? 0));
    expect(answer.errors.length).toBe(32);
    expect(answer.errors[31].message).toMatch(/And 1468 more/);
  });

  it("[F3] takes a team's commands from one address only in a tournament", async () => {
    const { ssl } = await testServer({ ...WORLD, ssl: { ports: 0, tournament: true } });
    const { ports } = ssl as NonNullable<typeof ssl>;
    const first = await UdpPeer.open("127.0.0.1");
    const second = await UdpPeer.open("127.0.0.2");
    expect(controlCodes(await first.ask(new Uint8Array(0), ports.blue))).toEqual([]);
    expect(controlCodes(await second.ask(new Uint8Array(0), ports.blue))).toEqual(["SENDER_REFUSED"]);
    // the other team has another address
    expect(controlCodes(await second.ask(new Uint8Array(0), ports.yellow))).toEqual([]);
    expect(controlCodes(await first.ask(new Uint8Array(0), ports.yellow))).toEqual(["SENDER_REFUSED"]);
  });
});

describe("ports", () => {
  it("[F3] are open only for worlds with a soccer field, and not if switched off", async () => {
    expect((await testServer({ world: "flat", httpPort: false })).ssl).toBeUndefined();
    expect((await testServer({ ...WORLD, ssl: false })).ssl).toBeUndefined();
  });

  it("[F3] are opened at consecutive numbers from the given one", async () => {
    const base = await freePortRun();
    const { ssl } = await testServer({ ...WORLD, ssl: { ports: base, legacyPort: 0 } });
    expect(ssl?.ports).toEqual({ control: base, blue: base + 1, yellow: base + 2 });
  });

  it("[F3] a port in use is reported by number and flag, and no port stays open", async () => {
    const base = await freePortRun();
    const taken = createSocket("udp4");
    await new Promise<void>((resolve) => taken.bind(base + 1, "127.0.0.1", resolve));
    const options = { ...WORLD, port: 0, ssl: { ports: base, legacyPort: 0 } };
    try {
      await expect(startServer(options)).rejects.toThrow(
        new RegExp(
          `PORT_UNAVAILABLE.*127\\.0\\.0\\.1:${base + 1}.*another program.*--ssl-ports ${base + 10}.*--vision-address`,
        ),
      );
    } finally {
      await new Promise<void>((resolve) => taken.close(() => resolve()));
    }
    // the ports opened before it are closed
    await (await startServer(options)).stop();
  });

  it("[F3] vision and tracker packets cannot have the same address", async () => {
    await expect(testServer({ ...WORLD, ssl: { ports: 0, visionPort: 10010 } })).rejects.toThrow(
      /VALUE_OUT_OF_RANGE.*--vision-port: found 10010, allowed: another port than the tracker's/,
    );
    const trackerPort = await freePort();
    const { ssl, simulation } = await testServer({ ...WORLD, ssl: { ports: 0, trackerPort } });
    const peer = await UdpPeer.open();
    const words = async (visionPort: number): Promise<string | undefined> => {
      const command = create(SimulatorCommandSchema, { config: { visionPort } });
      const answer = await peer.ask(toBinary(SimulatorCommandSchema, command), ssl?.ports.control ?? 0);
      return fromBinary(SimulatorResponseSchema, answer).errors[0]?.message;
    };
    expect(await words(trackerPort)).toContain(`config/vision_port: found ${trackerPort}, allowed: another port`);
    expect(await words(70_000)).toContain("config/vision_port: found 70000, allowed: 1 to 65535. ");
    expect(matchOf(simulation)?.visionPort).toBeUndefined();
  });

  it("[F3] logs that grSim's port would be above 65535", async () => {
    const base = 62_000 + ((await freePort()) % 1000);
    const { ssl, log } = await testServer({ ...WORLD, ssl: { ports: base, visionPort: await freePort() } });
    expect(ssl?.legacy).toBeUndefined();
    expect(log).toEqual([
      `no port for grSim's commands: ${base} + 9711 is above 65535; use --ssl-ports up to 55824 for one`,
    ]);
  });

  it("[F3] refuses an unknown interface and lists the existing ones", async () => {
    await expect(testServer({ ...WORLD, ssl: { ports: 0, interface: "nowhere0" } })).rejects.toThrow(
      /INTERFACE_UNKNOWN.*nowhere0.*127\.0\.0\.1/,
    );
    await expect(testServer({ ...WORLD, ssl: { ports: 0, visionAddress: "10.0.0.1" } })).rejects.toThrow(
      /VALUE_OUT_OF_RANGE.*--vision-address/,
    );
  });
});
