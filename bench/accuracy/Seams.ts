// Cases of seams: surfaces put together of flush boxes, of triangles or of heightfield cells are as smooth as one plane.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { fromAxisAngle, IDENTITY, type Quat, rotate } from "../../src/math/Quat.js";
import { cos, DEGREE, PI, sin } from "../../src/math/Trigonometry.js";
import { distance, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, setVelocity } from "../../src/physics/Bodies.js";
import { type AccuracyCase, GRAVITY as g, once, run, thing, WAY_BOUND, withScene } from "./AccuracyCase.js";

type SolidPart = Omit<SolidInput, "name">;
type Floor = "boxes" | "entities" | "mesh" | "heightfield";

const LENGTH = 4;
const WIDTH = 2;

/** A flat floor of 4 m x 2 m with its top at z = 0, turned by `turn`, made of cells of this size. */
function floor(kind: Floor, cell: number, turn: Quat = IDENTITY): EntityInput[] {
  const [columns, rows] = [Math.round(LENGTH / cell), Math.round(WIDTH / cell)];
  const one = (name: string, solids: SolidInput[]): EntityInput => ({
    name,
    isStatic: true,
    bodies: [{ name: "Body", solids: solids.map((solid) => ({ ...solid, material: "Test", orientation: turn })) }],
  });
  if (kind === "mesh") return [one("floor", [{ name: "Sheet", shape: sheet(columns, rows) }])];
  if (kind === "heightfield") {
    const heights = new Array((columns + 1) * (rows + 1)).fill(0);
    const shape = {
      kind: "Heightfield" as const,
      rows: rows + 1,
      columns: columns + 1,
      size: [LENGTH, WIDTH],
      heights,
    };
    return [one("floor", [{ name: "Field", shape: shape as never }])];
  }
  const tiles: SolidInput[] = [];
  for (let i = 0; i < columns; i++)
    for (let k = 0; k < rows; k++) {
      const at: Vec3 = [(i + 0.5) * cell - LENGTH / 2, (k + 0.5) * cell - WIDTH / 2, -0.05];
      tiles.push({ name: `T${i}-${k}`, shape: { kind: "Box", size: [cell, cell, 0.1] }, position: rotate(turn, at) });
    }
  return kind === "boxes" ? [one("floor", tiles)] : tiles.map((tile) => one(`floor${tile.name}`, [tile]));
}

/** A flat sheet of triangles. */
function sheet(columns: number, rows: number, length = LENGTH): SolidInput["shape"] {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let k = 0; k <= rows; k++)
    for (let i = 0; i <= columns; i++) vertices.push((i / columns - 0.5) * length, (k / rows - 0.5) * WIDTH, 0);
  for (let k = 0; k < rows; k++)
    for (let i = 0; i < columns; i++) {
      const a = k * (columns + 1) + i;
      triangles.push(a, a + 1, a + columns + 2, a, a + columns + 2, a + columns + 1);
    }
  return { kind: "Mesh", vertices, triangles };
}

const R = 0.0215;
const BALL: SolidPart = { shape: { kind: "Sphere", radius: R }, mass: 0.046 };

/** A rolling ball crosses the floor at an angle; `speed` share kept, or `hop` height in radii. */
function roll(
  h: number,
  kind: Floor,
  cell: number,
  speed: number,
  degrees: number,
): Promise<{ kept: number; hop: number }> {
  const [c, s] = [cos(degrees * DEGREE), sin(degrees * DEGREE)];
  const position: Vec3 = [-1.5 * c, -1.5 * s + 0.013, R];
  return withScene(
    h,
    {
      ground: false,
      contact: { friction: 0.5, restitution: 0.5 },
      entities: [...floor(kind, cell), thing("ball", { ...BALL, position })],
    },
    (p) => {
      setVelocity(p, "ball", "Body", [speed * c, speed * s, 0], [(-speed * s) / R, (speed * c) / R, 0]);
      let hop = 0;
      run(p, 2 / speed, () => {
        hop = Math.max(hop, readBody(p, "ball", "Body").position[2] - R);
      });
      const [x, y] = readBody(p, "ball", "Body").linearVelocity;
      return { kept: (x * c + y * s) / speed, hop: hop / R };
    },
  );
}

const rollCases = (kind: Floor, cell: number, speed: number, degrees: number): AccuracyCase[] => {
  const name = `ball at ${speed} m/s, ${degrees}°, over ${kind} of ${cell} m`;
  const rolled = once((h) => roll(h, kind, cell, speed, degrees));
  return [
    {
      group: "seams",
      name: `${name}: speed kept`,
      unit: "share",
      closedForm: 1,
      measure: async (h, share) => (await rolled(h, share)).kept,
    },
    {
      group: "seams",
      name: `${name}: hop`,
      unit: "radii",
      closedForm: 0,
      scale: 1,
      measure: async (h, share) => (await rolled(h, share)).hop,
    },
  ];
};

const TALL = 0.05;
const ROLLERS = {
  wheel: { kind: "Cylinder", radius: TALL, length: 0.03 },
  spheroid: { kind: "Ellipsoid", size: [2 * TALL, 0.06, 2 * TALL] },
} as const;

/** A wheel or spheroid rolls along +x: largest distance of its centre from the height of its radius, in radii. */
const rollerHop = (what: keyof typeof ROLLERS, kind: Floor, cell: number): AccuracyCase => ({
  group: "seams",
  name: `${what} rolls at 3 m/s over ${kind} of ${cell} m: hop or fall`,
  unit: "radii",
  closedForm: 0,
  scale: 1,
  measure: (h) => {
    const roller = thing("roller", { shape: ROLLERS[what], mass: 0.5, position: [-1.4, 0, TALL] });
    const contact = { friction: 0.5, restitution: 0.5 };
    return withScene(h, { ground: false, contact, entities: [...floor(kind, cell), roller] }, (p) => {
      setVelocity(p, "roller", "Body", [3, 0, 0], [0, 3 / TALL, 0]);
      let far = 0;
      run(p, 0.6, () => {
        far = Math.max(far, Math.abs(readBody(p, "roller", "Body").position[2] - TALL));
      });
      return far / TALL;
    });
  },
});

type Kind = "box" | "mesh" | "heightfield";

/** A flat floor of two halves of different kinds that meet at x = 0. */
function halves(kinds: readonly [Kind, Kind]): EntityInput {
  const solids = kinds.map((kind, i): SolidInput => {
    const x = i === 0 ? -1 : 1;
    const name = `Half${i}`;
    const part = (shape: unknown, z = 0): SolidInput => ({
      name,
      shape: shape as SolidInput["shape"],
      position: [x, 0, z],
      material: "Test",
    });
    if (kind === "box") return part({ kind: "Box", size: [2, 2, 0.1] }, -0.05);
    if (kind === "mesh") return part(sheet(10, 10, 2));
    return part({ kind: "Heightfield", rows: 11, columns: 11, size: [2, 2], heights: new Array(121).fill(0) });
  });
  return { name: "floor", isStatic: true, bodies: [{ name: "Body", solids }] };
}

const CROSSERS = {
  ball: { shape: { kind: "Sphere", radius: TALL }, mass: 0.5 },
  box: { shape: { kind: "Box", size: [0.2, 0.2, 2 * TALL] }, mass: 1 },
} as const;

/** Something slides at 3 m/s without friction from one half to the other, 10° beside the normal of the seam: speed kept. */
const crossing = (what: keyof typeof CROSSERS, kinds: readonly [Kind, Kind]): AccuracyCase => ({
  group: "seams",
  name: `${what} slides from ${kinds[0]} onto flush ${kinds[1]}: velocity changed`,
  unit: "share",
  closedForm: 0,
  scale: 1,
  measure: (h) => {
    const entities = [halves(kinds), thing("crosser", { ...CROSSERS[what], position: [-0.6, -0.1, TALL] })];
    return withScene(h, { ground: false, contact: { friction: 0, restitution: 0.5 }, entities }, (p) => {
      const v: Vec3 = [3 * cos(10 * DEGREE), 3 * sin(10 * DEGREE), 0];
      setVelocity(p, "crosser", "Body", v, [0, 0, 0]);
      let far = 0;
      run(p, 0.4, () => {
        far = Math.max(far, distance(readBody(p, "crosser", "Body").linearVelocity, v) / 3);
      });
      return far;
    });
  },
});

/** A standing cylinder slides over tiles, mu 0.2. */
const puck: AccuracyCase = {
  group: "seams",
  name: "standing cylinder at 2 m/s, 15°, over boxes of 0.1 m: way",
  unit: "m",
  closedForm: 4 / (2 * 0.2 * g),
  bound: WAY_BOUND,
  measure: (h) => {
    const solid = {
      shape: { kind: "Cylinder", radius: 0.08, length: 0.05 } as const,
      orientation: fromAxisAngle([1, 0, 0], PI / 2),
      mass: 1,
      position: [-0.5, -0.13, 0.025] as Vec3,
    };
    const entities = [...floor("boxes", 0.1), thing("puck", solid)];
    return withScene(h, { ground: false, contact: { friction: 0.2 }, entities }, (p) => {
      const from = readBody(p, "puck", "Body").position;
      setVelocity(p, "puck", "Body", [2 * cos(15 * DEGREE), 2 * sin(15 * DEGREE), 0], [0, 0, 0]);
      run(p, 1.2);
      return distance(readBody(p, "puck", "Body").position, from);
    });
  },
};

/** A box slides on the floor, mu 0.4, and stops after v² / (2 mu g). */
function slide(kind: Floor, cell: number, speed: number, degrees: number): AccuracyCase {
  const exact = (speed * speed) / (2 * 0.4 * g);
  const [c, s] = [cos(degrees * DEGREE), sin(degrees * DEGREE)];
  return {
    group: "seams",
    name: `box at ${speed} m/s, ${degrees}°, on ${kind} of ${cell} m: way`,
    unit: "m",
    closedForm: exact,
    bound: WAY_BOUND,
    measure: (h) => {
      const position: Vec3 = [-0.5, -0.4, 0.05];
      const box = thing("box", { shape: { kind: "Box", size: [0.16, 0.16, 0.1] }, mass: 1, position });
      return withScene(h, { ground: false, contact: { friction: 0.4 }, entities: [...floor(kind, cell), box] }, (p) => {
        run(p, 0.02);
        const from = readBody(p, "box", "Body").position;
        setVelocity(p, "box", "Body", [speed * c, speed * s, 0], [0, 0, 0]);
        run(p, speed / (0.4 * g) + 0.2);
        const to = readBody(p, "box", "Body").position;
        return (to[0] - from[0]) * c + (to[1] - from[1]) * s;
      });
    },
  };
}

/** Something rolls or slides down a floor tilted by 20°; its acceleration as a mean over the way of 0.8 s. */
function descend(kind: Floor, cell: number, what: "ball" | "wheel" | "box"): AccuracyCase {
  const tilt = 20 * DEGREE;
  const turn = fromAxisAngle([0, 1, 0], tilt);
  const mu = what === "box" ? 0.2 : 0.5;
  const share = { ball: 5 / 7, wheel: 2 / 3, box: 1 }[what];
  const exact = g * (sin(tilt) - (what === "box" ? mu * cos(tilt) : 0)) * share;
  const shapes: Record<typeof what, SolidPart> = {
    ball: { shape: { kind: "Sphere", radius: 0.05 }, mass: 0.5 },
    wheel: { shape: { kind: "Cylinder", radius: 0.05, length: 0.06 }, mass: 0.5 },
    box: { shape: { kind: "Box", size: [0.1, 0.14, 0.1] }, mass: 0.5 },
  };
  return {
    group: "seams",
    name: `${what} down 20° of ${kind} of ${cell} m, acceleration`,
    unit: "m/s²",
    closedForm: exact,
    measure: (h) => {
      const position = rotate(turn, [-1, 0.017, 0.05]);
      const solid = { ...shapes[what], position, orientation: turn };
      return withScene(
        h,
        { ground: false, contact: { friction: mu }, entities: [...floor(kind, cell, turn), thing("it", solid)] },
        (p) => {
          run(p, 0.8);
          const { linearVelocity: v } = readBody(p, "it", "Body");
          return (v[0] * cos(tilt) - v[2] * sin(tilt)) / 0.8;
        },
      );
    },
  };
}

/**
 * A ball rolls from one plane onto another that rises by an angle a, e = 0. It keeps its angular momentum about the new
 * contact:  v' = v (2/5 + cos a) / (7/5).  The surface is a mesh of long strips of triangles.
 */
function hollow(degrees: number): AccuracyCase {
  const [c, s] = [cos(degrees * DEGREE), sin(degrees * DEGREE)];
  const speed = 2;
  const exact = (speed * (2 / 5 + c)) / (7 / 5);
  return {
    group: "seams",
    name: `ball rolls onto a plane that rises by ${degrees}°: speed`,
    unit: "m/s",
    closedForm: exact,
    measure: (h) => {
      const vertices: number[] = [];
      const triangles: number[] = [];
      // strips of 5 cm along x
      for (let i = -20; i <= 20; i++)
        for (const y of [-0.5, 0.5]) vertices.push(i <= 0 ? 0.05 * i : 0.05 * i * c, y, i <= 0 ? 0 : 0.05 * i * s);
      for (let a = 0; a < 80; a += 2) triangles.push(a, a + 2, a + 3, a, a + 3, a + 1);
      const sheet: EntityInput = {
        name: "sheet",
        isStatic: true,
        bodies: [
          { name: "Body", solids: [{ name: "Sheet", shape: { kind: "Mesh", vertices, triangles }, material: "Test" }] },
        ],
      };
      const entities = [sheet, thing("ball", { ...BALL, position: [-0.3, 0.01, R] })];
      return withScene(h, { ground: false, gravity: [0, 0, 0], contact: { friction: 0.8 }, entities }, (p) => {
        setVelocity(p, "ball", "Body", [speed, 0, 0], [0, speed / R, 0]);
        run(p, 0.4);
        const [x, , z] = readBody(p, "ball", "Body").linearVelocity;
        return x * c + z * s;
      });
    },
  };
}

/** A ball dropped beside a seam comes back straight: sideways speed as a share of the speed of the impact. */
const dropped = (kind: Floor): AccuracyCase => ({
  group: "seams",
  name: `ball dropped beside a seam of ${kind}, sideways speed`,
  unit: "share",
  closedForm: 0,
  scale: 1,
  measure: (h) => {
    const drops = [0.0001, 0.001, 0.003, 0.008].map((x, i) =>
      thing(`ball${i}`, { ...BALL, position: [x + 0.2 * i, 0.0013 * i, 0.2 + 0.0017 * i] }),
    );
    const contact = { friction: 0.3, restitution: 0.7 };
    return withScene(h, { ground: false, contact, entities: [...floor(kind, 0.2), ...drops] }, (p) => {
      run(p, 0.3);
      const sideways = drops.map(({ name }) => {
        const [x, y] = readBody(p, name, "Body").linearVelocity;
        return Math.sqrt(x * x + y * y);
      });
      return Math.max(...sideways) / 2;
    });
  },
});

/** A cart of four wheels rolls over the floor: root mean square of its vertical acceleration, as a share of g. */
function cart(kind: Floor, cell: number): AccuracyCase {
  const wheels = [0, 1, 2, 3].map((i) => [i & 1 ? 0.1 : -0.1, i & 2 ? 0.09 : -0.09] as const);
  const entity: EntityInput = {
    name: "cart",
    bodies: [
      {
        name: "Body",
        solids: [
          {
            name: "Plate",
            shape: { kind: "Box", size: [0.26, 0.14, 0.04] },
            mass: 2,
            material: "Test",
            position: [0, 0, 0.06],
          },
        ],
      },
      ...wheels.map(([x, y], i) => ({
        name: `Wheel${i}`,
        solids: [
          {
            name: `Rim${i}`,
            shape: { kind: "Cylinder" as const, radius: 0.04, length: 0.02 },
            mass: 0.1,
            material: "Test",
            position: [x, y, 0.04] as Vec3,
          },
        ],
      })),
    ],
    joints: wheels.map(([x, y], i) => ({
      name: `Axle${i}`,
      kind: "Hinge" as const,
      body1: `Wheel${i}`,
      body2: "Body",
      anchor: [x, y, 0.04] as Vec3,
      axes: [[0, 1, 0] as Vec3],
    })),
  };
  return {
    group: "seams",
    name: `cart at 1 m/s on ${kind} of ${cell} m, vertical shaking`,
    unit: "g",
    closedForm: 0,
    scale: 1,
    measure: (h) =>
      withScene(h, { ground: false, contact: { friction: 0.8 }, entities: floor(kind, cell) }, (p) => {
        p.add(entity, { position: [-1, 0.013, 0], orientation: fromAxisAngle([0, 0, 1], 0.2) });
        for (let i = 0; i < 4; i++) {
          p.setJoint("cart", `Axle${i}`, "Vel", 25);
          p.setJoint("cart", `Axle${i}`, "FMax", 0.5);
        }
        let [sum, count, last] = [0, 0, 0];
        run(p, 1.5, (time) => {
          const vz = readBody(p, "cart", "Body").linearVelocity[2];
          if (time > 0.7) {
            const a = (vz - last) / h / g;
            sum += a * a;
            count++;
          }
          last = vz;
        });
        return Math.sqrt(sum / count);
      }),
  };
}

/** A ball rolls along a free platform of flush planks in space, e = 0: it leaves no momentum across. */
const planks: AccuracyCase = {
  group: "seams",
  name: "ball slides at 3 m/s along a heavy body of flush planks: speed kept",
  unit: "share",
  closedForm: 1,
  measure: (h) => {
    const solids = Array.from({ length: 20 }, (_, i) => ({
      name: `P${i}`,
      shape: { kind: "Box" as const, size: [0.1, 0.5, 0.05] as Vec3 },
      mass: 50,
      material: "Test",
      position: [0.1 * (i - 9.5), 0, -0.025] as Vec3,
    }));
    const entities = [
      { name: "deck", bodies: [{ name: "Body", solids }] },
      thing("ball", { ...BALL, position: [-0.8, 0, R] }),
    ];
    const options = { ground: false, gravity: [0, 0, 0] as Vec3, contact: { friction: 0, restitution: 0.5 }, entities };
    return withScene(h, options, (p) => {
      // presses lightly
      setVelocity(p, "ball", "Body", [3, 0, -0.04], [0, 0, 0]);
      run(p, 0.5);
      const [x, y, z] = readBody(p, "ball", "Body").linearVelocity;
      return x / 3 + Math.abs(y) + Math.abs(z);
    });
  },
};

export const SEAM_CASES: readonly AccuracyCase[] = [
  ...rollCases("boxes", 0.1, 3, 0),
  ...rollCases("entities", 0.2, 5, 25),
  ...rollCases("mesh", 0.1, 4, 10),
  ...rollCases("heightfield", 0.1, 2, 35),
  rollerHop("wheel", "heightfield", 0.1),
  rollerHop("spheroid", "boxes", 0.1),
  rollerHop("spheroid", "mesh", 0.1),
  crossing("ball", ["box", "mesh"]),
  crossing("ball", ["heightfield", "mesh"]),
  crossing("box", ["box", "mesh"]),
  puck,
  slide("boxes", 0.1, 2, 0),
  slide("entities", 0.2, 1.5, 20),
  slide("mesh", 0.1, 2, 15),
  slide("heightfield", 0.1, 1.5, 30),
  descend("boxes", 0.2, "wheel"),
  descend("mesh", 0.1, "ball"),
  descend("mesh", 0.2, "wheel"),
  descend("mesh", 0.05, "box"),
  descend("heightfield", 0.1, "ball"),
  hollow(10),
  hollow(25),
  dropped("boxes"),
  dropped("mesh"),
  cart("boxes", 0.1),
  cart("mesh", 0.1),
  cart("heightfield", 0.1),
  planks,
];
