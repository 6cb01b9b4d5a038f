// Viewers in a separate process: connect, send the hello, read all messages, and report their size.
//   node ViewerPeer.js URL COUNT

import { WebSocket } from "ws";
import { VIEW_VERSION } from "../../src/session/view/ViewProtocol.js";

const [url, count] = process.argv.slice(2);
const totals = { updates: 0, bytes: 0 };
for (let i = 0; i < Number(count); i++) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("open", () => socket.send(JSON.stringify({ type: "hello", version: VIEW_VERSION })));
  socket.on("message", (data, isBinary) => {
    if (!isBinary) return;
    totals.updates++;
    totals.bytes += (data as Buffer).length;
  });
  socket.on("error", () => process.exit(0));
  socket.on("close", () => process.exit(0));
}
process.on("message", () => process.send?.(totals));
process.on("disconnect", () => process.exit(0));
