// A scene that is compiled when it is drawn, not when a picture of it is taken (M8): compiling a large scene takes as long as
// the join that made it necessary, and can be done in another turn of the event loop.

import type { Shape } from "../../describe/entity/Solid.js";
import { type CompiledScene, compileScene, type NumberedEntity } from "./CompiledScene.js";

/** Triangles of a mesh that take as long as another shape. */
const MESH_TRIANGLES = 100;
/** Each size of an ellipsoid has its own triangles. */
const ELLIPSOID = 4;

function weightOf(shape: Shape): number {
  if (shape.kind === "Mesh") return 1 + shape.triangles.length / (3 * MESH_TRIANGLES);
  return shape.kind === "Ellipsoid" ? ELLIPSOID : 1;
}

export class LazyScene implements CompiledScene {
  readonly bodies: CompiledScene["bodies"];
  readonly entities: readonly NumberedEntity[];
  readonly shapeCount: number;
  #compiled: CompiledScene | undefined;

  constructor(entities: readonly NumberedEntity[]) {
    this.entities = entities;
    this.bodies = entities.flatMap(({ name, bodies }) => bodies.map((body) => ({ entity: name, body: body.name })));
    this.shapeCount = 0;
    for (const { bodies } of entities)
      for (const { shapes } of bodies) for (const { shape } of shapes) this.shapeCount += weightOf(shape);
  }

  get isCompiled(): boolean {
    return this.#compiled !== undefined;
  }

  get #scene(): CompiledScene {
    this.#compiled ??= compileScene({ entities: this.entities });
    return this.#compiled;
  }

  get instanceCount(): number {
    return this.#scene.instanceCount;
  }
  get triangleCount(): number {
    return this.#scene.triangleCount;
  }
  get drawnTriangles(): number {
    return this.#scene.drawnTriangles;
  }
  get maxVertices(): number {
    return this.#scene.maxVertices;
  }
  get bytes(): Uint8Array {
    return this.#scene.bytes;
  }
  get addresses(): Uint32Array {
    return this.#scene.addresses;
  }
  get textures(): CompiledScene["textures"] {
    return this.#scene.textures;
  }
  get instances(): number {
    return this.#scene.instances;
  }
}
