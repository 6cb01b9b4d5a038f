// The bodies of an entity as trees for the engine: the heaviest body of each connected group is the root, joints become tree
// edges in breadth-first order, and a joint that would close a loop is listed as a loop (R1, R6). A group that a joint
// connects to the world has the world as its parent. All visits are in name order.

import type { Body, Entity } from "../../describe/entity/Entity.js";
import type { Joint } from "../../describe/entity/Joint.js";
import { SimError } from "../../describe/SimError.js";
import { type MassProperties, massesOf } from "../Masses.js";

export interface TreeBody {
  readonly index: number;
  readonly name: string;
  readonly body: Body;
  readonly mass: MassProperties;
  /** Index of the parent body; -1: the world. */
  parent: number;
  /** The joint to the parent; undefined for a free root. */
  joint: Joint | undefined;
  readonly children: number[];
}

export interface BodyTree {
  readonly bodies: readonly TreeBody[];
  readonly roots: readonly number[];
  /** Joints that close a loop. */
  readonly loops: readonly Joint[];
  /** Angular motors constrain no position, so they are never edges. */
  readonly motors: readonly Joint[];
}

const byName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** Edges with fewer degrees of freedom come first, so that loops are closed by ball joints where possible. */
const EDGE_RANK: Readonly<Record<Joint["kind"], number>> = {
  Fixed: 0,
  Servo: 1,
  Hinge: 1,
  Slider: 1,
  Hinge2: 2,
  Universal: 2,
  BallSocket: 3,
  AMotor: 4,
};

/**
 * Maximum number of bodies from the world to the last one. The engine's compiler calls itself for each level and its stack ends
 * at 126 levels, in Node, in worker threads and in browsers alike: it has a fixed size in the engine's own memory.
 */
export const MAX_TREE_DEPTH = 96;

const known = new WeakMap<Entity, BodyTree>();

/** Computed once per description. */
export function growTree(entity: Entity): BodyTree {
  const old = known.get(entity);
  if (old) return old;
  const tree = makeTree(entity);
  known.set(entity, tree);
  return tree;
}

function makeTree(entity: Entity): BodyTree {
  const masses = massesOf(entity);
  const bodies: TreeBody[] = byName(entity.bodies).map((body, index) => ({
    index,
    name: body.name,
    body,
    mass: masses.get(body.name) as MassProperties,
    parent: -1,
    joint: undefined,
    children: [],
  }));
  const indexOf = new Map(bodies.map((body) => [body.name, body.index]));
  const joints = byName(entity.joints).filter((joint) => joint.kind !== "AMotor");
  const edges = joints.sort((a, b) => EDGE_RANK[a.kind] - EDGE_RANK[b.kind]);
  const used = new Set<Joint>();
  const reached = new Set<number>();
  const roots: number[] = [];

  const grow = (start: number): void => {
    const queue = [start];
    reached.add(start);
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      for (const joint of edges) {
        if (used.has(joint) || joint.body2 === undefined) continue;
        const [one, two] = [indexOf.get(joint.body1) as number, indexOf.get(joint.body2) as number];
        const next = one === at ? two : two === at ? one : -1;
        if (next < 0 || reached.has(next)) continue;
        used.add(joint);
        reached.add(next);
        bodies[next].parent = at;
        bodies[next].joint = joint;
        bodies[at].children.push(next);
        queue.push(next);
      }
    }
  };

  // groups with a joint to the world
  for (const joint of edges) {
    if (joint.body2 !== undefined) continue;
    const body = indexOf.get(joint.body1) as number;
    if (reached.has(body)) continue;
    used.add(joint);
    bodies[body].joint = joint;
    roots.push(body);
    grow(body);
  }
  // free groups: heaviest body first, equal masses in name order
  const byMass = [...bodies].sort((a, b) => b.mass.mass - a.mass.mass || a.index - b.index);
  for (const body of byMass) {
    if (reached.has(body.index)) continue;
    roots.push(body.index);
    grow(body.index);
  }
  checkDepth(entity.name, bodies);
  // a joint between bodies that are rigidly connected has no effect
  const holds = (joint: Joint): boolean => {
    const one = rigidGroup(bodies, indexOf.get(joint.body1) as number);
    return one !== (joint.body2 === undefined ? -1 : rigidGroup(bodies, indexOf.get(joint.body2) as number));
  };
  return {
    bodies,
    roots: roots.sort((a, b) => a - b),
    loops: byName(edges.filter((joint) => !used.has(joint) && holds(joint))),
    motors: byName(entity.joints.filter((joint) => joint.kind === "AMotor" && holds(joint))),
  };
}

function checkDepth(entity: string, bodies: readonly TreeBody[]): void {
  for (const { name, index } of bodies) {
    let depth = 0;
    for (let at = index; at >= 0; at = bodies[at].parent) depth++;
    if (depth > MAX_TREE_DEPTH)
      throw new SimError("TREE_TOO_DEEP", {
        where: `${entity}/${name}`,
        found: `${depth} bodies from the root to this one`,
        allowed: `at most ${MAX_TREE_DEPTH}`,
      });
  }
}

/** Topmost body that this one is rigidly fixed to; -1: the world. */
function rigidGroup(bodies: readonly TreeBody[], start: number): number {
  let at = start;
  while (at >= 0 && bodies[at].joint?.kind === "Fixed") at = bodies[at].parent;
  return at;
}
