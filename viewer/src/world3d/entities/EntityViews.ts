// Views of all entities: follows the store's entities and moves them between poses.

import { Box3, Group, type Mesh, type Scene, Sphere, Vector3 } from "three";
import type { Settings, Store } from "../../Store.js";
import type { Quality } from "../Quality.js";
import type { BodyView } from "./BodyView.js";
import { EntityView } from "./EntityView.js";
import { Ground } from "./Ground.js";
import { InstancedBatches } from "./InstancedBatches.js";
import { Materials, type SurfaceMaterial, setSurface } from "./Materials.js";
import { SharedGeometries } from "./SharedGeometries.js";
import type { Textures } from "./Textures.js";

/** Bounds of the measured time between two updates, ms. */
const MIN_GAP_MS = 16;
const MAX_GAP_MS = 150;
const GAP_SMOOTHING = 0.15;

export class EntityViews {
  readonly geometries = new SharedGeometries();
  readonly materials: Materials;
  readonly quality: Quality;
  readonly ground: Ground;
  readonly textures: Textures;
  readonly batches: InstancedBatches;
  readonly #views = new Map<string, EntityView>();
  readonly #group = new Group();
  readonly #store: Store;
  #hasBegun = false;
  #arrivedMs = 0;
  #gapMs = 34;
  #isMoving = false;

  constructor(scene: Scene, store: Store, quality: Quality, textures: Textures) {
    this.quality = quality;
    this.textures = textures;
    this.ground = new Ground(textures);
    this.materials = new Materials(quality);
    this.#store = store;
    this.batches = new InstancedBatches(scene);
    scene.add(this.#group);
  }

  get(name: string): EntityView | undefined {
    return this.#views.get(name);
  }

  all(): IterableIterator<EntityView> {
    return this.#views.values();
  }

  /** Whether all bodies have a pose. */
  get arePlaced(): boolean {
    return this.#views.size > 0 && [...this.#views.values()].every((view) => view.bodies.every((b) => b.isPlaced));
  }

  /** Call after entities were added, removed or changed. */
  sync(now: number): void {
    const before = new Map(this.#views);
    for (const entity of this.#store.entities.values()) {
      const old = before.get(entity.name);
      before.delete(entity.name);
      if (old?.entity === entity) continue;
      const view = new EntityView(entity, this.#group, this);
      for (const body of view.bodies) {
        const known = old?.find(body.body.name);
        if (known) body.continueFrom(known);
        const pose = this.#store.poses.get(body.body.id);
        if (pose) body.setPose(pose);
      }
      if (!old && this.#hasBegun) view.fadeIn(now);
      old?.dispose();
      this.#views.set(entity.name, view);
    }
    for (const [name, gone] of before) {
      gone.dispose();
      this.#views.delete(name);
    }
    this.#isMoving = true;
    this.#hasBegun ||= this.#views.size > 0;
  }

  /** Call after poses arrived. */
  applyPoses(now: number): void {
    const gap = Math.min(MAX_GAP_MS, Math.max(MIN_GAP_MS, now - this.#arrivedMs));
    this.#gapMs += GAP_SMOOTHING * (gap - this.#gapMs);
    this.#arrivedMs = now;
    for (const { bodies } of this.#views.values())
      for (const view of bodies) {
        const pose = this.#store.poses.get(view.body.id);
        if (pose && view.setPose(pose)) this.#isMoving = true;
      }
  }

  /** Returns whether anything moves or fades. */
  advance(now: number): boolean {
    let fades = false;
    for (const view of this.#views.values()) if (view.advanceFade(now)) fades = true;
    if (!this.#isMoving && !fades) return false;
    const share = Math.min(1, (now - this.#arrivedMs) / this.#gapMs);
    for (const entity of this.#views.values()) {
      for (const view of entity.bodies) view.advance(share);
      entity.updateRopes();
    }
    this.#isMoving = share < 1;
    this.batches.update();
    return true;
  }

  /** Meshes that can be picked, with their entity and body. */
  *pickable(): IterableIterator<{ mesh: Mesh; entity: EntityView; body: BodyView }> {
    for (const entity of this.#views.values())
      for (const body of entity.bodies) if (body.isPlaced) for (const mesh of body.meshes) yield { mesh, entity, body };
  }

  /** Bounding sphere of all shapes of these entities, without grounds. */
  bounds(views: Iterable<EntityView>): Sphere | undefined {
    const box = new Box3();
    const one = new Box3();
    for (const { bodies } of views)
      for (const { meshes, group } of bodies)
        for (const { geometry } of meshes)
          if (geometry.boundingBox) box.union(one.copy(geometry.boundingBox).applyMatrix4(group.matrix));
    return box.isEmpty() ? undefined : box.getBoundingSphere(new Sphere());
  }

  /** Corners of the boxes around all shapes of these entities. */
  corners(views: Iterable<Pick<EntityView, "bodies">>): Vector3[] {
    const corners: Vector3[] = [];
    for (const { bodies } of views)
      for (const { meshes, group } of bodies)
        for (const { geometry } of meshes) {
          const { min, max } = geometry.boundingBox ?? new Box3();
          for (const x of [min.x, max.x])
            for (const y of [min.y, max.y])
              for (const z of [min.z, max.z]) corners.push(new Vector3(x, y, z).applyMatrix4(group.matrix));
        }
    return corners.filter(({ x, y, z }) => Number.isFinite(x + y + z));
  }

  showWires(show: boolean): void {
    for (const { bodies } of this.#views.values())
      for (const { wires } of bodies) for (const wire of wires) wire.visible = show;
  }

  /** Draws bodies solid, transparent, or as the edges of their triangles. */
  showSurface(surface: Settings["surface"]): void {
    const materials = new Set(
      [...this.#views.values()].flatMap(({ bodies }) =>
        bodies.flatMap(({ meshes }) => meshes.map((mesh) => mesh.material)),
      ),
    );
    for (const material of materials) setSurface(material as SurfaceMaterial, surface);
  }

  dispose(): void {
    for (const view of this.#views.values()) view.dispose();
    this.#views.clear();
    this.batches.dispose();
    this.geometries.dispose();
    this.materials.dispose();
    this.ground.dispose();
    this.textures.dispose();
    this.#group.removeFromParent();
  }
}
