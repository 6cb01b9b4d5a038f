// Before the token (E4, W8): silent connections take no places, input is short, guesses are slowed.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { RunningServer } from "../../src/server/Server.js";
import { VIEW_VERSION } from "../../src/session/view/ViewProtocol.js";
import { box } from "../server/Boxes.js";
import { RawClient, SIM_END } from "../server/RawClient.js";
import { RawSocket } from "../server/RawSocket.js";
import { post, testServer } from "../server/Servers.js";
import { ViewClient } from "../server/ViewClient.js";

const TOKEN = "right-token";

async function openViews(server: RunningServer, count: number): Promise<RawSocket[]> {
  const sockets: RawSocket[] = [];
  for (let i = 0; i < count; i++) sockets.push(await RawSocket.open(server, "/view"));
  return sockets;
}

test("[W8] 150 silent sockets at /view take no place of a viewer", async () => {
  const server = await testServer({ token: TOKEN });
  await openViews(server, 150);
  const viewer = await ViewClient.open(server, TOKEN);
  expect((await viewer.verb("get", { what: "time" })).result).toBe(1);
  viewer.socket.terminate();
});

test("[W8] every other WebSocket needs the token: its verbs act on the world", async () => {
  const server = await testServer({ token: TOKEN });
  for (const path of ["/api", "/foxglove", "/other"]) {
    const open = (query: string): WebSocket =>
      new WebSocket(`${server.url?.replace("http", "ws")}${path}${query}`, ["foxglove.sdk.v1"]);
    for (const query of ["", "?token=wrong"]) {
      const refused = open(query);
      const [, response] = await once(refused, "unexpected-response");
      expect(response.statusCode).toBe(401);
      refused.on("error", () => {}).terminate();
    }
  }
  const right = new WebSocket(`${server.url?.replace("http", "ws")}/foxglove?token=${TOKEN}`, ["foxglove.sdk.v1"]);
  await once(right, "open");
  right.terminate();
});

test("[W8] /view refuses more than a hello's length before the hello, without reading the rest", async () => {
  const server = await testServer({ token: TOKEN });
  for (const message of [
    `{"type":"hello","version":${VIEW_VERSION},"x":[${"1,".repeat(4_000_000)}1]}`,
    " ".repeat(5000),
  ]) {
    const client = new ViewClient(server);
    await once(client.socket, "open");
    client.say(message);
    await once(client.socket, "close");
    expect(client.all("error")[0]?.code ?? client.closeCode).toMatch(/REQUEST_TOO_LARGE|1006|1008/);
  }
  const viewer = await ViewClient.open(server, TOKEN);
  // after the hello a document may be as long as before
  expect((await viewer.verb("spawn", { document: `${box()}${" ".repeat(100_000)}` })).result).toBe(1);
  viewer.socket.terminate();
});

test("[W8] silent sockets at the robots' port take no place of a robot; the oldest are refused", async () => {
  const server = await testServer({ limits: { clients: 8 } });
  const silent = Array.from({ length: 20 }, () => new RawClient(server.tcpPort));
  onTestFinished(() => {
    for (const { socket } of silent) socket.destroy();
  });
  await Promise.all(
    silent.map((client, i) => (i < 12 ? client.ended() : client.until(({ socket }) => !socket.connecting))),
  );
  expect(silent.filter(({ error }) => error?.code === "TOO_MANY_CLIENTS")).toHaveLength(12);
  const robots = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      RawClient.join(server.tcpPort, box({ name: `B${i}`, at: `${i} 0 0` }), () => SIM_END),
    ),
  );
  await Promise.all(robots.map((robot) => robot.until(({ frames, isClosed }) => frames > 2 || isClosed)));
  expect(robots.map(({ error }) => error?.code)).toEqual(robots.map(() => undefined));
  // all places are taken: a further robot is refused, also if it came before
  silent[19].say(`${box({ name: "Late" })}%%`);
  expect((await silent[19].ended())?.code).toBe("TOO_MANY_CLIENTS");
  for (const { socket } of robots) socket.destroy();
});

test("[W8] a thousand silent sockets at the HTTP port keep no other client out", async () => {
  const server = await testServer();
  const sockets = Array.from({ length: 1000 }, () => connect({ port: server.httpPort ?? 0, host: "127.0.0.1" }));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on("error", () => {});
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
  expect((await post(server, "get")).result).toBe(1);
});

test("[W8] refused robots that stay connected take few connections", async () => {
  const server = await testServer({ limits: { clients: 8 } });
  const open = new Set<Socket>();
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
  });
  for (let i = 0; i < 400; i++) {
    const socket = connect({ port: server.tcpPort, host: "127.0.0.1", allowHalfOpen: true });
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
    // a reader of errors that never hangs up itself
    socket.resume();
    await once(socket, "connect");
  }
  // only writing shows that the other end is gone; 3 s are well below the time that a single refused client has
  const count = (): number => {
    for (const socket of open) socket.write(" ");
    return open.size;
  };
  await expect.poll(count, { timeout: 3000 }).toBeLessThan(200);
});

test("[W8] a connection with many requests that wait for replies is closed", async () => {
  const server = await testServer();
  const socket = connect({ port: server.httpPort ?? 0, host: "127.0.0.1" });
  let text = "";
  socket
    .on("error", () => {})
    .on("data", (bytes) => {
      text += bytes;
    });
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.httpPort}\r\n\r\n`.repeat(5000));
  await once(socket, "close");
  expect(text.split("HTTP/1.1 ").length).toBeLessThan(100);
});

test("[E4] guesses of the token are slowed, over HTTP and in hello; a connection that had it continues", async () => {
  const server = await testServer({ token: TOKEN });
  const guess = (token: string) => post(server, "get", {}, { authorization: `Bearer ${token}` });
  const viewer = await ViewClient.open(server, TOKEN);
  const socket = new WebSocket(`${server.url?.replace("http", "ws")}/view`);
  await once(socket, "open");
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(`guess-${i}`)));
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(25);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(25);
  // without a second in between, in which one more guess would be allowed
  socket.send(JSON.stringify({ type: "hello", version: VIEW_VERSION, token: "guess" }));
  expect(String((await once(socket, "message"))[0])).toContain("TOO_MANY_REQUESTS");
  expect((await post(server, "get")).status).toBe(401);
  expect((await viewer.verb("get", { what: "time" })).result).toBe(1);
  viewer.socket.terminate();
});
