// Hostile clients, by name. Each attacks a running server until its time is over and gives the number of its deeds.

import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fromBinary } from "@bufbuild/protobuf";
import { WebSocket } from "ws";
import { SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { encodeMessage, MessageReader } from "../../src/session/clients/Codec.js";
import { costlyPictures } from "../../testing/attack/CostlyPictures.js";
import { editorCall, foxgloveMessage, imageRequest, rosMessage, usarLine } from "../../testing/attack/HostileLines.js";
import { ROOT, type ServerProcess } from "../../testing/programs/ServerProcess.js";
import { sendDocuments } from "./AttackDocuments.js";
import { cube } from "./HonestRobots.js";

export interface AttackTarget {
  readonly server: ServerProcess;
  readonly random: RandomStream;
  /** Time of performance.now() at which the attack ends. */
  readonly untilMs: number;
  /** Takes what is being done, for the report. */
  readonly note: (deed: string) => void;
}

export interface Attack {
  readonly run: (target: AttackTarget) => Promise<number>;
  /** World of the server. Default flat. */
  readonly world?: string;
  /** Further arguments of the server. */
  readonly args?: readonly string[];
}

/** Sockets open at a time. */
const MAX_OPEN = 300;

/** Opens sockets one after the other, calls `deed` with each, and keeps the last MAX_OPEN. */
async function sockets(
  { random, untilMs }: AttackTarget,
  port: number,
  deed: (socket: Socket, random: RandomStream) => void,
  pauseMs = 5,
): Promise<number> {
  const open: Socket[] = [];
  let count = 0;
  for (; performance.now() < untilMs; count++) {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    socket.on("connect", () => deed(socket, random));
    open.push(socket);
    if (open.length > MAX_OPEN) open.shift()?.destroy();
    await sleep(pauseMs);
  }
  for (const socket of open) socket.destroy();
  return count;
}

const SIM_END = encodeMessage("SimEnd");

/** Answers every frame, so that the world goes on. */
function answerFrames(socket: Socket): void {
  const reader = new MessageReader();
  socket.on("data", (received) => {
    reader.push(received);
    for (let message = reader.next(); message; message = reader.next())
      if (message.name === "FrameEnd") socket.write(SIM_END);
  });
}

const bytes = (random: RandomStream, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => random.integer(256));
export const upgrade = (path: string, port: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`;
const PATHS = ["/view", "/client", "/api"];
const half = (text: string, random: RandomStream): string => text.slice(0, 1 + random.integer(text.length));

/** A robot that stays far away from the honest ones. */
const stranger = (random: RandomStream): string => cube(`X${random.integer(1e6)}`, `${50 + random.integer(400)} 50 0`);

/** Lines for the console: the first two are allowed. */
const LINES = [
  "get",
  "light Sun on=true",
  "remove HonestA",
  "reset",
  "stop",
  "set HonestA/Motor/Vel 9",
  "\u009b2J",
  "",
];

const MESSAGES: readonly ((random: RandomStream) => Uint8Array)[] = [
  (random) => bytes(random, 1 + random.integer(2000)),
  (random) => encodeMessage("Motor", bytes(random, random.integer(64))),
  (random) => encodeMessage(["Hello", "Timestamp", "Reset", "Error", "\u009b2J"][random.integer(5)], bytes(random, 8)),
  () => Uint8Array.of(255, 255, 255, 255),
  (random) => encodeMessage("Event", Buffer.from(["open", "", "{who}", "x".repeat(5000)][random.integer(4)])),
  (random) => encodeMessage("Console", Buffer.from(LINES[random.integer(LINES.length)])),
  (random) =>
    Buffer.concat(Array.from({ length: 200 }, () => encodeMessage("Console", Buffer.from(LINES[random.integer(2)])))),
  // answers sent ahead count after the client has left, too: its robot stays for as many frames
  () => Buffer.concat(Array.from({ length: 2000 }, () => SIM_END)),
];

const REQUESTS: readonly ((port: number, random: RandomStream) => string)[] = [
  (port) => `GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
  (port) => `POST /api/spawn HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 8000000\r\n\r\n{"document":"`,
  (port, random) => half(`POST /api/get HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\n\r\n{}`, random),
  (port) => `GET / HTTP/1.1\r\nHost: evil.example:${port}\r\nOrigin: http://evil.example\r\n\r\n`,
  (port) => `GET /camera/%00.png HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(50),
  () => `GET / HTTP/1.1\r\nX: ${"a".repeat(50_000)}`,
  (_, random) => Buffer.from(bytes(random, 500)).toString("latin1"),
];

/** A client process that joins and answers, to be killed. */
const CHILD = `const [, port, document] = process.argv; const end = Buffer.from([11, 0, 0, 0, ...Buffer.from("SimEnd\\0")]);
const socket = require("node:net").connect({ port, host: "127.0.0.1" }, () => socket.write(document + "%%"));
socket.on("error", () => {}).on("data", (bytes) => { if (bytes.includes("FrameEnd")) socket.write(end); });`;

/** Programs on this machine may command: one of some 200,000 random datagrams sets the speed to nearly nothing. */
function isCommand(datagram: Uint8Array): boolean {
  try {
    const { control, config } = fromBinary(SimulatorCommandSchema, datagram);
    return control !== undefined || config !== undefined;
  } catch {
    return false;
  }
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  documents: {
    run: ({ server, random, untilMs, note }) =>
      sendDocuments({ port: server.tcpPort, firstSeed: random.integer(1e6), untilMs, note }),
  },
  // the same documents on platforms that move and run, inside volumes of triggers
  movers: {
    world: `${ROOT}test/documents/movers.xml`,
    run: ({ server, random, untilMs, note }) =>
      sendDocuments({ port: server.tcpPort, firstSeed: random.integer(1e6), untilMs, note }),
  },
  messages: {
    run: (target) =>
      sockets(
        target,
        target.server.tcpPort,
        (socket, random) => {
          socket.write(`${stranger(random)}%%`);
          socket.write(MESSAGES[random.integer(MESSAGES.length)](random));
          answerFrames(socket);
        },
        100,
      ),
  },
  streams: {
    run: (target) =>
      sockets(target, target.server.tcpPort, (socket, random) => {
        socket.write(random.integer(2) ? bytes(random, 300) : half(stranger(random), random));
        if (random.integer(2)) socket.resetAndDestroy();
      }),
  },
  http: {
    run: (target) => {
      const { httpPort } = target.server;
      const deed = (socket: Socket, random: RandomStream) =>
        void socket.write(REQUESTS[random.integer(REQUESTS.length)](httpPort, random), "latin1");
      return sockets(target, httpPort, deed);
    },
  },
  websocket: {
    run: (target) => {
      const { httpPort } = target.server;
      return sockets(target, httpPort, (socket, random) => {
        const text = upgrade(PATHS[random.integer(3)], httpPort);
        socket.write(random.integer(3) ? text : half(text, random));
        if (random.integer(2)) socket.write(bytes(random, 1 + random.integer(5000)));
        else socket.write(Buffer.concat([Buffer.from([129, 255, 0, 0, 0, 0, 0, 64, 0, 0]), Buffer.alloc(200_000)]));
      });
    },
  },
  silent: {
    run: async (target) => {
      const { tcpPort, httpPort } = target.server;
      const counts = [
        sockets(target, tcpPort, () => {}, 2),
        sockets(target, httpPort, (socket, random) => random.integer(2) && socket.write(upgrade("/view", httpPort)), 2),
      ];
      return (await Promise.all(counts)).reduce((sum, count) => sum + count);
    },
  },
  slow: {
    run: (target) =>
      sockets(target, target.server.tcpPort, (socket, random) => {
        const text = stranger(random);
        let at = 0;
        const timer = setInterval(() => {
          if (socket.destroyed || at >= text.length) clearInterval(timer);
          else socket.write(text[at++]);
        }, 20).unref();
      }),
  },
  memory: {
    run: (target) => {
      const piece = Buffer.alloc(1 << 20, "x");
      return sockets(
        target,
        target.server.tcpPort,
        (socket) => void socket.write(Buffer.concat([piece, piece, piece])),
        10,
      );
    },
  },
  descriptors: {
    run: (target) => sockets(target, target.server.httpPort, () => {}, 0),
  },
  pictures: {
    run: ({ server, random, untilMs, note }) => {
      const write = (seed: number, at: string) => {
        return { plan: "pictures", text: costlyPictures(new RandomStream(seed), `P${seed}`, at) };
      };
      return sendDocuments({ port: server.tcpPort, write, firstSeed: random.integer(1e9), untilMs, note });
    },
  },
  cameras: {
    world: "segway-yard",
    run: (target) => {
      const { httpPort } = target.server;
      const names = ["Overhead.png", "Overhead.jpg", "Overhead.mjpeg", "None.png"];
      return sockets(
        target,
        httpPort,
        (socket, random) => {
          socket.write(`GET /camera/${names[random.integer(4)]} HTTP/1.1\r\nHost: 127.0.0.1:${httpPort}\r\n\r\n`);
          setTimeout(() => socket.resetAndDestroy(), random.integer(100)).unref();
        },
        50,
      );
    },
  },
  datagrams: {
    world: "soccer-b",
    run: async ({ server, random, untilMs }) => {
      const ports = (/simulator (\d+), blue (\d+), yellow (\d+)/.exec(server.out) ?? []).slice(1).map(Number);
      const socket = createSocket("udp4");
      let count = 0;
      for (; performance.now() < untilMs; count++) {
        const datagram = bytes(random, random.integer(400));
        if (!isCommand(datagram)) socket.send(datagram, ports[random.integer(3)], "127.0.0.1");
        if (count % 50 === 0) await sleep(1);
      }
      socket.close();
      return count;
    },
  },
  usarsim: {
    args: ["--usarsim", "--usarsim-port", "0", "--usarsim-images", "0"],
    run: async (target) => {
      const [lines, images] = (/usarsim +TCP \S+:(\d+), pictures \S+:(\d+)/.exec(target.server.out) ?? [])
        .slice(1)
        .map(Number);
      const counts = [
        sockets(
          target,
          lines,
          (socket, random) => {
            const text = Array.from({ length: 1 + random.integer(50) }, () => usarLine(random)).join("");
            socket.resume().write(random.integer(5) ? text : `${text}DRIVE ${"x".repeat(100_000)}`);
          },
          50,
        ),
        sockets(
          target,
          images,
          (socket, random) => {
            if (random.integer(4)) socket.resume();
            for (let i = 0; i < 20; i++) socket.write(imageRequest(random));
          },
          20,
        ),
      ];
      return (await Promise.all(counts)).reduce((sum, count) => sum + count);
    },
  },
  // with the token, or on loopback: edits of the world's document, without an effect on the robots
  editor: {
    run: async ({ server, random, untilMs, note }) => {
      let count = 0;
      for (; performance.now() < untilMs; count++) {
        const { verb, args } = editorCall(random);
        note(`${verb} ${JSON.stringify(args).slice(0, 200)}`);
        const url = `http://127.0.0.1:${server.httpPort}/api/${verb}`;
        const reply = await fetch(url, { method: "POST", body: JSON.stringify(args) });
        if (/root:x|INTERNAL/.test(await reply.text())) throw new Error(`seed ${count}: ${JSON.stringify(args)}`);
      }
      return count;
    },
  },
  // with the token, or on loopback: subscriptions, parameters and services of Foxglove and rosbridge
  live: {
    world: "segway-yard",
    run: async ({ server, random, untilMs }) => {
      const open = new Set<WebSocket>();
      let count = 0;
      for (; performance.now() < untilMs; count++) {
        const isRos = random.integer(2) === 0;
        const url = `ws://127.0.0.1:${server.httpPort}/${isRos ? "rosbridge" : "foxglove"}`;
        const socket = new WebSocket(url, isRos ? [] : ["foxglove.sdk.v1"]);
        socket.on("error", () => {});
        socket.on("open", () => {
          for (let i = random.integer(50); i > 0; i--)
            socket.send(isRos ? rosMessage(random) : foxgloveMessage(random));
          if (random.integer(4) === 0) socket.pause();
        });
        open.add(socket);
        if (open.size > 20) {
          const [oldest] = open;
          open.delete(oldest);
          oldest.terminate();
        }
        await sleep(50);
      }
      for (const socket of open) socket.terminate();
      return count;
    },
  },
  // robots whose names are patterns, events that call each other
  events: {
    world: `${ROOT}test/documents/calls.xml`,
    run: (target) =>
      sockets(
        target,
        target.server.tcpPort,
        (socket, random) => {
          const name = ["*", "H*", "{who}", "constructor", "__proto__", "say x", "X"][random.integer(7)];
          socket.write(`${cube(name, `${50 + random.integer(400)} 50 0`)}%%`);
          const said = Array.from({ length: 30 }, () =>
            encodeMessage("Event", Buffer.from(random.integer(2) ? "ring" : "late")),
          );
          const reader = new MessageReader();
          socket.on("data", (received) => {
            reader.push(received);
            for (let message = reader.next(); message; message = reader.next())
              if (message.name === "FrameEnd") socket.write(Buffer.concat([...said, SIM_END]));
          });
          setTimeout(() => socket.destroy(), random.integer(1000)).unref();
        },
        100,
      ),
  },
  "killed clients": {
    run: async ({ server, random, untilMs }) => {
      let count = 0;
      for (; performance.now() < untilMs; count++) {
        const child = spawn(process.execPath, ["-e", CHILD, `${server.tcpPort}`, stranger(random)], {
          stdio: "ignore",
        });
        await sleep(100 + random.integer(300));
        child.kill("SIGKILL");
      }
      return count;
    },
  },
  "stopped server": {
    run: async ({ server, random, untilMs }) => {
      let count = 0;
      for (; performance.now() < untilMs; count++) {
        server.child.kill("SIGSTOP");
        await sleep(random.integer(200));
        server.child.kill("SIGCONT");
        await sleep(50 + random.integer(200));
      }
      return count;
    },
  },
};
