// Cases of pressure under flat faces. A face that spins flat on another with uniform pressure has the friction torque
//   T = mu N r,   r = mean distance of the points of the face from its centre,
// so a spin w stops after  t = I w / (mu m g r).  Rectangle a x b: r from quadrature; disc: r = 2 R / 3; line: r = L / 4.

import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { fromAxisAngle, type Quat } from "../../src/math/Quat.js";
import { cos, log, PI, sin } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyTorque, readBody, setVelocity } from "../../src/physics/Bodies.js";
import {
  type AccuracyCase,
  GRAVITY as g,
  run,
  type SceneOptions,
  thing,
  WAY_BOUND,
  withScene,
} from "./AccuracyCase.js";
import { boxMesh } from "./NearMisses.js";

const UPRIGHT: Quat = fromAxisAngle([1, 0, 0], PI / 2);
const GRID = 400;

/** Mean distance of the points of an a x b rectangle from its centre. */
function meanRadius(a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < GRID; i++)
    for (let k = 0; k < GRID; k++) {
      const [x, y] = [((i + 0.5) / GRID / 2) * a, ((k + 0.5) / GRID / 2) * b];
      sum += Math.sqrt(x * x + y * y);
    }
  return sum / (GRID * GRID);
}

interface Spin {
  readonly name: string;
  readonly solid: Omit<SolidInput, "name">;
  /** Inertia about the vertical per mass, and mean radius of the face. */
  readonly inertia: number;
  readonly radius: number;
  readonly mu: number;
  readonly spin: number;
  readonly scene?: SceneOptions;
}

const stopTime = ({ inertia, radius, mu, spin }: Spin): number => (inertia * spin) / (mu * g * radius);

const spinCase = (one: Spin): AccuracyCase => ({
  group: "pressure",
  name: `${one.name} spins flat: time to stop`,
  unit: "s",
  closedForm: stopTime(one),
  measure: (h) =>
    withScene(
      h,
      {
        contact: { friction: one.mu },
        ...one.scene,
        entities: [...(one.scene?.entities ?? []), thing("it", one.solid)],
      },
      (p) => {
        run(p, 0.1);
        setVelocity(p, "it", "Body", [0, 0, 0], [0, 0, one.spin]);
        const start = p.timeSec;
        let before = one.spin;
        // the deceleration is constant: extrapolates from a tenth of the speed
        for (let t = 0; t < 3 * stopTime(one); t += h) {
          run(p, h);
          before = readBody(p, "it", "Body").angularVelocity[2];
          if (before < 0.1 * one.spin) break;
        }
        return (p.timeSec - start) / (1 - before / one.spin);
      },
    ),
});

const box = (size: Vec3, z = 0): Omit<SolidInput, "name"> => ({
  shape: { kind: "Box", size },
  mass: 2,
  position: [0, 0, z + size[2] / 2],
});
const boxInertia = (a: number, b: number): number => (a * a + b * b) / 12;
const disc = (radius: number, length: number, z = 0): Omit<SolidInput, "name"> => ({
  shape: { kind: "Cylinder", radius, length },
  mass: 2,
  orientation: UPRIGHT,
  position: [0, 0, z + length / 2],
});

const rod = (radius: number, length: number, z = 0): Omit<SolidInput, "name"> => ({
  shape: { kind: "Cylinder", radius, length },
  mass: 2,
  position: [0, 0, z + radius],
});
const rodInertia = (radius: number, length: number): number => (3 * radius * radius + length * length) / 12;

const table = (shape: SolidInput["shape"], position: Vec3, orientation: Quat = [0, 0, 0, 1]): SceneOptions => ({
  entities: [
    {
      name: "table",
      isStatic: true,
      bodies: [{ name: "Body", solids: [{ name: "Top", shape, position, orientation, material: "Test" }] }],
    },
  ],
});

const SPINS: readonly Spin[] = [
  {
    name: "square box",
    solid: box([0.3, 0.3, 0.1]),
    inertia: boxInertia(0.3, 0.3),
    radius: meanRadius(0.3, 0.3),
    mu: 0.3,
    spin: 10,
  },
  {
    name: "box 4:1",
    solid: box([0.4, 0.1, 0.1]),
    inertia: boxInertia(0.4, 0.1),
    radius: meanRadius(0.4, 0.1),
    mu: 0.5,
    spin: 8,
  },
  { name: "disc", solid: disc(0.15, 0.05), inertia: (0.15 * 0.15) / 2, radius: 0.1, mu: 0.4, spin: 12 },
  {
    name: "box on a static box",
    solid: box([0.2, 0.1, 0.1], 0.1),
    inertia: boxInertia(0.2, 0.1),
    radius: meanRadius(0.2, 0.1),
    mu: 0.3,
    spin: 8,
    scene: table({ kind: "Box", size: [1, 1, 0.1] }, [0, 0, 0.05]),
  },
  {
    name: "hull on a static box",
    solid: { ...box([0.3, 0.2, 0.1], 0.1), shape: boxMesh([0.3, 0.2, 0.1]) },
    inertia: boxInertia(0.3, 0.2),
    radius: meanRadius(0.3, 0.2),
    mu: 0.3,
    spin: 8,
    scene: table({ kind: "Box", size: [1, 1, 0.1] }, [0, 0, 0.05]),
  },
  {
    name: "disc on a static box",
    solid: disc(0.1, 0.1, 0.1),
    inertia: (0.1 * 0.1) / 2,
    radius: 0.2 / 3,
    mu: 0.3,
    spin: 10,
    scene: table({ kind: "Box", size: [1, 1, 0.1] }, [0, 0, 0.05]),
  },
  {
    name: "disc on a larger upright cylinder",
    solid: disc(0.1, 0.1, 0.1),
    inertia: (0.1 * 0.1) / 2,
    radius: 0.2 / 3,
    mu: 0.3,
    spin: 10,
    scene: table({ kind: "Cylinder", radius: 0.3, length: 0.1 }, [0, 0, 0.05], UPRIGHT),
  },
  {
    name: "lying cylinder",
    solid: rod(0.02, 0.3),
    inertia: rodInertia(0.02, 0.3),
    radius: 0.3 / 4,
    mu: 0.3,
    spin: 8,
  },
  {
    name: "cylinder lying on a static box",
    solid: rod(0.05, 0.2, 0.1),
    inertia: rodInertia(0.05, 0.2),
    radius: 0.2 / 4,
    mu: 0.4,
    spin: 8,
    scene: table({ kind: "Box", size: [1, 1, 0.1] }, [0, 0, 0.05]),
  },
];

/** A box starts to turn at the torque mu m g r: largest torque at which it stays, by a ramp of 0.2 of it a second. */
const breakaway: AccuracyCase = {
  group: "pressure",
  name: "box 2:1 under a rising torque starts to turn at",
  unit: "N·m",
  closedForm: 0.5 * 2 * g * meanRadius(0.3, 0.15),
  measure: (h) => {
    const limit = 0.5 * 2 * g * meanRadius(0.3, 0.15);
    return withScene(h, { contact: { friction: 0.5 }, entities: [thing("it", box([0.3, 0.15, 0.1]))] }, (p) => {
      run(p, 0.1);
      const start = p.timeSec;
      let torque = 0;
      while (torque < 3 * limit) {
        torque = limit * (0.8 + 0.2 * (p.timeSec - start));
        applyTorque(p, "it", "Body", [0, 0, torque]);
        run(p, h);
        if (readBody(p, "it", "Body").angularVelocity[2] > 0.002) break;
      }
      return torque;
    });
  },
};

/** More contact points do not change the friction of a face that slides without turning: v² / (2 mu g). */
const slideFar: AccuracyCase = {
  group: "pressure",
  name: "box slides flat at 2 m/s, mu 0.4: way",
  unit: "m",
  closedForm: 4 / (2 * 0.4 * g),
  measure: (h) =>
    withScene(h, { contact: { friction: 0.4 }, entities: [thing("it", box([0.3, 0.2, 0.1]))] }, (p) => {
      run(p, 0.1);
      const from = readBody(p, "it", "Body").position[0];
      setVelocity(p, "it", "Body", [2, 0, 0], [0, 0, 0]);
      run(p, 0.8);
      return readBody(p, "it", "Body").position[0] - from;
    }),
};

const DISC = 0.1;

/** Evenly over a disc of radius 1. */
const DISC_POINTS: readonly (readonly [number, number])[] = Array.from({ length: 24 * 48 }, (_, i) => {
  const [r, angle] = [Math.sqrt((Math.floor(i / 48) + 0.5) / 24), (((i % 48) + 0.5) / 48) * 2 * PI];
  return [r * cos(angle), r * sin(angle)] as const;
});

/** Mean over a disc of the direction of slip: share of mu N along the way, and of mu N R about the centre. `v`, `rim` in m/s. */
function discFriction(v: number, rim: number): { force: number; torque: number } {
  let [force, torque] = [0, 0];
  for (const [x, y] of DISC_POINTS) {
    const [along, across] = [v - rim * y, rim * x];
    const slip = Math.sqrt(along * along + across * across) || 1;
    force += along / slip;
    torque += (x * across - y * along) / slip;
  }
  return { force: force / DISC_POINTS.length, torque: torque / DISC_POINTS.length };
}

/** Way of a disc with even pressure, mu 0.3:  v' = -mu g F,  w' = -2 mu g M / R. */
function discWay(speed: number, rimSpeed: number): number {
  const step = 1e-3;
  let [v, rim, way] = [speed, rimSpeed, 0];
  while (v > 1e-3) {
    const { force, torque } = discFriction(v, rim);
    const next = Math.max(0, v - 0.3 * g * force * step);
    rim = Math.max(0, rim - 2 * 0.3 * g * torque * step);
    way += ((v + next) / 2) * step;
    v = next;
  }
  return way;
}

/** A disc slides and spins at once: friction turns against the slip of every point, so it slides the farther the faster it spins. */
const slideAndSpin = (speed: number, rim: number): AccuracyCase => ({
  group: "pressure",
  name: `disc slides at ${speed} m/s and spins, its rim at ${rim} m/s: way`,
  unit: "m",
  closedForm: discWay(speed, rim),
  bound: WAY_BOUND,
  measure: (h) => {
    const shape = { kind: "Cylinder", radius: DISC, length: 0.02 } as const;
    const disc = thing("disc", { shape, mass: 1, position: [0, 0, 0.01], orientation: UPRIGHT });
    return withScene(h, { contact: { friction: 0.3 }, entities: [disc] }, (p) => {
      run(p, 0.02);
      const [from] = readBody(p, "disc", "Body").position;
      setVelocity(p, "disc", "Body", [speed, 0, 0], [0, 0, rim / DISC]);
      run(p, 2);
      return readBody(p, "disc", "Body").position[0] - from;
    });
  },
});

/** Points evenly over rectangles, from the centre of mass. */
const gridOf = (
  boxes: readonly (readonly [number, number, number, number])[],
  n: number,
): (readonly [number, number])[] =>
  boxes.flatMap(([x, y, a, b]) =>
    Array.from(
      { length: n * n },
      (_, i) => [x + (((i % n) + 0.5) / n - 0.5) * a, y + ((Math.floor(i / n) + 0.5) / n - 0.5) * b] as const,
    ),
  );

/** Way of a flat a x b box with even pressure, mu 0.3, that slides and spins. */
function boxWay(a: number, b: number, speed: number, spin: number): number {
  const [step, points] = [1e-3, gridOf([[0, 0, a, b]], 14)];
  const inertia = (a * a + b * b) / 12;
  let [vx, vy, w, turn, way] = [speed, 0, spin, 0, 0];
  while (vx > 1e-3) {
    const [c, s] = [cos(turn), sin(turn)];
    let [fx, fy, torque] = [0, 0, 0];
    for (const [x, y] of points) {
      const [px, py] = [c * x - s * y, s * x + c * y];
      const [ux, uy] = [vx - w * py, vy + w * px];
      const slip = Math.sqrt(ux * ux + uy * uy) || 1;
      fx += ux / slip;
      fy += uy / slip;
      torque += (px * uy - py * ux) / slip;
    }
    const share = (0.3 * g * step) / points.length;
    const next = Math.max(0, vx - share * fx);
    way += ((vx + next) / 2) * step;
    [vx, vy, w] = [next, vy - share * fy, Math.max(0, w - (share * torque) / inertia)];
    turn += w * step;
  }
  return way;
}

const slidingBox = (a: number, b: number, speed: number, spin: number): AccuracyCase => ({
  group: "pressure",
  name: `flat box ${a} x ${b} m slides at ${speed} m/s and spins at ${spin} rad/s: way`,
  unit: "m",
  closedForm: boxWay(a, b, speed, spin),
  bound: WAY_BOUND,
  measure: (h) =>
    withScene(h, { contact: { friction: 0.3 }, entities: [thing("it", box([a, b, 0.005]))] }, (p) => {
      run(p, 0.02);
      const [from] = readBody(p, "it", "Body").position;
      setVelocity(p, "it", "Body", [speed, 0, 0], [0, 0, spin]);
      run(p, 2);
      return readBody(p, "it", "Body").position[0] - from;
    }),
});

/** Two runners of a sledge, each a face of its own, spin about the middle between them. */
const runners: readonly (readonly [number, number, number, number])[] = [
  [0, 0.12, 0.3, 0.05],
  [0, -0.12, 0.3, 0.05],
];
const sledge: AccuracyCase = {
  group: "pressure",
  name: "sledge of two runners spins: time to stop",
  unit: "s",
  closedForm: stopTime({
    name: "sledge",
    solid: box([1, 1, 1]),
    inertia: boxInertia(0.3, 0.05) + 0.12 * 0.12,
    radius: gridOf(runners, GRID).reduce((sum, [x, y]) => sum + Math.sqrt(x * x + y * y), 0) / (2 * GRID * GRID),
    mu: 0.35,
    spin: 8,
  }),
  measure: (h) => {
    const solids = runners.map(([, y, a, b], i) => ({
      name: `Runner${i}`,
      shape: { kind: "Box" as const, size: [a, b, 0.04] as Vec3 },
      position: [0, y, 0.02] as Vec3,
      mass: 1,
      material: "Test",
    }));
    return withScene(
      h,
      { contact: { friction: 0.35 }, entities: [{ name: "it", bodies: [{ name: "Body", solids }] }] },
      (p) => {
        run(p, 0.05);
        setVelocity(p, "it", "Body", [0, 0, 0], [0, 0, 8]);
        run(p, 0.15);
        return 0.15 / (1 - readBody(p, "it", "Body").angularVelocity[2] / 8);
      },
    );
  },
};

/** An upright prism of six sides, as a mesh. */
function hexagon(side: number, height: number): SolidInput["shape"] {
  const vertices = [0, height].flatMap((z) =>
    Array.from({ length: 6 }, (_, i) => [side * cos((i * PI) / 3), side * sin((i * PI) / 3), z]).flat(),
  );
  const ends = [1, 2, 3, 4].flatMap((i) => [0, i + 1, i, 6, 6 + i, 7 + i]);
  const sides = [0, 1, 2, 3, 4, 5].flatMap((i) => {
    const k = (i + 1) % 6;
    return [i, k, 6 + k, i, 6 + k, 6 + i];
  });
  return { kind: "Mesh", vertices, triangles: [...ends, ...sides] };
}

/** Inertia 5 s² / 12 per mass, mean radius s (1/3 + log(3) / 4): the integral over twelve right triangles. */
const HEXAGON: Spin = {
  name: "hull of six sides on the ground",
  solid: { shape: hexagon(0.1, 0.05), mass: 2 },
  inertia: (5 * 0.01) / 12,
  radius: 0.1 * (1 / 3 + log(3) / 4),
  mu: 0.25,
  spin: 12,
};

export const PRESSURE_CASES: readonly AccuracyCase[] = [
  ...SPINS.map(spinCase),
  spinCase(HEXAGON),
  sledge,
  breakaway,
  slideFar,
  slideAndSpin(1, 2),
  slideAndSpin(1, 6),
  slidingBox(0.24, 0.08, 1.4, 12),
  slidingBox(0.3, 0.1, 0.8, 20),
];
