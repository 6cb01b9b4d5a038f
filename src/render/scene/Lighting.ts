// The light model of viewer and cameras. An intensity of 1 shows a surface in its own colour: lit at right angles by a
// sun, or by a point light or spot 2 m away. Lights shine along -z of their frame. The first sun casts shadows.

import type { Light } from "../../describe/world/WorldFile.js";
import { between, rotate } from "../../math/Quat.js";
import { cos, pow } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";

/** Default half angle of a spot, rad; within this share of the angle it has full brightness. */
export const SPOT_ANGLE = 0.7;
export const SPOT_BRIGHT_SHARE = 0.5;
/** Share of a sun's light that reaches unlit sides, reflected from the surroundings. */
export const BOUNCE = 0.18;
/** Light from below, as a share of that from above. */
export const FROM_BELOW = 0.7;
/** Ambient light with every light off. */
export const MIN_AMBIENT = 0.06;
/** Factor on all light: with the default lights, a white surface that faces the sun stays just below 255. */
export const EXPOSURE = 0.8;
/** Sky colours straight up and at the horizon, and the exponent of the gradient between them. */
export const ZENITH = 0x9fbde0;
export const HORIZON = 0xe8eef5;
export const SKY_POWER = 0.6;

export const DEFAULT_LIGHTS: readonly Light[] = [
  {
    name: "Sky",
    type: "ambient",
    pose: { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
    color: [232, 240, 255],
    intensity: 0.5,
    on: true,
  },
  {
    name: "Sun",
    type: "sun",
    pose: { position: [0, 0, 0], orientation: between([0, 0, -1], [0.45, 0.55, -1]) },
    color: [255, 246, 230],
    intensity: 0.8,
    on: true,
  },
];

/** sRGB value 0 to 255 to linear light 0 to 1. */
export function srgbToLinear(value: number): number {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/** Linear light 0 to 1 to sRGB value 0 to 255, rounded. */
export const linearToSrgb = (c: number): number =>
  Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055));

const linearColor = ([r, g, b]: Vec3): Vec3 => [srgbToLinear(r), srgbToLinear(g), srgbToLinear(b)];
const fromHex = (hex: number): Vec3 => linearColor([hex >> 16, (hex >> 8) & 255, hex & 255]);
const times = ([r, g, b]: Vec3, k: number): Vec3 => [r * k, g * k, b * k];

/** A sun (`at`: direction to it), point light or spot (`at`: position); `color` includes the intensity. */
export interface LightSource {
  readonly at: Vec3;
  readonly color: Vec3;
  /** For spots: direction, and cosines of the edge and of the bright middle. */
  readonly axis: Vec3;
  readonly edge: number;
  readonly middle: number;
}

export interface Lighting {
  readonly suns: readonly LightSource[];
  readonly lamps: readonly LightSource[];
  /** Ambient light on vertical surfaces, and the amount added per upward component of the normal. */
  readonly ambient: Vec3;
  readonly ambientUp: Vec3;
  /** Brightness of the sky, 1 with the default lights. */
  readonly brightness: number;
}

/** Lights in the form of the rasteriser; DEFAULT_LIGHTS for a world without lights. */
export function lightingOf(lights: readonly Light[]): Lighting {
  const shining = (lights.length ? lights : DEFAULT_LIGHTS).filter(({ on }) => on);
  const level = skyLevel(shining);
  const sky = times(level, EXPOSURE);
  const minAmbient = EXPOSURE * MIN_AMBIENT;
  const half = (1 + FROM_BELOW) / 2;
  return {
    suns: shining
      .filter(({ type }) => type === "sun")
      .map((light) => lightSourceOf(light, rotate(light.pose.orientation, UP))),
    lamps: shining
      .filter(({ type }) => type === "point" || type === "spot")
      .map((light) => lightSourceOf(light, light.pose.position)),
    ambient: [minAmbient + half * sky[0], minAmbient + half * sky[1], minAmbient + half * sky[2]],
    ambientUp: times(sky, (1 - FROM_BELOW) / 2),
    brightness: Math.min(1, (MIN_AMBIENT + level[1]) / (MIN_AMBIENT + skyLevel(DEFAULT_LIGHTS)[1])),
  };
}

const UP: Vec3 = [0, 0, 1];

/** Light from all sides: ambient lights, and the reflected share of suns. */
function skyLevel(lights: readonly Light[]): Vec3 {
  const sum = [0, 0, 0];
  for (const { type, color, intensity } of lights) {
    if (type !== "ambient" && type !== "sun") continue;
    linearColor(color).forEach((c, k) => {
      sum[k] += c * intensity * (type === "sun" ? BOUNCE : 1);
    });
  }
  return [sum[0], sum[1], sum[2]];
}

function lightSourceOf({ type, color, intensity, pose, cone = 2 * SPOT_ANGLE }: Light, at: Vec3): LightSource {
  const isSpot = type === "spot";
  const unit = type === "sun" ? 1 : 4;
  return {
    at,
    color: times(linearColor(color), EXPOSURE * unit * intensity),
    axis: rotate(pose.orientation, [0, 0, -1]),
    edge: isSpot ? cos(cone / 2) : -1,
    middle: isSpot ? cos((cone / 2) * SPOT_BRIGHT_SHARE) : -1,
  };
}

/** Red, green, blue from the horizon to straight up, indexed by the square root of the direction's upward component. */
export function skyColors(steps: number): Float32Array {
  const [low, high] = [fromHex(HORIZON), fromHex(ZENITH)];
  const colors = new Float32Array(3 * steps);
  for (let i = 0; i < steps; i++) {
    const t = i === 0 ? 0 : pow(i / (steps - 1), 2 * SKY_POWER);
    for (let k = 0; k < 3; k++) colors[3 * i + k] = low[k] + t * (high[k] - low[k]);
  }
  return colors;
}
