// The scene as a three.js scene: shapes that differ only in pose, size and colour share one InstancedMesh. Poses and
// lights come with each scene state.

import type { Group, InstancedMesh, Matrix4, Scene } from "three/webgpu";
import { rotate } from "../../../math/Quat.js";
import { add, type Vec3 } from "../../../math/Vec3.js";
import type { NumberedEntity, SceneState } from "../../../render/raster/CompiledScene.js";
import { partsOf, type ScenePart } from "../../../render/raster/SceneParts.js";
import type { SceneShape } from "../../../render/scene/Scene.js";
import { POSE_SIZE } from "../../../render/scene/ScenePoses.js";
import type { Three } from "./GpuDevice.js";
import { type Caster, GpuLights } from "./GpuLights.js";
import { GpuShapes, type MeshLook } from "./GpuShapes.js";

interface Member {
  readonly body: number;
  /** Pose and size in the frame of the body. */
  readonly matrix: Matrix4;
}

interface InstanceGroup {
  readonly mesh: InstancedMesh;
  readonly members: readonly Member[];
}

interface StagedScene {
  readonly group: Group;
  readonly groups: readonly InstanceGroup[];
  /** Shadow casters, with their centres in the frames of their bodies. */
  readonly casters: readonly (Omit<Caster, "at"> & { readonly body: number; readonly center: Vec3 })[];
}

/** Shapes that can be drawn together. */
interface Collected {
  readonly look: MeshLook[];
  readonly members: Member[];
}

export class GpuStage {
  readonly scene: Scene;
  readonly #three: Three;
  readonly #shapes: GpuShapes;
  readonly #lights: GpuLights;
  readonly #staged = new Map<readonly NumberedEntity[], StagedScene>();
  #shown: StagedScene | undefined;
  #sceneState: SceneState | undefined;

  constructor(three: Three) {
    this.#three = three;
    this.scene = new three.Scene();
    this.#shapes = new GpuShapes(three);
    this.#lights = new GpuLights(three, this.scene);
  }

  /** Shows a scene state. Returns false if it is shown already. */
  show(entities: readonly NumberedEntity[], sceneState: SceneState): boolean {
    if (sceneState === this.#sceneState) return false;
    this.#sceneState = sceneState;
    const staged = this.#stagedOf(entities);
    if (staged !== this.#shown) {
      if (this.#shown) this.scene.remove(this.#shown.group);
      this.scene.add(staged.group);
      this.#shown = staged;
    }
    this.#place(staged, sceneState.poses);
    this.#lights.set(sceneState.lights, sceneState.shadows === false ? [] : placedCasters(staged, sceneState.poses));
    return true;
  }

  forget(entities: readonly NumberedEntity[]): void {
    const staged = this.#staged.get(entities);
    if (!staged) return;
    this.#staged.delete(entities);
    this.scene.remove(staged.group);
    if (this.#shown === staged) this.#shown = this.#sceneState = undefined;
    for (const { mesh } of staged.groups) mesh.dispose();
    const left = [...this.#staged.values()].flatMap(({ groups }) => groups.map(({ mesh }) => mesh));
    this.#shapes.keepOnly(new Set(left.flatMap(({ geometry, material }) => [geometry, material].flat())));
  }

  #stagedOf(entities: readonly NumberedEntity[]): StagedScene {
    const made = this.#staged.get(entities) ?? this.#gather(entities);
    this.#staged.set(entities, made);
    return made;
  }

  #place({ groups }: StagedScene, poses: Float64Array): void {
    const bodies: Matrix4[] = [];
    const [at, turn, size] = [
      new this.#three.Vector3(),
      new this.#three.Quaternion(),
      new this.#three.Vector3(1, 1, 1),
    ];
    for (let i = 0; i < poses.length; i += POSE_SIZE) {
      at.fromArray(poses, i);
      turn.fromArray(poses, i + 3);
      bodies.push(new this.#three.Matrix4().compose(at, turn, size));
    }
    const matrix = new this.#three.Matrix4();
    for (const { mesh, members } of groups) {
      members.forEach((member, i) => {
        mesh.setMatrixAt(i, matrix.multiplyMatrices(bodies[member.body], member.matrix));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  #gather(entities: readonly NumberedEntity[]): StagedScene {
    const collected = new Map<string, Collected>();
    const casters: StagedScene["casters"][number][] = [];
    let body = -1;
    for (const { bodies, isStatic } of entities)
      for (const { shapes } of bodies) {
        body++;
        for (const shape of shapes) {
          if (!shape.visible) continue;
          const { position, orientation } = shape.pose;
          for (const part of partsOf(shape.shape, shape.texture)) {
            const look = this.#shapes.lookOf(shape, part);
            const group = collected.get(look.key) ?? { look: [], members: [] };
            group.look.push(look);
            group.members.push({ body, matrix: this.#matrixOf(shape, part) });
            collected.set(look.key, group);
            const center = add(position, rotate(orientation, part.center));
            if (look.throwsShadow) casters.push({ body, center, radius: part.radius, isMoving: !isStatic });
          }
        }
      }
    const groups = [...collected.values()].map((group) => this.#groupOf(group));
    const group = new this.#three.Group();
    for (const { mesh } of groups) group.add(mesh);
    return { group, groups, casters };
  }

  #matrixOf({ pose }: SceneShape, { scale: [x, y, z] }: ScenePart): Matrix4 {
    const { Matrix4, Vector3, Quaternion } = this.#three;
    const turn = new Quaternion(...pose.orientation);
    return new Matrix4().compose(new Vector3(...pose.position), turn, new Vector3(x, y, z));
  }

  #groupOf({ look, members }: Collected): InstanceGroup {
    const [{ geometry, material, throwsShadow }] = look;
    const mesh = new this.#three.InstancedMesh(geometry, material, members.length);
    look.forEach(({ color }, i) => {
      mesh.setColorAt(i, color);
    });
    mesh.frustumCulled = false;
    mesh.receiveShadow = true;
    mesh.castShadow = throwsShadow;
    return { mesh, members };
  }
}

function placedCasters({ casters }: StagedScene, poses: Float64Array): Caster[] {
  return casters.map(({ body, center, radius, isMoving }) => {
    const [x, y, z, a, b, c, w] = poses.subarray(POSE_SIZE * body, POSE_SIZE * (body + 1));
    return { at: add([x, y, z], rotate([a, b, c, w], center)), radius, isMoving };
  });
}
