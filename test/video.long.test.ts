// `ubersim video`: films as a browser plays them, frame by frame, against the rasteriser's own pictures.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readWorldDocument } from "../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../src/devices/BuiltIn.js";
import { Film } from "../src/record/video/Film.js";
import { FilmTimes } from "../src/record/video/FilmTimes.js";
import { World } from "../src/world/World.js";
import { psnr } from "../testing/camera/Psnr.js";
import { runUbersim } from "../testing/programs/ProgramHost.js";
import { connectChromium } from "../testing/runner/SharedChromium.js";

const WORLD = `<World name="Fall">
  <Step>0.002</Step>
  <Object name="Ball"><RigidBodies><Body name="Ball"><Sphere name="S"><Mass>1</Mass><Radius>0.4</Radius><Position>0.4 2 3</Position><Color>220 60 20</Color></Sphere></Body></RigidBodies></Object>
  <Static name="Ground"><Body name="G"><Plane name="P"/></Body></Static>
  <Camera name="Eye"><Position>0 -3 2</Position><Rate>5</Rate><Width>160</Width><Height>120</Height></Camera>
</World>`;
const [FPS, SECONDS] = [25, 0.6];
const COUNT = FPS * SECONDS;

const scratch = mkdtempSync(join(tmpdir(), "ubersim-video-"));
const file = (name: string): string => join(scratch, name);
const video = (...args: string[]) => runUbersim(["video", file("fall.xml"), ...args]);
const LENGTH = ["--fps", `${FPS}`, "--seconds", `${SECONDS}`];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  writeFileSync(file("fall.xml"), WORLD);
  browser = await connectChromium();
  page = await browser.newPage();
});
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  await browser.close();
});

/** Frames of the same film in this process, as RGBA. */
async function expected(): Promise<readonly Uint8Array[]> {
  const world = await World.create(readWorldDocument(WORLD, { kinds: builtInDevices() }).world);
  const frames: Uint8Array[] = [];
  const film = new Film({
    sources: [{ camera: "Eye" }],
    size: undefined,
    times: new FilmTimes({ fps: FPS, fromSec: 0, seconds: SECONDS }),
    hasCaption: false,
    open: () => {},
    take: (rgb) =>
      frames.push(
        Uint8Array.from({ length: (rgb.length / 3) * 4 }, (_, i) => (i % 4 < 3 ? rgb[(i >> 2) * 3 + (i % 4)] : 255)),
      ),
  });
  for (film.look(world); !film.isDone; film.look(world)) world.stepFrame();
  film.finish();
  world.dispose();
  return frames;
}

interface Played {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  /** RGBA of the wanted frames. */
  readonly pictures: readonly Uint8Array[];
}

/** Plays a film in Chromium. Undefined: this Chromium has no decoder for it. */
async function play(name: string, type: string, wanted: readonly number[]): Promise<Played | undefined> {
  const base64 = readFileSync(file(name)).toString("base64");
  const times = wanted.map((frame) => (frame + 0.5) / FPS);
  const played = await page.evaluate(
    async ([base64, type, times]) => {
      const element = document.createElement("video");
      if (element.canPlayType(type) === "") return undefined;
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      element.muted = true;
      element.src = URL.createObjectURL(new Blob([bytes], { type }));
      await new Promise((resolve, reject) => {
        element.onloadeddata = resolve;
        element.onerror = () => reject(new Error(element.error?.message));
      });
      const { videoWidth: width, videoHeight: height, duration } = element;
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
      const pictures: string[] = [];
      for (const time of times) {
        // the frame may be there some time after the seek
        const shown = new Promise((resolve) => element.requestVideoFrameCallback(resolve));
        await new Promise((resolve) => {
          element.onseeked = resolve;
          element.currentTime = time;
        });
        await shown;
        context.drawImage(element, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        let text = "";
        for (const one of data) text += String.fromCharCode(one);
        pictures.push(btoa(text));
      }
      return { width, height, duration, pictures };
    },
    [base64, type, times] as const,
  );
  return played && { ...played, pictures: played.pictures.map((one) => new Uint8Array(Buffer.from(one, "base64"))) };
}

describe("ubersim video", () => {
  test.each([
    ["fall.mp4", 'video/mp4; codecs="avc1.42E01E"'],
    ["fall.webm", 'video/webm; codecs="vp8"'],
  ])("[X4] %s: a browser shows each instant in its colours; the bytes are the same on each run", async (name, type) => {
    const done = await video("--out", file(name), ...LENGTH);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toMatch(new RegExp(`${name}: ${COUNT} pictures of 160 x 120, 0\\.60 s, \\d+ kB\\n$`));
    const bytes = readFileSync(file(name));
    await video("--out", file(`again-${name}`), ...LENGTH);
    expect(Buffer.compare(bytes, readFileSync(file(`again-${name}`)))).toBe(0);

    const wanted = [7, 1, 0, COUNT - 1, 9];
    const played = await play(name, type, wanted);
    // Chromium without licensed decoders knows VP8 only
    expect(played !== undefined || name.endsWith("mp4")).toBe(true);
    if (!played) return;
    expect(played).toMatchObject({ width: 160, height: 120, duration: expect.closeTo(SECONDS, 2) });
    const frames = await expected();
    for (const [i, frame] of wanted.entries()) {
      const likeness = frames.map((one) => psnr(one, played.pictures[i]));
      expect(likeness[frame], `frame ${frame}`).toBeGreaterThan(30);
      // the first two frames of a fall differ by a twentieth of a pixel
      if (frame > 1) expect(likeness.indexOf(Math.max(...likeness))).toBe(frame);
    }
  });

  test("[X4] views are tiled in their order; the caption is drawn over them", async () => {
    const view = ["--view", "-3 -1 12 to 0 2 0 fov 40"];
    const size = ["--size", "160x60", "--seconds", "0.1"];
    const plain = await video(...view, "--camera", "Eye", ...size, "--out", file("a.webm"));
    expect(plain).toMatchObject({ code: 0, err: "" });
    expect((await video("--camera", "Eye", ...view, ...size, "--out", file("b.webm"))).code).toBe(0);
    expect((await video("--camera=Eye", ...view, ...size, "--caption", "--out", file("c.webm"))).code).toBe(0);
    const [a, b, c] = ["a.webm", "b.webm", "c.webm"].map((name) => readFileSync(file(name)));
    expect([Buffer.compare(a, b) === 0, Buffer.compare(b, c) === 0]).toEqual([false, false]);
  });

  test("[X4] [X3] the film of a recording is that of its run, byte for byte", async () => {
    const run = [
      "run",
      file("fall.xml"),
      "--headless",
      "--rate",
      "max",
      "--seconds",
      "1",
      "--http",
      "off",
      "--port",
      "0",
    ];
    expect((await runUbersim([...run, "--record", file("fall.mcap")])).code).toBe(0);
    const wishes = ["--from", "0.3", "--seconds", "0.4", "--fps", `${FPS}`, "--caption"];
    const done = await runUbersim(["video", file("fall.mcap"), ...wishes, "--out", file("recorded.webm")]);
    expect(done).toMatchObject({ code: 0, err: "", out: expect.stringContaining("10 pictures of 160 x 120") });
    expect((await video(...wishes, "--out", file("live.webm"))).code).toBe(0);
    expect(Buffer.compare(readFileSync(file("recorded.webm")), readFileSync(file("live.webm")))).toBe(0);
    const seeded = await runUbersim(["video", file("fall.mcap"), "--seed", "2"]);
    expect(seeded).toMatchObject({ code: 2, err: expect.stringMatching(/--seed is only for worlds/) });
  });

  test("[X4] [P1] what cannot be filmed is an error, and leaves no file", async () => {
    const unknown = await video("--camera", "Eve", "--out", file("no.mp4"));
    expect(unknown).toMatchObject({ code: 1, err: expect.stringMatching(/^COMPONENT_UNKNOWN: .*Did you mean "Eye"/) });
    const nowhere = await video("--out", file("no/such/place.mp4"));
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringMatching(/^FILE_UNWRITABLE: .*place\.mp4/) });
    expect(() => readFileSync(file("no.mp4"))).toThrow("ENOENT");
    for (const [flags, problem] of [
      [["--view", "1 2 3"], /--view needs "x y z to x y z"/],
      [["--size", "10"], /--size needs WIDTHxHEIGHT/],
      [["--fps", "2000"], /--fps needs a number up to 1000/],
      [["--out", "film.avi"], /--out needs a file name that ends with \.mp4 or \.webm/],
      [["--opponent", "blue"], /has no --opponent/],
      [["--play"], /a game needs a world with/],
    ] as const)
      expect(await video(...flags, "--out", file("no.mp4"), ...(flags[0] === "--out" ? flags : []))).toMatchObject({
        code: 2,
        err: expect.stringMatching(problem),
      });
  });
});
