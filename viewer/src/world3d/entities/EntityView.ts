// Draws one entity: a view for each body, the ground for planes, and lines for ropes. Fades in when the entity joins.

import { EdgesGeometry, type Group, LineSegments, Mesh, type Object3D, Vector3 } from "three";
import type { SceneBody, SceneShape } from "../../../../src/render/scene/Scene.js";
import type { ViewEntity } from "../../../../src/session/view/ViewProtocol.js";
import { LEAGUE_SCENES } from "../../leagues/LeagueScenes.js";
import type { Quality } from "../Quality.js";
import { geometryKey, makeBodyGeometry } from "./BodyGeometry.js";
import { BodyView } from "./BodyView.js";
import type { Ground } from "./Ground.js";
import type { InstancedBatches } from "./InstancedBatches.js";
import { GRAINED, type Materials, type SurfaceMaterial } from "./Materials.js";
import { RopeLine } from "./RopeLine.js";
import type { SharedGeometries } from "./SharedGeometries.js";
import { makeTexturedGeometry, wrapOf } from "./TexturedShape.js";
import { outlineOf, type Textures } from "./Textures.js";

const FADE_MS = 450;
const EDGE_DEG = 20;
/** Shapes without edges: the wire shows all triangles. */
const ROUND: ReadonlySet<string> = new Set(["Sphere", "Ellipsoid"]);

interface ViewResources {
  readonly geometries: SharedGeometries;
  readonly materials: Materials;
  readonly ground: Ground;
  readonly batches: InstancedBatches;
  readonly textures: Textures;
  readonly quality: Quality;
}

export class EntityView {
  readonly entity: ViewEntity;
  readonly bodies: readonly BodyView[];
  /** The heaviest body, which the camera follows. */
  readonly main: BodyView | undefined;
  readonly #ropes: readonly RopeLine[];
  readonly #looks: ViewResources;
  readonly #keys: string[] = [];
  /** Functions that release textures. */
  readonly #ends: (() => void)[] = [];
  #fading: { since: number; materials: Map<Mesh, SurfaceMaterial> } | undefined;

  constructor(entity: ViewEntity, parent: Object3D, looks: ViewResources) {
    this.entity = entity;
    this.#looks = looks;
    this.bodies = entity.bodies.map((body) => {
      const view = new BodyView(body);
      this.#addShapes(view, body);
      parent.add(view.group);
      return view;
    });
    this.main = this.find(entity.main) ?? this.bodies[0];
    this.#ropes = (entity.ropes ?? []).map((rope) => {
      const line = new RopeLine(rope, looks.materials.rope, (body) => this.find(body));
      parent.add(line.line);
      return line;
    });
  }

  find(body: string | undefined): BodyView | undefined {
    return this.bodies.find((view) => view.body.name === body);
  }

  /** Mean position of the bodies, in the world. */
  center(target = new Vector3()): Vector3 {
    target.set(0, 0, 0);
    const placed = this.bodies.filter(({ isPlaced }) => isPlaced);
    for (const { position } of placed) target.addScaledVector(position, 1 / placed.length);
    return target;
  }

  /** To call when bodies have moved. */
  updateRopes(): void {
    for (const rope of this.#ropes) rope.update();
  }

  fadeIn(now: number): void {
    if (this.entity.isStatic) return;
    const materials = new Map<Mesh, SurfaceMaterial>();
    for (const mesh of this.bodies.flatMap((view) => view.meshes)) {
      const shared = mesh.material as SurfaceMaterial;
      materials.set(mesh, shared);
      this.#looks.batches.remove(mesh);
      mesh.material = Object.assign(shared.clone(), { transparent: true, opacity: 0 });
    }
    this.#fading = { since: now, materials };
  }

  /** Returns whether the entity is fading. */
  advanceFade(now: number): boolean {
    if (!this.#fading) return false;
    const share = Math.min(1, (now - this.#fading.since) / FADE_MS);
    for (const [mesh, shared] of this.#fading.materials) {
      const own = mesh.material as SurfaceMaterial;
      own.opacity = share * shared.opacity;
      if (share < 1) continue;
      mesh.material = shared;
      own.dispose();
      this.#looks.batches.add(mesh);
    }
    if (share === 1) this.#fading = undefined;
    return true;
  }

  dispose(): void {
    this.advanceFade(Number.POSITIVE_INFINITY);
    for (const { group, meshes } of this.bodies) {
      for (const mesh of meshes) this.#looks.batches.remove(mesh);
      group.removeFromParent();
      this.#looks.ground.remove(group);
    }
    for (const rope of this.#ropes) rope.dispose();
    for (const key of this.#keys) this.#looks.geometries.release(key);
    for (const end of this.#ends) end();
  }

  #addShapes(view: BodyView, body: SceneBody): void {
    const byMaterial = new Map<string, SceneShape[]>();
    for (const shape of body.shapes) {
      if (LEAGUE_SCENES.some((league) => league.drawsItself(body, shape))) continue;
      if (shape.shape.kind === "Plane") this.#addPlane(view.group, shape);
      else if (!shape.visible) this.#addWire(view, shape);
      else if (shape.texture) this.#addTextured(view, shape);
      else byMaterial.set(shape.material, [...(byMaterial.get(shape.material) ?? []), shape]);
    }
    for (const [material, shapes] of byMaterial) {
      const soft = this.#looks.quality.isFine && !this.entity.isStatic;
      const look = {
        grain: material === GRAINED,
        wheels: this.entity.joints.some(({ body1, body2 }) => body1 === body.name || body2 === body.name),
      };
      const key = geometryKey(shapes, soft, look);
      const geometry = this.#looks.geometries.acquire(key, () => makeBodyGeometry(shapes, soft, look));
      this.#keys.push(key);
      this.#addMesh(view, new Mesh(geometry, this.#looks.materials.get(material)));
    }
  }

  #addMesh(view: BodyView, mesh: Mesh): void {
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.matrixAutoUpdate = false;
    view.meshes.push(mesh);
    view.group.add(mesh);
    this.#looks.batches.add(mesh);
  }

  #addTextured(view: BodyView, shape: SceneShape): void {
    const { geometries, materials, textures } = this.#looks;
    const outline = outlineOf(shape);
    if (!outline) return;
    const wrap = wrapOf(shape);
    const key = `textured ${JSON.stringify(outline.tileM)} ${geometryKey([shape], false)}`;
    const geometry = geometries.acquire(key, () => makeTexturedGeometry(shape));
    this.#keys.push(key);
    const material = textures.acquireMaterial(outline, wrap, materials.get(shape.material));
    this.#ends.push(() => textures.release(outline, wrap));
    this.#addMesh(view, new Mesh(geometry, material));
  }

  #addPlane(group: Group, shape: SceneShape): void {
    if (shape.visible) this.#looks.ground.add(group, shape);
  }

  #addWire(view: BodyView, shape: SceneShape): void {
    const key = `wire${geometryKey([shape], false)}`;
    const geometry = this.#looks.geometries.acquire(key, () => {
      const solid = makeBodyGeometry([shape], false);
      const edges = new EdgesGeometry(solid, ROUND.has(shape.shape.kind) ? 1 : EDGE_DEG);
      solid.dispose();
      return edges;
    });
    this.#keys.push(key);
    const wire = new LineSegments(geometry, this.#looks.materials.wire);
    wire.matrixAutoUpdate = false;
    view.wires.push(wire);
    view.group.add(wire);
  }
}
