// What there is to see in a world, for cameras (S3): the compiled scene of who is there, and where everything is at this
// instant. Made when somebody looks and not before (S4); all who look in one frame share one moment, and with it one
// shadow map. Reading changes nothing.

import type { Entity } from "../../describe/entity/Entity.js";
import type { Light } from "../../describe/world/WorldFile.js";
import { findBody } from "../../physics/Bodies.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { CompiledModel } from "../../physics/model/CompiledModel.js";
import type { Physics } from "../../physics/Physics.js";
import { VELOCITY_NUMBERS } from "../lens/Shutter.js";
import { type CompiledScene, compileScene, type SceneState } from "../raster/CompiledScene.js";
import { DEFAULT_LIGHTS } from "./Lighting.js";
import { type SceneEntity, sceneEntityOf } from "./Scene.js";
import { lightOf, type SceneLamp, shapeOf } from "./SceneLamp.js";
import { POSE_SIZE } from "./ScenePoses.js";

export interface LiveSceneOptions {
  readonly physics: Physics;
  /** As they shine now. */
  readonly lights: () => readonly Light[];
  /** By which an entity is known in segmentation pictures. */
  readonly numberOf: (entity: string) => number;
  /** That robots carry. */
  readonly lamps?: () => readonly SceneLamp[];
}

export class LiveScene {
  readonly #options: LiveSceneOptions;
  readonly #looks = new Map<string, { readonly entity: Entity; readonly looks: SceneEntity }>();
  /** By what lamps look like: one that blinks has two. */
  readonly #scenes = new Map<string, CompiledScene>();
  /** Of which they were made. */
  #c: CompiledModel | undefined;
  /** Engine's numbers of the bodies, in the scene's order; below 0: static. */
  #ids = new Int32Array(0);
  #fixed = new Float64Array(0);
  #motions: readonly BodyMotion[] | undefined;
  #sceneState: SceneState | undefined;
  #momentSteps = -1;
  #shining: readonly Light[] = [];

  constructor(options: LiveSceneOptions) {
    this.#options = options;
  }

  /** Of this frame: the same one for everybody who asks before the world has moved. */
  state(): SceneState {
    const { physics, lights } = this.#options;
    const lamps = this.#options.lamps?.() ?? NO_LAMPS;
    const scene = this.#current(lamps);
    const shining = lights();
    const isSame = this.#shining === shining && this.#momentSteps === physics.steps;
    if (this.#sceneState?.scene === scene && isSame) return this.#sceneState;
    const poses = this.#readPoses();
    this.#sceneState = { scene, poses, lights: withLamps(shining, lamps, scene, poses) };
    this.#shining = shining;
    this.#momentSteps = physics.steps;
    return this.#sceneState;
  }

  /** How everything moves now, in the order of the poses: for what is blurred. */
  velocities(): Float64Array {
    const { physics } = this.#options;
    const { scene } = this.state();
    this.#motions ??= scene.bodies.map(({ entity, body }) => new BodyMotion(physics, entity, body));
    const velocities = new Float64Array(VELOCITY_NUMBERS * scene.bodies.length);
    this.#motions.forEach((motion, i) => {
      if (this.#ids[i] < 0) return;
      velocities.set(motion.velocityAt(motion.position()), VELOCITY_NUMBERS * i);
      velocities.set(motion.angularVelocity(), VELOCITY_NUMBERS * i + 3);
    });
    return velocities;
  }

  #current(lamps: readonly SceneLamp[]): CompiledScene {
    const { physics, numberOf } = this.#options;
    const c = physics.compiled;
    const isNew = this.#c !== c;
    if (isNew) this.#scenes.clear();
    this.#c = c;
    const lampKey = lamps.length === 0 ? "" : JSON.stringify(lamps);
    const known = this.#scenes.get(lampKey);
    if (known) return known;
    const entities = physics.names.map((name) => ({
      ...withBalls(this.#looksOf(name), lamps),
      number: numberOf(name),
    }));
    for (const name of this.#looks.keys()) if (!physics.has(name)) this.#looks.delete(name);
    const scene = compileScene({ entities });
    if (this.#scenes.size >= MAX_SCENES) this.#scenes.clear();
    this.#scenes.set(lampKey, scene);
    if (isNew) this.#findBodies(scene);
    return scene;
  }

  /** Does not change while the entity is there. */
  #looksOf(name: string): SceneEntity {
    const { physics } = this.#options;
    const entity = physics.entity(name);
    const known = this.#looks.get(name);
    if (known?.entity === entity) return known.looks;
    const looks = sceneEntityOf(physics, entity, 0);
    this.#looks.set(name, { entity, looks });
    return looks;
  }

  /** The same ones, however the lamps shine. */
  #findBodies({ bodies }: CompiledScene): void {
    this.#motions = undefined;
    const { physics } = this.#options;
    this.#ids = new Int32Array(bodies.length);
    this.#fixed = new Float64Array(POSE_SIZE * bodies.length);
    bodies.forEach(({ entity, body }, i) => {
      const { bodyId } = findBody(physics, entity, body);
      this.#ids[i] = bodyId === 0 ? -1 : bodyId;
      if (bodyId !== 0) return;
      const { position, orientation } = physics.layoutOf(entity).placement;
      this.#fixed.set([...position, ...orientation], POSE_SIZE * i);
    });
  }

  #readPoses(): Float64Array {
    const { xpos, xquat } = this.#options.physics.compiled.views;
    const poses = this.#fixed.slice();
    for (let i = 0; i < this.#ids.length; i++) {
      const id = this.#ids[i];
      if (id < 0) continue;
      const at = POSE_SIZE * i;
      poses[at] = xpos[3 * id];
      poses[at + 1] = xpos[3 * id + 1];
      poses[at + 2] = xpos[3 * id + 2];
      poses[at + 3] = xquat[4 * id + 1];
      poses[at + 4] = xquat[4 * id + 2];
      poses[at + 5] = xquat[4 * id + 3];
      poses[at + 6] = xquat[4 * id];
    }
    return poses;
  }
}

const NO_LAMPS: readonly SceneLamp[] = [];
const MAX_SCENES = 8;

/** The entity with the balls of its lamps. */
function withBalls(looks: SceneEntity, lamps: readonly SceneLamp[]): SceneEntity {
  const own = lamps.filter(({ entity }) => entity === looks.name);
  if (own.length === 0) return looks;
  const bodies = looks.bodies.map((body) => {
    const balls = own.filter((lamp) => lamp.body === body.name).map(shapeOf);
    return balls.length === 0 ? body : { ...body, shapes: [...body.shapes, ...balls] };
  });
  return { ...looks, bodies };
}

/** Lights of the world, then those of lamps where they are now. */
function withLamps(
  lights: readonly Light[],
  lamps: readonly SceneLamp[],
  { bodies }: CompiledScene,
  poses: Float64Array,
): readonly Light[] {
  const thrown = lamps.flatMap((lamp) => {
    const i = bodies.findIndex(({ entity, body }) => entity === lamp.entity && body === lamp.body);
    const [x, y, z, a, b, c, w] = poses.subarray(POSE_SIZE * i, POSE_SIZE * (i + 1));
    return lightOf(lamp, { position: [x, y, z], orientation: [a, b, c, w] }) ?? [];
  });
  if (thrown.length === 0) return lights;
  // a world without lights of its own keeps those that it has by default
  return [...(lights.length > 0 ? lights : DEFAULT_LIGHTS), ...thrown];
}
