// Lights of the scene as three.js lights, with defaults for worlds without lights. An intensity of 1 shows a surface
// in its own colour (src/render/scene/Lighting.ts). The first sun casts shadows around the target of the view.

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Light as Lamp,
  PointLight,
  Quaternion,
  type Scene,
  SpotLight,
  SRGBColorSpace,
  Vector3,
} from "three";
import type { Light } from "../../../../src/describe/world/WorldFile.js";
import {
  BOUNCE,
  DEFAULT_LIGHTS,
  FROM_BELOW,
  MIN_AMBIENT,
  SPOT_ANGLE,
  SPOT_BRIGHT_SHARE,
} from "../../../../src/render/scene/Lighting.js";
import type { Quality } from "../Quality.js";

const UNIT = Math.PI;
const LAMP_UNIT = 4 * Math.PI;
const SUN_AWAY_M = 60;
/** Share of the sun's light that a shadow takes. */
const SHADOW = 0.85;

export class Lights {
  readonly #group = new Group();
  readonly #quality: Quality;
  #sun: DirectionalLight | undefined;
  #current: readonly Light[] | undefined;

  constructor(scene: Scene, quality: Quality) {
    this.#quality = quality;
    scene.add(this.#group);
  }

  /** Returns whether anything changed. */
  use(lights: readonly Light[]): boolean {
    if (lights === this.#current) return false;
    this.#current = lights;
    this.#clear();
    this.#group.add(new AmbientLight(0xffffff, MIN_AMBIENT * UNIT));
    for (const light of lights.length ? lights : DEFAULT_LIGHTS) if (light.on) this.#add(light);
    return true;
  }

  /** Centres the shadows on the target, `reach` m around it. Returns whether they changed. */
  shade(target: Vector3, reach: number): boolean {
    const sun = this.#sun;
    if (!sun) return false;
    const { camera } = sun.shadow;
    // sizes in steps and positions in whole shadow pixels, so that shadow edges do not flicker
    const size = 2 ** (Math.ceil(2 * Math.log2(Math.min(64, Math.max(2, reach)))) / 2);
    const pixel = (2 * size) / this.#quality.shadowPixels;
    const turned = target.clone().applyQuaternion(sun.quaternion.clone().invert());
    turned.set(Math.round(turned.x / pixel) * pixel, Math.round(turned.y / pixel) * pixel, turned.z);
    const middle = turned.applyQuaternion(sun.quaternion);
    if (camera.right === size && sun.target.position.distanceToSquared(middle) < 1e-12) return false;
    Object.assign(camera, { left: -size, right: size, top: size, bottom: -size, near: 0.5, far: 2 * SUN_AWAY_M });
    camera.updateProjectionMatrix();
    sun.shadow.normalBias = 2.5 * pixel;
    sun.target.position.copy(middle);
    sun.position.copy(middle).addScaledVector(backward(sun.quaternion), SUN_AWAY_M);
    return true;
  }

  dispose(): void {
    this.#clear();
    this.#group.removeFromParent();
  }

  #add({ type, pose, color, intensity, cone = 2 * SPOT_ANGLE }: Light): void {
    const tint = new Color().setRGB(color[0] / 255, color[1] / 255, color[2] / 255, SRGBColorSpace);
    const orientation = new Quaternion(...pose.orientation);
    const place = new Vector3(...pose.position);
    switch (type) {
      case "ambient":
        this.#addSky(tint, intensity);
        return;
      case "sun":
        this.#addSun(new DirectionalLight(tint, intensity * UNIT), orientation);
        this.#addSky(tint, BOUNCE * intensity);
        return;
      case "point":
        this.#addAt(new PointLight(tint, intensity * LAMP_UNIT, 0, 2), place);
        return;
      case "spot": {
        const light = new SpotLight(tint, intensity * LAMP_UNIT, 0, cone / 2, 1 - SPOT_BRIGHT_SHARE, 2);
        light.target.position.copy(place).sub(backward(orientation));
        this.#group.add(light.target);
        this.#addAt(light, place);
      }
    }
  }

  /** Light from all sides, less from below. */
  #addSky(tint: Color, intensity: number): void {
    const light = new HemisphereLight(tint, tint.clone().multiplyScalar(FROM_BELOW), intensity * UNIT);
    light.position.set(0, 0, 1);
    this.#group.add(light);
  }

  #addAt(lamp: Lamp, place: Vector3): void {
    lamp.position.copy(place);
    this.#group.add(lamp);
  }

  #addSun(sun: DirectionalLight, orientation: Quaternion): void {
    sun.quaternion.copy(orientation);
    sun.position.copy(backward(orientation)).multiplyScalar(SUN_AWAY_M);
    this.#group.add(sun, sun.target);
    if (this.#sun) return;
    this.#sun = sun;
    sun.castShadow = true;
    sun.shadow.camera.up.set(0, 1, 0).applyQuaternion(orientation);
    sun.shadow.mapSize.set(this.#quality.shadowPixels, this.#quality.shadowPixels);
    sun.shadow.radius = 2.5;
    sun.shadow.bias = -0.0004;
    // the sky lights what the sun does not
    sun.shadow.intensity = SHADOW;
  }

  #clear(): void {
    for (const lamp of [...this.#group.children]) {
      (lamp as Partial<Lamp>).dispose?.();
      lamp.removeFromParent();
    }
    this.#sun = undefined;
  }
}

/** Lights shine along -z of their frame. */
function backward(orientation: Quaternion): Vector3 {
  return new Vector3(0, 0, 1).applyQuaternion(orientation);
}
