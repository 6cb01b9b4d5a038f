// Colours of the four-legged league, chosen by hue, since light and shadow change the brightness of a colour more than its hue. A table
// of 32 x 32 x 32 entries gives the class of a pixel.

/** Classes of pixels; OTHER is everything else, such as white lines, robots and the surroundings. */
export const [OTHER, ORANGE, YELLOW, GREEN, SKY_BLUE, BLUE, PINK, RED] = [0, 1, 2, 3, 4, 5, 6, 7];

interface HueRange {
  readonly class: number;
  /** Degrees; a range may pass through 0. */
  readonly from: number;
  readonly to: number;
  readonly minSaturation: number;
}

const RANGES: readonly HueRange[] = [
  { class: RED, from: 345, to: 10, minSaturation: 0.6 },
  { class: ORANGE, from: 12, to: 42, minSaturation: 0.6 },
  { class: YELLOW, from: 43, to: 72, minSaturation: 0.5 },
  { class: GREEN, from: 90, to: 165, minSaturation: 0.25 },
  { class: SKY_BLUE, from: 180, to: 209, minSaturation: 0.5 },
  { class: BLUE, from: 212, to: 255, minSaturation: 0.5 },
  { class: PINK, from: 300, to: 343, minSaturation: 0.3 },
];

/** Darker pixels have no reliable hue, of 255. */
const MIN_VALUE = 32;

/** Class of a colour. */
export function colorClass(red: number, green: number, blue: number): number {
  const max = Math.max(red, green, blue);
  const span = max - Math.min(red, green, blue);
  if (max < MIN_VALUE || span === 0) return OTHER;
  const hue = hueOf([red, green, blue], max, span);
  const isIn = ({ from, to }: HueRange): boolean => (from <= to ? hue >= from && hue <= to : hue >= from || hue <= to);
  return RANGES.find((range) => isIn(range) && span >= range.minSaturation * max)?.class ?? OTHER;
}

/** Degrees from 0 to 360. */
function hueOf([red, green, blue]: readonly [number, number, number], max: number, span: number): number {
  if (max === red) return (60 * ((green - blue) / span) + 360) % 360;
  return max === green ? 60 * ((blue - red) / span) + 120 : 60 * ((red - green) / span) + 240;
}

const BITS = 5;
const TABLE = new Uint8Array(1 << (3 * BITS));
for (let i = 0; i < TABLE.length; i++) {
  const part = (shift: number): number => ((i >> (shift * BITS)) & 31) * 8 + 4;
  TABLE[i] = colorClass(part(2), part(1), part(0));
}

/** Writes the class of every pixel of an RGB picture to `classes`. */
export function classify(rgb: Uint8Array, classes: Uint8Array): void {
  for (let i = 0, at = 0; i < classes.length; i++, at += 3)
    classes[i] = TABLE[((rgb[at] & 248) << 7) | ((rgb[at + 1] & 248) << 2) | (rgb[at + 2] >> 3)];
}
