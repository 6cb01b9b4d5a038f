// Frozen bodies look frozen: a light blue cover over their shapes.

import { DoubleSide, Mesh, MeshBasicMaterial } from "three";
import type { Store } from "../../Store.js";
import type { EntityView } from "../entities/EntityView.js";

export class FrozenMarks {
  readonly #store: Store;
  readonly #material = new MeshBasicMaterial({
    color: 0x9fdcff,
    transparent: true,
    opacity: 0.55,
    depthWrite: false,
    side: DoubleSide,
    toneMapped: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
  #meshes: Mesh[] = [];
  #frozen: ReadonlySet<number> | undefined;
  #views: readonly EntityView[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  show(all: Iterable<EntityView>): void {
    const { frozen } = this.#store;
    if (frozen.size === 0 && this.#meshes.length === 0) return;
    const views = [...all];
    const isSame = views.length === this.#views.length && views.every((view, i) => view === this.#views[i]);
    if (frozen === this.#frozen && isSame) return;
    this.#frozen = frozen;
    this.#views = views;
    this.#clear();
    for (const { bodies } of views)
      for (const { body, meshes, group } of bodies) {
        if (!frozen.has(body.id)) continue;
        for (const { geometry } of meshes) {
          const mesh = new Mesh(geometry, this.#material);
          mesh.matrixAutoUpdate = false;
          mesh.renderOrder = 3;
          group.add(mesh);
          this.#meshes.push(mesh);
        }
      }
  }

  #clear(): void {
    for (const mesh of this.#meshes) mesh.removeFromParent();
    this.#meshes = [];
  }

  dispose(): void {
    this.#clear();
    this.#material.dispose();
  }
}
