// How viewers draw what a device measures (X1): plain data that a device type gives once per device. The viewer applies a
// drawing to the newest sample, so it knows shapes and no device types. An index counts the numbers of a sample from 0, as
// `sends` lists them. A device frame has +y ahead and +z up. What a device looks like itself (a lamp) is `DeviceLook`.

export type Drawing =
  | FrustumDrawing
  | BeamDrawing
  | FanDrawing
  | VectorDrawing
  | LevelDrawing
  | AngleDrawing
  | ColorDrawing;

/** The field of view of a camera: a pyramid along +y of the device. */
export interface FrustumDrawing {
  readonly kind: "frustum";
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Vertical field of view, degrees. */
  readonly fovDeg: number;
}

/** Distances that a range device can measure, m. A measured `max` means that nothing was hit. */
interface RangeOfSight {
  readonly min: number;
  readonly max: number;
}

/** One distance along +y of the device. */
export interface BeamDrawing extends RangeOfSight {
  readonly kind: "beam";
  /** Index of the distance, m. */
  readonly value: number;
  /** Full opening angle, rad; 0: a single ray. */
  readonly cone: number;
}

/** Distances along the rays of a fan (RayFan.ts), layer by layer. */
export interface FanDrawing extends RangeOfSight {
  readonly kind: "fan";
  /** Index of the first distance, m. */
  readonly first: number;
  /** Rays per layer. */
  readonly rays: number;
  readonly layers: number;
  /** Field of view, degrees. */
  readonly fovHDeg: number;
  readonly fovVDeg: number;
}

/** An arrow of three numbers. */
export interface VectorDrawing {
  readonly kind: "vector";
  /** Index of x; y and z follow. */
  readonly first: number;
  /** Axes that the numbers refer to: of the device, of its body, or of the world. */
  readonly axes: "device" | "body" | "world";
  /** Joint at whose anchor the arrow starts, one joint per device; default: at the device. */
  readonly joint?: string;
  /** Arrow length per unit, m; default: chosen by the unit of the field. */
  readonly scale?: number;
}

/** An upright arrow with a dot at its foot: a quantity without a direction. */
export interface LevelDrawing {
  readonly kind: "level";
  /** Index of the quantity. */
  readonly value: number;
  /** Index of a number that must be above 0 for the arrow to appear; default: always drawn. */
  readonly when?: number;
  /** Arrow length per unit, m; default: chosen by the unit of the field. */
  readonly scale?: number;
}

/** An angle in rad. heading: from the world's +y, counter-clockwise. tilt: from the device's +z about its +x. */
interface AngleDrawing {
  readonly kind: "heading" | "tilt";
  /** Index of the angle. */
  readonly value: number;
}

/** A dot at the device in the colour that it measures. */
interface ColorDrawing {
  readonly kind: "color";
  /** Index of red, 0 to 255; green and blue follow. */
  readonly first: number;
}
