// Lets all TCP connections read into one buffer. Node otherwise allocates 64 KB for every read, which takes longer than the read.
// Node offers this (`onread`) only for sockets that a program creates itself, so the connection's handle moves to such a socket. The
// handle is not a public interface: where it is missing, bytes come with the event "data".

import { Socket } from "node:net";

const READ_BYTES = 65536;

/** In one thread only one connection reads at a time. */
const buffer = new Uint8Array(READ_BYTES);

/**
 * Gives the socket to use in place of `accepted`, of a server with pauseOnConnect, and starts to read. `receive` gets bytes that are
 * valid during the call.
 */
export function readShared(accepted: Socket, receive: (bytes: Uint8Array) => void): Socket {
  const holder = accepted as unknown as { _handle?: { useUserBuffer?: unknown } | null };
  const handle = holder._handle;
  if (typeof handle?.useUserBuffer !== "function") return accepted.on("data", receive).resume();
  holder._handle = null;
  let read = buffer;
  const callback = (length: number): boolean => {
    // answers have few lengths
    if (read.length !== length) read = buffer.subarray(0, length);
    receive(read);
    return true;
  };
  const options = { handle, allowHalfOpen: accepted.allowHalfOpen, onread: { buffer, callback } };
  const socket = new Socket(options as unknown as ConstructorParameters<typeof Socket>[0]);
  // the server counts its connections by the sockets that it accepted
  socket.once("close", () => accepted.destroy());
  return socket;
}
