// A graphics card through the packages webgpu (Dawn, for Vulkan, Metal and Direct3D) and three. Types of webgpu are not
// there when this is built, so what is used of it is written down here.

import type { GpuHello } from "./GpuJob.js";
import type { GpuPackages } from "./GpuPackages.js";

export type Three = typeof import("three/webgpu");

export interface GpuDevice {
  readonly lost: Promise<{ readonly message: string }>;
  readonly limits: Limits;
  destroy(): void;
}

interface Limits {
  readonly maxTextureDimension2D: number;
  readonly maxBufferSize: number;
}

interface Adapter {
  readonly features: ReadonlySet<string>;
  readonly limits: Limits;
  readonly info: {
    readonly vendor: string;
    readonly architecture: string;
    readonly device: string;
    readonly description: string;
    readonly isFallbackAdapter?: boolean;
  };
  requestDevice(wishes: object): Promise<GpuDevice>;
}

interface Entry {
  requestAdapter(wishes: object): Promise<Adapter | null>;
}

interface WebGpu {
  readonly globals: object;
  create(flags: readonly string[]): Entry;
}

/** Must not be collected while anything of it is in use: the process would die. */
let entry: Entry;

export interface Gpu {
  readonly three: Three;
  readonly device: GpuDevice;
  readonly adapter: string;
  /** The processor plays a graphics card. */
  readonly isSoftware: boolean;
  /** To be called before whatever has changed is drawn: three.js looks at lights and shadows once a frame. */
  nextFrame(): void;
}

/** Filters that sharpen textures seen at a slant need nothing of these; three asks for the first. */
const FEATURES = ["core-features-and-limits", "float32-filterable"];
/** What three.js asks of a browser's window: to be called for each frame. Here a frame begins when somebody says so. */
let beginFrame: (timeMs: number) => void = () => {};
const WINDOW = {
  requestAnimationFrame(callback: (timeMs: number) => void): number {
    beginFrame = callback;
    return 1;
  },
  cancelAnimationFrame() {},
};
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render/i;

export async function openGpu(packages: GpuPackages): Promise<Gpu | Extract<GpuHello, { code: string }>> {
  let webgpu: WebGpu;
  let three: Three;
  try {
    webgpu = (await import(packages.webgpu)) as WebGpu;
    Object.assign(globalThis, webgpu.globals, { self: WINDOW });
    three = (await import(packages.three)) as Three;
  } catch (problem) {
    return { code: "RENDERER_MISSING", found: `a package that cannot be loaded: ${firstLine(problem)}` };
  }
  try {
    entry = webgpu.create([]);
    const adapter = await entry.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) return { code: "NO_ADAPTER", found: "none" };
    const { maxTextureDimension2D, maxBufferSize } = adapter.limits;
    const device = await adapter.requestDevice({
      requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)),
      requiredLimits: { maxTextureDimension2D, maxBufferSize },
    });
    const { description, device: name, vendor, architecture, isFallbackAdapter = false } = adapter.info;
    const all = [description, name, vendor, architecture].filter((text) => text !== "");
    return {
      three,
      device,
      nextFrame: () => beginFrame(0),
      adapter: all[0] ?? "a card without a name",
      isSoftware: isFallbackAdapter || SOFTWARE.test(all.join(" ")),
    };
  } catch (problem) {
    return { code: "NO_ADAPTER", found: firstLine(problem) };
  }
}

const firstLine = (problem: unknown): string => String(problem).split("\n")[0];
