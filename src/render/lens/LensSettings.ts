// A camera's lens and chip, as data (S2, S3). Everything is off in PLAIN_LENS, and what is off costs nothing. The
// equations: docs/cameras.md.

export interface LensSettings {
  /** k1, k2, k3 of Brown and Conrady, in normalised coordinates. */
  readonly radial: readonly [number, number, number];
  /** p1, p2. */
  readonly tangential: readonly [number, number];
  /** 0: none, 1: light falls off with the fourth power of the cosine to the axis. */
  readonly vignette: number;
  /** Factor on the light that reaches the chip. */
  readonly brightness: number;
  /** Standard deviation of what is added to every colour of every pixel, of 255. */
  readonly gaussian: number;
  /** Standard deviation at white, of 255; its square is proportional to the value. */
  readonly shot: number;
  /** Of each colour, 1 to 8; 8: all that there are. */
  readonly bits: number;
  /** How long the shutter is open: motion blur. */
  readonly exposureMS: number;
  /** From reading the first row to reading the last: rolling shutter. */
  readonly readoutMS: number;
}

export const PLAIN_LENS: LensSettings = Object.freeze({
  radial: Object.freeze([0, 0, 0] as const),
  tangential: Object.freeze([0, 0] as const),
  vignette: 0,
  brightness: 1,
  gaussian: 0,
  shot: 0,
  bits: 8,
  exposureMS: 0,
  readoutMS: 0,
});

/** The size and opening of a picture; the opening is vertical. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
  readonly fovDeg: number;
}

export const hasDistortion = ({ radial, tangential }: LensSettings): boolean =>
  radial.some((k) => k !== 0) || tangential.some((p) => p !== 0);
