// [M8] Documents within the limits do not hold the server's event loop. Holds are processor time of the main thread, so that
// other tests beside this one count little; the bounds leave space for slow machines.

import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { longestHold, serveMetered } from "../../bench/attack/AttackRun.js";
import { encodeMessage, MessageReader } from "../../src/session/clients/Codec.js";

const MAX_HOLD_MS = 150;
/** The meter starts after this time, ms. */
const METER_MS = 3000;

/** Sends a document and answers frames; gives the number of frames. */
async function visit(port: number, text: string, wanted: number): Promise<number> {
  const socket = connect({ port, host: "127.0.0.1" });
  const reader = new MessageReader(64 << 20);
  let frames = 0;
  await new Promise<void>((resolve) => {
    socket.on("error", () => {}).on("close", resolve);
    socket.on("connect", () => socket.write(`${text}%%`));
    socket.on("data", (bytes) => {
      reader.push(bytes);
      for (let message = reader.next(); message; message = reader.next()) {
        if (message.name !== "FrameEnd") continue;
        if (++frames >= wanted) socket.destroy();
        else socket.write(encodeMessage("SimEnd"));
      }
    });
  });
  return frames;
}

const robot = (name: string, inBody: string): string =>
  `<Client><CSettings><Name>${name}</Name></CSettings><Entity><RigidBodies><Body name="b"><Box name="s"><Mass>1</Mass>
<XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box>${inBody}</Body></RigidBodies></Entity></Client>`;

const BLURRED = `<CameraSensor name="c"><Width>2048</Width><Height>2048</Height><MotionBlurMS>10</MotionBlurMS></CameraSensor>`;

test("a camera of four million pixels with motion blur", async () => {
  const server = await serveMetered(["flat", "--rate", "max"]);
  await sleep(METER_MS);
  expect(await visit(server.tcpPort, robot("camera", BLURRED), 2)).toBe(2);
  expect((await server.stop()).code).toBe(0);
  expect(longestHold(server) ?? 0).toBeLessThan(MAX_HOLD_MS);
}, 60_000);

const NOISY = `<CameraSensor name="c"><Width>1024</Width><Height>1024</Height><PixelNoise><Gaussian>50</Gaussian></PixelNoise></CameraSensor>`;

test("many requests for a noisy picture, as PNG in base64; larger ones are files only", async () => {
  const server = await serveMetered(["flat", "--rate", "max"]);
  const socket = connect({ port: server.tcpPort, host: "127.0.0.1" }).on("error", () => {});
  const ask = async (camera: string) => {
    const body = JSON.stringify({ camera });
    const reply = await fetch(`http://127.0.0.1:${server.httpPort}/api/picture`, { method: "POST", body });
    return JSON.parse(await reply.text());
  };
  socket.write(`${robot("noisy", NOISY)}%%`);
  await sleep(METER_MS);
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask("noisy.c")));
  for (const { data } of replies) expect(Buffer.from(data.base64, "base64").length).toBeGreaterThan(1 << 20);
  // the world waits for its answer until it leaves
  socket.destroy();
  const large = connect({ port: server.tcpPort, host: "127.0.0.1" }).on("error", () => {});
  large.write(`${robot("large", NOISY.replaceAll("1024", "2048"))}%%`);
  await sleep(2000);
  expect((await ask("large.c")).message).toContain("/camera/");
  large.destroy();
  expect((await server.stop()).code).toBe(0);
  expect(longestHold(server) ?? 0).toBeLessThan(MAX_HOLD_MS);
}, 60_000);
