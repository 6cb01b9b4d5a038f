// Robot documents that keep all limits and cost as much as they can (R11, M8): long chains, loops, gears and ropes, solids at
// one place, large meshes, stiff servos, extreme masses, many rays. A document is a function of its seed.

import { DEFAULT_LIMITS } from "../../src/describe/DocumentLimits.js";
import { RandomStream } from "../../src/math/RandomStream.js";

import { costlyMesh } from "./CostlyMesh.js";
import { costlyCameras } from "./CostlyPictures.js";

export interface CostlyDocument {
  readonly seed: number;
  /** What was chosen, for reports. */
  readonly plan: string;
  readonly text: string;
}

const { bodies: BODIES, solids: SOLIDS, joints: JOINTS, triangles: TRIANGLES, rays: RAYS } = DEFAULT_LIMITS;
const SHAPES = ["Box", "Sphere", "Ellipsoid", "Cylinder", "CappedCylinder", "Mesh"] as const;
const LAYOUTS = ["point", "grid", "line", "pile", "sticks"] as const;
const GRAPHS = ["loose", "chain", "star", "tree", "ring", "web"] as const;
const JOINT_KINDS = ["Hinge", "Slider", "BallSocket", "Universal", "Hinge2", "Fixed", "Servo", "AMotor"] as const;

/** `at`: the robot's Offset; default: a random one near the origin, or none. */
export function costlyDocument(seed: number, at?: string): CostlyDocument {
  return new Writer(seed).write(at);
}

/** Levels of a tree (TREE_TOO_DEEP). */
const MAX_TREE_DEPTH = 96;

/** Of a mesh. */
const MIN_TRIANGLES = 12;

type Point = readonly [number, number, number];

class Writer {
  readonly #seed: number;
  readonly #random: RandomStream;
  /** For what was added to the vocabulary: other parts of a document stay the same. */
  readonly #extras: RandomStream;
  readonly #belts: RandomStream;
  #hasBelts = false;
  #triangles = 0;
  /** Solids that are still to be made. */
  #solidsLeft = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new RandomStream(seed).split("costly document");
    this.#extras = new RandomStream(seed).split("costly extras");
    this.#belts = new RandomStream(seed).split("costly belts");
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.integer(list.length)];
  }

  /** Mostly the most, else anything up to it. */
  #count(most: number): number {
    return this.#random.uniform() < 0.5 ? most : 1 + this.#random.integer(most);
  }

  write(at?: string): CostlyDocument {
    this.#hasBelts = this.#belts.uniform() < 0.3;
    const graph = this.#pick(GRAPHS);
    const layout = this.#pick(LAYOUTS);
    const shape = this.#pick([...SHAPES, "mixed" as const]);
    const bodies = this.#count(graph === "chain" ? MAX_TREE_DEPTH : this.#pick([8, 24, 64, BODIES]));
    const solids = Math.max(1, this.#count(Math.floor(this.#pick([1, 4, SOLIDS / bodies]))));
    this.#solidsLeft = bodies * Math.min(solids, Math.floor(SOLIDS / bodies));
    const size = this.#pick([0.01, 0.1, 0.5, 5]);
    const isSelf = this.#random.uniform() < 0.8;
    const points = Array.from({ length: bodies }, (_, i) => this.#place(layout, i, size));
    const texts = points.map((point, i) =>
      this.#body(i, point, shape, Math.min(solids, Math.floor(SOLIDS / bodies)), size),
    );
    const joints = this.#joints(graph, points);
    const near =
      this.#random.uniform() < 0.5
        ? ""
        : `<Offset>${this.#number(-3, 3)} ${this.#number(-3, 3)} ${this.#number(0, 3)}</Offset>`;
    const offset = at === undefined ? near : `<Offset>${at}</Offset>`;
    const plan = `${graph} ${layout} ${shape} ${bodies}x${solids} size ${size}${isSelf ? " self" : ""}${this.#hasBelts ? " belts" : ""}`;
    const text = `<Client><CSettings><Name>costly${this.#seed}</Name>${offset}<SelfCollide>${isSelf}</SelfCollide>
<Settle>${this.#random.uniform() < 0.5}</Settle></CSettings>
<Entity><RigidBodies>${texts.join("\n")}</RigidBodies><Joints>${joints}</Joints></Entity></Client>`;
    return { seed: this.#seed, plan, text };
  }

  #number(min: number, max: number): string {
    return this.#random.uniform(min, max).toPrecision(6);
  }

  #place(layout: (typeof LAYOUTS)[number], i: number, size: number): Point {
    const shift = (by: number) => this.#random.uniform(-by, by);
    if (layout === "point") return [shift(0.005), shift(0.005), shift(0.005)];
    if (layout === "line") return [1.02 * size * i, shift(0.001), 0];
    if (layout === "sticks") return [0.3 * size * i, 0, shift(0.001)];
    const side = layout === "pile" ? 3 : 8;
    const gap = layout === "pile" ? 0.95 : 1.005;
    return [
      gap * size * (i % side),
      gap * size * (Math.floor(i / side) % side),
      gap * size * Math.floor(i / side ** 2),
    ];
  }

  #body(i: number, point: Point, shape: (typeof SHAPES)[number] | "mixed", solids: number, size: number): string {
    const made = Array.from({ length: solids }, (_, s) => this.#solid(`b${i}s${s}`, point, shape, size));
    const rays = i === 0 && this.#random.uniform() < 0.2 ? this.#lidar() : "";
    const cameras = i === 0 && this.#extras.uniform() < 0.2 ? costlyCameras(this.#extras) : "";
    return `<Body name="b${i}">${made.join("")}${rays}${cameras}</Body>`;
  }

  #solid(name: string, [x, y, z]: Point, wanted: (typeof SHAPES)[number] | "mixed", size: number): string {
    const kind = wanted === "mixed" ? this.#pick(SHAPES) : wanted;
    this.#solidsLeft--;
    const s = size * this.#random.uniform(0.8, 1.2);
    const near = () => this.#random.uniform(-0.1, 0.1) * size;
    const turn =
      this.#random.uniform() < 0.5
        ? ""
        : `<Orientation><angle>${this.#number(0, 3)}</angle><axis>1 0.3 ${this.#number(0, 1)}</axis></Orientation>`;
    const mass = `<Mass>${10 ** this.#random.uniform(-4, 4)}</Mass>`;
    const place = `<Position>${x + near()} ${y + near()} ${z + near()}</Position>${turn}`;
    return `<${kind} name="${name}">${mass}${this.#sizes(kind, s)}${place}${this.#belt()}</${kind}>`;
  }

  /** A surface that moves, slowly to as fast as allowed. */
  #belt(): string {
    if (!this.#hasBelts) return "";
    const speed = (): string => this.#belts.uniform(-1, 1).toPrecision(4);
    const scale = [1, 30, 1000][this.#belts.integer(3)];
    return `<SurfaceVelocity>${scale * Number(speed())} ${speed()} ${speed()}</SurfaceVelocity>`;
  }

  #sizes(kind: (typeof SHAPES)[number], s: number): string {
    switch (kind) {
      case "Box":
      case "Ellipsoid":
        return `<XSize>${s}</XSize><YSize>${this.#pick([s, 20 * s])}</YSize><ZSize>${0.5 * s}</ZSize>`;
      case "Sphere":
        return `<Radius>${0.5 * s}</Radius>`;
      case "Cylinder":
      case "CappedCylinder":
        return `<Radius>${0.5 * s}</Radius><Length>${s}</Length>`;
      case "Mesh": {
        // each of the others may become a mesh too
        const left = 0.9 * (TRIANGLES - this.#triangles - MIN_TRIANGLES * this.#solidsLeft);
        const mesh = costlyMesh(Math.max(MIN_TRIANGLES, Math.min(this.#pick([12, 200, 5000, 50_000]), left)), s);
        this.#triangles += mesh.triangles.length / 3;
        return `<Vertices>${mesh.vertices.join(" ")}</Vertices><Triangles>${mesh.triangles.join(" ")}</Triangles>`;
      }
    }
  }

  #lidar(): string {
    return `<Lidar name="lidar"><Rays>${this.#pick([360, RAYS])}</Rays></Lidar>`;
  }

  #joints(graph: (typeof GRAPHS)[number], points: readonly Point[]): string {
    const edges: (readonly [number, number])[] = [];
    const n = points.length;
    for (let i = 1; i < n && edges.length < JOINTS; i++) {
      if (graph === "chain" || graph === "ring" || graph === "web") edges.push([i, i - 1]);
      else if (graph === "star") edges.push([i, 0]);
      else if (graph === "tree") edges.push([i, i >> 1]);
    }
    if (graph === "ring" && n > 2 && n < MAX_TREE_DEPTH) edges.push([0, n - 1]);
    while (graph === "web" && n > 2 && edges.length < JOINTS) {
      const [a, b] = [this.#random.integer(n), this.#random.integer(n)];
      if (a !== b) edges.push([a, b]);
    }
    return edges.map(([a, b], i) => this.#joint(`j${i}`, a, b, points[a])).join("\n");
  }

  #joint(name: string, a: number, b: number, [x, y, z]: Point): string {
    const kind = this.#pick(JOINT_KINDS);
    const ends = `<Body1>b${a}</Body1><Body2>b${b}</Body2>`;
    const anchor = kind === "AMotor" ? "" : `<AnchorPos>${x} ${y} ${z}</AnchorPos>`;
    const two = kind === "Universal" || kind === "Hinge2";
    const axes =
      kind === "BallSocket" || kind === "Fixed"
        ? ""
        : two
          ? "<Axis1>0 0 1</Axis1><Axis2>1 0 0</Axis2>"
          : "<Axis1>0 1 0</Axis1>";
    const stiff = `<FMax>${this.#pick(["1", "1e4", "INF"])}</FMax>`.replace("INF", "1e9");
    const force =
      kind === "Servo"
        ? `${stiff}<Angle>1</Angle>${this.#pick(["", "<Kp>1e6</Kp><Kd>10</Kd>"])}`
        : axes === "" || kind === "AMotor"
          ? ""
          : `${this.#pick(["", `<Motor axis="1"><Vel>50</Vel>${stiff}</Motor>`])}${this.#pick(["", '<Limits axis="1"><LoStop>-0.1</LoStop><HiStop>0.1</HiStop></Limits>'])}`;
    return `<Joint${kind} name="${name}">${ends}${anchor}${axes}${force}</Joint${kind}>`;
  }
}
