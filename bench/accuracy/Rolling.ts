// Cases of rolling: balls with spin about every axis, on turntables and fixed spheres, over curbs and up walls, uneven and loaded
// balls, a coin that leans into its circle, cars on wheels.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { diagonal, fromQuat, type Mat3, mulVec, transpose } from "../../src/math/Mat3.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { atan2, cos, DEGREE, PI, sin } from "../../src/math/Trigonometry.js";
import { add, dot, length, scale, type Vec3 } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import { setJointSpeed } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, once, run, type SceneOptions, thing, withScene } from "./AccuracyCase.js";

const group = "rolling";
const R = 0.0215;
const UPRIGHT = fromAxisAngle([1, 0, 0], PI / 2);
const still = (solid: Omit<SolidInput, "name">): EntityInput => ({ ...thing("fixed", solid), isStatic: true });
const ballAt = (radius: number, mass: number, position: Vec3): EntityInput =>
  thing("ball", { shape: { kind: "Sphere", radius }, mass, position });

/** Turn of a direction in the plane over the time, rad/s, from its angle in every step. */
function turnRate(p: Physics, seconds: number, angle: () => number): number {
  let [sum, last] = [0, angle()];
  run(p, seconds, () => {
    const now = angle();
    const turned = now - last;
    sum += turned > PI ? turned - 2 * PI : turned < -PI ? turned + 2 * PI : turned;
    last = now;
  });
  return sum / seconds;
}

/** Slips against v - w x R with mu g until it rolls, so its way is a parabola that bends, then straight. */
function masse(v: Vec3, w: Vec3): AccuracyCase {
  const mu = 0.3;
  const slip: Vec3 = [v[0] - w[1] * R, v[1] + w[0] * R, 0];
  const time = (2 * length(slip)) / (7 * mu * g);
  const end = add(v, scale(slip, -2 / 7));
  const bend = scale(slip, (-0.5 * mu * g * time * time) / length(slip));
  const way = add(add(scale(v, time), bend), scale(end, 1 - time));
  return {
    group,
    name: `ball at ${v[0]}, ${v[1]} m/s with spin ${w[0]}, ${w[1]} rad/s, way in 1 s`,
    unit: "m",
    closedForm: length(way),
    measure: (h) =>
      withScene(h, { contact: { friction: mu }, entities: [ballAt(R, 0.046, [0, 0, R])] }, (p) => {
        setVelocity(p, "ball", "Body", v, w);
        run(p, 1);
        const [x, y] = readBody(p, "ball", "Body").position;
        return Math.sqrt(x * x + y * y);
      }),
  };
}

/** On a disc that turns at W, a rolling solid ball moves in a circle at 2/7 W. */
const turntable: AccuracyCase = {
  group,
  name: "ball on a turntable at 3 rad/s, rate of its circle",
  unit: "rad/s",
  closedForm: 6 / 7,
  measure: (h) => {
    const table: EntityInput = {
      name: "table",
      bodies: [
        {
          name: "Disc",
          solids: [
            {
              name: "Solid",
              shape: { kind: "Cylinder", radius: 2, length: 0.1 },
              orientation: UPRIGHT,
              position: [0, 0, -0.05],
              mass: 1000,
              material: "Test",
            },
          ],
        },
      ],
      joints: [{ name: "Axle", kind: "Hinge", body1: "Disc", axes: [[0, 0, 1]], parameters: [{ Vel: 3, FMax: 1e6 }] }],
    };
    const scene = { ground: false, contact: { friction: 2 }, entities: [table, ballAt(0.05, 0.1, [0.5, 0, 0.05])] };
    return withScene(h, scene, (p) => {
      setJointSpeed(p, "table", "Axle", 3);
      setVelocity(p, "ball", "Body", [0, 0.3, 0], [(1.5 - 0.3) / 0.05, 0, 0]);
      return turnRate(p, 5, () => {
        const [x, y] = readBody(p, "ball", "Body").linearVelocity;
        return atan2(y, x);
      });
    });
  },
};

/**
 * A round body of inertia k m r² rolls off a fixed one of the same kind, from 0.02 rad beside the top. It leaves where
 * cos = 2 / (3 + k) of the start's, and keeps its speed along, sqrt(g (R + r)) cos^1.5.
 */
function rollsOff(kind: "Sphere" | "Cylinder", k: number, friction: number): AccuracyCase {
  const c = (2 / (3 + k)) * cos(0.02);
  const shape = (radius: number, size: number): SolidInput["shape"] =>
    kind === "Sphere" ? { kind, radius } : { kind, radius, length: size };
  return {
    group,
    name: `${kind.toLowerCase()} ${friction > 0 ? "rolls" : "slides"} off a fixed one, speed along`,
    unit: "m/s",
    closedForm: Math.sqrt(g * 1.1) * c * Math.sqrt(c),
    measure: (h) => {
      const top = thing("ball", { shape: shape(0.1, 0.5), mass: 1, position: [1.1 * sin(0.02), 0, 1.1 * cos(0.02)] });
      const scene = { ground: false, contact: { friction }, entities: [still({ shape: shape(1, 1) }), top] };
      return withScene(h, scene, (p) => {
        let speed = Number.NaN;
        run(p, 6, () => {
          const { position, linearVelocity } = readBody(p, "ball", "Body");
          if (Number.isNaN(speed) && position[2] < 0) speed = linearVelocity[0];
        });
        return speed;
      });
    },
  };
}

/** About the curb's edge, the spin is kept: w' = w (I + m r (r - height)) / (I + m r²). */
function curb(kind: "Sphere" | "Cylinder"): AccuracyCase {
  const [r, height, v] = [0.2, 0.05, 3];
  const inertia = (kind === "Sphere" ? 0.4 : 0.5) * r * r;
  const shape: SolidInput["shape"] = kind === "Sphere" ? { kind, radius: r } : { kind, radius: r, length: 0.1 };
  return {
    group,
    name: `${kind.toLowerCase()} of 0.2 m at 3 m/s meets a curb of 0.05 m, e = 0: turn`,
    unit: "rad/s",
    closedForm: ((v / r) * (inertia + r * (r - height))) / (inertia + r * r),
    measure: (h) => {
      const step = still({ shape: { kind: "Box", size: [1, 1, height] }, position: [0.5, 0, height / 2] });
      const wheel = thing("ball", { shape, mass: 1, position: [-0.5, 0, r] });
      return withScene(h, { contact: { friction: 30 }, entities: [step, wheel] }, (p) => {
        setVelocity(p, "ball", "Body", [v, 0, 0], [0, v / r, 0]);
        let turn = Number.NaN;
        run(p, 0.3, () => {
          const { linearVelocity, angularVelocity } = readBody(p, "ball", "Body");
          if (Number.isNaN(turn) && linearVelocity[2] > 0.1) turn = angularVelocity[1];
        });
        return turn;
      });
    },
  };
}

/** Its spin drives it up the wall until it rolls there, at 2/7 of its speed: mu (1 + e) is larger. Then it is in flight. */
const climb: AccuracyCase = {
  group,
  name: "ball rolls against a wall at 2 m/s, mu 0.2, e 0.5: height of the hop",
  unit: "m",
  closedForm: (4 / 7) * (4 / 7) * (0.5 / g),
  measure: (h) => {
    const wall = still({ shape: { kind: "Box", size: [0.2, 2, 1] }, position: [0.1, 0, 0.5], material: "Wall" });
    const scene: SceneOptions = {
      contact: { friction: 0.3 },
      materials: [{ name: "Wall" }],
      pairs: [{ a: "Test", b: "Wall", friction: 0.2, restitution: 0.5 }],
      entities: [wall, ballAt(R, 0.046, [-0.2, 0, R])],
    };
    return withScene(h, scene, (p) => {
      setVelocity(p, "ball", "Body", [2, 0, 0], [0, 2 / R, 0]);
      let top = 0;
      run(p, 0.25, () => {
        top = Math.max(top, readBody(p, "ball", "Body").position[2] - R);
      });
      return top;
    });
  },
};

/** Energy of motion of the body "ball", for an inertia in its own axes. */
function motionEnergy(p: Physics, mass: number, inertia: Mat3): number {
  const { orientation, linearVelocity: v, angularVelocity: w } = readBody(p, "ball", "Body");
  const local = mulVec(transpose(fromQuat(orientation)), w);
  return (mass * dot(v, v) + dot(local, mulVec(inertia, local))) / 2;
}

/** Chaplygin's ball: it rolls without slip, so friction does no work. */
const uneven: AccuracyCase = {
  group,
  name: "ball of uneven inertia rolls for 5 s, energy",
  unit: "share",
  closedForm: 1,
  measure: (h) => {
    const inertia = diagonal(0.004, 0.0036, 0.003);
    const body = { mass: 1, inertia, centerOfMass: [0, 0, 0.1] as Vec3 };
    const ball = thing("ball", { shape: { kind: "Sphere", radius: 0.1 }, position: [0, 0, 0.1] }, body);
    return withScene(h, { contact: { friction: 3 }, entities: [ball] }, (p) => {
      setVelocity(p, "ball", "Body", [2, -0.5, 0], [5, 20, 10]);
      const start = motionEnergy(p, 1, inertia);
      run(p, 5);
      return motionEnergy(p, 1, inertia) / start;
    });
  },
};

/** Centre of mass d below the middle: w² = m g d / (I + m (r - d)²). */
const loaded: AccuracyCase = {
  group,
  name: "ball with its weight 0.04 m below the middle rocks, period",
  unit: "s",
  closedForm: 2 * PI * Math.sqrt((0.002 + 0.06 * 0.06) / (g * 0.04)),
  measure: (h) => {
    const body = { mass: 1, inertia: diagonal(0.002, 0.002, 0.002), centerOfMass: [0, 0, 0.06] as Vec3 };
    const ball = thing("ball", { shape: { kind: "Sphere", radius: 0.1 }, position: [0, 0, 0.1] }, body);
    return withScene(h, { contact: { friction: 1 }, entities: [ball] }, (p) => {
      setVelocity(p, "ball", "Body", [0.006, 0, 0], [0, 0.1, 0]);
      const times: number[] = [];
      let last = 1;
      run(p, 5, (t) => {
        const w = readBody(p, "ball", "Body").angularVelocity[1];
        if (last < 0 && w >= 0) times.push(t - (h * w) / (w - last));
        last = w;
      });
      return (times[times.length - 1] - times[0]) / (times.length - 1);
    });
  },
};

/**
 * A coin of radius a and thickness t leans by q into the circle of radius b of its centre. It touches at x = a sin q - t/2 cos q
 * beside and z = a cos q + t/2 sin q below its centre:
 *   W² (m b z + I3 s/a cos q + I1 sin q cos q) = m g x,   s = b - t/2 cos q
 */
function coin(lean: number, b: number): readonly AccuracyCase[] {
  const [a, t, m, q] = [0.2, 0.002, 1, lean * DEGREE];
  const [S, K] = [sin(q), cos(q)];
  const [i3, i1] = [(m * a * a) / 2, (m * a * a) / 4 + (m * t * t) / 12];
  const [x, z, s] = [a * S - (t / 2) * K, a * K + (t / 2) * S, b - (t / 2) * K];
  const rate = Math.sqrt((m * g * x) / (m * b * z + (i3 * s * K) / a + i1 * S * K));
  const roll = once((h) => {
    const disc = thing("ball", { shape: { kind: "Cylinder", radius: a, length: t }, mass: m, position: [0, 0, 1] });
    return withScene(h, { contact: { friction: 3 }, entities: [disc] }, (p) => {
      moveBody(p, "ball", "Body", { position: [b, 0, z], orientation: fromAxisAngle([S, 0, -K], PI / 2) });
      const spin = add(scale([K, 0, S], (-rate * s) / a), scale([-S, 0, K], rate * K));
      setVelocity(p, "ball", "Body", [0, rate * b, 0], spin);
      const inertia = diagonal(i1, i3, i1);
      const energy = () => motionEnergy(p, m, inertia) + m * g * readBody(p, "ball", "Body").position[2];
      const start = energy();
      const turn = turnRate(p, 3, () => {
        const [vx, vy] = readBody(p, "ball", "Body").linearVelocity;
        return atan2(vy, vx);
      });
      return { turn, kept: energy() / start };
    });
  });
  const name = `coin leans by ${lean}° into a circle of ${b} m`;
  return [
    { group, name: `${name}, rate`, unit: "rad/s", closedForm: rate, measure: async (h) => (await roll(h, 1)).turn },
    {
      group,
      name: "the same: energy after 3 s",
      unit: "share",
      closedForm: 1,
      measure: async (h) => (await roll(h, 1)).kept,
    },
  ];
}

/** A hull of 10 kg on four wheels of 1 kg and 0.1 m, each with a motor. */
function car(kind: "Sphere" | "Cylinder", speed: number, torque: number): EntityInput {
  const wheels: readonly Vec3[] = [
    [0.3, 0.2, 0.1],
    [0.3, -0.2, 0.1],
    [-0.3, 0.2, 0.1],
    [-0.3, -0.2, 0.1],
  ];
  const shape: SolidInput["shape"] = kind === "Sphere" ? { kind, radius: 0.1 } : { kind, radius: 0.1, length: 0.05 };
  return {
    name: "car",
    bodies: [
      { name: "Hull", mass: 10, centerOfMass: [0, 0, 0.1], inertia: diagonal(0.3, 0.3, 0.3) },
      ...wheels.map((position, i) => ({
        name: `Wheel${i}`,
        solids: [{ name: `Tyre${i}`, shape, mass: 1, position, material: "Test" }],
      })),
    ],
    joints: wheels.map((anchor, i) => ({
      name: `Axle${i}`,
      kind: "Hinge" as const,
      body1: `Wheel${i}`,
      body2: "Hull",
      anchor,
      axes: [[0, 1, 0]] as const,
      parameters: [{ Vel: speed, FMax: torque }],
    })),
  };
}

const driven = (kind: "Sphere" | "Cylinder"): AccuracyCase => ({
  group,
  name: `car on four ${kind.toLowerCase()}s, 0.3 N·m each: speed after 2 s`,
  unit: "m/s",
  closedForm: (2 * 12) / (14 + 4 * (kind === "Sphere" ? 0.4 : 0.5)),
  measure: (h) =>
    withScene(h, { contact: { friction: 1 }, entities: [car(kind, 1e4, 0.3)] }, (p) => {
      run(p, 2);
      return readBody(p, "car", "Hull").linearVelocity[0];
    }),
});

const braked: AccuracyCase = {
  group,
  name: "car at 3 m/s brakes with locked wheels, mu 0.4: way",
  unit: "m",
  closedForm: 9 / (0.8 * g),
  measure: (h) =>
    withScene(h, { contact: { friction: 0.4 }, entities: [car("Cylinder", 0, 1000)] }, (p) => {
      setVelocity(p, "car", "Hull", [3, 0, 0], [0, 0, 0]);
      run(p, 1.2);
      return readBody(p, "car", "Hull").position[0];
    }),
};

export const ROLLING_CASES: readonly AccuracyCase[] = [
  masse([3, 0, 0], [60, -50, 0]),
  masse([2, 1, 0], [-100, 80, 0]),
  turntable,
  rollsOff("Sphere", 0.4, 20),
  rollsOff("Cylinder", 0.5, 20),
  rollsOff("Sphere", 0, 0),
  curb("Sphere"),
  curb("Cylinder"),
  climb,
  uneven,
  loaded,
  ...coin(20, 0.8),
  ...coin(30, 0.5),
  driven("Sphere"),
  driven("Cylinder"),
  braked,
];
