// A client in its own process: drives its motor back and forth, prints "silent" after a number of answers and then stops
// answering.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";

export function startChild(
  port: number,
  document: string,
  answers = Number.POSITIVE_INFINITY,
): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, ["-e", PROGRAM, String(port), String(answers), document], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const PROGRAM = `
const [, port, answers, document] = process.argv;
const frameEnd = Buffer.from("FrameEnd\\0");
const simEnd = Buffer.from([11, 0, 0, 0, ...Buffer.from("SimEnd\\0")]);
const socket = require("node:net").connect({ port, host: "127.0.0.1", noDelay: true }, () => socket.write(document + "%%"));
let seen = Buffer.alloc(0), frames = 0;
socket.on("error", () => {});
socket.on("data", (bytes) => {
  seen = Buffer.concat([seen, bytes]);
  for (let at = seen.indexOf(frameEnd); at >= 0; at = seen.indexOf(frameEnd)) {
    seen = seen.subarray(at + frameEnd.length);
    if (++frames > answers) { console.log("silent"); return; }
    const command = Buffer.alloc(18);
    command.writeUInt32LE(18, 0);
    command.write("Motor\\0", 4);
    command.writeInt32LE(2, 10);
    command.writeFloatLE(frames % 30 < 15 ? 3 : -3, 14);
    socket.write(Buffer.concat([command, simEnd]));
  }
});`;
