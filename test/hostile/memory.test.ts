// The memory of all connections together (W8): half-sent documents and requests, clients that do not read.

import { expect, onTestFinished, test } from "vitest";
import { box } from "../server/Boxes.js";
import { RawClient, SIM_END } from "../server/RawClient.js";
import { RawSocket } from "../server/RawSocket.js";
import { sleep, testServer } from "../server/Servers.js";

const MB = 1 << 20;
const LIMITS = { limits: { connectionBytes: 8 * MB } };

test("half-sent documents: the biggest clients get MEMORY_FULL, an honest one joins", async () => {
  const server = await testServer(LIMITS);
  const clients = Array.from({ length: 12 }, () => new RawClient(server.tcpPort));
  onTestFinished(() => {
    for (const { socket } of clients) socket.destroy();
  });
  for (const client of clients) client.say("x".repeat(2 * MB));
  const codes = async () => clients.flatMap(({ error }) => error?.code ?? []);
  while ((await codes()).length < 5) await sleep(20);
  expect(new Set(await codes())).toEqual(new Set(["MEMORY_FULL"]));
  const honest = await RawClient.join(server.tcpPort, box(), () => SIM_END);
  await honest.until(({ frames }) => frames > 5);
  await sleep(100);
  expect(honest.error).toBeUndefined();
  expect(clients.some(({ isClosed }) => !isClosed)).toBe(true);
  honest.socket.destroy();
});

test("robots that answer without reading", async () => {
  const server = await testServer(LIMITS);
  const camera = `<CameraSensor name="Cam"><Width>640</Width><Height>480</Height><Rate>1000</Rate></CameraSensor>`;
  const document = (i: number) => box({ name: `Deaf${i}`, at: `${i} 0 0`, inBase: camera });
  const answers = Buffer.concat(Array.from({ length: 200 }, () => SIM_END));
  const deaf = await Promise.all([0, 1, 2].map((i) => RawClient.join(server.tcpPort, document(i))));
  onTestFinished(() => {
    for (const { socket } of deaf) socket.destroy();
  });
  for (const client of deaf) {
    client.socket.pause();
    client.send(answers);
  }
  const isDropped = () => server.log.some((line) => line.includes("MEMORY_FULL"));
  for (let i = 0; !isDropped() && i < 600; i++) await sleep(100);
  expect(isDropped()).toBe(true);
});

test("half-sent bodies and half-sent WebSocket messages", async () => {
  const server = await testServer(LIMITS);
  const head = `POST /api/spawn HTTP/1.1\r\nHost: 127.0.0.1:${server.httpPort}\r\nContent-Length: 3000000\r\n\r\n`;
  const posts = Array.from({ length: 6 }, () => new RawSocket(server).read());
  for (const { socket } of posts) socket.write(head + "x".repeat(2 * MB));
  while (!posts.some(({ text }) => text.includes("MEMORY_FULL"))) await sleep(20);
  const frame = Buffer.concat([Buffer.from([130, 255, 0, 0, 0, 0, 0, 0x30, 0, 0, 0, 0, 0, 0]), Buffer.alloc(2 * MB)]);
  const sockets: RawSocket[] = [];
  for (let i = 0; i < 6; i++) sockets.push((await RawSocket.open(server, "/client")).read());
  for (const { socket } of sockets) socket.write(frame);
  const isDropped = () => server.log.some((line) => line.includes("MEMORY_FULL"));
  for (let i = 0; !isDropped() && i < 600; i++) await sleep(20);
  expect(isDropped()).toBe(true);
});
