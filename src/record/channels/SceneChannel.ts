// The shapes of all bodies as foxglove.SceneUpdate, in the frames of their bodies: /scene for the world, /scene/robots for robots. Each
// message holds all shapes of its channel and is written when entities come or go, so that a viewer that jumps to an instant needs
// only the last one. Textures are left out: their solids have their plain colour.

import type { HeightfieldShape, MeshShape } from "../../describe/entity/Solid.js";
import { compose, type Pose } from "../../math/Pose.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { PI } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";
import { type SceneBody, type SceneShape, sceneEntityOf } from "../../render/scene/Scene.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { SCENE_UPDATE } from "./FoxgloveTypes.js";
import { type ProtoData, splitTime } from "./proto/ProtoWriter.js";
import { bodyFrame } from "./TransformChannel.js";

/** Foxglove's cylinders lie along z, ours along y. */
export const ALONG_Y: Pose = { position: [0, 0, 0], orientation: fromAxisAngle([1, 0, 0], -PI / 2) };
/** A plane as a plate, m. */
const PLATE: Vec3 = [200, 200, 0.001];
const DELETE_ALL = 1;

export class SceneChannel {
  readonly #host: ChannelHost;
  readonly #world: ProtoChannel | undefined;
  readonly #robots: ProtoChannel | undefined;
  /** Names of the entities written last. */
  #last = { world: "?", robots: "?" };
  #described = new WeakMap<object, readonly ProtoData[]>();

  constructor(host: ChannelHost) {
    this.#host = host;
    this.#world = ProtoChannel.open(host, "/scene", SCENE_UPDATE);
    this.#robots = ProtoChannel.open(host, "/scene/robots", SCENE_UPDATE);
  }

  /** Entities have joined or left. `isAll`: both channels are written even if they have not changed. */
  write(isAll: boolean): void {
    const { world } = this.#host.simulation;
    const robots = new Set(world.robots.map(({ name }) => name));
    const names = { world: world.physics.names.filter((name) => !robots.has(name)), robots: [...robots] };
    for (const part of ["world", "robots"] as const) {
      const key = names[part].map((name) => `${name} ${this.#numberOf(name)}`).join("\n");
      if (!isAll && key === this.#last[part]) continue;
      this.#last[part] = key;
      this.#write(part === "world" ? this.#world : this.#robots, names[part]);
    }
  }

  #write(channel: ProtoChannel | undefined, names: readonly string[]): void {
    const { clock } = this.#host;
    const timestamp = splitTime(clock.timeNs);
    const entities = names.flatMap((name) => this.#entitiesOf(name).map((entity) => ({ timestamp, ...entity })));
    channel?.write({ deletions: [{ timestamp, type: DELETE_ALL }], entities });
  }

  /** A description that replaces another one of the same name has another number. */
  readonly #numbers = new WeakMap<object, number>();
  #next = 0;
  #numberOf(name: string): number {
    const entity = this.#host.simulation.world.physics.entity(name);
    const number = this.#numbers.get(entity) ?? this.#next++;
    this.#numbers.set(entity, number);
    return number;
  }

  #entitiesOf(name: string): readonly ProtoData[] {
    const { physics } = this.#host.simulation.world;
    const entity = physics.entity(name);
    let described = this.#described.get(entity);
    if (!described) {
      const { bodies } = sceneEntityOf(physics, entity, 0);
      described = bodies.flatMap((body) => describeBody(name, body));
      this.#described.set(entity, described);
    }
    return described;
  }
}

function describeBody(entity: string, { name, shapes }: SceneBody): readonly ProtoData[] {
  const seen = shapes.filter(({ visible }) => visible);
  if (seen.length === 0) return [];
  const lists: Record<string, ProtoData[]> = {};
  for (const shape of seen)
    for (const [list, data] of primitivesOf(shape)) {
      lists[list] ??= [];
      lists[list].push(data);
    }
  const frame = bodyFrame(entity, name);
  return [{ frame_id: frame, id: frame, frame_locked: true, ...lists }];
}

type Primitive = readonly [list: string, data: ProtoData];

function primitivesOf({ shape, pose, color: [r, g, b] }: SceneShape): readonly Primitive[] {
  const color = { r: r / 255, g: g / 255, b: b / 255, a: 1 };
  const at = (own: Pose, size: Vec3): ProtoData => ({ pose: poseData(own), size: vectorData(size), color });
  switch (shape.kind) {
    case "Box":
      return [["cubes", at(pose, shape.size)]];
    case "Sphere":
      return [["spheres", at(pose, [2 * shape.radius, 2 * shape.radius, 2 * shape.radius])]];
    case "Ellipsoid":
      return [["spheres", at(pose, shape.size)]];
    case "Cylinder":
      return [["cylinders", roundBar(at(compose(pose, ALONG_Y), [2 * shape.radius, 2 * shape.radius, shape.length]))]];
    case "CappedCylinder": {
      const [width, half] = [2 * shape.radius, shape.length / 2];
      const cap = (z: number): Primitive => [
        "spheres",
        at(compose(pose, { position: [0, 0, z], orientation: [0, 0, 0, 1] }), [width, width, width]),
      ];
      return [["cylinders", roundBar(at(pose, [width, width, shape.length]))], cap(half), cap(-half)];
    }
    case "Plane":
      return [["cubes", at(compose(pose, { position: [0, 0, -PLATE[2] / 2], orientation: [0, 0, 0, 1] }), PLATE)]];
    case "Mesh":
      return [["triangles", { pose: poseData(pose), color, ...meshData(shape) }]];
    case "Heightfield":
      return [["triangles", { pose: poseData(pose), color, ...gridData(shape) }]];
  }
}

const roundBar = (data: ProtoData): ProtoData => ({ ...data, bottom_scale: 1, top_scale: 1 });

export const vectorData = ([x, y, z]: Vec3): ProtoData => ({ x, y, z });

export function poseData({ position, orientation: [x, y, z, w] }: Pose): ProtoData {
  return { position: vectorData(position), orientation: { x, y, z, w } };
}

function meshData({ vertices, triangles }: Pick<MeshShape, "vertices" | "triangles">): ProtoData {
  const points = Array.from({ length: vertices.length / 3 }, (_, i) => ({
    x: vertices[3 * i],
    y: vertices[3 * i + 1],
    z: vertices[3 * i + 2],
  }));
  return { points, indices: triangles };
}

/** Two triangles for each cell, seen from above. */
function gridData({ rows, columns, size, heights }: HeightfieldShape): ProtoData {
  const vertices: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      vertices.push(
        (column / (columns - 1) - 0.5) * size[0],
        (row / (rows - 1) - 0.5) * size[1],
        heights[row * columns + column],
      );
  const triangles: number[] = [];
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      triangles.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  return meshData({ vertices, triangles });
}
