// Cases of near misses: what passes a solid at a small distance is not deflected, and what hits it bounces at the true
// point. Contacts are searched ahead of the touch by one step's travel, so these cases run from many phases of the step.

import { omniOnGround, omniRobot } from "../../robots/OmniRobot.js";
import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { fromAxisAngle, IDENTITY, type Quat } from "../../src/math/Quat.js";
import { acos, atan2, DEGREE, PI } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { length } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import { type AccuracyCase, run, type SceneOptions, thing, withScene } from "./AccuracyCase.js";

type SolidPart = Omit<SolidInput, "name">;

const R = 0.0215;
const UPRIGHT: Quat = fromAxisAngle([1, 0, 0], PI / 2);
const SPACE: SceneOptions = { ground: false, gravity: [0, 0, 0], contact: { friction: 0.3, restitution: 0.6 } };
const PHASES = 23;
const BALL: SolidPart = { shape: { kind: "Sphere", radius: R }, mass: 0.046 };

const fixed = (solid: SolidPart) => ({
  name: "target",
  isStatic: true,
  bodies: [{ name: "Body", solids: [{ material: "Test", ...solid, name: "Solid" }] }],
});

/** Corners and triangles of a box, as a mesh. */
export function boxMesh([x, y, z]: Vec3): Extract<SolidInput["shape"], { kind: "Mesh" }> {
  const vertices: number[] = [];
  for (let i = 0; i < 8; i++) vertices.push(i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { kind: "Mesh", vertices, triangles: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

const OCTAHEDRON: SolidInput["shape"] = {
  kind: "Mesh",
  vertices: [0.05, 0, 0, -0.05, 0, 0, 0, 0.05, 0, 0, -0.05, 0, 0, 0, 0.05, 0, 0, -0.05],
  triangles: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
};
/** Two slopes of 45° with their ridge along y at a height of 0.1 m. */
const RIDGE: SolidInput["shape"] = {
  kind: "Heightfield",
  rows: 3,
  columns: 5,
  size: [0.4, 0.4],
  heights: [0, 0, 0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0.1, 0, 0],
};

/** At a step of 5 ms a contact that misses by less than 0.25 mm is struck (SLACK of Impacts.ts). */
const SLOW_BOUND = { 5: 0.05 };

interface Flight {
  readonly name: string;
  readonly mover: SolidPart;
  readonly target: SolidPart;
  readonly speed: number;
  /** Start of the mover at phase 0. */
  readonly from: Vec3;
  readonly spin?: Vec3;
  readonly bound?: AccuracyCase["bound"];
}

/** A mover flies along +x past the target; returns the largest change of velocity over the phases, as a share. */
const miss = ({ name, mover, target, speed, from, spin = [0, 0, 0], bound }: Flight): AccuracyCase => ({
  group: "near misses",
  name: `${name}: deflected`,
  unit: "share",
  closedForm: 0,
  scale: 1,
  ...(bound ? { bound } : {}),
  measure: (h) =>
    withScene(h, { ...SPACE, entities: [fixed(target), thing("mover", mover)] }, (p) => {
      const start = p.snapshot();
      let far = 0;
      for (let k = 0; k < PHASES; k++) {
        p.restore(start);
        const x = from[0] - (k / PHASES) * speed * h;
        moveBody(p, "mover", "Body", { position: [x, from[1], from[2]], orientation: IDENTITY });
        setVelocity(p, "mover", "Body", [speed, 0, 0], spin);
        run(p, (0.3 - from[0]) / speed);
        const [vx, vy, vz] = readBody(p, "mover", "Body").linearVelocity;
        far = Math.max(far, length([vx - speed, vy, vz]) / speed);
      }
      return far;
    }),
});

const PYRAMID: SolidInput["shape"] = {
  kind: "Mesh",
  vertices: [-0.1, -0.1, 0, 0.1, -0.1, 0, 0.1, 0.1, 0, -0.1, 0.1, 0, 0, 0, 0.1],
  triangles: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4],
};

const FLIGHTS: readonly Flight[] = [
  {
    name: "ball at 8 m/s 0.5 mm over the tip of a mesh",
    mover: BALL,
    target: { shape: PYRAMID },
    speed: 8,
    from: [-0.3, 0, 0.1 + R + 5e-4],
  },
  {
    name: "ball at 3 m/s 0.5 mm over the tip of a mesh",
    mover: BALL,
    target: { shape: PYRAMID },
    speed: 3,
    from: [-0.2, 0, 0.1 + R + 5e-4],
    bound: SLOW_BOUND,
  },
  {
    name: "ball at 8 m/s 1 mm past a post",
    mover: BALL,
    target: { shape: { kind: "Cylinder", radius: 0.03, length: 0.4 }, orientation: UPRIGHT },
    speed: 8,
    from: [-0.3, R + 0.031, 0],
  },
  {
    name: "ball at 6 m/s 0.5 mm over the end of a post",
    mover: BALL,
    target: { shape: { kind: "Cylinder", radius: 0.03, length: 0.4 }, orientation: UPRIGHT },
    speed: 6,
    from: [-0.3, 0, 0.2 + R + 0.0005],
  },
  {
    name: "ball at 8 m/s 1 mm past the edge of a box",
    mover: BALL,
    target: { shape: { kind: "Box", size: [0.02, 0.2, 0.2] }, position: [0, -0.1, 0] },
    speed: 8,
    from: [-0.3, R + 0.001, 0],
  },
  {
    name: "ball at 5 m/s 0.5 mm past the corner of a turned box",
    mover: BALL,
    target: {
      shape: { kind: "Box", size: [0.1, 0.1, 0.1] },
      orientation: fromAxisAngle([0, 0, 1], PI / 4),
    },
    speed: 5,
    from: [-0.3, R + 0.05 * Math.SQRT2 + 0.0005, 0],
  },
  {
    name: "ball at 7 m/s 1 mm past the end of a capsule",
    mover: BALL,
    target: { shape: { kind: "CappedCylinder", radius: 0.02, length: 0.2 } },
    speed: 7,
    from: [-0.3, 0.001, 0.12 + R + 0.001],
  },
  {
    name: "ball at 8 m/s 2 mm past the edge of a mesh",
    mover: BALL,
    target: { shape: boxMesh([0.02, 0.2, 0.2]), position: [0, -0.1, 0] },
    speed: 8,
    from: [-0.3, R + 0.002, 0],
  },
  {
    name: "box at 6 m/s 1 mm past the corner of a box",
    mover: { shape: { kind: "Box", size: [0.1, 0.06, 0.1] }, mass: 0.3 },
    target: { shape: { kind: "Box", size: [0.1, 0.2, 0.1] }, position: [0, -0.1, 0] },
    speed: 6,
    from: [-0.3, 0.031, 0.02],
  },
  {
    name: "capsule at 7 m/s 1 mm past the edge of a box",
    mover: { shape: { kind: "CappedCylinder", radius: 0.02, length: 0.1 }, mass: 0.3 },
    target: { shape: { kind: "Box", size: [0.05, 0.2, 0.1] }, position: [0, -0.1, 0] },
    speed: 7,
    from: [-0.3, 0.021, 0.03],
  },
  {
    name: "wheel at 6 m/s 1 mm past a post",
    mover: { shape: { kind: "Cylinder", radius: 0.05, length: 0.02 }, mass: 0.3 },
    target: { shape: { kind: "Cylinder", radius: 0.03, length: 0.4 }, orientation: UPRIGHT },
    speed: 6,
    from: [-0.3, 0.041, 0.05],
  },
  {
    name: "ellipsoid at 8 m/s 1 mm past the edge of a mesh",
    mover: { shape: { kind: "Ellipsoid", size: [0.1, 0.06, 0.08] }, mass: 0.3 },
    target: { shape: boxMesh([0.1, 0.2, 0.3]), position: [0, -0.1, 0] },
    speed: 8,
    from: [-0.3, 0.031, 0],
  },
  {
    name: "hull at 8 m/s 0.5 mm past the edge of a mesh",
    mover: { shape: OCTAHEDRON, mass: 0.3 },
    target: { shape: boxMesh([0.1, 0.2, 0.3]), position: [0, -0.1, 0] },
    speed: 8,
    from: [-0.3, 0.0505, 0],
  },
  {
    name: "box at 8 m/s 0.5 mm over the ridge of a heightfield",
    mover: { shape: { kind: "Box", size: [0.06, 0.06, 0.04] }, mass: 0.3 },
    target: { shape: RIDGE },
    speed: 8,
    from: [-0.3, 0.013, 0.1205],
  },
  {
    name: "lengthwise capsule at 8 m/s 0.5 mm over the ridge of a heightfield",
    mover: {
      shape: { kind: "CappedCylinder", radius: 0.02, length: 0.05 },
      orientation: fromAxisAngle([0, 1, 0], PI / 2),
      mass: 0.3,
    },
    target: { shape: RIDGE },
    speed: 8,
    from: [-0.3, 0.013, 0.1205],
  },
];

/** Spin about the axis of flight does not make a ball wider. */
const spinning = miss({ ...FLIGHTS[4], name: "spinning ball at 8 m/s 1 mm past the edge of a box", spin: [0, 0, 200] });

/** The centre of a ball that touches the hull 1 mm beside its widest point passes it. */
const pastRobot: AccuracyCase = {
  group: "near misses",
  name: "ball at 8 m/s 1 mm past a soccer robot: deflected",
  unit: "share",
  closedForm: 0,
  scale: 1,
  measure: (h) =>
    withScene(h, { gravity: [0, 0, 0], contact: { friction: 0.3 }, ground: false }, (p) => {
      p.add(omniRobot({ name: "robot" }), omniOnGround());
      p.add(thing("ball", BALL), { position: [-0.5, 0, 0.1], orientation: IDENTITY });
      const start = p.snapshot();
      let far = 0;
      for (let k = 0; k < PHASES; k++) {
        p.restore(start);
        const x = -0.4 - (k / PHASES) * 8 * h;
        moveBody(p, "ball", "Body", { position: [x, 0.09 + R + 0.001, 0.1], orientation: IDENTITY });
        setVelocity(p, "ball", "Body", [8, 0, 0], [0, 0, 0]);
        run(p, 0.1);
        const [vx, vy, vz] = readBody(p, "ball", "Body").linearVelocity;
        far = Math.max(far, length([vx - 8, vy, vz]) / 8);
      }
      return far;
    }),
};

/**
 * A ball hits the edge of a plate at an offset d beside its side, 0 < d < R: the normal at the touch has the sine d / R, so
 * with e = 1 and no friction the ball turns by  180° - 2 asin(d / R).
 */
const edgeHit = (kind: "box" | "mesh" | "post", share: number): AccuracyCase => {
  const exact = (2 * acos(share)) / DEGREE;
  const shape = kind === "box" ? { kind: "Box" as const, size: [0.1, 0.2, 0.2] as Vec3 } : boxMesh([0.1, 0.2, 0.2]);
  const post: SolidPart = { shape: { kind: "Cylinder", radius: R, length: 0.4 }, orientation: UPRIGHT };
  const entities = [fixed(kind === "post" ? post : { shape, position: [0.05, -0.1, 0] }), thing("mover", BALL)];
  const offset = share * (kind === "post" ? 2 * R : R);
  return {
    group: "near misses",
    name: `ball at 6 m/s on ${kind === "post" ? "a post of its size" : `the edge of a ${kind}`}, offset ${share} radii: turned by`,
    unit: "deg",
    closedForm: exact,
    measure: (h) =>
      withScene(h, { ...SPACE, contact: { friction: 0, restitution: 1 }, entities }, (p) => {
        const start = p.snapshot();
        let far = exact;
        for (let k = 0; k < PHASES; k++) {
          p.restore(start);
          const x = -0.2 - (k / PHASES) * 6 * h;
          moveBody(p, "mover", "Body", { position: [x, offset, 0.013], orientation: IDENTITY });
          setVelocity(p, "mover", "Body", [6, 0, 0], [0, 0, 0]);
          run(p, 0.06);
          const [vx, vy] = readBody(p, "mover", "Body").linearVelocity;
          const turned = atan2(vy, vx) / DEGREE;
          if (Math.abs(turned - exact) > Math.abs(far - exact)) far = turned;
        }
        return far;
      }),
  };
};

/** Bullets at a plate of 2 mm, also near its edges and at a slant: the number that came through. */
const bullets: AccuracyCase = {
  group: "near misses",
  name: "balls of 2 mm at 30 m/s at a plate of 2 mm from many sides: came through",
  unit: "balls",
  closedForm: 0,
  scale: 1,
  bound: { 0.5: 0, 1: 0, 2: 0, 5: 0 },
  measure: (h) => {
    const target = fixed({ shape: { kind: "Box", size: [0.002, 0.2, 0.2] } });
    const mover = thing("mover", { shape: { kind: "Sphere", radius: 0.002 }, mass: 0.001 });
    return withScene(h, { ...SPACE, entities: [target, mover] }, (p) => {
      const start = p.snapshot();
      let through = 0;
      for (let k = 0; k < 60; k++) {
        p.restore(start);
        // aims at (0, y, 0.05) with a slope of -1 to 1
        const y = -0.0995 + (k * 0.199) / 59;
        const slope = ((k * 7) % 21) / 10 - 1;
        const x = -0.3 - (k / 60) * 30 * h;
        moveBody(p, "mover", "Body", { position: [x, y + slope * x, 0.05], orientation: IDENTITY });
        setVelocity(p, "mover", "Body", [30, 30 * slope, 0], [0, 0, 0]);
        run(p, 0.04);
        if (readBody(p, "mover", "Body").position[0] > 0.01) through++;
      }
      return through;
    });
  },
};

export const NEAR_MISS_CASES: readonly AccuracyCase[] = [
  ...FLIGHTS.map(miss),
  spinning,
  pastRobot,
  edgeHit("box", 0.5),
  edgeHit("box", 0.8),
  edgeHit("mesh", 0.5),
  edgeHit("post", 0.5),
  edgeHit("post", 0.988),
  bullets,
];
