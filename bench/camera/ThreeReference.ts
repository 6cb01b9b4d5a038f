// three.js in headless Chromium, as an independent reference for pictures and speed: software WebGL by SwiftShader,
// which is part of Chromium, or by Mesa if the system has it. ThreePage.js runs in the browser.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Texture } from "../../src/describe/entity/Texture.js";
import type { Pose } from "../../src/math/Pose.js";
import * as lighting from "../../src/render/scene/Lighting.js";
import { surfaceLookOf } from "../../src/render/scene/SurfaceLook.js";
import { findChromium, REPOSITORY } from "../../testing/browser/Chromium.js";
import type { CameraScene } from "./CameraScene.js";

const FLAGS = {
  swiftshader: ["--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  mesa: ["--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist"],
} as const;
const FILES: Readonly<Record<string, string>> = {
  "/ThreePage.js": "bench/camera/ThreePage.js",
  "/ThreeShapes.js": "bench/camera/ThreeShapes.js",
  "/ThreeLights.js": "bench/camera/ThreeLights.js",
  "/three.js": "node_modules/three/build/three.module.js",
  "/three.core.js": "node_modules/three/build/three.core.js",
};
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{"imports":{"three":"/three.js"}}</script>
<script>const call = async ([name, args]) => (await import("/ThreePage.js"))[name](...args);</script>`;

export type Driver = keyof typeof FLAGS;

export interface ThreeOptions {
  readonly antialias?: boolean;
  readonly shadows?: boolean;
  /** Tessellation: fine for comparing pictures, usual for comparing times. */
  readonly segments?: "fine" | "coarse";
  readonly material?: "standard" | "lambert";
}

interface ThreePicture {
  /** RGBA, rows from the top. */
  readonly pixels: Uint8Array;
  readonly triangles: number;
}

interface ThreeTimes {
  /** Time of each picture, drawn and read back, ms. */
  readonly times: readonly number[];
  readonly triangles: number;
}

export class ThreeReference {
  private constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    private readonly page: Page,
    /** Name of the renderer, for example "ANGLE (Mesa/X.org, llvmpipe ...)". */
    readonly renderer: string,
  ) {}

  /** Undefined if Chromium lacks this driver. `open` returns the browser; by default it starts one. */
  static async start(driver: Driver, open = () => launch(driver)): Promise<ThreeReference | undefined> {
    const server = await serveFiles();
    let browser: Browser | undefined;
    try {
      browser = await open();
      const page = await browser.newPage();
      page.on("pageerror", (error) => console.error(`three.js: ${error.message}`));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const renderer = await page.evaluate<string>('call(["rendererName", []])');
      const reference = new ThreeReference(browser, server, page, renderer);
      const isAsked = driver === "mesa" ? /mesa|llvmpipe/i : /swiftshader/i;
      if (isAsked.test(renderer)) return reference;
      await reference.close();
    } catch (error) {
      await browser?.close();
      server.close();
      if (driver === "swiftshader") throw error;
    }
    return undefined;
  }

  async draw(scene: CameraScene, options: ThreeOptions = {}): Promise<ThreePicture> {
    const { pixels, triangles } = await this.#call<{ pixels: string; triangles: number }>("draw", [
      plain(scene),
      options,
    ]);
    return { pixels: new Uint8Array(Buffer.from(pixels, "base64")), triangles };
  }

  /** The camera moves from pose to pose. */
  async time(scene: CameraScene, poses: readonly Pose[], options: ThreeOptions = {}): Promise<ThreeTimes> {
    return await this.#call<ThreeTimes>("time", [plain(scene), options, poses]);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.closeAllConnections();
    this.server.close();
  }

  // as text, because vitest would rewrite imports inside a function
  #call<Result>(name: string, args: readonly unknown[]): Promise<Result> {
    return this.page.evaluate<Result>(`call(${JSON.stringify([name, args])})`);
  }
}

async function launch(driver: Driver): Promise<Browser> {
  const { path, libraries } = await findChromium();
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: path,
    headless: true,
    args: [...(isRoot ? ["--no-sandbox"] : []), "--force-color-profile=srgb", ...FLAGS[driver]],
    ...(libraries === undefined
      ? {}
      : { env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: libraries } }),
  });
}

async function serveFiles(): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const file = FILES[url];
    response.setHeader("content-type", file ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8");
    // a cross-origin isolated page has a finer clock
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("cross-origin-embedder-policy", "require-corp");
    response.end(file ? readFileSync(REPOSITORY + file) : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The scene as JSON for the page. */
function plain({ entities, poses, lights, view, shadow }: CameraScene): unknown {
  const bodies = entities.flatMap((entity) => entity.bodies);
  return {
    bodies: bodies.map(({ shapes }, i) => ({
      pose: poses[i],
      shapes: shapes.map((shape) => ({
        ...shape,
        surface: surfaceLookOf(shape.material),
        texture: plainTexture(shape.texture),
      })),
    })),
    lights,
    view,
    shadow,
    lighting: conventions(lights),
  };
}

/** The project's numbers for light and materials; three.js applies them by its own rules. */
function conventions(lights: CameraScene["lights"]): unknown {
  return {
    exposure: lighting.EXPOSURE,
    minAmbient: lighting.MIN_AMBIENT,
    bounce: lighting.BOUNCE,
    groundShare: lighting.FROM_BELOW,
    // candela: a point light 2 m away is as bright as a sun
    lampUnit: 4 * Math.PI,
    spotAngle: lighting.SPOT_ANGLE,
    spotPenumbra: 1 - lighting.SPOT_BRIGHT_SHARE,
    zenith: lighting.ZENITH,
    horizon: lighting.HORIZON,
    skyPower: lighting.SKY_POWER,
    skyBrightness: lighting.lightingOf(lights).brightness,
  };
}

function plainTexture(texture: Texture | undefined): unknown {
  return texture && { ...texture, pixels: Buffer.from(texture.pixels).toString("base64") };
}
