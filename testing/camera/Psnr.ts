// Peak signal-to-noise ratio of two pictures over red, green and blue, in decibels.

export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`pictures of ${a.length} and ${b.length} bytes`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (i % 4 < 3) sum += (a[i] - b[i]) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / (0.75 * a.length)));
}

/** Difference pixel by pixel, four times amplified; gray is equal. */
export function difference(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((x, i) => (i % 4 === 3 ? 255 : Math.min(255, Math.max(0, 128 + 4 * (x - b[i])))));
}
