// Meshes of the same geometry and material drawn in one go: 22 robots of a kind cost as few draw calls as one. The meshes
// themselves stay hidden; they say where they are, and are what is picked.

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

  /** A mesh whose place is that of its parent. */
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

  /** It is drawn by itself again, if at all. */
  remove(mesh: Mesh): void {
    mesh.visible = true;
    const key = keyOf(mesh);
    const batch = this.#batches.get(key);
    if (!batch?.members.delete(mesh) || batch.members.size > 0) return;
    this.#drop(batch.drawn);
    this.#batches.delete(key);
  }

  /** After something has moved, come or gone. */
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
    // its bounds would change with every motion
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
