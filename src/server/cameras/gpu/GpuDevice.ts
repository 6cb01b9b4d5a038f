// Opens a graphics card with the packages webgpu (Dawn, for Vulkan, Metal and Direct3D) and three. The types of webgpu
// are not available when this is built, so the used parts are declared here.

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

/** Must stay referenced while the device is in use: garbage collection would crash the process. */
let entry: Entry;

export interface Gpu {
  readonly three: Three;
  readonly device: GpuDevice;
  readonly adapter: string;
  /** True for a software adapter. */
  readonly isSoftware: boolean;
  /** Must be called before a changed scene is drawn: three.js updates lights and shadows once a frame. */
  nextFrame(): void;
}

/** Anisotropic filtering needs none of these features; three.js requests the first. */
const FEATURES = ["core-features-and-limits", "float32-filterable"];
/** The part of a browser's window that three.js needs: frame callbacks. Here `nextFrame` starts a frame. */
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
    return { code: "RENDERER_MISSING", found: `the package cannot be loaded: ${firstLine(problem)}` };
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
