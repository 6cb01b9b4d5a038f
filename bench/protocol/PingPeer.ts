// The other end of a bare ping-pong in a separate process: waits for `frame` bytes, sends `answer` bytes.
//   node PingPeer.js PORT FRAME_BYTES ANSWER_BYTES

import { connect } from "node:net";

const [port, frameBytes, answerBytes] = process.argv.slice(2).map(Number);
const answer = new Uint8Array(answerBytes);
const socket = connect({ port, host: "127.0.0.1", noDelay: true });
let pending = 0;
socket.on("data", (bytes) => {
  pending += bytes.length;
  while (pending >= frameBytes) {
    pending -= frameBytes;
    socket.write(answer);
  }
});
socket.on("error", () => process.exit(0));
socket.on("close", () => process.exit(0));
