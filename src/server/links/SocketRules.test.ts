import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import { limitControlFrames, SOCKET_OPTIONS } from "./SocketRules.js";

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  pongs = 0;
  isTerminated = false;

  pong(): void {
    this.pongs++;
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function limited(): FakeSocket {
  const socket = new FakeSocket();
  limitControlFrames(socket as unknown as WebSocket);
  return socket;
}

test("[W8] no compression, and pongs only by these rules", () => {
  expect(SOCKET_OPTIONS).toMatchObject({ perMessageDeflate: false, autoPong: false });
});

test("a ping gets a pong", () => {
  const socket = limited();
  socket.emit("ping", Buffer.from("x"));
  expect(socket.pongs).toBe(1);
});

test("[W8] a client that does not read, or is closing, gets no pong", () => {
  const socket = limited();
  socket.bufferedAmount = 1 << 16;
  socket.emit("ping", Buffer.from("x"));
  socket.bufferedAmount = 0;
  socket.readyState = 2;
  socket.emit("ping", Buffer.from("x"));
  expect([socket.pongs, socket.isTerminated]).toEqual([0, false]);
});

test.each(["ping", "pong"])("[W8] a flood of %ss ends the connection", (kind) => {
  const socket = limited();
  // far more than 100 a second, even on a slow machine
  for (let i = 0; i < 100_000 && !socket.isTerminated; i++) socket.emit(kind, Buffer.from("x"));
  expect(socket.isTerminated).toBe(true);
});
