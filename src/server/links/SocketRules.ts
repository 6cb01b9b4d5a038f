// What every WebSocket of this server has to keep to (W8): nothing is compressed, which could swell without bound; a close
// is not waited for long; pings are answered, but not to whoever does not read, and a flood of them ends the connection.

import { performance } from "node:perf_hooks";
import type { WebSocket } from "ws";
import { RequestLimiter } from "../http/RequestLimiter.js";

/** For every WebSocketServer. */
export const SOCKET_MANNERS = {
  noServer: true,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: 2000,
} as const;

/** Pings and pongs a second. */
const MAX_CONTROL_FRAMES = 100;
/** Who has this much unread gets no pong, bytes. */
const MAX_UNREAD = 1 << 16;

export function keepManners(socket: WebSocket): void {
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
