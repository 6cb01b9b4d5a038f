// What there is to see, as a scene of three.js: shapes that differ only in place, size and colour are drawn together. Where
// they stand, and the light, comes moment by moment.

import type { Group, InstancedMesh, Matrix4, Scene } from "three/webgpu";
import { rotate } from "../../../math/Quat.js";
import { add, type Vec3 } from "../../../math/Vec3.js";
import type { Moment, SeenEntity } from "../../../render/raster/CompiledScene.js";
import { partsOf, type ScenePart } from "../../../render/raster/SceneParts.js";
import type { SceneShape } from "../../../render/scene/Scene.js";
import { POSE_SIZE } from "../../../render/scene/ScenePoses.js";
import type { Three } from "./GpuDevice.js";
import { type Caster, GpuLights } from "./GpuLights.js";
import { GpuShapes, type Looks } from "./GpuShapes.js";

interface Member {
  readonly body: number;
  /** In the frame of its body, size included. */
  readonly matrix: Matrix4;
}

interface Crowd {
  readonly mesh: InstancedMesh;
  readonly members: readonly Member[];
}

interface Cast {
  readonly group: Group;
  readonly crowds: readonly Crowd[];
  /** Where their middles are in the frames of their bodies. */
  readonly casters: readonly (Omit<Caster, "at"> & { readonly body: number; readonly center: Vec3 })[];
}

/** What can be drawn together. */
interface Found {
  readonly looks: Looks[];
  readonly members: Member[];
}

export class GpuStage {
  readonly scene: Scene;
  readonly #three: Three;
  readonly #shapes: GpuShapes;
  readonly #lights: GpuLights;
  readonly #casts = new Map<readonly SeenEntity[], Cast>();
  #shown: Cast | undefined;
  #moment: Moment | undefined;

  constructor(three: Three) {
    this.#three = three;
    this.scene = new three.Scene();
    this.#shapes = new GpuShapes(three);
    this.#lights = new GpuLights(three, this.scene);
  }

  /** Everything where it is at this moment; false: there it was already. */
  show(entities: readonly SeenEntity[], moment: Moment): boolean {
    if (moment === this.#moment) return false;
    this.#moment = moment;
    const cast = this.#castOf(entities);
    if (cast !== this.#shown) {
      if (this.#shown) this.scene.remove(this.#shown.group);
      this.scene.add(cast.group);
      this.#shown = cast;
    }
    this.#place(cast, moment.poses);
    this.#lights.set(moment.lights, moment.shadows === false ? [] : standing(cast, moment.poses));
    return true;
  }

  forget(entities: readonly SeenEntity[]): void {
    const cast = this.#casts.get(entities);
    if (!cast) return;
    this.#casts.delete(entities);
    this.scene.remove(cast.group);
    if (this.#shown === cast) this.#shown = this.#moment = undefined;
    for (const { mesh } of cast.crowds) mesh.dispose();
    const left = [...this.#casts.values()].flatMap(({ crowds }) => crowds.map(({ mesh }) => mesh));
    this.#shapes.keepOnly(new Set(left.flatMap(({ geometry, material }) => [geometry, material].flat())));
  }

  #castOf(entities: readonly SeenEntity[]): Cast {
    const made = this.#casts.get(entities) ?? this.#gather(entities);
    this.#casts.set(entities, made);
    return made;
  }

  #place({ crowds }: Cast, poses: Float64Array): void {
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
    for (const { mesh, members } of crowds) {
      members.forEach((member, i) => {
        mesh.setMatrixAt(i, matrix.multiplyMatrices(bodies[member.body], member.matrix));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  #gather(entities: readonly SeenEntity[]): Cast {
    const found = new Map<string, Found>();
    const casters: Cast["casters"][number][] = [];
    let body = -1;
    for (const { bodies, isStatic } of entities)
      for (const { shapes } of bodies) {
        body++;
        for (const shape of shapes) {
          if (!shape.visible) continue;
          const { position, orientation } = shape.pose;
          for (const part of partsOf(shape.shape, shape.texture)) {
            const looks = this.#shapes.looksOf(shape, part);
            const crowd = found.get(looks.key) ?? { looks: [], members: [] };
            crowd.looks.push(looks);
            crowd.members.push({ body, matrix: this.#matrixOf(shape, part) });
            found.set(looks.key, crowd);
            const center = add(position, rotate(orientation, part.center));
            if (looks.throwsShadow) casters.push({ body, center, radius: part.radius, isMoving: !isStatic });
          }
        }
      }
    const crowds = [...found.values()].map((crowd) => this.#crowdOf(crowd));
    const group = new this.#three.Group();
    for (const { mesh } of crowds) group.add(mesh);
    return { group, crowds, casters };
  }

  #matrixOf({ pose }: SceneShape, { scale: [x, y, z] }: ScenePart): Matrix4 {
    const { Matrix4, Vector3, Quaternion } = this.#three;
    const turn = new Quaternion(...pose.orientation);
    return new Matrix4().compose(new Vector3(...pose.position), turn, new Vector3(x, y, z));
  }

  #crowdOf({ looks, members }: Found): Crowd {
    const [{ geometry, material, throwsShadow }] = looks;
    const mesh = new this.#three.InstancedMesh(geometry, material, members.length);
    looks.forEach(({ color }, i) => {
      mesh.setColorAt(i, color);
    });
    mesh.frustumCulled = false;
    mesh.receiveShadow = true;
    mesh.castShadow = throwsShadow;
    return { mesh, members };
  }
}

function standing({ casters }: Cast, poses: Float64Array): Caster[] {
  return casters.map(({ body, center, radius, isMoving }) => {
    const [x, y, z, a, b, c, w] = poses.subarray(POSE_SIZE * body, POSE_SIZE * (body + 1));
    return { at: add([x, y, z], rotate([a, b, c, w], center)), radius, isMoving };
  });
}
