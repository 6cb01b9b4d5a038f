// Cases without contact: flight, pendulums, tumbling, precession.

import { fromQuat, type Mat3, mulVec, transpose } from "../../src/math/Mat3.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { acos, cos, PI, sin } from "../../src/math/Trigonometry.js";
import { dot, length, sub, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import { readJoint, setBallVelocity } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, once, run, thing, withScene } from "./AccuracyCase.js";

const ball = (position: Vec3) => thing("ball", { shape: { kind: "Sphere", radius: 0.02 }, mass: 0.05, position });

const freeFall: AccuracyCase = {
  group: "flight",
  name: "free fall, way in 1 s",
  unit: "m",
  closedForm: g / 2,
  measure: (h) =>
    withScene(h, { ground: false, entities: [ball([0, 0, 0])] }, (p) => {
      run(p, 1);
      return -readPose(p, "ball", "Body").position[2];
    }),
};

const projectile: AccuracyCase = {
  group: "flight",
  name: "projectile 10 m/s at 45°, range",
  unit: "m",
  closedForm: 100 / g,
  measure: (h) =>
    withScene(h, { ground: false, entities: [ball([0, 0, 0])] }, (p) => {
      const v = 10 * sin(PI / 4);
      setVelocity(p, "ball", "Body", [v, 0, v], [0, 0, 0]);
      let [before, after] = [readPose(p, "ball", "Body").position, readPose(p, "ball", "Body").position];
      do {
        run(p, h);
        [before, after] = [after, readPose(p, "ball", "Body").position];
      } while (after[2] > 0);
      return before[0] + ((after[0] - before[0]) * before[2]) / (before[2] - after[2]);
    }),
};

/** A rod's bob of 1 kg at 1 m from a hinge to the world; starts at `angle` from hanging. */
function pendulum(angle: number) {
  return {
    name: "pendulum",
    bodies: [
      {
        name: "Bob",
        mass: 1,
        centerOfMass: [sin(angle), 0, -cos(angle)] as Vec3,
        inertia: [1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9] as Mat3,
      },
    ],
    joints: [
      { name: "Pivot", kind: "Hinge" as const, body1: "Bob", anchor: [0, 0, 0] as Vec3, axes: [[0, 1, 0] as Vec3] },
    ],
  };
}

/** Time of one full swing: from the first turn of direction to the third. */
function measurePeriod(p: Physics, read: () => number, seconds: number): number {
  const crossings: number[] = [];
  let before = read();
  let time = p.timeSec;
  run(p, seconds, (now) => {
    const after = read();
    if (before > 0 !== after > 0) crossings.push(time + ((now - time) * before) / (before - after));
    [before, time] = [after, now];
  });
  const count = crossings.length - 1;
  return (2 * (crossings[count] - crossings[0])) / count;
}

/** 4 K(sin(a/2)) sqrt(l/g) with the arithmetic-geometric mean. */
function pendulumPeriod(amplitude: number): number {
  let [a, b] = [1, cos(amplitude / 2)];
  for (let i = 0; i < 20; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * PI * Math.sqrt(1 / g)) / a;
}

const hingePeriod: AccuracyCase = {
  group: "pendulum",
  name: "hinge pendulum from 90°, period",
  unit: "s",
  closedForm: pendulumPeriod(PI / 2),
  measure: (h) =>
    withScene(h, { ground: false, entities: [pendulum(PI / 2)] }, (p) =>
      measurePeriod(p, () => readPose(p, "pendulum", "Bob").position[0], 20),
    ),
};

const hingeEnergy: AccuracyCase = {
  group: "pendulum",
  name: "hinge pendulum from 90°, energy after 60 s",
  unit: "share",
  closedForm: 1,
  measure: (h, share) =>
    withScene(h, { ground: false, entities: [pendulum(PI / 2)] }, (p) => {
      run(p, 60 * share);
      const { position, linearVelocity: v } = readBody(p, "pendulum", "Bob");
      // energy above the lowest point, as a share of m g l
      return (dot(v, v) / 2 + g * (position[2] + 1)) / g;
    }),
};

const slope = PI / 6;
const sliderFall: AccuracyCase = {
  group: "pendulum",
  name: "slider down 30°, acceleration",
  unit: "m/s²",
  closedForm: g / 2,
  measure: (h) => {
    const axis: Vec3 = [cos(slope), 0, -sin(slope)];
    const sled = {
      ...thing("sled", { shape: { kind: "Box", size: [0.1, 0.1, 0.1] }, mass: 2 }),
      joints: [{ name: "Rail", kind: "Slider" as const, body1: "Body", axes: [axis] }],
    };
    return withScene(h, { ground: false, entities: [sled] }, (p) => {
      run(p, 1);
      return readJoint(p, "sled", "Rail")[0].velocity;
    });
  },
};

/** A bob of 1 kg at 1 m under a cart of 2 kg on a slider: w² = (g/l)(1 + m/M) for small swings. */
const cartEntity = {
  name: "cart",
  bodies: [
    { name: "Cart", mass: 2, centerOfMass: [0, 0, 0] as Vec3, inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] as Mat3 },
    {
      name: "Bob",
      mass: 1,
      centerOfMass: [sin(0.02), 0, -cos(0.02)] as Vec3,
      inertia: [1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9] as Mat3,
    },
  ],
  joints: [
    { name: "Rail", kind: "Slider" as const, body1: "Cart", axes: [[1, 0, 0] as Vec3] },
    { name: "Pivot", kind: "Hinge" as const, body1: "Bob", body2: "Cart", axes: [[0, 1, 0] as Vec3] },
  ],
};

const cartPeriod: AccuracyCase = {
  group: "pendulum",
  name: "pendulum under a sliding cart, period",
  unit: "s",
  closedForm: (2 * PI) / Math.sqrt(g * 1.5),
  measure: (h) =>
    withScene(h, { ground: false, entities: [cartEntity] }, (p) =>
      measurePeriod(p, () => readJoint(p, "cart", "Rail")[0].velocity, 20),
    ),
};

/** Two bobs of 1 kg on rods of 1 m, both from 90°: chaotic, but energy is constant. */
const doubleEnergy: AccuracyCase = {
  group: "pendulum",
  name: "double pendulum from 90°, energy after 10 s",
  unit: "share",
  closedForm: 1,
  measure: (h) => {
    const bob = (name: string, x: number) => ({
      name,
      mass: 1,
      centerOfMass: [x, 0, 0] as Vec3,
      inertia: [1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9] as Mat3,
    });
    const hinge = (name: string, body1: string, x: number, body2?: string) => ({
      name,
      kind: "Hinge" as const,
      body1,
      ...(body2 ? { body2 } : {}),
      anchor: [x, 0, 0] as Vec3,
      axes: [[0, 1, 0] as Vec3],
    });
    const entity = {
      name: "double",
      bodies: [bob("One", 1), bob("Two", 2)],
      joints: [hinge("First", "One", 0), hinge("Second", "Two", 1, "One")],
    };
    return withScene(h, { ground: false, entities: [entity] }, (p) => {
      run(p, 10);
      let energy = 0;
      for (const name of ["One", "Two"]) {
        const { position, linearVelocity: v } = readBody(p, "double", name);
        energy += dot(v, v) / 2 + g * position[2];
      }
      // from the lowest possible, -3 m g l
      return (energy + 3 * g) / (3 * g);
    });
  },
};

const TENSOR: Mat3 = [1, 0, 0, 0, 2, 0, 0, 0, 3];
const tumbler = {
  name: "tumbler",
  bodies: [{ name: "Body", mass: 1, inertia: TENSOR, centerOfMass: [0, 0, 0] as Vec3 }],
};

/** Angular momentum in the world, R I Rᵀ w. */
function momentum(p: Physics): { l: Vec3; energy: number } {
  const { orientation, angularVelocity: w } = readBody(p, "tumbler", "Body");
  const r = fromQuat(orientation);
  const local = mulVec(transpose(r), w);
  const own = mulVec(TENSOR, local);
  return { l: mulVec(r, own), energy: dot(local, own) / 2 };
}

const tumble = once((h) =>
  withScene(h, { ground: false, gravity: [0, 0, 0], entities: [tumbler] }, (p) => {
    setVelocity(p, "tumbler", "Body", [0, 0, 0], [0.05, 5, 0.05]);
    const start = momentum(p);
    let energy = 0;
    let turn = 0;
    run(p, 10, () => {
      const now = momentum(p);
      energy = Math.max(energy, Math.abs(now.energy / start.energy - 1));
      turn = Math.max(turn, length(sub(now.l, start.l)) / length(start.l));
    });
    return { energy, turn };
  }),
);

const tumbleEnergy: AccuracyCase = {
  group: "spin",
  name: "asymmetric tumbling 10 s, energy drift",
  unit: "share",
  closedForm: 0,
  scale: 1,
  measure: async (h, share) => (await tumble(h, share)).energy,
};
const tumbleMomentum: AccuracyCase = {
  group: "spin",
  name: "asymmetric tumbling 10 s, angular momentum drift",
  unit: "share",
  closedForm: 0,
  scale: 1,
  measure: async (h, share) => (await tumble(h, share)).turn,
};

/**
 * A fast top: disc of 1 kg, radius 0.1 m, 0.08 m from a ball joint, spinning at 40 rad/s, released in steady
 * precession at 60° from upright. Exact: I1 cos(t) W² - I3 w3 W + m g l = 0 with w3 the spin along the axis.
 */
const TILT = PI / 3;
const ARM = 0.08;
const SPIN = 40;
const I3 = 0.5 * 0.01;
const I1 = 0.25 * 0.01 + ARM * ARM;
const precessionRate = ((b) => (b - Math.sqrt(b * b - 4 * I1 * cos(TILT) * g * ARM)) / (2 * I1 * cos(TILT)))(I3 * SPIN);

const precession: AccuracyCase = {
  group: "spin",
  name: "top at 40 rad/s, precession rate",
  unit: "rad/s",
  closedForm: precessionRate,
  measure: (h) => {
    const top = {
      name: "top",
      bodies: [
        {
          name: "Disc",
          mass: 1,
          centerOfMass: [0, 0, ARM] as Vec3,
          inertia: [0.0025, 0, 0, 0, 0.0025, 0, 0, 0, I3] as Mat3,
        },
      ],
      joints: [{ name: "Tip", kind: "BallSocket" as const, body1: "Disc", anchor: [0, 0, 0] as Vec3 }],
    };
    return withScene(h, { ground: false, entities: [] }, (p) => {
      p.add(top, { position: [0, 0, 0], orientation: fromAxisAngle([0, 1, 0], TILT) });
      // steady precession: w = W z + (w3 - W cos t) axis, in the body's frame
      const local: Vec3 = [-precessionRate * sin(TILT), 0, SPIN];
      setBallVelocity(p, "top", "Tip", local);
      const axis = () => readPose(p, "top", "Disc").position;
      const angle = (a: Vec3, b: Vec3) => {
        const [u, w] = [[a[0], a[1], 0] as Vec3, [b[0], b[1], 0] as Vec3];
        return acos(Math.min(1, dot(u, w) / (length(u) * length(w))));
      };
      let turned = 0;
      let before = axis();
      run(p, 2, () => {
        const now = axis();
        turned += angle(before, now);
        before = now;
      });
      return turned / 2;
    });
  },
};

export const MOTION_CASES: readonly AccuracyCase[] = [
  freeFall,
  projectile,
  hingePeriod,
  hingeEnergy,
  sliderFall,
  cartPeriod,
  doubleEnergy,
  tumbleEnergy,
  tumbleMomentum,
  precession,
];
