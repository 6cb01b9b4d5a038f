// Stop signals while the server is busy: every signal under every load must end the process with 0 within the promised time, and
// its ports must be free.

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { RandomStream } from "../../src/math/RandomStream.js";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { VIEW_VERSION } from "../../src/session/view/ViewProtocol.js";
import { costlyDocument } from "../../testing/attack/CostlyDocument.js";
import { costlyMesh } from "../../testing/attack/CostlyMesh.js";
import { costlyPictures } from "../../testing/attack/CostlyPictures.js";
import { ServerProcess } from "../../testing/programs/ServerProcess.js";
import { upgrade } from "./Attacks.js";
import { cube } from "./HonestRobots.js";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const MAX_STOP_MS = 3000;
const SIM_END = encodeMessage("SimEnd");
const HTTP_PATHS = ["/view", "/client", "/api"];

interface Load {
  readonly args: readonly string[];
  readonly begin: (server: ServerProcess) => Promise<void>;
  /** Time from the load's beginning to the signal, ms. */
  readonly waitMs: number;
}

async function open(port: number, first: string | Uint8Array = ""): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(first);
  return socket;
}

/** A robot that answers every frame. */
async function join(server: ServerProcess, document: string): Promise<void> {
  const socket = await open(server.tcpPort, `${document}%%`);
  socket.on("data", (bytes) => {
    if (bytes.includes("FrameEnd")) socket.write(SIM_END);
  });
}

/** A masked text frame of a short message. */
function frame(text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);
}

function meshRobot(i: number): string {
  const { vertices, triangles } = costlyMesh(16_000, 1);
  const mesh = `<Mesh name="m"><Mass>1</Mass><Vertices>${vertices.join(" ")}</Vertices><Triangles>${triangles.join(" ")}</Triangles></Mesh>`;
  return cube(`Mesh${i}`, `${10 * i} 20 0`).replace("</RigidBodies>", `<Body name="M">${mesh}</Body></RigidBodies>`);
}

function largeRobot(i: number): string {
  const solids = Array.from(
    { length: 900 },
    (_, s) =>
      `<Sphere name="s${s}"><Mass>1</Mass><Radius>0.04</Radius><Position>${0.1 * (s % 30)} ${0.1 * Math.floor(s / 30)} 2</Position></Sphere>`,
  );
  return cube(`Large${i}`, `${10 * i} 20 0`).replace(
    "</RigidBodies>",
    `<Body name="S">${solids.join("")}</Body></RigidBodies>`,
  );
}

const many = async (count: number, deed: (i: number) => Promise<unknown>): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, i) => deed(i)));
};
const host = ({ httpPort }: ServerProcess): string => `Host: 127.0.0.1:${httpPort}\r\n\r\n`;
const leaguePorts = ({ out }: ServerProcess): readonly number[] =>
  (/simulator (\d+), blue (\d+), yellow (\d+)/.exec(out) ?? []).slice(1).map(Number);

const FLAT = ["flat", "--rate", "max"];
const SOCCER = ["soccer-b", "--rate", "max", "--ssl-ports", "0"];

const LOADS: Readonly<Record<string, Load>> = {
  "half-done upgrades": {
    args: FLAT,
    waitMs: 100,
    begin: (server) => many(9, (i) => open(server.httpPort, upgrade(HTTP_PATHS[i % 3], server.httpPort).slice(0, -2))),
  },
  "camera pages in flight": {
    args: ["segway-yard", "--rate", "max"],
    waitMs: 20,
    begin: (server) =>
      many(20, (i) =>
        open(server.httpPort, `GET /camera/Overhead.${i % 2 ? "png" : "mjpeg"} HTTP/1.1\r\n${host(server)}`),
      ),
  },
  "documents being read": { args: FLAT, waitMs: 150, begin: (server) => many(6, (i) => join(server, meshRobot(i))) },
  "models being compiled": { args: FLAT, waitMs: 900, begin: (server) => many(6, (i) => join(server, largeRobot(i))) },
  "costly documents": {
    args: FLAT,
    waitMs: 1500,
    begin: (server) => many(12, (i) => join(server, costlyDocument(100 + i, `${2000 * i} 2000 0`).text)),
  },
  "large cameras": {
    args: FLAT,
    waitMs: 1500,
    begin: (server) => many(4, (i) => join(server, costlyPictures(new RandomStream(i), `Eye${i}`, `${5 * i} 20 0`))),
  },
  "datagrams without end": {
    args: SOCCER,
    waitMs: 500,
    begin: async (server) => {
      const socket = createSocket("udp4");
      const ports = leaguePorts(server);
      const timer = setInterval(() => {
        for (let i = 0; i < 200; i++) socket.send(Uint8Array.of(255, i, 3), ports[i % 3], "127.0.0.1", () => {});
      }, 1);
      server.child.once("close", () => {
        clearInterval(timer);
        socket.close();
      });
    },
  },
  "requests without end": {
    args: FLAT,
    waitMs: 500,
    begin: (server) =>
      many(10, async () => {
        const socket = await open(server.httpPort, upgrade("/api", server.httpPort));
        socket.resume().write(Buffer.concat(Array.from({ length: 50_000 }, () => frame("x"))));
      }),
  },
  "viewers that do not read": {
    args: SOCCER,
    waitMs: 500,
    begin: (server) =>
      many(40, async () => {
        const socket = await open(server.httpPort, upgrade("/view", server.httpPort));
        socket.pause().write(frame(JSON.stringify({ type: "hello", version: VIEW_VERSION })));
      }),
  },
  "robots that do not read": {
    args: FLAT,
    waitMs: 500,
    begin: (server) =>
      many(8, async (i) => (await open(server.tcpPort, `${cube(`Deaf${i}`, `${2 * i} 20 0`)}%%`)).pause()),
  },
  "silent teams": {
    args: SOCCER,
    waitMs: 200,
    begin: (server) => many(3, (i) => open(leaguePorts(server)[i])),
  },
};

export interface SignalRow {
  readonly load: string;
  /** Time to the end for each signal, ms. */
  readonly ms: readonly number[];
  readonly problems: readonly string[];
}

export const SIGNAL_COLUMNS: readonly string[] = ["load", ...SIGNALS.map((signal) => `${signal} ms`), "verdict"];

export async function* runSignals(): AsyncGenerator<SignalRow> {
  for (const [load, { args, begin, waitMs }] of Object.entries(LOADS)) {
    const ms: number[] = [];
    const problems: string[] = [];
    for (const signal of SIGNALS) {
      const server = await ServerProcess.run(args);
      try {
        await begin(server);
        await sleep(waitMs);
        const { tcpPort, httpPort } = server;
        const end = await server.stop(signal, 30_000);
        ms.push(end.ms);
        if (end.code !== 0 || end.ms > MAX_STOP_MS)
          problems.push(`${signal}: exit code ${end.code} after ${end.ms.toFixed(0)} ms`);
        for (const port of [tcpPort, httpPort])
          if (!(await isFree(port))) problems.push(`${signal}: port ${port} is not free`);
      } finally {
        server.kill();
      }
    }
    yield { load, ms, problems };
  }
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer().listen(port, "127.0.0.1");
  const [result] = await Promise.race([
    once(listener, "listening").then(() => [true]),
    once(listener, "error").then(() => [false]),
  ]).catch(() => [false]);
  listener.close();
  return result as boolean;
}
