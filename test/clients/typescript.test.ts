// The TypeScript client over real sockets, against a scripted server.

import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { connect, connectWebSocket, type RobotClient, RobotError } from "../../src/client/index.js";
import { encodeJson } from "../../src/session/clients/Codec.js";
import { type FakeScript, FakeServer, fakeFrame, HELLO } from "./FakeServer.js";
import {
  answerTo,
  EVERY_BORDER,
  EVERY_BORDER_FRAMES,
  EVERY_BORDER_SEEN,
  type Seen,
  STOPPED,
  TROUBLE,
  TROUBLE_SEEN,
} from "./Rides.js";

let server: FakeServer | undefined;
afterEach(() => server?.close());

const start = async (script: FakeScript): Promise<FakeServer> => {
  server = await FakeServer.start(script);
  return server;
};

/** Answers frames with answerTo until `frames` have arrived or an error occurs. */
async function drive(robot: RobotClient, maxFrames: number): Promise<Seen> {
  const frames: Seen["frames"][number][] = [];
  try {
    for await (const frame of robot.frames()) {
      const { time, missed, isReset } = frame;
      const tilt = frame.number("Incmeter");
      frames.push({ time, missed, isReset, tilt, imu: frame.has("Imu") ? frame.numbers("Imu") : null });
      robot.motor("LMotor", { axis: 2, Vel: tilt, FMax: 80 });
      robot.set("Knee", "Angle", 0.5);
      if (frames.length === maxFrames) break;
    }
    return { name: robot.name, frames, error: null };
  } catch (error) {
    if (!(error instanceof RobotError)) throw error;
    return { name: robot.name, frames, error: `${error.code} ${error.where} ${error.advice}` };
  } finally {
    await robot.leave();
  }
}

describe("the TypeScript client over TCP", () => {
  it("[W2] [P2] reads frames that are split at every border, and answers each in one piece", async () => {
    const { port } = await start(EVERY_BORDER);
    const seen = await drive(await connect({ document: "<Client/>", port }), EVERY_BORDER_FRAMES);
    expect(seen.error).toBeNull();
    expect(seen.frames).toEqual(Array(EVERY_BORDER_FRAMES).fill(EVERY_BORDER_SEEN));
    expect(server!.document).toBe("<Client/>");
    expect(server!.answers).toEqual(Array(EVERY_BORDER_FRAMES - 1).fill(answerTo(0.25)));
    expect(server!.pieces).toBe(EVERY_BORDER_FRAMES - 1);
    expect(server!.isLeft).toBe(true);
  });

  it("[W7] [T8] sees a reset and an Error, even byte by byte", async () => {
    const { port } = await start(TROUBLE);
    expect(await drive(await connect({ document: "<Client/>", port }), 100)).toEqual(TROUBLE_SEEN);
    expect(server!.answers).toEqual([answerTo(0.5), answerTo(-0.5)]);
  });

  it("[W7] a server that is stopped ends the loop; the reason can be read", async () => {
    const { port } = await start(STOPPED);
    const robot = await connect({ document: "<Client/>", port });
    const { frames, error } = await drive(robot, 100);
    expect([frames.length, error, robot.endReason?.code]).toEqual([2, null, "SERVER_STOPPED"]);
  });

  it("[W4] names become the numbers of 2004 if Hello says so", async () => {
    const hello = encodeJson("Hello", { protocol: 1, name: "Old", odeNumbers: "2004", components: [] });
    const { port } = await start({ first: [hello, fakeFrame(0, 0)], afterAnswer: [[fakeFrame(1, 0)]] });
    const robot = await connect({ document: "<Client/>", port });
    await robot.nextFrame();
    robot.motor("Wheel", { axis: 2, Vel: 1, FMax: 2, Bounce: 3 });
    await robot.nextFrame();
    expect(server!.answers[0].slice(0, 3).map(({ payload }) => payload.slice(0, 4))).toEqual(["0201", "0301", "0501"]);
    await robot.leave();
  });

  it("[W7] a server that closes is CONNECTION_LOST", async () => {
    const { port } = await start({ first: [HELLO, fakeFrame(0, 0)], closes: true });
    const seen = await drive(await connect({ document: "<Client/>", port }), 100);
    expect(seen.error).toMatch(/^CONNECTION_LOST/);
    expect(seen.frames.length).toBe(1);
  });

  it("[W7] a closed port is CONNECTION_FAILED, with advice", async () => {
    const empty = createServer().listen(0, "127.0.0.1");
    await once(empty, "listening");
    const { port } = empty.address() as { port: number };
    await new Promise((resolve) => empty.close(resolve));
    await expect(connect({ document: "<Client/>", port })).rejects.toMatchObject({
      code: "CONNECTION_FAILED",
      where: `127.0.0.1:${port}`,
      advice: "Is the server running there? In a checkout `node bin/ubersim.js run` starts one.",
    });
  });
});

describe("the TypeScript client over WebSocket", () => {
  it("[W1] [W7] carries the same bytes, independent of where WebSocket messages end", async () => {
    const web = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    await once(web, "listening");
    const heard: string[] = [];
    web.on("connection", (socket) => {
      socket.on("message", (bytes: Buffer) => {
        heard.push(bytes.toString("latin1"));
        const pieces = [TROUBLE.first, ...(TROUBLE.afterAnswer ?? [])][heard.length - 1] ?? [];
        for (const piece of pieces) socket.send(piece);
      });
    });
    const url = `ws://127.0.0.1:${(web.address() as { port: number }).port}/client`;
    expect(await drive(await connectWebSocket({ document: "<Client/>", url }), 100)).toEqual(TROUBLE_SEEN);
    expect(heard[0]).toBe("<Client/>%%");
    expect(heard.length).toBe(3);
    await new Promise((resolve) => web.close(resolve));
    await expect(connectWebSocket({ document: "<Client/>", url })).rejects.toMatchObject({ code: "CONNECTION_FAILED" });
  });
});
