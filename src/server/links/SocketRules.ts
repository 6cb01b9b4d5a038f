// Rules for all WebSockets of this server (W8): no compression, because a small message could decompress without bound; a
// short close timeout; no pongs for a client that does not read; a flood of pings or pongs ends the connection.

import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { WebSocket } from "ws";
import type { SimError } from "../../describe/SimError.js";
import { RequestLimiter } from "../http/RequestLimiter.js";
import type { MemoryBudget } from "./MemoryBudget.js";

/** Options of every WebSocketServer. */
export const SOCKET_OPTIONS = {
  noServer: true,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: 2000,
} as const;

/** Maximum number of pings and pongs per second. */
const MAX_CONTROL_FRAMES = 100;
/** A client with more unread output gets no pongs, bytes. */
const MAX_UNREAD = 1 << 16;

/** Counts the memory of a WebSocket: unread output, and a message that has not arrived as a whole. `inputBytes`: further input. */
export function countMemory(
  memory: MemoryBudget,
  socket: WebSocket,
  connection: Socket,
  { inputBytes = () => 0, refuse }: { readonly inputBytes?: () => number; readonly refuse: (error: SimError) => void },
): void {
  let partial = 0;
  connection.on("data", (bytes) => {
    partial += bytes.length;
  });
  socket.on("message", () => {
    partial = 0;
  });
  const forget = memory.add({
    get bytes() {
      return socket.bufferedAmount + partial + inputBytes();
    },
    drop: (error) => {
      refuse(error);
      // the client does not read, or sends without end
      if (socket.bufferedAmount > MAX_UNREAD || partial > MAX_UNREAD) socket.terminate();
    },
  });
  socket.once("close", forget);
}

export function limitControlFrames(socket: WebSocket): void {
  const limiter = new RequestLimiter(MAX_CONTROL_FRAMES);
  const isFlood = (): boolean => limiter.isTooMuch(performance.now());
  socket.on("ping", (data) => {
    if (isFlood()) socket.terminate();
    else if (socket.readyState === socket.OPEN && socket.bufferedAmount < MAX_UNREAD) socket.pong(data);
  });
  socket.on("pong", () => {
    if (isFlood()) socket.terminate();
  });
}
