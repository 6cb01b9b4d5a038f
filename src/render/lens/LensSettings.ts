// Settings of a camera's lens and image sensor (S2, S3). PLAIN_LENS has all effects off; an effect that is off costs
// nothing. Equations: docs/cameras.md.

export interface LensSettings {
  /** k1, k2, k3 of Brown and Conrady, in normalised coordinates. Default 0. */
  readonly radial: readonly [number, number, number];
  /** p1, p2. */
  readonly tangential: readonly [number, number];
  /** 0 is none; 1 is light that falls off with the fourth power of the cosine to the axis. */
  readonly vignette: number;
  /** Factor on the light that reaches the image sensor. Default 1. */
  readonly brightness: number;
  /** Standard deviation of the noise on every colour of every pixel, of 255. */
  readonly gaussian: number;
  /** Shot noise: standard deviation at white, of 255; the variance is proportional to the value. */
  readonly shot: number;
  /** Bits per colour, 1 to 8. Default 8. */
  readonly bits: number;
  /** Exposure time for motion blur, ms. */
  readonly exposureMS: number;
  /** Time from reading the first row to reading the last (rolling shutter), ms. */
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

/** Size and vertical field of view of a picture. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
  readonly fovDeg: number;
}

export const hasDistortion = ({ radial, tangential }: LensSettings): boolean =>
  radial.some((k) => k !== 0) || tangential.some((p) => p !== 0);
