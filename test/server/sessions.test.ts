// Sessions over real sockets: joining, frames, leaving, with bytes split in any way.

import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { connect, connectWebSocket } from "../../src/client/index.js";
import { box } from "./Boxes.js";
import { join as concat, RawClient, SIM_END, tell, VEL } from "./RawClient.js";
import { sleep, testServer } from "./Servers.js";

const TETRAHEDRON = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("one connection is the session of one robot", () => {
  test("[W1] [W3] [W6] Hello and the first frame arrive together, then a frame for every answer", async () => {
    const server = await testServer({ expect: ["Box"] });
    const client = await RawClient.join(server.tcpPort, box());
    await client.until(({ frames }) => frames === 1);
    expect(client.messages.map(({ name }) => name)).toEqual(["Hello", "Timestamp", "Tilt", "Motor", "FrameEnd"]);
    expect(client.hello).toMatchObject({ protocol: 1, name: "Box", time: 0, step: 0.001, seed: 1 });
    await sleep(30);
    expect(client.frames).toBe(1);
    for (let k = 1; k <= 5; k++) {
      client.send(SIM_END);
      await client.until(({ frames }) => frames === k + 1);
      expect(client.time).toBe(k / 1000);
    }
    await client.leave();
    expect(server.simulation.world.robots).toEqual([]);
    expect(server.log).toEqual(["Box joined at 0 s", "Box left at 0.005 s"]);
  });

  test("[W1] one byte at a time, document, %% and answers", async () => {
    const server = await testServer({ expect: ["Box"] });
    const client = new RawClient(server.tcpPort);
    await once(client.socket, "connect");
    const bytes = concat(utf8(`${box()}%%`), tell("Motor", VEL, 1), SIM_END, SIM_END);
    for (const byte of bytes) client.send(new Uint8Array([byte]));
    await client.until(({ frames }) => frames === 3);
    expect(server.simulation.world.frame).toBe(2);
  });

  test("[W1] %% split over two packets, and messages in the packet of the second %", async () => {
    const server = await testServer({ expect: ["Box"] });
    const client = new RawClient(server.tcpPort);
    await once(client.socket, "connect");
    client.say(`${box()}%`);
    await sleep(30);
    expect(client.messages).toEqual([]);
    client.send(concat(utf8("%"), SIM_END));
    await client.until(({ frames }) => frames === 2);
    expect(client.time).toBe(0.001);
  });

  test("[W1] answers sent ahead wait: the n-th SimEnd answers the n-th frame", async () => {
    const server = await testServer({ expect: ["Box"] });
    const client = new RawClient(server.tcpPort);
    await once(client.socket, "connect");
    client.send(concat(utf8(`${box()}%%`), ...Array.from({ length: 50 }, () => SIM_END)));
    await client.until(({ frames }) => frames === 51);
    await sleep(30);
    expect(client.frames).toBe(51);
    expect(server.simulation.world.frame).toBe(50);
  });

  test("[W3] an answer that was sent before the connection closed is used", async () => {
    const server = await testServer({ expect: ["Box"] });
    const client = new RawClient(server.tcpPort);
    await once(client.socket, "connect");
    client.socket.end(concat(utf8(`${box()}%%`), SIM_END, SIM_END));
    await client.ended();
    expect(server.log).toContain("Box left at 0.002 s");
  });

  test("[P2] the client library drives a robot over TCP and over WebSocket with the same bytes", async () => {
    const hashes: string[] = [];
    for (const way of ["tcp", "websocket"]) {
      const server = await testServer({ expect: ["Box"] });
      const url = `${server.url?.replace("http", "ws")}/client`;
      const document = box();
      const robot = await (way === "tcp"
        ? connect({ port: server.tcpPort, document })
        : connectWebSocket({ url, document }));
      for await (const { time } of robot.frames()) {
        robot.set("Motor", "Vel", 3);
        if (time >= 0.1) break;
      }
      hashes.push(server.simulation.world.hash());
      await robot.leave();
    }
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe("WebSocket /client", () => {
  test("[W1] WebSocket frames may split the bytes anywhere", async () => {
    const server = await testServer({ expect: ["Box"] });
    const socket = new WebSocket(`${server.url?.replace("http", "ws")}/client`);
    await once(socket, "open");
    let received = Buffer.alloc(0);
    socket.on("message", (data: Buffer) => {
      received = Buffer.concat([received, data]);
    });
    const bytes = concat(utf8(`${box()}%%`), SIM_END, SIM_END);
    for (let i = 0; i < bytes.length; i += 7) socket.send(bytes.subarray(i, i + 7));
    while (received.toString("latin1").split("FrameEnd").length < 4) await sleep(5);
    socket.close();
    await once(socket, "close");
    await expect.poll(() => server.log, { timeout: 60_000 }).toContain("Box left at 0.002 s");
  });

  test("[W7] a text frame is refused with an Error", async () => {
    const server = await testServer();
    const socket = new WebSocket(`${server.url?.replace("http", "ws")}/client`);
    await once(socket, "open");
    socket.send("<Client/>%%");
    const [data] = await once(socket, "message");
    expect(String(data)).toContain("REQUEST_MALFORMED");
    await once(socket, "close");
  });

  test("[W8] a frame of 1 GB is refused at its header", async () => {
    const server = await testServer();
    const socket = new WebSocket(`${server.url?.replace("http", "ws")}/client`);
    await once(socket, "open");
    socket.on("error", () => {});
    // the head of a binary frame of 1 GB
    // @ts-expect-error: the underlying TCP socket
    socket._socket.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4]));
    const [code] = await once(socket, "close");
    expect(code).toBe(1009);
  });
});

describe("invalid documents", () => {
  test("[W8] half a document, then no more bytes: DOCUMENT_LATE after the timeout", async () => {
    const server = await testServer({ limits: { documentSeconds: 0.2 } });
    const other = await RawClient.join(server.tcpPort, box(), () => SIM_END);
    const client = new RawClient(server.tcpPort);
    await once(client.socket, "connect");
    client.say(box({ name: "Half" }).slice(0, 200));
    expect((await client.ended())?.code).toBe("DOCUMENT_LATE");
    const { frames } = other;
    await other.until((one) => one.frames > frames + 100);
  });

  test("[W8] no bytes at all: DOCUMENT_LATE too", async () => {
    const server = await testServer({ limits: { documentSeconds: 0.1 } });
    const client = new RawClient(server.tcpPort);
    expect((await client.ended())?.code).toBe("DOCUMENT_LATE");
  });

  test("[R11] a document of 1 GB is refused long before its end", async () => {
    const server = await testServer();
    const client = new RawClient(server.tcpPort);
    await once(client.socket, "connect");
    const chunk = new Uint8Array(1 << 20).fill(0x20);
    let sent = 0;
    while (sent < 1024 && client.error === undefined && !client.isClosed) {
      sent++;
      if (!client.socket.write(chunk))
        await Promise.race([once(client.socket, "drain"), client.until((c) => c.error !== undefined)]);
      await sleep(0);
    }
    await client.until(({ error }) => error !== undefined);
    expect(client.error?.code).toBe("DOCUMENT_TOO_LARGE");
    expect(sent).toBeLessThan(64);
    client.socket.destroy();
  });

  test("[W7] [R7] an unknown element: its line and the nearest name", async () => {
    const server = await testServer();
    const client = await RawClient.join(server.tcpPort, box().replaceAll("Inclinometer", "Inclinometre"));
    const error = await client.ended();
    expect(error).toMatchObject({ code: "ELEMENT_UNKNOWN", line: 7 });
    expect(error?.message).toContain('Did you mean "Inclinometer"?');
  });

  test("[E1] files are read from --assets and from nowhere else", async () => {
    const mesh = (file: string) => box({ inBase: `<Mesh name="M"><File>${file}</File><Mass>1</Mass></Mesh>` });
    const say = async (assets: string | undefined, file: string) => {
      const server = await testServer({ assets });
      const client = await RawClient.join(server.tcpPort, mesh(file));
      await client.until(({ hello, isClosed }) => hello !== undefined || isClosed);
      return client.hello ? "joined" : client.error?.code;
    };
    const folder = mkdtempSync(join(tmpdir(), "ubersim-assets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "assets"));
    for (const place of ["", "assets"]) writeFileSync(join(folder, place, "part.obj"), TETRAHEDRON);
    symlinkSync("../part.obj", join(folder, "assets/link.obj"));
    const assets = join(folder, "assets");
    expect(await say(undefined, "part.obj")).toBe("FILE_FORBIDDEN");
    for (const file of ["../part.obj", join(folder, "part.obj"), "link.obj", "a/../../part.obj"])
      expect(await say(assets, file)).toBe("FILE_FORBIDDEN");
    expect(await say(assets, "nosuch.obj")).toBe("FILE_MISSING");
    expect(await say(assets, "part.obj")).toBe("joined");
  });
});

describe("several clients", () => {
  test("[T1] [T7] with --expect, join order and slow clients do not change the run", async () => {
    const play = async (order: readonly string[], slow?: string) => {
      const server = await testServer({ expect: ["A", "B", "C"] });
      const clients: RawClient[] = [];
      for (const name of order) {
        const client = await RawClient.join(server.tcpPort, box({ name, at: `${name.charCodeAt(0) - 65} 0 0` }));
        client.answers = () => {
          if (client.frames > 200) return new Uint8Array(0);
          const answer = concat(tell("Motor", VEL, (client.frames % 7) + name.charCodeAt(0) - 64), SIM_END);
          if (name !== slow || client.frames % 20 !== 0) return answer;
          setTimeout(() => client.send(answer), 2);
          return new Uint8Array(0);
        };
        clients.push(client);
        // the first frame must not arrive before all clients have joined
        if (clients.length < 3) {
          await sleep(20);
          expect(client.frames).toBe(0);
          expect(server.simulation.awaited.length).toBe(3 - clients.length);
        }
      }
      for (const client of clients) await client.until(({ frames }) => frames > 200);
      return server.simulation.world.hash();
    };
    const hash = await play(["A", "B", "C"]);
    expect(await play(["C", "A", "B"])).toBe(hash);
    expect(await play(["B", "C", "A"], "B")).toBe(hash);
  });

  test("[R2] [T0] a second robot of a name becomes NAME-2; clients join and leave during a run", async () => {
    const server = await testServer();
    const first = await RawClient.join(server.tcpPort, box(), () => SIM_END);
    await first.until(({ frames }) => frames > 100);
    const second = await RawClient.join(server.tcpPort, box({ at: "2 0 0" }), () => SIM_END);
    await second.until(({ frames }) => frames > 100);
    expect(second.hello?.name).toBe("Box-2");
    expect(second.hello?.time).toBeGreaterThan(0.09);
    await first.leave();
    const { frames } = second;
    await second.until((one) => one.frames > frames + 100);
    expect(server.simulation.world.robots.map(({ name }) => name)).toEqual(["Box-2"]);
  });

  test("[R2] a start position inside another robot: SPAWN_BLOCKED", async () => {
    const server = await testServer();
    const first = await RawClient.join(server.tcpPort, box(), () => SIM_END);
    await first.until(({ frames }) => frames > 10);
    const second = await RawClient.join(server.tcpPort, box({ name: "Other" }));
    expect((await second.ended())?.code).toBe("SPAWN_BLOCKED");
    expect(first.isClosed).toBe(false);
  });

  test("[W8] more clients than allowed", async () => {
    const server = await testServer({ limits: { clients: 2 } });
    const one = await RawClient.join(server.tcpPort, box({ name: "One" }), () => SIM_END);
    const two = await RawClient.join(server.tcpPort, box({ name: "Two", at: "2 0 0" }), () => SIM_END);
    await Promise.all([one, two].map((client) => client.until(({ frames }) => frames > 1)));
    expect((await new RawClient(server.tcpPort).ended())?.code).toBe("TOO_MANY_CLIENTS");
    await one.leave();
    const client = await RawClient.join(server.tcpPort, box());
    await client.until(({ frames }) => frames === 1);
  });

  test("[T3] free-running: the world does not wait, and commands act when they arrive", async () => {
    const server = await testServer({ isAsync: true, rate: 1 });
    const client = await RawClient.join(server.tcpPort, box());
    await client.until(({ frames }) => frames > 50);
    client.send(concat(tell("Motor", VEL, 2), SIM_END));
    const { frames } = client;
    await client.until((one) => one.frames > frames + 50);
    expect(client.error).toBeUndefined();
  });

  test("stopping the server: every client gets SERVER_STOPPED at once", async () => {
    const server = await testServer();
    const client = await RawClient.join(server.tcpPort, box(), () => SIM_END);
    await client.until(({ frames }) => frames > 10);
    await server.stop();
    expect((await client.ended())?.code).toBe("SERVER_STOPPED");
  });
});
