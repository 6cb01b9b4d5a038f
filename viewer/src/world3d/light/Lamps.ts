// Lamps on robots (S5): a sphere in the lamp's colour, a halo around it, and for the brightest beams a spot light as in
// the cameras (src/render/scene/SceneLamp.ts). Spot lights are never removed, since their number is part of every shader.

import {
  AdditiveBlending,
  CanvasTexture,
  Color,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  type Scene,
  SphereGeometry,
  SpotLight,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
} from "three";
import { SPOT_BRIGHT_SHARE } from "../../../../src/render/scene/Lighting.js";
import { lightOf, type SceneLamp, shapeOf } from "../../../../src/render/scene/SceneLamp.js";
import type { EntityViews } from "../entities/EntityViews.js";

/** Maximum number of beams that light the scene, brightest first. */
const MAX_BEAMS = 4;
const LAMP_UNIT = 4 * Math.PI;
const HALO = 2.5;
/** Minimum size of a halo as a share of its distance, so that small lamps are visible from afar. */
const MIN_HALO = 0.02;

interface LampMesh {
  readonly lamp: SceneLamp;
  readonly mesh: Mesh<SphereGeometry, MeshLambertMaterial>;
  readonly halo: Sprite;
}

export class Lamps {
  readonly #scene: Scene;
  readonly #views: EntityViews;
  readonly #sphere = new SphereGeometry(1, 16, 12);
  readonly #glow = makeGlow();
  readonly #beams: SpotLight[] = [];
  #meshes: LampMesh[] = [];
  #current: readonly SceneLamp[] = [];

  constructor(scene: Scene, views: EntityViews) {
    this.#scene = scene;
    this.#views = views;
  }

  use(lamps: readonly SceneLamp[]): void {
    if (lamps === this.#current) return;
    this.#current = lamps;
    for (const lampMesh of this.#meshes) this.#drop(lampMesh);
    this.#meshes = lamps.map((lamp) => this.#make(lamp));
    const beams = lamps.filter(({ beam }) => beam).length;
    while (this.#beams.length < Math.min(MAX_BEAMS, beams)) this.#addBeam();
  }

  /** Called before each frame; `away` is the camera's position. */
  place(away: Vector3): void {
    for (const { lamp, mesh, halo } of this.#meshes) {
      const body = this.#views.get(lamp.entity)?.find(lamp.body);
      mesh.visible = body?.isPlaced === true;
      halo.visible = mesh.visible && lamp.brightness > 0;
      if (!body || !mesh.visible) continue;
      mesh.position
        .set(...lamp.pose.position)
        .applyQuaternion(body.orientation)
        .add(body.position);
      halo.position.copy(mesh.position);
      halo.scale.setScalar(Math.max(2 * HALO * lamp.radius, MIN_HALO * mesh.position.distanceTo(away)));
    }
    this.#shine();
  }

  dispose(): void {
    for (const lampMesh of this.#meshes) this.#drop(lampMesh);
    for (const beam of this.#beams) {
      beam.target.removeFromParent();
      beam.removeFromParent();
      beam.dispose();
    }
    this.#sphere.dispose();
    this.#glow.dispose();
  }

  #make(lamp: SceneLamp): LampMesh {
    const { color, glow = 0 } = shapeOf(lamp);
    const tint = new Color().setRGB(color[0] / 255, color[1] / 255, color[2] / 255, SRGBColorSpace);
    // a lamp that is on ignores the lighting; one that is off needs light
    const surface = { color: tint.clone().multiplyScalar(1 - glow), emissive: tint, emissiveIntensity: glow };
    const mesh = new Mesh(this.#sphere, new MeshLambertMaterial({ ...surface, toneMapped: false }));
    mesh.scale.setScalar(lamp.radius);
    const look = { map: this.#glow, color: tint, opacity: 0.7 * glow, depthWrite: false, toneMapped: false } as const;
    const halo = new Sprite(new SpriteMaterial({ ...look, transparent: true, blending: AdditiveBlending }));
    this.#scene.add(mesh, halo);
    return { lamp, mesh, halo };
  }

  #drop({ mesh, halo }: LampMesh): void {
    mesh.material.dispose();
    halo.material.dispose();
    mesh.removeFromParent();
    halo.removeFromParent();
  }

  #addBeam(): void {
    const beam = new SpotLight(0xffffff, 0, 0, Math.PI / 8, 1 - SPOT_BRIGHT_SHARE, 2);
    this.#beams.push(beam);
    this.#scene.add(beam, beam.target);
  }

  /** Sets the spot lights by the rule of src/render/scene/SceneLamp.ts. */
  #shine(): void {
    const lights = this.#meshes.flatMap(({ lamp }) => {
      const body = this.#views.get(lamp.entity)?.find(lamp.body);
      if (!body?.isPlaced) return [];
      const { x, y, z } = body.position;
      const { x: qx, y: qy, z: qz, w: qw } = body.orientation;
      const light = lightOf(lamp, { position: [x, y, z], orientation: [qx, qy, qz, qw] });
      return light ? [light] : [];
    });
    lights.sort((a, b) => b.intensity - a.intensity);
    for (const [i, beam] of this.#beams.entries()) {
      const light = lights[i];
      beam.intensity = light ? light.intensity * LAMP_UNIT : 0;
      if (!light) continue;
      const { pose, color, cone = 1 } = light;
      beam.color.setRGB(color[0] / 255, color[1] / 255, color[2] / 255, SRGBColorSpace);
      beam.angle = Math.min(cone / 2, Math.PI / 2);
      beam.position.set(...pose.position);
      const along = new Vector3(0, 0, -1).applyQuaternion(new Quaternion(...pose.orientation));
      beam.target.position.copy(beam.position).add(along);
    }
  }
}

/** A radial gradient from white to transparent. */
function makeGlow(): CanvasTexture {
  const size = 64;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  if (context) {
    const fade = context.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
    fade.addColorStop(0, "rgb(255 255 255 / 100%)");
    fade.addColorStop(0.3, "rgb(255 255 255 / 40%)");
    fade.addColorStop(1, "rgb(255 255 255 / 0%)");
    context.fillStyle = fade;
    context.fillRect(0, 0, size, size);
  }
  return new CanvasTexture(canvas);
}
