// Reads of TCP connections over real sockets, and of sockets without Node's handle.

import { connect, createServer, type Server, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { readShared } from "./SharedReads.js";

const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of open.splice(0))
    if ("destroy" in one) one.destroy();
    else one.close();
});

/** A connection whose far end collects bytes, and its two sockets. */
async function makePair(receive: (bytes: Uint8Array) => void): Promise<{ near: Socket; far: Socket }> {
  const server = createServer({ pauseOnConnect: true });
  const accepted = new Promise<Socket>((resolve) =>
    server.once("connection", (socket) => resolve(readShared(socket, receive))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const near = connect((server.address() as { port: number }).port, "127.0.0.1");
  const far = await accepted;
  open.push(near, far, server);
  return { near, far };
}

test("bytes of two connections that take turns arrive complete and in order", async () => {
  const seen: number[][] = [[], []];
  const pairs = [
    await makePair((bytes) => void seen[0].push(...bytes)),
    await makePair((bytes) => void seen[1].push(...bytes)),
  ];
  for (let i = 0; i < 300; i++) pairs[i % 2].near.write(Uint8Array.of(i % 256, (i * 7) % 256));
  await expect.poll(() => seen.map(({ length }) => length)).toEqual([300, 300]);
  for (const k of [0, 1])
    expect(seen[k]).toEqual(Array.from({ length: 150 }, (_, j) => [(2 * j + k) % 256, ((2 * j + k) * 7) % 256]).flat());
});

test("writes, the end and the close of a connection work as with an accepted socket", async () => {
  const { near, far } = await makePair(() => {});
  const answer = new Promise<string>((resolve) => near.once("data", (bytes) => resolve(String(bytes))));
  far.write("hello");
  expect(await answer).toBe("hello");
  const closed = new Promise((resolve) => far.once("close", resolve));
  near.end();
  await closed;
});

test("without the handle bytes come with the event data", async () => {
  const stream = new PassThrough();
  const seen: number[] = [];
  expect(readShared(stream as unknown as Socket, (bytes) => void seen.push(...bytes))).toBe(stream);
  stream.write(Uint8Array.of(1, 2, 3));
  await expect.poll(() => seen).toEqual([1, 2, 3]);
});
