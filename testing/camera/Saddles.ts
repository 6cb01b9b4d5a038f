// Finds the corners of a checkerboard in a picture to fractions of a pixel, without prior positions: they are saddle
// points of the brightness. A first guess from second derivatives is refined by the rule that every gradient nearby is
// orthogonal to the direction from the corner: sum g gᵀ (p - corner) = 0.

export interface Spot {
  /** Position, px; pixel (c, r) has its centre at (c + 0.5, r + 0.5). */
  readonly x: number;
  readonly y: number;
}

export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly values: Float64Array;
}

/** Minimum response of a corner, relative to the strongest. */
const MIN_SHARE = 0.15;
const ROUNDS = 20;

/** Linear light of red, green and blue: light of a partly covered pixel adds up, sRGB values do not. */
export function grayOf(rgba: Uint8Array, width: number, height: number): Gray {
  const values = new Float64Array(width * height);
  for (let i = 0; i < values.length; i++)
    values[i] = lightOf(rgba[4 * i]) + lightOf(rgba[4 * i + 1]) + lightOf(rgba[4 * i + 2]);
  return { width, height, values };
}

/** Linear light of an sRGB value; white is 100. */
export function lightOf(value: number): number {
  const x = value / 255;
  return 100 * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
}

/** Uses `reach` px around each corner; it must be smaller than a square. */
export function findSaddles(picture: Gray, reach = 5): Spot[] {
  const soft = blur(blur(blur(blur(picture))));
  const response = saddleness(soft);
  const least = MIN_SHARE * response.values.reduce((most, x) => Math.max(most, x), 0);
  const spots: Spot[] = [];
  for (let r = 5; r < picture.height - 5; r++)
    for (let c = 5; c < picture.width - 5; c++)
      if (response.values[r * picture.width + c] > least && isPeak(response, c, r))
        spots.push(refine(soft, { x: c + 0.5, y: r + 0.5 }, reach));
  return spots.filter(({ x }) => !Number.isNaN(x));
}

/** Weights 1 2 1 along both sides. */
function blur({ width, height, values }: Gray): Gray {
  const along = (from: Float64Array, step: number, inside: (i: number) => boolean) =>
    from.map((x, i) => (inside(i) ? (from[i - step] + 2 * x + from[i + step]) / 4 : x));
  const rows = along(values, 1, (i) => i % width > 0 && i % width < width - 1);
  const both = along(rows, width, (i) => i >= width && i < width * (height - 1));
  return { width, height, values: both };
}

/** Ixy² - Ixx Iyy: positive at saddle points of the brightness. */
function saddleness({ width, height, values: v }: Gray): Gray {
  const out = new Float64Array(v.length);
  for (let r = 1; r < height - 1; r++)
    for (let c = 1; c < width - 1; c++) {
      const i = r * width + c;
      const xx = v[i - 1] - 2 * v[i] + v[i + 1];
      const yy = v[i - width] - 2 * v[i] + v[i + width];
      const xy = (v[i - width - 1] + v[i + width + 1] - v[i - width + 1] - v[i + width - 1]) / 4;
      out[i] = Math.max(0, xy * xy - xx * yy);
    }
  return { width, height, values: out };
}

function isPeak({ width, values }: Gray, c: number, r: number): boolean {
  const own = values[r * width + c];
  for (let dr = -3; dr <= 3; dr++)
    for (let dc = -3; dc <= 3; dc++) {
      const other = values[(r + dr) * width + c + dc];
      // of two equal responses the first wins
      if (other > own || (other === own && (dr < 0 || (dr === 0 && dc < 0)))) return false;
    }
  return true;
}

function refine(picture: Gray, start: Spot, reach: number): Spot {
  let spot = start;
  for (let round = 0; round < ROUNDS; round++) {
    const next = refineOnce(picture, spot, reach);
    if (!next || Math.hypot(next.x - start.x, next.y - start.y) > 3) return { x: Number.NaN, y: Number.NaN };
    const moved = Math.hypot(next.x - spot.x, next.y - spot.y);
    spot = next;
    if (moved < 1e-4) break;
  }
  return spot;
}

function refineOnce({ width, height, values: v }: Gray, { x, y }: Spot, reach: number): Spot | undefined {
  let [a, b, d, p, q] = [0, 0, 0, 0, 0];
  const [c0, r0] = [Math.floor(x), Math.floor(y)];
  for (let r = Math.max(1, r0 - reach - 1); r <= Math.min(height - 2, r0 + reach + 1); r++)
    for (let c = Math.max(1, c0 - reach - 1); c <= Math.min(width - 2, c0 + reach + 1); c++) {
      const [dx, dy] = [c + 0.5 - x, r + 0.5 - y];
      // weights fall to zero at the rim of the window
      const weight = Math.max(0, 1 - (dx * dx) / reach ** 2) * Math.max(0, 1 - (dy * dy) / reach ** 2);
      const i = r * width + c;
      const gx = (v[i + 1] - v[i - 1]) / 2;
      const gy = (v[i + width] - v[i - width]) / 2;
      a += weight * gx * gx;
      b += weight * gx * gy;
      d += weight * gy * gy;
      p += weight * (gx * gx * dx + gx * gy * dy);
      q += weight * (gx * gy * dx + gy * gy * dy);
    }
  const det = a * d - b * b;
  if (!(det > 1e-6)) return undefined;
  return { x: x + (d * p - b * q) / det, y: y + (a * q - b * p) / det };
}
