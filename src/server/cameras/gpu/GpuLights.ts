// Lights for three.js with the rules of the rasteriser (Lighting.ts): suns, point lights, spots, light from above and
// below, the sky, and the shadow of the first sun, fitted to the scene. Unused lights stay and are dark, because
// another number of lights would need other shader programs.

import type {
  Color,
  DirectionalLight,
  HemisphereLight,
  PointLight,
  Scene,
  SpotLight,
  Light as ThreeLight,
} from "three/webgpu";
import type { Light } from "../../../describe/world/WorldFile.js";
import { acos } from "../../../math/InverseTrigonometry.js";
import { add, cross, dot, normalize, scale, type Vec3 } from "../../../math/Vec3.js";
import { SHADOW_SIDE } from "../../../render/raster/RasterLayout.js";
import {
  type LightSource,
  lightingOf,
  SKY_POWER,
  SPOT_BRIGHT_SHARE,
  skyColors,
} from "../../../render/scene/Lighting.js";
import type { Three } from "./GpuDevice.js";

/** Bounding sphere of a shadow caster. */
export interface Caster {
  readonly at: Vec3;
  readonly radius: number;
  readonly isMoving: boolean;
}

/** In a larger scene only moving things are sure to cast shadows, m. */
const WIDE = 30;
const WIDEST = 120;
const NARROWEST = 0.5;
const SIZE_STEP = 1.189207115002721;
/** Distance below the shadow casters that is covered, m. */
const DEEPER = 200;

export class GpuLights {
  readonly #three: Three;
  readonly #scene: Scene;
  readonly #around: HemisphereLight;
  readonly #suns: DirectionalLight[] = [];
  readonly #points: PointLight[] = [];
  readonly #spots: SpotLight[] = [];

  constructor(three: Three, scene: Scene) {
    this.#three = three;
    this.#scene = scene;
    this.#around = new three.HemisphereLight();
    this.#around.position.set(0, 0, 1);
    scene.add(this.#around);
    scene.backgroundNode = skyNode(three) as never;
  }

  /** `casters` is empty for a picture without shadows. */
  set(lights: readonly Light[], casters: readonly Caster[]): void {
    const { suns, lamps, ambient, ambientUp, brightness } = lightingOf(lights);
    this.#scene.backgroundIntensity = brightness;
    this.#around.intensity = Math.PI;
    this.#around.color.setRGB(...add(ambient, ambientUp));
    this.#around.groundColor.setRGB(...add(ambient, scale(ambientUp, -1)));
    this.#fill(this.#suns, suns, () => new this.#three.DirectionalLight());
    suns.forEach(({ at }, i) => {
      this.#suns[i].position.set(...at);
    });
    this.#castShadow(suns[0], casters);
    const isPoint = ({ edge }: LightSource): boolean => edge === -1;
    const [points, spots] = [lamps.filter(isPoint), lamps.filter((lamp) => !isPoint(lamp))];
    this.#fill(this.#points, points, () => new this.#three.PointLight());
    points.forEach(({ at }, i) => {
      this.#points[i].position.set(...at);
    });
    this.#fill(this.#spots, spots, () => new this.#three.SpotLight());
    spots.forEach((spot, i) => {
      const light = this.#spots[i];
      light.angle = acos(spot.edge);
      light.penumbra = 1 - SPOT_BRIGHT_SHARE;
      light.position.set(...spot.at);
      light.target.position.set(...add(spot.at, spot.axis));
      light.target.updateMatrixWorld();
    });
  }

  #fill<T extends ThreeLight>(have: T[], wanted: readonly LightSource[], make: () => T): void {
    while (have.length < wanted.length) {
      const light = make();
      // an intensity of 1 shows a surface in its own colour
      light.intensity = Math.PI;
      have.push(light);
      this.#scene.add(light);
    }
    have.forEach((light, i) => {
      (light.color as Color).setRGB(...(wanted[i]?.color ?? [0, 0, 0]));
    });
  }

  #castShadow(sun: LightSource | undefined, casters: readonly Caster[]): void {
    const [light] = this.#suns;
    if (!light) return;
    const frame = sun && fitShadow(sun.at, casters);
    light.castShadow = frame !== undefined;
    light.target.position.set(0, 0, 0);
    if (sun && frame) {
      const { center, up, sizeM, depthM } = frame;
      light.target.position.set(...center);
      light.position.set(...add(center, scale(sun.at, depthM)));
      const { shadow } = light;
      shadow.mapSize.set(SHADOW_SIDE, SHADOW_SIDE);
      const half = sizeM / 2;
      Object.assign(shadow.camera, { left: -half, right: half, top: half, bottom: -half });
      Object.assign(shadow.camera, { near: 0.1, far: 2 * depthM + DEEPER });
      shadow.camera.up.set(...up);
      shadow.camera.updateProjectionMatrix();
      shadow.normalBias = (0.5 * sizeM) / SHADOW_SIDE;
      shadow.radius = 1;
      // once for all pictures of a scene state
      shadow.autoUpdate = false;
      shadow.needsUpdate = true;
    }
    light.updateMatrixWorld();
    light.target.updateMatrixWorld();
  }
}

/** The rule of the rasteriser: a square across the light, with stepped size and positions in whole pixels. */
function fitShadow(toSun: Vec3, casters: readonly Caster[]) {
  const moving = casters.filter(({ isMoving }) => isMoving);
  if (casters.length === 0) return undefined;
  const across: Vec3 = Math.abs(toSun[2]) > 0.9 ? [0, -toSun[2], toSun[1]] : [-toSun[1], toSun[0], 0];
  const right = normalize(across);
  const up = cross(toSun, right);
  const axes = [right, up, toSun];
  let bounds = axes.map((axis) => boundsAlong(axis, casters));
  const widest = (): number => Math.max(bounds[0][1] - bounds[0][0], bounds[1][1] - bounds[1][0]);
  if (widest() > WIDE && moving.length > 0) bounds = axes.map((axis) => boundsAlong(axis, moving));
  let sizeM = NARROWEST;
  while (sizeM < Math.min(widest(), WIDEST)) sizeM *= SIZE_STEP;
  const pixel = sizeM / (SHADOW_SIDE - 4);
  const [a, b] = bounds.map(([low, high]) => Math.round((low + high) / 2 / pixel) * pixel);
  const [low, high] = bounds[2];
  const center = add(add(scale(right, a), scale(up, b)), scale(toSun, (low + high) / 2));
  return { center, up, sizeM: sizeM * (SHADOW_SIDE / (SHADOW_SIDE - 4)), depthM: (high - low) / 2 + 1 };
}

function boundsAlong(axis: Vec3, casters: readonly Caster[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, radius } of casters) {
    const x = dot(at, axis);
    if (!(Math.abs(x) + radius < 1e6)) continue;
    low = Math.min(low, x - radius);
    high = Math.max(high, x + radius);
  }
  return low < high ? [low, high] : [-1, 1];
}

/** Gradient by the upward component of the direction; its brightness is set with the lights. */
function skyNode({ TSL }: Three) {
  const { vec3, mix, pow, clamp, normalize: unit, normalWorldGeometry } = TSL;
  const [r, g, b, x, y, z] = skyColors(2);
  const up = clamp(unit(normalWorldGeometry).z, 0, 1);
  return mix(vec3(r, g, b), vec3(x, y, z), pow(up, SKY_POWER));
}
