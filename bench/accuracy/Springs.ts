// Cases of springs and dampers: PD servos, ideal servos that follow, suspensions, springs of contacts, dampers of joints.

import type { Mat3 } from "../../src/math/Mat3.js";
import { exp, log, PI, sin } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyForce, freezeBody, readBody } from "../../src/physics/Bodies.js";
import { readJoint, readSuspension, setJointSpeed } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, run, withScene } from "./AccuracyCase.js";

const ball = (i: number): Mat3 => [i, 0, 0, 0, i, 0, 0, 0, i];

/** A flywheel of inertia I on one joint to the world, without gravity. */
function wheel(inertia: number, joint: object) {
  return {
    name: "wheel",
    bodies: [{ name: "Wheel", mass: 1, inertia: ball(inertia), centerOfMass: [0, 0, 0] as Vec3 }],
    joints: [{ name: "Axle", kind: "Hinge" as const, body1: "Wheel", axes: [[0, 0, 1] as Vec3], ...joint }],
  };
}
const weightless = { ground: false, gravity: [0, 0, 0] as Vec3 };
const angleOf = (p: Physics): number => readJoint(p, "wheel", "Axle")[0].position;

const servoOf = (Kp: number, Kd: number) => ({
  kind: "Servo" as const,
  servo: { Kp, Kd, target: 0 },
  parameters: [{ FMax: 1e4 }],
});

/** Extremes of the deviation from `rest`, one for each half swing, by a parabola through three samples. */
function extremes(p: Physics, read: () => number, seconds: number): { size: number; time: number }[] {
  const found: { size: number; time: number }[] = [];
  let [a, b] = [read(), read()];
  run(p, seconds, (time) => {
    const c = read();
    if ((b - a) * (c - b) < 0) {
      const curve = a - 2 * b + c;
      const shift = (a - c) / (2 * curve);
      found.push({ size: b - (curve * shift * shift) / 2, time: time - p.stepSec * (1 - shift) });
    }
    [a, b] = [b, c];
  });
  return found;
}

const I = 0.004;

/** Undamped PD servo: amplitude after `swings` full swings. */
const undamped = (omega: number, swings: number): AccuracyCase => ({
  group: "springs",
  name: `PD servo of ${omega} rad/s without Kd, amplitude after ${swings} swings`,
  unit: "share",
  closedForm: 1,
  measure: (h) =>
    withScene(h, { ...weightless, entities: [wheel(I, servoOf(I * omega * omega, 0))] }, (p) => {
      setJointSpeed(p, "wheel", "Axle", 0.2 * omega);
      const all = extremes(p, () => angleOf(p), ((swings + 1) * 2 * PI) / omega);
      return Math.abs(all[2 * swings].size) / Math.abs(all[0].size);
    }),
});

const servoPeriod = (omega: number): AccuracyCase => ({
  group: "springs",
  name: `PD servo of ${omega} rad/s, period`,
  unit: "s",
  closedForm: (2 * PI) / omega,
  measure: (h) =>
    withScene(h, { ...weightless, entities: [wheel(I, servoOf(I * omega * omega, 0))] }, (p) => {
      setJointSpeed(p, "wheel", "Axle", 0.2 * omega);
      const all = extremes(p, () => angleOf(p), (12 * 2 * PI) / omega);
      return (all[20].time - all[0].time) / 10;
    }),
});

/** Ratio of successive extremes, exp(-pi z / sqrt(1 - z²)), gives the damping ratio z. */
function dampingRatio(ratio: number): number {
  const decay = -log(ratio) / PI;
  return decay / Math.sqrt(1 + decay * decay);
}

const damped = (omega: number, zeta: number): AccuracyCase => ({
  group: "springs",
  name: `PD servo of ${omega} rad/s, damping ratio ${zeta}`,
  unit: "share",
  closedForm: zeta,
  measure: (h) =>
    withScene(h, { ...weightless, entities: [wheel(I, servoOf(I * omega * omega, 2 * zeta * I * omega))] }, (p) => {
      setJointSpeed(p, "wheel", "Axle", 0.4 * omega);
      const all = extremes(p, () => angleOf(p), (4 * 2 * PI) / omega);
      return dampingRatio(Math.abs(all[2].size / all[1].size));
    }),
});

/** Far beyond what the step resolves: the servo must come to rest. */
const stiffServo: AccuracyCase = {
  group: "springs",
  name: "PD servo of 20 000 rad/s is stable: angle after a push",
  unit: "rad",
  closedForm: 0,
  scale: 1e-3,
  measure: (h) =>
    withScene(h, { ...weightless, entities: [wheel(I, servoOf(I * 4e8, 0))] }, (p) => {
      setJointSpeed(p, "wheel", "Axle", 1);
      run(p, 1);
      return Math.abs(angleOf(p));
    }),
};

/** Flywheel with a damper: speed after three time constants. */
const damper = (rate: number): AccuracyCase => ({
  group: "springs",
  name: `damper of a joint, ${rate} 1/s, speed after three time constants`,
  unit: "share",
  closedForm: exp(-3),
  measure: (h) =>
    withScene(h, { ...weightless, entities: [wheel(I, { damping: rate * I })] }, (p) => {
      setJointSpeed(p, "wheel", "Axle", 50);
      run(p, 3 / rate);
      return readJoint(p, "wheel", "Axle")[0].velocity / 50;
    }),
});

/** An ideal servo told a new angle in every step, with twice the torque that the motion needs: its lag, in steps. */
const follow: AccuracyCase = {
  group: "springs",
  name: "ideal servo follows a moving target, largest lag",
  unit: "steps",
  closedForm: 1,
  measure: (h) => {
    const [reach, rate] = [0.7, 9];
    const servo = { kind: "Servo" as const, servo: {}, parameters: [{ FMax: 2 * I * reach * rate * rate }] };
    return withScene(h, { ...weightless, entities: [wheel(I, servo)] }, (p) => {
      const at = (time: number) => reach * sin(rate * time);
      setJointSpeed(p, "wheel", "Axle", reach * rate);
      p.setJoint("wheel", "Axle", "Angle", at(0));
      let worst = 0;
      run(p, 3, (time) => {
        // behind the target of now, as a multiple of its largest way in one step
        if (time > 0.5) worst = Math.max(worst, Math.abs(angleOf(p) - at(time)) / (reach * rate * h));
        p.setJoint("wheel", "Axle", "Angle", at(time));
      });
      return worst;
    });
  },
};

/** A body on a hinge-2 spring along z; kp, kd by ODE's rule for the step. */
const SPRUNG = 6;
function sprung(h: number, kp: number, kd: number) {
  const soft = { SuspensionERP: (h * kp) / (h * kp + kd), SuspensionCFM: 1 / (h * kp + kd) };
  return {
    name: "car",
    bodies: [
      { name: "Body", mass: SPRUNG, inertia: ball(0.1), centerOfMass: [0, 0, 0.5] as Vec3 },
      { name: "Wheel", mass: 1e4, inertia: ball(1e3), centerOfMass: [0, 0, 0.2] as Vec3 },
    ],
    joints: [
      {
        name: "Strut",
        kind: "Hinge2" as const,
        body1: "Body",
        body2: "Wheel",
        anchor: [0, 0, 0.2] as Vec3,
        axes: [
          [0, 0, 1],
          [0, 1, 0],
        ] as [Vec3, Vec3],
        parameters: [soft],
      },
    ],
  };
}
const REDUCED = (SPRUNG * 1e4) / (1e4 + SPRUNG);

function swingStrut(h: number, omega: number, zeta: number): Promise<{ size: number; time: number }[]> {
  const [kp, kd] = [REDUCED * omega * omega, 2 * zeta * REDUCED * omega];
  return withScene(h, { ...weightless, entities: [sprung(h, kp, kd)] }, (p) => {
    freezeBody(p, "car", "Wheel", true);
    const start = () => readSuspension(p, "car", "Strut");
    for (let t = 0; t < 0.02; t += h) {
      applyForce(p, "car", "Body", [0, 0, 40]);
      run(p, h);
    }
    return extremes(p, start, (4 * 2 * PI) / omega);
  });
}

const strutDamping = (omega: number, zeta: number): AccuracyCase => ({
  group: "springs",
  name: `suspension of ${omega} rad/s, damping ratio ${zeta}`,
  unit: "share",
  closedForm: zeta,
  measure: async (h) => {
    const all = await swingStrut(h, omega, zeta);
    return dampingRatio(Math.abs(all[2].size / all[1].size));
  },
});

/** A ball on a springy ground. */
function bounceOnSpring(h: number, k: number, c: number, seconds: number): Promise<{ size: number; time: number }[]> {
  const [mass, side] = [2, 0.2];
  const box = {
    name: "box",
    bodies: [
      {
        name: "Body",
        solids: [
          {
            name: "Solid",
            shape: { kind: "Sphere" as const, radius: side / 2 },
            mass,
            material: "Test",
            position: [0, 0, side / 2] as Vec3,
          },
        ],
      },
    ],
  };
  // two equal springs in series
  const contact = { stiffness: 2 * k, damping: c, restitution: 0, friction: 0.5 };
  return withScene(h, { contact, entities: [box] }, (p) => {
    const rest = side / 2 - (mass * g) / k;
    return extremes(p, () => readBody(p, "box", "Body").position[2] - rest, seconds);
  });
}

const contactPeriod: AccuracyCase = {
  group: "springs",
  name: "ball on a springy ground, period",
  unit: "s",
  closedForm: 2 * PI * Math.sqrt(2 / 1500),
  measure: async (h) => {
    const all = await bounceOnSpring(h, 1500, 3, 2);
    return (all[10].time - all[2].time) / 4;
  },
};
const contactDamping: AccuracyCase = {
  group: "springs",
  name: "ball on a springy ground, damping ratio",
  unit: "share",
  closedForm: 10 / (2 * Math.sqrt(1500 * 2)),
  measure: async (h) => {
    const all = await bounceOnSpring(h, 1500, 10, 1);
    return dampingRatio(Math.abs(all[3].size / all[2].size));
  },
};

export const SPRING_CASES: readonly AccuracyCase[] = [
  undamped(45, 12),
  undamped(90, 10),
  servoPeriod(60),
  damped(40, 0.15),
  damped(70, 0.5),
  stiffServo,
  damper(20),
  follow,
  strutDamping(25, 0.2),
  contactPeriod,
  contactDamping,
];
