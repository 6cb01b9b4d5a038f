// How much the machine can draw. Where there is no graphics processor (a virtual machine, a test), a plainer picture is
// drawn, and where pictures come slowly, one of fewer pixels (Economy.ts says how often and how many).

export interface Quality {
  /** Whether surfaces shine, edges are smoothed and shadows are fine. */
  readonly isFine: boolean;
  readonly shadowPixels: number;
  /** Drawn by the processors that simulate. */
  readonly isSoftware?: boolean;
  /** All pixels there are, however long it takes. */
  readonly isFixed?: boolean;
}

const FINE: Quality = { isFine: true, shadowPixels: 2048 };
const PLAIN: Quality = { isFine: false, shadowPixels: 1024 };
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Asks a context of its own, since the real one has to know beforehand; `?quality=fine` or `plain` on the page decides. */
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

/** Pixels to draw for each pixel there could be, from how long pictures take to come. */
export class PixelScale {
  scale = 1;
  #slow = 0;
  #fast = 0;

  /** Time since the picture before, ms, while they come without pause. Gives whether the scale has changed. */
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
