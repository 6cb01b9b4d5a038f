// How much the machine can draw. Without a graphics processor (a virtual machine, a test) the picture is plainer; if
// frames are slow it has fewer pixels (DrawBudget.ts decides how many).

export interface Quality {
  /** Highlights, smooth edges and soft shadows. */
  readonly isFine: boolean;
  readonly shadowPixels: number;
  /** Drawn by the processor, without a graphics processor. */
  readonly isSoftware?: boolean;
  /** Always all pixels, however slow. */
  readonly isFixed?: boolean;
}

const FINE: Quality = { isFine: true, shadowPixels: 2048 };
const PLAIN: Quality = { isFine: false, shadowPixels: 1024 };
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Uses a temporary WebGL context, since the real one needs the answer. `?quality=fine` or `plain` overrides it. */
export function detectQuality(): Quality {
  const wish = new URLSearchParams(location.search).get("quality");
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return PLAIN;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  const isSoftware = SOFTWARE.test(name);
  if (wish === "fine") return { ...FINE, isFixed: true, isSoftware };
  return { ...(isSoftware || wish === "plain" ? PLAIN : FINE), isSoftware };
}

const SLOW_MS = 45;
const FAST_MS = 20;
const FRAMES = 12;
const MIN_SCALE = 0.7;

/** Chooses the share of pixels to draw from the time between frames. */
export class PixelScale {
  scale = 1;
  #slow = 0;
  #fast = 0;

  /** `gapMs`: time since the previous frame, ms. Returns whether the scale has changed. */
  addGap(gapMs: number): boolean {
    this.#slow = gapMs > SLOW_MS ? this.#slow + 1 : Math.max(0, this.#slow - 1);
    this.#fast = gapMs < FAST_MS ? this.#fast + 1 : 0;
    if (this.#slow >= FRAMES && this.scale > MIN_SCALE) return this.#set(Math.max(MIN_SCALE, MIN_SCALE * this.scale));
    if (this.#fast >= 20 * FRAMES && this.scale < 1) return this.#set(Math.min(1, this.scale / MIN_SCALE));
    return false;
  }

  #set(scale: number): boolean {
    this.scale = scale;
    this.#slow = this.#fast = 0;
    return true;
  }
}
