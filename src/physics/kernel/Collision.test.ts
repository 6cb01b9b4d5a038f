// The kernel's collision against the engine's own: contacts with planes in closed form, and a broad phase that leaves out nothing.

import { afterEach, describe, expect, test } from "vitest";
import {
  ballShape,
  boxShape,
  disposeWorlds,
  makeWorld,
  objectOf,
  staticOf,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { Shape } from "../../describe/entity/Solid.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { fromAxisAngle, type Quat } from "../../math/Quat.js";
import { RandomStream } from "../../math/RandomStream.js";
import { TAU } from "../../math/Trigonometry.js";
import { normalize, type Vec3 } from "../../math/Vec3.js";
import { moveBody, setVelocity } from "../Bodies.js";
import { countRows } from "../Diagnostics.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { Physics } from "../Physics.js";
import { INTERNALS } from "../state/LiveModel.js";

afterEach(disposeWorlds);

const PYRAMID: Shape = {
  kind: "Mesh",
  vertices: [0.1, 0, 0, -0.05, 0.09, 0, -0.05, -0.09, 0, 0, 0, 0.12],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};
const SHAPES: readonly Shape[] = [
  ballShape(0.1),
  boxShape(0.2, 0.1, 0.3),
  { kind: "Cylinder", radius: 0.1, length: 0.05 },
  { kind: "CappedCylinder", radius: 0.05, length: 0.2 },
  PYRAMID,
];

const ELLIPSOID: Shape = { kind: "Ellipsoid", size: [0.3, 0.1, 0.2] };

/** A rod with a ball at each end, which do not collide with each other: their boxes begin far apart. */
const dumbbell = (name: string, shape: Shape): EntityInput => ({
  name,
  selfCollide: false,
  bodies: [
    { name: "Body", solids: [{ name: "Top", shape, mass: 1, position: [0, 0, 1] }] },
    { name: "Rod", solids: [{ name: "Bar", shape: { kind: "CappedCylinder", radius: 0.03, length: 2 }, mass: 1 }] },
    { name: "End", solids: [{ name: "Foot", shape, mass: 1, position: [0, 0, -1] }] },
    { name: "Hand", solids: [{ name: "Grip", shape, mass: 1, position: [0, 0, 0.8] }] },
  ],
  joints: [
    { name: "Upper", kind: "Hinge", body1: "Body", body2: "End", axes: [[0, 0, 1]] },
    { name: "Lower", kind: "Hinge", body1: "Body", body2: "Hand", axes: [[0, 0, 1]] },
    { name: "Last", kind: "Hinge", body1: "Hand", body2: "Rod", axes: [[0, 0, 1]] },
  ],
});

interface Thrown {
  contacts: number;
  /** Most solids that are the first of a pair. */
  firsts: number;
  /** Pairs that the engine tests. */
  pairs: number;
}

const turn = (random: RandomStream): Quat => {
  const axis: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
  return fromAxisAngle(normalize(axis), random.uniform(0, TAU));
};

interface Found {
  readonly geoms: string;
  readonly numbers: readonly number[];
}

/** Geoms, distance, point and normal of the first `count` contacts. */
function read({ contactF: f, contactI: i, contactFields: at }: CompiledModel, count: number): Found[] {
  return Array.from({ length: count }, (_, k) => {
    const [fk, ik] = [k * (at.bytes >> 3), k * (at.bytes >> 2)];
    const numbers = [
      f[fk + at.dist],
      ...f.slice(fk + at.pos, fk + at.pos + 3),
      ...f.slice(fk + at.frame, fk + at.frame + 3),
    ];
    return {
      geoms: [...i.slice(ik + at.geom, ik + at.geom + 2), ...i.slice(ik + at.elem, ik + at.elem + 2)].join(" "),
      numbers,
    };
  });
}

/** Contacts that the engine finds alone, between all geoms. */
function engineOnly(c: CompiledModel): Found[] {
  const masks = ["geom_contype", "body_contype", "geom_conaffinity", "body_conaffinity"] as const;
  for (const name of masks) (c.model[name] as Int32Array).fill(1);
  c.engine.mj.mj_collision(c.model, c.data);
  for (const name of masks) (c.model[name] as Int32Array).fill(0);
  return read(c, c.data.ncon);
}

const partsOf = (physics: Physics) => ({
  c: physics[INTERNALS].compiled,
  collision: physics[INTERNALS].pipeline.collision,
});

test("[M8] very many pairs of cylinders: the search stops and asks, then goes on", async () => {
  const bodies = Array.from({ length: 150 }, (_, i) => ({
    name: `b${i}`,
    solids: [{ name: `s${i}`, shape: SHAPES[2], mass: 1, position: [0.0001 * i, 0, 1] as const }],
  }));
  const { collision } = partsOf(await makeWorld({ entities: [{ name: "crowd", bodies }] }));
  const counts: number[] = [];
  collision.look(() => counts.push(collision.count));
  expect(counts).toEqual([8192]);
  expect(collision.count).toBe((150 * 149) / 2);
  const stop = () => {
    throw new Error("enough");
  };
  expect(() => collision.look(stop)).toThrow("enough");
});

test("[M8] very many ellipsoids at one place: pairs of solids that are known to be close are not tested again", async () => {
  const solids = Array.from({ length: 40 }, (_, i) => ({ name: `s${i}`, shape: ELLIPSOID, mass: 1 }));
  const bodies = Array.from({ length: 10 }, (_, i) => ({
    name: `b${i}`,
    solids: solids.map((solid, k) => ({ ...solid, name: `b${i}s${k}`, position: [1e-4 * i, 1e-4 * k, 1] as const })),
  }));
  const { c, collision } = partsOf(await makeWorld({ entities: [{ name: "crowd", bodies }] }));
  collision.look(() => {});
  expect(collision.nearCount).toBe(400);
  // of 72,000 pairs
  expect(c.kernel.code.testCount.value).toBeLessThan(1000);
});

describe("contacts with a plane", () => {
  test.each(SHAPES.slice(0, 4))("$kind: those of the engine, in 200 attitudes", async (shape) => {
    const physics = await makeWorld({ entities: [flatGround(), objectOf("solid", shape)] });
    const random = new RandomStream(3).split("planes");
    let contacts = 0;
    for (let n = 0; n < 200; n++) {
      moveBody(physics, "solid", "Body", { position: [0.3, -0.2, random.uniform(0, 0.2)], orientation: turn(random) });
      const { c, collision } = partsOf(physics);
      collision.look(() => {});
      c.engine.mj.mj_collision(c.model, c.data);
      expect(c.data.ncon).toBe(0);
      // the engine has the point midway between the surfaces
      const ours = read(c, collision.append(0)).map(({ geoms, numbers: [d, x, y, z, ...n] }) => ({
        geoms,
        numbers: [d, x - (d / 2) * n[0], y - (d / 2) * n[1], z - (d / 2) * n[2], ...n],
      }));
      const theirs = engineOnly(c);
      contacts += ours.length;
      expect(ours.length).toBe(theirs.length);
      const order = (a: Found, b: Found) => a.numbers[1] - b.numbers[1] || a.numbers[2] - b.numbers[2];
      theirs.sort(order);
      ours.sort(order).forEach(({ numbers }, i) => {
        for (let k = 0; k < numbers.length; k++) expect(numbers[k]).toBeCloseTo(theirs[i].numbers[k], 9);
      });
    }
    expect(contacts).toBeGreaterThan(100);
  });
});

describe("solids above a plane at a step of 5 ms", () => {
  const upright = { orientation: [0, 0, 0, 1] as const };

  async function contactsOf(shape: Shape, height: number, linear: Vec3, angular: Vec3 = [0, 0, 0]): Promise<number> {
    const physics = await makeWorld({
      stepSec: 0.005,
      gravity: [0, 0, 0],
      entities: [flatGround(), objectOf("solid", shape)],
    });
    moveBody(physics, "solid", "Body", { ...upright, position: [0, 0, 1] });
    const { c } = partsOf(physics);
    // the box of the solid stands on its lowest point
    collisionBottom(physics, c, height);
    setVelocity(physics, "solid", "Body", linear, angular);
    physics.step();
    return countRows(physics).contacts;
  }

  function collisionBottom(physics: Physics, { views, model }: CompiledModel, height: number): void {
    const geom = 1;
    const box = (model.geom_aabb as Float64Array).slice(6 * geom, 6 * geom + 6);
    const m = views.geom_xmat.slice(9 * geom + 6, 9 * geom + 9);
    const reach = Math.abs(m[0]) * box[3] + Math.abs(m[1]) * box[4] + Math.abs(m[2]) * box[5];
    const low = views.geom_xpos[3 * geom + 2] + m[0] * box[0] + m[1] * box[1] + m[2] * box[2] - reach;
    moveBody(physics, "solid", "Body", { ...upright, position: [0, 0, 1 - low + height] });
  }

  test.each([...SHAPES.slice(1), ELLIPSOID])(
    "$kind: a contact only if it gets to the plane in the step",
    async (shape) => {
      expect(await contactsOf(shape, 0.008, [4, 0, 0], [0, 0, 3])).toBe(0);
      expect(await contactsOf(shape, 0.008, [4, 0, 1])).toBe(0);
      expect(await contactsOf(shape, 0.008, [4, 0, -2])).toBeGreaterThan(0);
      expect(await contactsOf(shape, 0.001, [4, 0, 0])).toBeGreaterThan(0);
    },
  );

  test("a box that tips over gets the contacts of the edge that comes down", async () => {
    expect(await contactsOf(boxShape(0.4, 0.4, 0.1), 0.008, [0, 0, 0], [0, 10, 0])).toBeGreaterThan(0);
  });

  test("a sphere keeps its margin: it may be deflected to the ground", async () => {
    expect(await contactsOf(ballShape(0.1), 0.008, [4, 0, 0])).toBe(1);
  });
});

describe("broad phase", () => {
  const wall = staticOf("wall", boxShape(8, 0.2, 0.6), {
    position: [0, 1, 0.3],
    orientation: fromAxisAngle([0, 0, 1], 0.3),
  });
  const tower = staticOf("tower", PYRAMID, { position: [-0.4, -0.4, 0] });
  const hills: EntityInput = staticOf("hills", {
    kind: "Heightfield",
    rows: 3,
    columns: 3,
    size: [1, 1],
    heights: [0, 0.1, 0, 0.1, 0.3, 0.1, 0, 0.1, 0],
  });

  /** Throws the entities together; the engine must find the contacts that it finds with the masks of the model. */
  function throwTogether(physics: Physics, names: readonly string[], worlds: number, size: number): Thrown {
    const { c, collision } = partsOf(physics);
    const masks = (["geom_contype", "geom_conaffinity", "body_contype", "body_conaffinity"] as const).map((name) => ({
      name,
      bits: (c.model[name] as Int32Array).slice(),
    }));
    const random = new RandomStream(5).split("things");
    const thrown = { contacts: 0, firsts: 0, pairs: 0 };
    for (let n = 0; n < worlds; n++) {
      for (const name of names)
        moveBody(physics, name, "Body", {
          position: [random.uniform(-size, size), random.uniform(-size, size), random.uniform(0, size)],
          orientation: turn(random),
        });
      for (const { name, bits } of masks) (c.model[name] as Int32Array).set(bits);
      c.engine.mj.mj_collision(c.model, c.data);
      const all = read(c, c.data.ncon);
      collision.look(() => {});
      c.engine.mj.mj_collision(c.model, c.data);
      expect(read(c, c.data.ncon)).toEqual(all);
      thrown.contacts += all.length;
      const [types, affinities] = [c.model.geom_contype as Int32Array, c.model.geom_conaffinity as Int32Array];
      thrown.firsts = Math.max(thrown.firsts, types.filter((bits) => bits !== 0).length);
      types.forEach((type) => {
        for (const affinity of affinities) if (type & affinity) thrown.pairs++;
      });
    }
    return thrown;
  }

  test("the contacts of the engine are the same as with all masks on, in 150 worlds of things thrown together", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `s${String(i).padStart(2, "0")}`);
    const things = names.map((name, i) => objectOf(name, SHAPES[i % SHAPES.length]));
    const physics = await makeWorld({ entities: [wall, tower, hills, ...things] });
    expect(throwTogether(physics, names, 150, 1).contacts).toBeGreaterThan(1000);
  });

  test("the same for round solids and robots whose bodies pass through each other, with masks for each pair", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `s${String(i).padStart(2, "0")}`);
    const things = names.map((name, i) => dumbbell(name, [ELLIPSOID, SHAPES[3], SHAPES[0], SHAPES[1]][i % 4]));
    const physics = await makeWorld({ entities: things });
    const { contacts, firsts, pairs } = throwTogether(physics, names, 30, 0.8);
    expect(contacts).toBeGreaterThan(1000);
    // more than there are bits, so that some are used twice
    expect(firsts).toBeGreaterThan(32);
    // few pairs reach the engine that do not touch
    expect(pairs).toBeLessThan(2 * contacts);
  });

  test("what is far from a long wall is masked off, and on again when it comes close", async () => {
    const physics = await makeWorld({
      entities: [flatGround(), wall, objectOf("box", boxShape(0.2), { position: [0, 0, 0.1] })],
    });
    const { c, collision } = partsOf(physics);
    const isOn = (): boolean[] => {
      collision.look(() => {});
      const [types, affinities] = [c.model.geom_contype as Int32Array, c.model.geom_conaffinity as Int32Array];
      return c.layout.geoms.map((_, g) => (types[g] | affinities[g]) !== 0);
    };
    expect(isOn()).toEqual([false, false, false]);
    moveBody(physics, "box", "Body", { position: [0, 0.8, 0.1], orientation: [0, 0, 0, 1] });
    expect(isOn()).toEqual([false, true, true]);
    moveBody(physics, "box", "Body", { position: [0, 0, 0.1], orientation: [0, 0, 0, 1] });
    expect(isOn()).toEqual([false, false, false]);
  });
});
