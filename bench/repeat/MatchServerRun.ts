// The match of MatchScript.ts through a server (M5, F3): both teams over TCP, commands to the simulator over UDP, vision, tracker
// and referee packets received by multicast. Teams and packets must give the same bytes as MatchRun.ts.

import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { robotCommandInit } from "../../src/client/ssl/SoccerClient.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { frameMessage, MessageSplitter } from "../../src/leagues/ssl/commands/SyncFraming.js";
import { TEAMS, type TeamColor } from "../../src/leagues/ssl/Team.js";
import {
  SimulationSyncRequestSchema,
  SimulationSyncResponseSchema,
  SimulatorCommandSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import type { SSL_GeometryData } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { startServer } from "../../src/server/Server.js";
import { readWorld } from "../../src/server/WorldSource.js";
import type { Order } from "../../teams/ssl/BallSkill.js";
import type { Brain } from "../../teams/ssl/Brain.js";
import { commandOf, teamInput } from "../../teams/ssl/ProtocolAdapter.js";
import { COMMANDS, LINES, MATCH, MatchNotes, type MatchResult, matchBrain, plays, ROUNDS } from "./MatchScript.js";

const CHANNELS = ["vision", "tracker", "referee"] as const;
const MAX_ANSWER_BYTES = 1 << 22;
/** Packets that were sent before this time have arrived. */
const QUIET_MS = 100;

export async function runMatchServer(): Promise<MatchResult> {
  const notes = new MatchNotes();
  const listeners = await Promise.all(CHANNELS.map(() => boundSocket()));
  const control = await boundSocket();
  const server = await startMatch(listeners.map(portOf));
  const { ports, visionAddress, interface: through } = server.ssl as NonNullable<typeof server.ssl>;
  for (const [i, socket] of listeners.entries()) {
    socket.addMembership(CHANNELS[i] === "referee" ? REFEREE_GROUP : visionAddress, through);
    socket.on("message", (bytes) => notes.addBytes(CHANNELS[i], bytes));
  }
  const teams: TeamOverTcp[] = [];
  for (const team of TEAMS) teams.push(await TeamOverTcp.connect(team, ports[team], notes));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (LINES[round]) await server.control.performLine(LINES[round]);
      const command = COMMANDS[round];
      if (command)
        notes.addBytes("control", await ask(control, toBinary(SimulatorCommandSchema, command), ports.control));
      await Promise.all(teams.map((team) => team.step()));
      notes.addRound(round, () => server.simulation.hash());
    }
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    return notes.result(server.simulation.hash());
  } finally {
    for (const team of teams) team.close();
    for (const socket of [...listeners, control]) socket.close();
    await server.stop();
  }
}

const REFEREE_GROUP = "224.5.23.1";

function startMatch([visionPort, trackerPort, refereePort]: readonly number[]) {
  const devices = builtInKinds();
  const { file } = readWorld(MATCH.world, { devices, lenient: false });
  return startServer({
    world: { ...file, robots: file.robots.filter(plays) },
    port: 0,
    httpPort: false,
    devices,
    seed: MATCH.seed,
    rate: Number.POSITIVE_INFINITY,
    ssl: { ports: 0, visionPort, trackerPort, refereePort },
    soccer: { epochSec: 0, realism: MATCH.realism, referee: "built-in", halfSec: MATCH.halfSec, expect: TEAMS },
  });
}

async function boundSocket(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0);
  await once(socket, "listening");
  socket.setRecvBufferSize(1 << 20);
  return socket;
}

const portOf = (socket: Socket): number => (socket.address() as AddressInfo).port;

async function ask(socket: Socket, bytes: Uint8Array, port: number): Promise<Uint8Array> {
  socket.send(bytes, port, "127.0.0.1");
  const [answer] = await once(socket, "message");
  return answer;
}

/** One shipped team behind a TCP connection. */
class TeamOverTcp {
  readonly #brain: Brain;
  readonly #socket: ReturnType<typeof connect>;
  #answered = (): void => {};
  #orders: readonly Order[] = [];
  #geometry: SSL_GeometryData | undefined;

  static async connect(team: TeamColor, port: number, notes: MatchNotes): Promise<TeamOverTcp> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new TeamOverTcp(team, socket, notes);
  }

  private constructor(team: TeamColor, socket: ReturnType<typeof connect>, notes: MatchNotes) {
    this.#socket = socket;
    this.#brain = matchBrain(team);
    const splitter = new MessageSplitter(MAX_ANSWER_BYTES);
    socket.on("data", (bytes) =>
      splitter.push(bytes, (message) => {
        notes.addAnswer(team, message);
        this.#hear(message);
      }),
    );
  }

  /** Sends the team's commands and waits for the answer. */
  step(): Promise<void> {
    const robotCommands = this.#orders.map((order) => robotCommandInit(commandOf(order)));
    const request = create(SimulationSyncRequestSchema, { simStep: MATCH.stepSec, robotControl: { robotCommands } });
    this.#socket.write(frameMessage(toBinary(SimulationSyncRequestSchema, request)));
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  #hear(message: Uint8Array): void {
    const { detection, robotControlResponse, referee, geometry } = fromBinary(SimulationSyncResponseSchema, message);
    this.#geometry = geometry ?? this.#geometry;
    const { feedback = [], errors = [] } = robotControlResponse ?? {};
    this.#orders = this.#brain.think(
      teamInput({ detections: detection, feedback, errors, referee, geometry: this.#geometry }),
    );
    this.#answered();
  }

  close(): void {
    this.#socket.destroy();
  }
}
