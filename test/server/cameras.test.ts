// Camera pictures outside of sessions (S3, S7): the verb, files and MJPEG streams over HTTP, against a real server.

import { once } from "node:events";
import { decode } from "fast-png";
import { describe, expect, test } from "vitest";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import type { RunningServer, ServerOptions } from "../../src/server/Server.js";
import { completeLine } from "../../src/session/verbs/Completion.js";
import { completionNames } from "../../src/session/verbs/CompletionNames.js";
import { RawSocket } from "./RawSocket.js";
import { post, type TestServer, testServer } from "./Servers.js";

const WORLD = `<World name="stage">
  <Light name="Sun" type="sun"><Direction>0.4 0.6 -1</Direction></Light>
  <Static name="ground"><Plane name="Surface"><Material>Ground</Material></Plane></Static>
  <Object name="ball"><RigidBodies><Body name="Ball"><Sphere name="Skin"><Radius>0.3</Radius><Mass>1</Mass>
    <Position>0 3 0.3</Position><Color>#ff7a1a</Color></Sphere></Body></RigidBodies></Object>
  <Camera name="Front Row"><Position>0 0 0.3</Position><Width>64</Width><Height>48</Height></Camera>
  <Camera name="Depth"><Position>0 0 0.3</Position><Width>64</Width><Height>48</Height><Format>depth</Format></Camera>
  <Camera name="Large"><Position>0 0 0.3</Position><Width>1200</Width><Height>900</Height><Rate>20</Rate>
    <PixelNoise><Gaussian>60</Gaussian></PixelNoise></Camera>
</World>`;

const ROBOT = `<Client><CSettings><Name>Box</Name><Offset>1 0 0.3</Offset></CSettings><Entity><RigidBodies>
  <Body name="Trunk"><Box name="Hull"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box>
  <CameraSensor name="Eye"><Width>32</Width><Height>24</Height><Rate>50</Rate><Format>rgb</Format></CameraSensor></Body>
</RigidBodies><Joints/></Entity></Client>`;

const stage = (): WorldFile => readWorldDocument(WORLD, { kinds: builtInDevices() }).world;
const known = ["Front Row", "Depth", "Large", "Box.Eye"];

/** A server with a robot without a client, paused at 0.1 s. */
async function open(options: ServerOptions = {}): Promise<TestServer> {
  const server = await testServer({ world: stage(), ...options });
  const headers = server.token ? { authorization: `Bearer ${server.token}` } : undefined;
  await post(server, "pause", {}, headers);
  await post(server, "reset", {}, headers);
  await post(server, "spawn", { document: ROBOT }, headers);
  await post(server, "step", { count: 100 }, headers);
  return server;
}

const isOrange = (pixels: ArrayLike<number>, at: number): boolean =>
  pixels[at] > 150 && pixels[at + 1] > 0.3 * pixels[at] && pixels[at + 2] < 0.4 * pixels[at];

describe("the verb picture", () => {
  test("[S3] [S7] gives the last picture of a camera, as PNG or JPEG", async () => {
    const server = await open();
    const { data, message } = await post(server, "picture", { camera: "Front Row" });
    expect(data).toMatchObject({ camera: "Front Row", width: 64, height: 48, time: 0.1, format: "png" });
    expect(message).toBe("Front Row: 64 x 48, taken at 0.1 s");
    const image = decode(Buffer.from(data.base64, "base64"));
    expect([image.width, image.height, image.channels]).toEqual([64, 48, 3]);
    // the ball in the middle, the sky above it
    expect(isOrange(image.data, 3 * (24 * 64 + 32))).toBe(true);
    expect(isOrange(image.data, 3 * 32)).toBe(false);
    const eye = await post(server, "picture", { camera: "Box.Eye", format: "jpeg" });
    expect(eye.data).toMatchObject({ width: 32, height: 24, time: 0.1, format: "jpeg" });
    expect(Buffer.from(eye.data.base64, "base64").subarray(0, 3).toString("hex")).toBe("ffd8ff");
  });

  test("[S3] depth is shown as shades of gray: ball and sky differ", async () => {
    const { data } = await post(await open(), "picture", { camera: "Depth" });
    const { data: pixels } = decode(Buffer.from(data.base64, "base64"));
    const at = (column: number, row: number) => [...pixels.slice(3 * (row * 64 + column), 3 * (row * 64 + column) + 3)];
    expect(at(32, 24)).not.toEqual(at(32, 0));
  });

  test("[E4] errors for an unknown camera or format suggest the nearest; cameras and segments are listed, names completed", async () => {
    const server = await open();
    const wrong = await post(server, "picture", { camera: "Box.Eie" });
    expect([wrong.status, wrong.data.code]).toEqual([404, "COMPONENT_UNKNOWN"]);
    expect(wrong.message).toContain('Did you mean "Box.Eye"?');
    expect((await post(server, "picture", { camera: "Depth", format: "gif" })).data.code).toBe("ARGUMENT_WRONG");
    const { data } = await post(server, "list", { what: "cameras" });
    expect(data).toEqual([
      { name: "Front Row", width: 64, height: 48, format: "bgra", rate: 20 },
      { name: "Depth", width: 64, height: 48, format: "depth", rate: 20 },
      { name: "Large", width: 1200, height: 900, format: "bgra", rate: 20 },
      { name: "Box.Eye", width: 32, height: 24, format: "rgb", rate: 50 },
    ]);
    const segments = (await post(server, "list", { what: "segments" })).data as { name: string; number: number }[];
    expect(segments.map(({ name }) => name).sort()).toEqual(["Box", "ball", "ground"]);
    expect(new Set(segments.map(({ number }) => number)).size).toBe(3);
    const offered = completeLine("picture ", server.simulation.verbs.known, completionNames(server.simulation)).words;
    expect(offered).toEqual(['"Front Row"', "Depth", "Large", "Box.Eye"]);
    await post(server, "remove", { name: "Box" });
    expect((await post(server, "picture", { camera: "Box.Eye" })).status).toBe(404);
  });

  test("[M5] requesting pictures changes no hash", async () => {
    const run = async (looks: boolean): Promise<string> => {
      const server = await open();
      for (let i = 0; i < 5; i++) {
        await post(server, "step", { count: 20 });
        if (looks) await post(server, "picture", { camera: "Box.Eye" });
      }
      return (await post(server, "get", { what: "hash" })).data;
    };
    expect(await run(true)).toBe(await run(false));
  });
});

describe("pictures over HTTP", () => {
  const at = ({ url }: RunningServer, name: string): string => `${url}/camera/${name}`;

  test("[S3] [S7] are files of the last picture, equal to those of the verb, drawn once", async () => {
    const server = await open();
    const { data } = await post(server, "picture", { camera: "Front Row" });
    const before = server.simulation.world.cameraRenderer.rendered;
    const all = await Promise.all([1, 2, 3].map(() => fetch(at(server, "Front%20Row.png"))));
    for (const answer of all) {
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect([answer.headers.get("x-capture-time"), answer.headers.get("cache-control")]).toEqual(["0.1", "no-store"]);
      expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(data.base64);
    }
    expect(server.simulation.world.cameraRenderer.rendered).toBe(before + 1);
    const jpeg = await fetch(at(server, "Box.Eye.jpg"));
    expect(jpeg.headers.get("content-type")).toBe("image/jpeg");
    expect(Buffer.from(await jpeg.arrayBuffer()).readUInt16BE(0)).toBe(0xffd8);
    const head = await fetch(at(server, "Box.Eye.png"), { method: "HEAD" });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(60);
  });

  test("[E4] wrong names, methods, hosts and tokens are refused with a code", async () => {
    const server = await open({ token: "right" });
    const ask = async (name: string, token = "right", init: RequestInit = {}) => {
      const answer = await fetch(`${at(server, name)}?token=${token}`, init);
      return { status: answer.status, ...((await answer.json()) as { message: string; data: { code: string } }) };
    };
    for (const ending of ["png", "jpg", "mjpeg"]) {
      const unknown = await ask(`Box.Ear.${ending}`);
      expect([unknown.status, unknown.data.code]).toEqual([404, "COMPONENT_UNKNOWN"]);
      for (const name of known) expect(unknown.message).toContain(name);
      expect([(await ask(`Depth.${ending}`, "wrong")).status, (await ask(`Depth.${ending}`, "")).status]).toEqual([
        401, 401,
      ]);
      expect((await ask(`Depth.${ending}`, "right", { method: "POST" })).status).toBe(405);
      const elsewhere = await ask(`Depth.${ending}`, "right", { headers: { origin: "http://evil.example" } });
      expect([elsewhere.status, elsewhere.data.code]).toEqual([403, "ORIGIN_FORBIDDEN"]);
    }
    expect((await ask("Depth.gif")).status).toBe(404);
    expect((await ask("%2e%2e%2fDepth.png")).status).toBe(404);
    expect((await ask("%zz.png")).status).toBe(400);
    const bearer = await fetch(at(server, "Depth.png"), { headers: { authorization: "Bearer right" } });
    expect(bearer.status).toBe(200);
  });
});

/** Reads an MJPEG stream: its pictures and their capture times. */
class MjpegReader {
  readonly raw: RawSocket;
  readonly times: number[] = [];
  readonly pictures: Buffer[] = [];
  #rest = Buffer.alloc(0);

  constructor(server: RunningServer, camera: string) {
    this.raw = new RawSocket(server);
    this.raw.socket.write(`GET /camera/${camera}.mjpeg HTTP/1.1\r\nHost: 127.0.0.1:${server.httpPort}\r\n\r\n`);
  }

  read(): this {
    this.raw.socket.on("data", (bytes) => this.#take(bytes));
    return this;
  }

  #take(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const head = /content-length: (\d+)\r\nx-capture-time: ([\d.]+)\r\n\r\n/.exec(this.#rest.toString("latin1"));
      const from = head ? head.index + head[0].length : 0;
      const to = from + Number(head?.[1] ?? 0);
      if (!head || this.#rest.length < to) return;
      this.times.push(Number(head[2]));
      this.pictures.push(this.#rest.subarray(from, to));
      this.#rest = this.#rest.subarray(to);
    }
  }

  get rest(): string {
    return this.#rest.toString("latin1");
  }

  async until(isEnough: (reader: MjpegReader) => boolean): Promise<void> {
    while (!isEnough(this)) await once(this.raw.socket, "data");
  }
}

describe("MJPEG streams over HTTP", () => {
  test("[S3] send complete JPEGs with capture times at the camera's rate, and end when the robot leaves", async () => {
    const server = await open();
    const reader = new MjpegReader(server, "Box.Eye").read();
    await reader.until(({ times }) => times.length >= 1);
    await post(server, "rate", { rate: 1 });
    await post(server, "resume");
    await reader.until(({ times }) => times.length >= 8);
    expect(reader.times).toEqual([...reader.times].sort((a, b) => a - b));
    expect(new Set(reader.times).size).toBe(reader.times.length);
    for (const jpeg of reader.pictures)
      expect([jpeg.readUInt16BE(0), jpeg.readUInt16BE(jpeg.length - 2)]).toEqual([0xffd8, 0xffd9]);
    const ended = once(reader.raw.socket, "end");
    await post(server, "remove", { name: "Box" });
    await ended;
    expect(reader.rest).toContain("--ubersim-picture--");
    expect((await post(server, "get", { what: "time" })).status).toBe(200);
  });

  test("[S4] nothing is drawn after the last reader has left", async () => {
    const server = await open();
    const reader = new MjpegReader(server, "Box.Eye").read();
    await reader.until(({ times }) => times.length >= 1);
    reader.raw.socket.destroy();
    // a new picture would be drawn at once
    const { cameraRenderer } = server.simulation.world;
    for (let i = 0, before = -1; before !== cameraRenderer.rendered; i++) {
      before = cameraRenderer.rendered;
      expect(i).toBeLessThan(20);
      await post(server, "step", { count: 100 });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const before = cameraRenderer.rendered;
    for (let i = 0; i < 5; i++) {
      await post(server, "step", { count: 100 });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(cameraRenderer.rendered).toBe(before);
  });

  test("[S4] pictures for a reader that stops reading are dropped, not queued, and delay no other reader", async () => {
    const server = await open({ rate: 1 });
    const [lazy, live] = [new MjpegReader(server, "Large"), new MjpegReader(server, "Large").read()];
    await live.until(({ times }) => times.length >= 1);
    await post(server, "resume");
    // a picture is about 1 MB: far more than sockets hold
    await live.until(({ times }) => times.length >= 40);
    expect(live.pictures[5].length).toBeGreaterThan(400_000);
    lazy.read();
    const last = live.times[39];
    await lazy.until(({ times }) => (times.at(-1) as number) > last);
    const missed = live.times.filter((time) => time <= last && !lazy.times.includes(time));
    expect(missed.length).toBeGreaterThan(5);
    // received pictures are complete, and new ones arrive
    for (const jpeg of lazy.pictures) expect(jpeg.readUInt16BE(jpeg.length - 2)).toBe(0xffd9);
    await server.stop();
  });
});

test("[P1] the shipped world ball-chase has a camera, which sees the ball", async () => {
  const server = await testServer({ world: "ball-chase" });
  const answer = await fetch(`${server.url}/camera/Gardener.png`);
  const { data, width, height } = decode(new Uint8Array(await answer.arrayBuffer()));
  expect([width, height]).toEqual([640, 400]);
  const orange = Array.from({ length: width * height }, (_, i) => 3 * i).filter((at) => isOrange(data, at));
  expect(orange.length).toBeGreaterThan(20);
});
