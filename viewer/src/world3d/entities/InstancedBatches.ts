// Draws meshes of the same geometry and material as one InstancedMesh: 22 robots of a kind need as few draw calls as one.
// The meshes themselves are hidden; they provide the poses and are used for picking.

import { DynamicDrawUsage, Group, InstancedMesh, type Material, type Mesh, type Object3D } from "three";

const FIRST_CAPACITY = 4;

interface Batch {
  readonly members: Set<Mesh>;
  drawn: InstancedMesh;
}

export class InstancedBatches {
  readonly #group = new Group();
  readonly #batches = new Map<string, Batch>();

  constructor(parent: Object3D) {
    parent.add(this.#group);
  }

  /** Adds a mesh that has the pose of its parent. */
  add(mesh: Mesh): void {
    mesh.visible = false;
    const key = keyOf(mesh);
    const batch = this.#batches.get(key) ?? { members: new Set(), drawn: this.#make(mesh, FIRST_CAPACITY) };
    this.#batches.set(key, batch);
    batch.members.add(mesh);
    if (batch.members.size <= batch.drawn.instanceMatrix.count) return;
    const capacity = 2 * batch.drawn.instanceMatrix.count;
    this.#drop(batch.drawn);
    batch.drawn = this.#make(mesh, capacity);
  }

  /** The mesh is drawn by itself again. */
  remove(mesh: Mesh): void {
    mesh.visible = true;
    const key = keyOf(mesh);
    const batch = this.#batches.get(key);
    if (!batch?.members.delete(mesh) || batch.members.size > 0) return;
    this.#drop(batch.drawn);
    this.#batches.delete(key);
  }

  /** Call after meshes were moved, added or removed. */
  update(): void {
    for (const { members, drawn } of this.#batches.values()) {
      let count = 0;
      for (const { parent } of members) if (parent?.visible) drawn.setMatrixAt(count++, parent.matrix);
      drawn.count = count;
      drawn.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const { drawn } of this.#batches.values()) this.#drop(drawn);
    this.#batches.clear();
    this.#group.removeFromParent();
  }

  #make({ geometry, material, castShadow, receiveShadow }: Mesh, capacity: number): InstancedMesh {
    const drawn = new InstancedMesh(geometry, material, capacity);
    drawn.instanceMatrix.setUsage(DynamicDrawUsage);
    drawn.count = 0;
    // the bounds would change with every motion
    drawn.frustumCulled = false;
    drawn.matrixAutoUpdate = false;
    Object.assign(drawn, { castShadow, receiveShadow });
    this.#group.add(drawn);
    return drawn;
  }

  #drop(drawn: InstancedMesh): void {
    drawn.removeFromParent();
    drawn.dispose();
  }
}

function keyOf({ geometry, material }: Mesh): string {
  return `${geometry.uuid}/${(material as Material).uuid}`;
}
