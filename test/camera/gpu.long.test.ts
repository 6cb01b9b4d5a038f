// Pictures drawn on a graphics card. Behaviour without the packages or without a card is tested everywhere; pictures only
// where three, webgpu and a usable card exist. UBERSIM_WEBGPU=folder names a project that has webgpu.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { CameraScene } from "../../bench/camera/CameraScene.js";
import { primitives, room, soccer } from "../../bench/camera/JudgedScenes.js";
import { sceneStateOf } from "../../bench/camera/OurPicture.js";
import { NO_NOISE } from "../../src/describe/robot/Noise.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import { bytesOf } from "../../src/devices/Sample.js";
import { atan } from "../../src/math/InverseTrigonometry.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { PLAIN_LENS } from "../../src/render/lens/LensSettings.js";
import { DirectCameraRenderer } from "../../src/render/picture/DirectCameraRenderer.js";
import type { CameraRenderer, Picture, PictureSpec } from "../../src/render/picture/Picture.js";
import { GpuCameraRenderer } from "../../src/server/cameras/gpu/GpuCameraRenderer.js";
import { findGpuPackages } from "../../src/server/cameras/gpu/GpuPackages.js";
import { startServer } from "../../src/server/Server.js";
import { World } from "../../src/world/World.js";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { psnr } from "../../testing/camera/Psnr.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BIN = join(ROOT, "bin/ubersim.js");

const isInstalled = (folder: string): boolean => {
  try {
    return findGpuPackages([folder, ROOT]).webgpu !== "";
  } catch {
    return false;
  }
};

/** A user's project with this source as package webgpu; undefined for none. */
function project(webgpu?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "ubersim-gpu-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (webgpu === undefined) return folder;
  const home = join(folder, "node_modules/webgpu");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "name": "webgpu", "type": "module", "main": "index.js" }');
  writeFileSync(join(home, "index.js"), webgpu);
  return folder;
}

async function run(cwd: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd });
  onTestFinished(() => void child.kill());
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

const GPU_RUN = ["run", "--renderer", "gpu", "--port", "0", "--http", "off", "--rate", "max", "--seconds", "1"];
const NO_CARD = "export const globals = {}; export const create = () => ({ requestAdapter: async () => null });";
const NO_USE = `export const globals = {};
  const device = { limits: { maxTextureDimension2D: 8192 }, features: new Set(), lost: new Promise(() => {}) };
  const limits = { maxTextureDimension2D: 8192, maxBufferSize: 1e8 };
  const info = { vendor: "", architecture: "", device: "", description: "Useless" };
  const adapter = { features: new Set(), limits, info, requestDevice: async () => device };
  export const create = () => ({ requestAdapter: async () => adapter });`;

describe("--renderer gpu without a usable card", () => {
  it.skipIf(isInstalled(ROOT))("without the package webgpu, run prints what to install and exits with 1", async () => {
    const { code, out, err } = await run(project(), ...GPU_RUN);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^RENDERER_MISSING: .*found no package webgpu in .*npm install three webgpu.*--renderer cpu/);
  });

  it.skipIf(isInstalled(ROOT))("startServer throws the same error, and leaves no port open", async () => {
    const options = { renderer: "gpu", port: 0, httpPort: false } as const;
    await expect(startServer(options)).rejects.toMatchObject({ code: "RENDERER_MISSING" });
  });

  it("if both packages are missing, the error names both", () => {
    // a folder without packages
    const { root } = parse(ROOT);
    expect(() => findGpuPackages([root])).toThrow(`no package three and no package webgpu in ${root}`);
  });

  it("a webgpu that cannot be loaded is reported with the reason", async () => {
    const { code, err } = await run(project('throw new Error("GLIBCXX_3.4.32 not found");'), ...GPU_RUN);
    expect(code).toBe(1);
    expect(err).toMatch(/^RENDERER_MISSING: .*GLIBCXX_3\.4\.32 not found/);
  });

  it.each([
    ["no card", NO_CARD, "found none"],
    ["a card that three.js cannot use", NO_USE, "Error"],
  ])("%s: NO_ADAPTER", async (_, webgpu, found) => {
    const { code, out, err } = await run(project(webgpu), ...GPU_RUN);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^NO_ADAPTER: .*Vulkan, Metal or Direct3D.*--renderer cpu/);
    expect(err).toContain(found);
  });

  it("an unknown renderer is an error; cpu is the default", async () => {
    const wrong = await run(ROOT, "run", "--renderer", "webgl");
    expect([wrong.code, wrong.err]).toEqual([2, 'ubersim: --renderer needs cpu or gpu, found "webgl".\n']);
    const right = await run(project(), ...GPU_RUN.map((word) => (word === "gpu" ? "cpu" : word)));
    expect(right.code).toBe(0);
  });
});

// ---- a world with cameras

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function makeWorld(cameraRenderer: CameraRenderer, isWatched = true): Promise<World> {
  const ground = { kind: "Plane" } as const;
  const ball = { kind: "Sphere", radius: 0.2 } as const;
  const entities = [
    { name: "Ground", isStatic: true, bodies: [{ name: "B", solids: [{ name: "S", shape: ground }] }] },
    {
      name: "Ball",
      bodies: [{ name: "B", solids: [{ name: "S", shape: ball, mass: 1, position: [0, 2, 0.6] as const }] }],
    },
  ];
  const world = await World.create(worldFileOf(describeWorld({ entities })), { cameraRenderer });
  worlds.push(world);
  const size = "<Width>64</Width><Height>48</Height><Rate>100</Rate><LatencyMS>20</LatencyMS>";
  const sensors = ["bgra", "depth", "jpeg"]
    .map((format) => `<CameraSensor name="${format}">${size}<Format>${format}</Format></CameraSensor>`)
    .join("");
  const robot = world.join(readDocument(boxRobot({ name: "Eye", at: "0 0 0.2", sensors })));
  if (isWatched) robot.attachClient();
  return world;
}

/** The world's hash after a number of frames, and all received bytes. */
function watch(world: World, frames: number): { hash: string; bytes: Uint8Array[] } {
  const bytes: Uint8Array[] = [];
  for (let i = 0; i < frames; i++) {
    world.stepFrame();
    for (const robot of world.robots) for (const { sample } of robot.reports) bytes.push(bytesOf(sample).slice());
  }
  return { hash: world.hash(), bytes };
}

/** Renders black pictures. */
class Night implements CameraRenderer {
  readonly rendered = 0;
  take(spec: PictureSpec): Picture {
    return {
      spec,
      begin() {},
      isReady: true,
      isAway: false,
      bytes: () => new Uint8Array(4 * spec.width * spec.height),
    };
  }
  close(): void {}
}

it("[S4] a world's hash does not depend on its pixels", async () => {
  const day = watch(await makeWorld(await DirectCameraRenderer.create()), 40);
  const night = watch(await makeWorld(new Night()), 40);
  expect(day.bytes.length).toBeGreaterThan(5);
  expect(night.bytes[0]).not.toEqual(day.bytes[0]);
  expect(night.hash).toBe(day.hash);
});

// ---- a real card

const log: string[] = [];
const folders = [process.env.UBERSIM_WEBGPU ?? ROOT, ROOT];
const gpu = await GpuCameraRenderer.create({ folders, log: (line) => log.push(line) }).catch((problem: Error) => {
  console.log(`no pictures on a graphics card: ${problem.message}`);
  return undefined;
});
afterAll(() => gpu?.close());

const MIN_DB = 30;

function specOf(scene: CameraScene, more: Partial<PictureSpec> = {}): PictureSpec {
  const { pose, width, height, focalPx } = scene.view;
  const fovDeg = (2 * atan(height / 2 / focalPx)) / DEGREE;
  const still = { velocities: undefined, velocity: undefined, noise: NO_NOISE, drift: 0, seed: 5, timeNs: 0 };
  const plain = { pose, width, height, fovDeg, lens: PLAIN_LENS, format: "bgra" } as const;
  return { sceneState: sceneStateOf(scene), ...still, ...plain, ...more };
}

describe.skipIf(!gpu)("on a graphics card (only where webgpu and a card exist)", () => {
  const card = gpu as GpuCameraRenderer;
  // without this check the rasteriser would be compared with itself after a failure of the card
  afterEach(() => expect(card.isLost, log.join("\n")).toBe(false));
  const compare = async (spec: PictureSpec): Promise<number> => {
    const cpu = await DirectCameraRenderer.create();
    return psnr(card.take(spec).bytes(), cpu.take(spec).bytes());
  };

  it("logs the name of the card, and that pixels may differ", () => {
    expect(log[0]).toContain(card.adapter);
    expect(log[0]).toContain("pixels may differ from machine to machine");
  });

  it.each([
    ["primitives", primitives],
    ["soccer", soccer],
    ["room", room],
  ])(`[S3] %s: at least ${MIN_DB} dB compared with the rasteriser`, async (name, make) => {
    const score = await compare(specOf(await make()));
    console.log(`${name}: ${score.toFixed(1)} dB`);
    expect(score).toBeGreaterThanOrEqual(MIN_DB);
  });

  it("[S3] through a lens, with a rolling shutter and blur, in an odd size", async () => {
    const scene = primitives();
    const sceneState = sceneStateOf(scene);
    const velocities = new Float64Array((6 * sceneState.poses.length) / 7);
    const lens = { ...PLAIN_LENS, radial: [-0.15, 0, 0] as const, vignette: 0.5, exposureMS: 20, readoutMS: 30 };
    const velocity = [1, 0, 0, 0, 0, 1];
    const distorted = specOf(scene, { sceneState, lens, velocities, velocity, width: 75, height: 61 });
    expect(await compare(distorted)).toBeGreaterThanOrEqual(MIN_DB);
    // a picture without these effects differs
    const undistorted = { ...distorted, lens: PLAIN_LENS };
    expect(psnr(card.take(distorted).bytes(), card.take(undistorted).bytes())).toBeLessThan(MIN_DB);
  });

  it("a lens whose distortion folds the picture is refused, and the card keeps working", () => {
    const lens = { ...PLAIN_LENS, radial: [-0.5, 0, 0] as const };
    expect(() => card.take(specOf(primitives(), { lens })).bytes()).toThrow("LENS_FOLDS");
  });

  it("[S4] pictures of different scene states that are in progress at the same time each show their own state", async () => {
    const cpu = await DirectCameraRenderer.create();
    const scene = primitives();
    const shots = Array.from({ length: 6 }, (_, i) => {
      const sceneState = sceneStateOf(scene);
      sceneState.poses[7] += 0.3 * i;
      const turned = { ...scene.view.pose, position: [0.2 * i, -3.2, 1.5] as const };
      return [specOf(scene, { sceneState }), specOf(scene, { sceneState, pose: turned })];
    }).flat();
    const pictures = shots.map((spec) => card.take(spec));
    for (const picture of pictures) picture.begin();
    for (const [i, spec] of shots.entries())
      expect(psnr(pictures[i].bytes(), cpu.take(spec).bytes()), `picture ${i}`).toBeGreaterThanOrEqual(MIN_DB);
  });

  it("[S3] depth and segmentation equal those of the rasteriser, to the bit", async () => {
    const cpu = await DirectCameraRenderer.create();
    for (const format of ["depth", "segmentation"] as const) {
      const spec = specOf(await soccer(), { format });
      expect(Buffer.compare(card.take(spec).bytes(), cpu.take(spec).bytes()), format).toBe(0);
    }
  });

  it("[S4] the world's hash equals that of a rasteriser run, and nothing is drawn without readers", async () => {
    const cpu = watch(await makeWorld(await DirectCameraRenderer.create()), 40);
    const before = card.rendered;
    const idle = await makeWorld(new Borrowed(card), false);
    for (let i = 0; i < 40; i++) idle.stepFrame();
    expect(card.rendered).toBe(before);
    const run = watch(await makeWorld(new Borrowed(card)), 40);
    expect(card.rendered).toBeGreaterThan(before);
    expect(run.hash).toBe(cpu.hash);
    expect(run.bytes.length).toBe(cpu.bytes.length);
  });
});

/** Worlds close their camera renderer; this wrapper keeps it open for reuse. */
class Borrowed implements CameraRenderer {
  constructor(private readonly lender: CameraRenderer) {}
  get rendered(): number {
    return this.lender.rendered;
  }
  take(spec: PictureSpec): Picture {
    return this.lender.take(spec);
  }
  close(): void {}
}
