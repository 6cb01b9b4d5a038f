// The visible scene of a world, for cameras (S3): the compiled scene of all present entities, and its state at the
// current step. Built on demand only (S4). All cameras of a step share one state and therefore one shadow map. Reading
// changes nothing in the world.

import type { Entity } from "../../describe/entity/Entity.js";
import type { Light } from "../../describe/world/WorldFile.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import { BodyPoses, POSE_SIZE } from "../../physics/BodyPoses.js";
import type { Physics } from "../../physics/Physics.js";
import { VELOCITY_NUMBERS } from "../lens/Shutter.js";
import type { CompiledScene, SceneState } from "../raster/CompiledScene.js";
import { LazyScene } from "../raster/LazyScene.js";
import { DEFAULT_LIGHTS } from "./Lighting.js";
import { type SceneEntity, sceneEntityOf } from "./Scene.js";
import { lightOf, type SceneLamp, shapeOf } from "./SceneLamp.js";

interface LiveSceneOptions {
  readonly physics: Physics;
  /** Current lights of the world. */
  readonly lights: () => readonly Light[];
  /** Number of an entity in segmentation pictures. */
  readonly numberOf: (entity: string) => number;
  /** Current lamps on robots; the same list as long as none changes. */
  readonly lamps?: () => readonly SceneLamp[];
}

export class LiveScene {
  readonly #options: LiveSceneOptions;
  readonly #looks = new Map<string, { readonly entity: Entity; readonly looks: SceneEntity }>();
  /** Compiled scenes by the state of the lamps: a blinking lamp has two. */
  readonly #scenes = new Map<string, CompiledScene>();
  /** The scene of the last state, and its lamps. */
  #scene: CompiledScene | undefined;
  #lamps: readonly SceneLamp[] = NO_LAMPS;
  /** Value of `physics.builds` for which they were compiled. */
  #builds = -1;
  /** In the order of the scene's bodies. */
  #poses: BodyPoses | undefined;
  #motions: readonly BodyMotion[] | undefined;
  #sceneState: SceneState | undefined;
  #stateSteps = -1;
  #shining: readonly Light[] = [];

  constructor(options: LiveSceneOptions) {
    this.#options = options;
  }

  /** The state at this step; the same object until the world moves. */
  state(): SceneState {
    const { physics, lights } = this.#options;
    const lamps = this.#options.lamps?.() ?? NO_LAMPS;
    const scene = this.#current(lamps);
    const shining = lights();
    const isSame = this.#shining === shining && this.#stateSteps === physics.steps;
    if (this.#sceneState?.scene === scene && isSame) return this.#sceneState;
    this.#poses ??= new BodyPoses(physics, scene.bodies);
    const poses = this.#poses.read().slice();
    this.#sceneState = { scene, poses, lights: withLamps(shining, lamps, scene, poses) };
    this.#shining = shining;
    this.#stateSteps = physics.steps;
    return this.#sceneState;
  }

  /** Velocities of all bodies in the order of the poses, for motion blur. */
  velocities(): Float64Array {
    const { physics } = this.#options;
    const { scene } = this.state();
    this.#motions ??= scene.bodies.map(({ entity, body }) => new BodyMotion(physics, entity, body));
    const velocities = new Float64Array(VELOCITY_NUMBERS * scene.bodies.length);
    this.#motions.forEach((motion, i) => {
      if (this.#poses?.isStatic(i)) return;
      velocities.set(motion.velocityAt(motion.position()), VELOCITY_NUMBERS * i);
      velocities.set(motion.angularVelocity(), VELOCITY_NUMBERS * i + 3);
    });
    return velocities;
  }

  #current(lamps: readonly SceneLamp[]): CompiledScene {
    const { physics } = this.#options;
    if (this.#builds !== physics.builds) {
      this.#scenes.clear();
      this.#scene = undefined;
      // bodies do not depend on the state of the lamps
      this.#poses = undefined;
      this.#motions = undefined;
    }
    this.#builds = physics.builds;
    // lamps that have not changed are the same list
    if (lamps !== this.#lamps || !this.#scene) this.#scene = this.#sceneWith(lamps);
    this.#lamps = lamps;
    return this.#scene;
  }

  #sceneWith(lamps: readonly SceneLamp[]): CompiledScene {
    const { physics, numberOf } = this.#options;
    const lampKey = lamps.length === 0 ? "" : JSON.stringify(lamps);
    const known = this.#scenes.get(lampKey);
    if (known) return known;
    const entities = physics.names.map((name) => ({
      ...withBalls(this.#looksOf(name), lamps),
      number: numberOf(name),
    }));
    for (const name of this.#looks.keys()) if (!physics.has(name)) this.#looks.delete(name);
    const scene = new LazyScene(entities);
    if (this.#scenes.size >= MAX_SCENES) this.#scenes.clear();
    this.#scenes.set(lampKey, scene);
    return scene;
  }

  /** Cached while the entity stays in the world. */
  #looksOf(name: string): SceneEntity {
    const { physics } = this.#options;
    const entity = physics.entity(name);
    const known = this.#looks.get(name);
    if (known?.entity === entity) return known.looks;
    const looks = sceneEntityOf(physics, entity, 0);
    this.#looks.set(name, { entity, looks });
    return looks;
  }
}

const NO_LAMPS: readonly SceneLamp[] = [];
const MAX_SCENES = 8;

/** The entity with the spheres of its lamps. */
function withBalls(looks: SceneEntity, lamps: readonly SceneLamp[]): SceneEntity {
  const own = lamps.filter(({ entity }) => entity === looks.name);
  if (own.length === 0) return looks;
  const bodies = looks.bodies.map((body) => {
    const balls = own.filter((lamp) => lamp.body === body.name).map(shapeOf);
    return balls.length === 0 ? body : { ...body, shapes: [...body.shapes, ...balls] };
  });
  return { ...looks, bodies };
}

/** Lights of the world, then those of lamps at their current poses. */
function withLamps(
  lights: readonly Light[],
  lamps: readonly SceneLamp[],
  { bodies }: CompiledScene,
  poses: Float64Array,
): readonly Light[] {
  const thrown = lamps.flatMap((lamp) => {
    if (!lamp.beam) return [];
    const i = bodies.findIndex(({ entity, body }) => entity === lamp.entity && body === lamp.body);
    const [x, y, z, a, b, c, w] = poses.subarray(POSE_SIZE * i, POSE_SIZE * (i + 1));
    return lightOf(lamp, { position: [x, y, z], orientation: [a, b, c, w] }) ?? [];
  });
  if (thrown.length === 0) return lights;
  // a world without lights keeps the default lights
  return [...(lights.length > 0 ? lights : DEFAULT_LIGHTS), ...thrown];
}
