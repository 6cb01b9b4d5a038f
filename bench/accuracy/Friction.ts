// Cases of friction: slopes, sliding into rolling, rolling and spinning friction, two directions, omni platforms.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { describeEntity } from "../../src/describe/entity/Entity.js";
import type { Mat3 } from "../../src/math/Mat3.js";
import { fromAxisAngle, type Quat } from "../../src/math/Quat.js";
import { cos, DEGREE, sin } from "../../src/math/Trigonometry.js";
import { length, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, setVelocity } from "../../src/physics/Bodies.js";
import { type AccuracyCase, GRAVITY as g, run, thing, withScene } from "./AccuracyCase.js";

const MU = 0.5;

/** A block of 1 kg on a plane tilted about y: its speed after one second. */
function slideDown(h: number, degrees: number, seconds = 1): Promise<number> {
  const tilt = degrees * DEGREE;
  const turn: Quat = fromAxisAngle([0, 1, 0], tilt);
  const plane = describeEntity({
    name: "slope",
    isStatic: true,
    bodies: [
      { name: "Slope", solids: [{ name: "Surface", shape: { kind: "Plane" }, material: "Test", orientation: turn }] },
    ],
  });
  const block = thing("block", {
    shape: { kind: "Box", size: [0.2, 0.2, 0.1] },
    mass: 1,
    orientation: turn,
    position: [0.05 * sin(tilt), 0, 0.05 * cos(tilt)],
  });
  return withScene(h, { ground: false, contact: { friction: MU }, entities: [plane, block] }, (p) => {
    run(p, seconds);
    return length(readBody(p, "block", "Body").linearVelocity) / seconds;
  });
}

const slope = (degrees: number): AccuracyCase => {
  const a = g * (sin(degrees * DEGREE) - MU * cos(degrees * DEGREE));
  return {
    group: "friction",
    name: `block on a ${degrees}° slope, mu 0.5 (26.565°), acceleration`,
    unit: "m/s²",
    closedForm: Math.max(0, a),
    ...(a <= 0 ? { scale: g * sin(degrees * DEGREE) } : {}),
    measure: (h) => slideDown(h, degrees),
  };
};

/** A ball or cylinder starts sliding at 5 m/s without turning and ends rolling. */
function slideToRoll(h: number, entity: EntityInput): Promise<number> {
  return withScene(h, { contact: { friction: 0.3 }, entities: [entity] }, (p) => {
    setVelocity(p, entity.name, "Body", [5, 0, 0], [0, 0, 0]);
    run(p, 2);
    return readBody(p, entity.name, "Body").linearVelocity[0];
  });
}

const R = 0.0215;
const sphere = (i?: number) =>
  thing(
    "ball",
    { shape: { kind: "Sphere", radius: R }, mass: 0.046, position: [0, 0, R] },
    i === undefined ? {} : { inertia: [i, 0, 0, 0, i, 0, 0, 0, i] as Mat3 },
  );
const HOLLOW = 0.5 * 0.046 * R * R;

const rollBall: AccuracyCase = {
  group: "friction",
  name: "solid ball slides, then rolls: 5/7 of 5 m/s",
  unit: "m/s",
  closedForm: 25 / 7,
  measure: (h) => slideToRoll(h, sphere()),
};
const rollGolf: AccuracyCase = {
  group: "friction",
  name: "ball of inertia 0.5 slides, then rolls: 2/3 of 5 m/s",
  unit: "m/s",
  closedForm: 10 / 3,
  measure: (h) => slideToRoll(h, sphere(HOLLOW)),
};
const rollCylinder: AccuracyCase = {
  group: "friction",
  name: "cylinder slides, then rolls: 2/3 of 5 m/s",
  unit: "m/s",
  closedForm: 10 / 3,
  measure: (h) =>
    slideToRoll(
      h,
      thing("wheel", { shape: { kind: "Cylinder", radius: 0.1, length: 0.05 }, mass: 1, position: [0, 0, 0.1] }),
    ),
};

const slideDeceleration: AccuracyCase = {
  group: "friction",
  name: "ball sliding, deceleration before it rolls",
  unit: "m/s²",
  closedForm: 0.306 * g,
  measure: (h) =>
    withScene(h, { contact: { friction: 0.306, rolling: 0.000986 }, entities: [sphere(HOLLOW)] }, (p) => {
      setVelocity(p, "ball", "Body", [6, 0, 0], [0, 0, 0]);
      run(p, 0.2);
      const before = readBody(p, "ball", "Body").linearVelocity[0];
      run(p, 0.2);
      return (before - readBody(p, "ball", "Body").linearVelocity[0]) / 0.2;
    }),
};

/** Rolling friction c: torque c N against the turning; a = c g / (r (1 + I / m r²)). */
const ROLLING = 0.000986;
const rollDeceleration: AccuracyCase = {
  group: "friction",
  name: "ball rolling, deceleration by rolling friction",
  unit: "m/s²",
  closedForm: (ROLLING * g) / (R * 1.5),
  measure: (h) =>
    withScene(h, { contact: { friction: 0.306, rolling: ROLLING }, entities: [sphere(HOLLOW)] }, (p) => {
      setVelocity(p, "ball", "Body", [2, 0, 0], [0, 2 / R, 0]);
      run(p, 0.5);
      const before = readBody(p, "ball", "Body").linearVelocity[0];
      run(p, 2);
      return (before - readBody(p, "ball", "Body").linearVelocity[0]) / 2;
    }),
};

const SPINNING = 0.0005;
const spinDeceleration: AccuracyCase = {
  group: "friction",
  name: "ball spinning upright, angular deceleration",
  unit: "rad/s²",
  closedForm: (SPINNING * g) / (0.5 * R * R),
  measure: (h) =>
    withScene(h, { contact: { friction: 0.3, spinning: SPINNING }, entities: [sphere(HOLLOW)] }, (p) => {
      setVelocity(p, "ball", "Body", [0, 0, 0], [0, 0, 50]);
      run(p, 0.5);
      const before = readBody(p, "ball", "Body").angularVelocity[2];
      run(p, 0.5);
      return (before - readBody(p, "ball", "Body").angularVelocity[2]) / 0.5;
    }),
};

/** An omni wheel that cannot turn (a block with a friction axis) and one that can. */
const along = 0.05;
const twoWays = (name: string, direction: Vec3, closedForm: number): AccuracyCase => ({
  group: "friction",
  name: `block with a friction axis, deceleration ${name}`,
  unit: "m/s²",
  closedForm,
  measure: (h) => {
    const block = thing("block", {
      shape: { kind: "Box", size: [0.2, 0.2, 0.1] },
      mass: 1,
      position: [0, 0, 0.05],
      frictionAxis: [1, 0, 0],
    });
    return withScene(h, { contact: { friction: 0.4, friction2: along }, entities: [block] }, (p) => {
      setVelocity(p, "block", "Body", direction, [0, 0, 0]);
      run(p, 0.2);
      const before = length(readBody(p, "block", "Body").linearVelocity);
      run(p, 0.2);
      return (before - length(readBody(p, "block", "Body").linearVelocity)) / 0.2;
    });
  },
});

/** A wheel (axle along y) pushed along its axle slips; launched along x it grips and rolls at 2/3. */
const omniWheel = thing("wheel", {
  shape: { kind: "Cylinder", radius: 0.1, length: 0.05 },
  mass: 1,
  position: [0, 0, 0.1],
});
const wheelSlip: AccuracyCase = {
  group: "friction",
  name: "omni wheel pushed along its axle, deceleration",
  unit: "m/s²",
  closedForm: along * g,
  measure: (h) =>
    withScene(h, { contact: { friction: 0.8, friction2: along }, entities: [omniWheel] }, (p) => {
      setVelocity(p, "wheel", "Body", [0, 2, 0], [0, 0, 0]);
      run(p, 0.1);
      const before = readBody(p, "wheel", "Body").linearVelocity[1];
      run(p, 0.2);
      return (before - readBody(p, "wheel", "Body").linearVelocity[1]) / 0.2;
    }),
};
const wheelGrip: AccuracyCase = {
  group: "friction",
  name: "omni wheel launched along its rolling direction",
  unit: "m/s",
  closedForm: 10 / 3,
  measure: (h) =>
    withScene(h, { contact: { friction: 0.8, friction2: along }, entities: [omniWheel] }, (p) => {
      setVelocity(p, "wheel", "Body", [5, 0, 0], [0, 0, 0]);
      run(p, 1);
      return readBody(p, "wheel", "Body").linearVelocity[0];
    }),
};

/** A block at rest on a slope for a minute: the distance that it creeps. */
const creep: AccuracyCase = {
  group: "friction",
  name: "block at rest on 20° for 60 s, creep",
  unit: "m",
  closedForm: 0,
  scale: 1,
  measure: async (h, share) => {
    const seconds = 60 * share;
    return seconds * (await slideDown(h, 20, seconds)) * seconds;
  },
};

export const FRICTION_CASES: readonly AccuracyCase[] = [
  slope(20),
  slope(26.4),
  slope(26.7),
  slope(30),
  slope(40),
  creep,
  rollBall,
  rollGolf,
  rollCylinder,
  slideDeceleration,
  rollDeceleration,
  spinDeceleration,
  twoWays("along it (mu 0.05)", [2, 0, 0], along * g),
  twoWays("across it (mu 0.4)", [0, 2, 0], 0.4 * g),
  wheelSlip,
  wheelGrip,
];
