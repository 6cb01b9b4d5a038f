// Cases of gears: reflected inertia, rack and pinion, torque at standstill, ratio under load, and servos behind a gear. With
// q1 = r q2 the axes have the common inertia I1 + I2 / r², seen from axis 1.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { JointInput } from "../../src/describe/entity/Joint.js";
import { cos, sin } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { readJoint, setJointSpeed } from "../../src/physics/Joints.js";
import { type AccuracyCase, GRAVITY as g, run } from "./AccuracyCase.js";
import { hinge, part, withMachine } from "./MachineParts.js";

/** Flywheels on hinges to the world; each gear gives the speed of a wheel as a multiple of the next one's. */
const train = (inertias: readonly number[], ratios: readonly number[]): EntityInput => ({
  name: "train",
  bodies: inertias.map((inertia, i) => part(`Wheel${i}`, 1, inertia, [i, 0, 0])),
  joints: inertias.map((_, i) => hinge(`Axle${i}`, `Wheel${i}`, { anchor: [i, 0, 0] })),
  gears: ratios.map((ratio, i) => ({ name: `Gear${i}`, joint1: `Axle${i}`, joint2: `Axle${i + 1}`, ratio })),
});

function runUp(name: string, inertias: readonly number[], ratios: readonly number[]): AccuracyCase {
  let [inertia, speed] = [inertias[0], 1];
  ratios.forEach((ratio, i) => {
    speed /= ratio;
    inertia += speed * speed * inertias[i + 1];
  });
  const last = `Axle${inertias.length - 1}`;
  return {
    group: "gears",
    name,
    unit: "rad/s",
    closedForm: (speed * 0.3) / inertia,
    measure: (h) =>
      withMachine(h, train(inertias, ratios), [0, 0, 0], (p) => {
        p.setJoint("train", "Axle0", "Vel", 1e4);
        p.setJoint("train", "Axle0", "FMax", 0.3);
        run(p, 1);
        return readJoint(p, "train", last)[0].velocity;
      }),
  };
}

/** A rack of 2 kg falls along z and turns a pinion of radius 0.05 m; the pinion's axis 1 or the rack's comes first. */
const rack = (rackFirst: boolean): AccuracyCase => ({
  group: "gears",
  name: `rack and pinion, ${rackFirst ? "m per rad" : "rad per m"}, acceleration`,
  unit: "m/s²",
  closedForm: (-2 * g) / (2 + 0.004 / (0.05 * 0.05)),
  measure: (h) => {
    const machine: EntityInput = {
      name: "lift",
      bodies: [part("Rack", 2, 0.01), part("Pinion", 1, 0.004)],
      joints: [{ name: "Slide", kind: "Slider", body1: "Rack", axes: [[0, 0, 1]] }, hinge("Axle", "Pinion")],
      gears: [
        rackFirst
          ? { name: "Teeth", joint1: "Slide", joint2: "Axle", ratio: 0.05 }
          : { name: "Teeth", joint1: "Axle", joint2: "Slide", ratio: 20 },
      ],
    };
    return withMachine(h, machine, [0, 0, -g], (p) => {
      run(p, 1);
      return readJoint(p, "lift", "Slide")[0].velocity;
    });
  },
});

/** An arm of 3 kg at 0.4 m behind a gear of 20:1, with a light rotor on the fast side. */
const crane = (motor: Partial<JointInput>): EntityInput => ({
  name: "crane",
  bodies: [part("Arm", 3, 0.02, [0.4, 0, 0]), part("Rotor", 0.1, 1e-4)],
  joints: [hinge("Shoulder", "Arm"), hinge("Shaft", "Rotor", motor)],
  gears: [{ name: "Gear", joint1: "Shaft", joint2: "Shoulder", ratio: -20 }],
});

const standstill: AccuracyCase = {
  group: "gears",
  name: "motor holds an arm through 20:1, torque",
  unit: "N·m",
  closedForm: (3 * g * 0.4) / 20,
  measure: (h) =>
    withMachine(h, crane({ parameters: [{ FMax: 1 }] }), [0, 0, -g], (p) => {
      run(p, 1);
      return Math.abs(readJoint(p, "crane", "Shaft")[0].effort);
    }),
};

const ratioKept: AccuracyCase = {
  group: "gears",
  name: "motor turns an arm through 20:1 for 60 s, largest error of the ratio",
  unit: "rad",
  closedForm: 0,
  scale: 0.01,
  measure: (h, share) =>
    withMachine(h, crane({ parameters: [{ FMax: 5, Vel: 40 }] }), [0, 0, -g], (p) => {
      let max = 0;
      run(p, 60 * share, () => {
        const [shaft, arm] = ["Shaft", "Shoulder"].map((name) => readJoint(p, "crane", name)[0].position);
        max = Math.max(max, Math.abs(shaft + 20 * arm));
      });
      return max;
    }),
};

const servoReach = (name: string, motor: Partial<JointInput>, sag = 0): AccuracyCase => ({
  group: "gears",
  name: `${name} lifts an arm through 20:1, angle after 3 s`,
  unit: "rad",
  closedForm: sag - 1,
  measure: (h) =>
    withMachine(h, crane({ kind: "Servo", ...motor }), [0, 0, -g], (p) => {
      p.setJoint("crane", "Shaft", "Angle", 20);
      run(p, 3);
      return readJoint(p, "crane", "Shoulder")[0].position;
    }),
});

const overshoot: AccuracyCase = {
  group: "gears",
  name: "ideal servo turns a heavy wheel through 20:1, overshoot",
  unit: "rad",
  closedForm: 0,
  scale: 1,
  measure: (h) =>
    withMachine(h, crane({ kind: "Servo", parameters: [{ FMax: 0.5 }] }), [0, 0, 0], (p) => {
      p.setJoint("crane", "Shaft", "Angle", 20);
      let max = 0;
      run(p, 5, () => {
        max = Math.max(max, -readJoint(p, "crane", "Shoulder")[0].position - 1);
      });
      return max;
    }),
};

/** A pendulum of 1 kg at 0.5 m with a flywheel that turns -4 times as fast; on one frame that moves along y, or on the world. */
const pendulum = (onFrame: boolean): EntityInput => {
  const on: Partial<JointInput> = onFrame ? { body2: "Frame" } : {};
  return {
    name: "clock",
    bodies: [
      part("Rod", 1, 0.01, [0, 0, -0.5]),
      part("Wheel", 0.5, 0.002, [0.2, 0, 0]),
      ...(onFrame ? [part("Frame", 2, 0.1)] : []),
    ],
    joints: [
      hinge("Pivot", "Rod", on),
      hinge("Axle", "Wheel", { anchor: [0.2, 0, 0], ...on }),
      ...(onFrame ? [{ name: "Rail", kind: "Slider" as const, body1: "Frame", axes: [[0, 1, 0] as Vec3] }] : []),
    ],
    gears: [{ name: "Teeth", joint1: "Axle", joint2: "Pivot", ratio: -4 }],
  };
};
const CLOCK_INERTIA = 0.01 + 0.25 + 16 * 0.002;

const clockPeriod = (onFrame: boolean): AccuracyCase => ({
  group: "gears",
  name: `pendulum geared to a flywheel${onFrame ? " in one tree" : ""}, small swings, period`,
  unit: "s",
  closedForm: 2 * Math.PI * Math.sqrt(CLOCK_INERTIA / (g * 0.5)),
  measure: (h) =>
    withMachine(h, pendulum(onFrame), [0, 0, -g], (p) => {
      setJointSpeed(p, "clock", "Pivot", 0.1);
      setJointSpeed(p, "clock", "Axle", -0.4);
      const times: number[] = [];
      let before = 0;
      run(p, 20, (t) => {
        const now = readJoint(p, "clock", "Pivot")[0].position;
        if (before < 0 && now >= 0) times.push(t - (h * now) / (now - before));
        before = now;
      });
      return (times[times.length - 1] - times[0]) / (times.length - 1);
    }),
});

const clockEnergy = (onFrame: boolean): AccuracyCase => ({
  group: "gears",
  name: `the same${onFrame ? " in one tree" : ""} from 1.5 rad/s, energy after 60 s`,
  unit: "share",
  closedForm: 1,
  measure: (h, share) =>
    withMachine(h, pendulum(onFrame), [0, 0, -g], (p) => {
      setJointSpeed(p, "clock", "Pivot", 1.5);
      setJointSpeed(p, "clock", "Axle", -6);
      const start = (CLOCK_INERTIA * 1.5 * 1.5) / 2;
      // the mean over some swings: speeds may belong to the middle between two positions
      let sum = 0;
      run(p, 50 * share);
      run(p, 10, () => {
        const { position, velocity } = readJoint(p, "clock", "Pivot")[0];
        const high = g * 0.5 * (1 - cos(position));
        sum += ((CLOCK_INERTIA * velocity * velocity) / 2 + high) / start;
      });
      return sum / Math.round(10 / h);
    }),
});

/** A body in flight with two arms in mesh, driven by a servo: its centre of mass stays. */
const inFlight: AccuracyCase = {
  group: "gears",
  name: "body in flight swings two geared arms for 20 s, drift",
  unit: "m",
  closedForm: 0,
  scale: 0.1,
  measure: (h) => {
    const machine: EntityInput = {
      name: "bird",
      bodies: [part("Hull", 3, 0.05), part("Left", 0.8, 0.01, [0.3, 0, 0]), part("Right", 0.5, 0.01, [-0.4, 0, 0])],
      joints: [
        hinge("Near", "Left", { kind: "Servo", body2: "Hull", anchor: [0.1, 0, 0], parameters: [{ FMax: 20 }] }),
        hinge("Far", "Right", { body2: "Hull", anchor: [-0.1, 0, 0] }),
      ],
      gears: [{ name: "Mesh", joint1: "Far", joint2: "Near", ratio: -1.5 }],
    };
    const masses: readonly (readonly [string, number])[] = [
      ["Hull", 3],
      ["Left", 0.8],
      ["Right", 0.5],
    ];
    return withMachine(h, machine, [0, 0, 0], (p) => {
      const center = (k: number) =>
        masses.reduce((sum, [name, m]) => sum + m * readBody(p, "bird", name).position[k], 0) / 4.3;
      const start = [center(0), center(2)];
      run(p, 20, (t) => p.setJoint("bird", "Near", "Angle", sin(3 * t)));
      return Math.sqrt((center(0) - start[0]) ** 2 + (center(2) - start[1]) ** 2);
    });
  },
};

export const GEAR_CASES: readonly AccuracyCase[] = [
  runUp("0.3 N·m on two flywheels, 3:1, speed of the second after 1 s", [0.02, 0.5], [3]),
  runUp("0.3 N·m on two flywheels, 1:-7, speed of the second after 1 s", [0.02, 0.001], [-1 / 7]),
  runUp("0.3 N·m on a train of three flywheels, speed of the last after 1 s", [0.01, 0.03, 0.8], [2, -5]),
  rack(true),
  rack(false),
  standstill,
  ratioKept,
  servoReach("ideal servo", { parameters: [{ FMax: 2 }] }),
  servoReach(
    "PD servo",
    { parameters: [{ FMax: 20 }], servo: { Kp: 50, Kd: 1 } },
    (3 * g * 0.4 * cos(1)) / (20 * 20 * 50),
  ),
  overshoot,
  clockPeriod(false),
  clockPeriod(true),
  clockEnergy(false),
  clockEnergy(true),
  inFlight,
];
