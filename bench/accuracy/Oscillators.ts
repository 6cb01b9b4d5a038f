// Cases of oscillators and mechanisms with a known motion: forced vibration, normal modes, a governor, a spherical pendulum, a
// bifilar pendulum, a crank with a slider, a universal joint.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { acos, atan2, cos, DEGREE, PI, sin } from "../../src/math/Trigonometry.js";
import { dot, type Vec3 } from "../../src/math/Vec3.js";
import { applyTorque, readBody, setVelocity } from "../../src/physics/Bodies.js";
import { readJoint, setJointSpeed } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, once, run } from "./AccuracyCase.js";
import { hinge, part, withMachine } from "./MachineParts.js";

const GROUP = "oscillators";
const EARTH: Vec3 = [0, 0, -g];
const WEIGHTLESS: Vec3 = [0, 0, 0];

/** Mean time between rises of a value through 0. */
function periodOf(p: Physics, seconds: number, read: () => number): number {
  const times: number[] = [];
  let before = read();
  run(p, seconds, (t) => {
    const now = read();
    if (before < 0 && now >= 0) times.push(t - (p.stepSec * now) / (now - before));
    before = now;
  });
  return (times[times.length - 1] - times[0]) / (times.length - 1);
}

/** A PD servo of 20 rad/s and damping ratio 0.1 under a torque of 1 N·m, `r` times as fast as it swings. */
function forced(r: number): AccuracyCase[] {
  const [inertia, natural, zeta] = [0.02, 20, 0.1];
  const [kp, w] = [inertia * natural * natural, r * natural];
  const swing = once((h) =>
    withMachine(
      h,
      {
        name: "vibrator",
        bodies: [part("Arm", 1, inertia)],
        joints: [
          hinge("Spring", "Arm", {
            kind: "Servo",
            parameters: [{ FMax: 1e4 }],
            servo: { Kp: kp, Kd: 2 * zeta * natural * inertia },
          }),
        ],
      },
      WEIGHTLESS,
      (p) => {
        const before = Math.round(4 / h);
        const steps = Math.round((10 * 2 * PI) / w / h);
        let [x, y] = [0, 0];
        for (let i = 0; i < before + steps; i++) {
          applyTorque(p, "vibrator", "Arm", [0, cos(w * (p.timeSec + h / 2)), 0]);
          run(p, h);
          if (i < before) continue;
          const { position } = readJoint(p, "vibrator", "Spring")[0];
          x += (2 * position * cos(w * p.timeSec)) / steps;
          y += (2 * position * sin(w * p.timeSec)) / steps;
        }
        return { size: Math.sqrt(x * x + y * y), lag: atan2(y, x) };
      },
    ),
  );
  const [stiff, lossy] = [1 - r * r, 2 * zeta * r];
  return [
    {
      group: GROUP,
      name: `PD servo driven at ${r} of its frequency, amplitude`,
      unit: "rad",
      closedForm: 1 / (kp * Math.sqrt(stiff * stiff + lossy * lossy)),
      measure: async (h, share) => (await swing(h, share)).size,
    },
    {
      group: GROUP,
      name: "the same: lag of the phase",
      unit: "rad",
      closedForm: atan2(lossy, stiff),
      scale: PI,
      measure: async (h, share) => (await swing(h, share)).lag,
    },
  ];
}

/** Two equal pendulums on one axis with a torsion spring between them swing against each other. */
const coupled: AccuracyCase = {
  group: GROUP,
  name: "two pendulums with a spring between them, period against each other",
  unit: "s",
  closedForm: 2 * PI * Math.sqrt((0.002 + 0.25) / (g * 0.5 + 2 * 0.4)),
  measure: (h) => {
    const machine: EntityInput = {
      name: "pair",
      bodies: [part("Left", 1, 0.002, [0, 0, -0.5]), part("Right", 1, 0.002, [0, 0.2, -0.5])],
      joints: [
        hinge("One", "Left"),
        hinge("Two", "Right", { anchor: [0, 0.2, 0] }),
        hinge("Spring", "Left", {
          kind: "Servo",
          body2: "Right",
          anchor: [0, 0.1, 0],
          parameters: [{ FMax: 1e3 }],
          servo: { Kp: 0.4 },
        }),
      ],
    };
    return withMachine(h, machine, EARTH, (p) => {
      setJointSpeed(p, "pair", "One", 0.1);
      setJointSpeed(p, "pair", "Spring", 0.1);
      const spin = (name: string) => readBody(p, "pair", name).angularVelocity[1];
      return periodOf(p, 10, () => spin("Left") - spin("Right"));
    });
  },
};

/** Watt's governor: at w the arms stand at cos a = g / (w² l) and swing about that angle with w sin a. */
const governor: AccuracyCase = {
  group: GROUP,
  name: "governor at 8 rad/s, period of its arms about their angle",
  unit: "s",
  closedForm: (2 * PI) / (8 * sin(acos(g / (64 * 0.3)))),
  measure: (h) => {
    const a = acos(g / (64 * 0.3));
    const arms = [1, -1].map((side, i) => part(`Arm${i}`, 1, 1e-6, [side * 0.3 * sin(a), 0, -0.3 * cos(a)]));
    const machine: EntityInput = {
      name: "governor",
      bodies: [part("Shaft", 1, 10), ...arms],
      joints: [
        hinge("Drive", "Shaft", { axes: [[0, 0, 1]], parameters: [{ Vel: 8, FMax: 1e5 }] }),
        ...[1, -1].map((side, i) => hinge(`Pin${i}`, `Arm${i}`, { body2: "Shaft", axes: [[0, -side, 0]] })),
      ],
    };
    return withMachine(h, machine, EARTH, (p) => {
      setJointSpeed(p, "governor", "Drive", 8);
      for (const pin of ["Pin0", "Pin1"]) setJointSpeed(p, "governor", pin, 0.05);
      return periodOf(p, 8, () => readJoint(p, "governor", "Pin0")[0].velocity);
    });
  },
};

/** A bar on two ropes of length L at the distance d twists with  2 pi sqrt(4 I L / (m g d²)). */
const bifilar: AccuracyCase = {
  group: GROUP,
  name: "bar on two ropes twists, period",
  unit: "s",
  closedForm: 2 * PI * Math.sqrt(0.03 / (g * 0.25 * 0.25)),
  measure: (h) => {
    const ropes = [-0.25, 0.25].map((x, i) => ({
      name: `Rope${i}`,
      points: [{ position: [x, 0, 0] as Vec3 }, { body: "Bar", position: [x, 0, -1] as Vec3 }],
    }));
    return withMachine(h, { name: "bifilar", bodies: [part("Bar", 1, 0.03, [0, 0, -1])], ropes }, EARTH, (p) => {
      setVelocity(p, "bifilar", "Bar", [0, 0, 0], [0, 0, 0.1]);
      return periodOf(p, 8, () => -readBody(p, "bifilar", "Bar").angularVelocity[2]);
    });
  },
};

/** A crank drives a slider:  x = r cos a + sqrt(l² - r² sin² a). */
const crank: AccuracyCase = {
  group: GROUP,
  name: "crank at 10 rad/s moves a slider, largest error of its place in 3 s",
  unit: "m",
  closedForm: 0,
  scale: 0.1,
  measure: (h) => {
    const [r, l] = [0.1, 0.3];
    const machine: EntityInput = {
      name: "engine",
      bodies: [
        part("Crank", 1, 0.01, [r / 2, 0, 0]),
        part("Rod", 0.5, 0.004, [r + l / 2, 0, 0]),
        part("Piston", 1, 0.01, [r + l, 0, 0]),
      ],
      joints: [
        hinge("Drive", "Crank", { parameters: [{ Vel: 10, FMax: 1e4 }] }),
        hinge("Big", "Rod", { body2: "Crank", anchor: [r, 0, 0] }),
        hinge("Small", "Piston", { body2: "Rod", anchor: [r + l, 0, 0] }),
        { name: "Bore", kind: "Slider", body1: "Piston", axes: [[1, 0, 0]] },
      ],
    };
    return withMachine(h, machine, EARTH, (p) => {
      let far = 0;
      run(p, 3, () => {
        const angle = readJoint(p, "engine", "Drive")[0].position;
        const across = r * sin(angle);
        const x = r * cos(angle) + Math.sqrt(l * l - across * across);
        far = Math.max(far, Math.abs(readBody(p, "engine", "Piston").position[0] - x));
      });
      return far;
    });
  },
};

/** Between shafts at an angle b a universal joint turns the second one up to 1 / cos b as fast. */
const cardan: AccuracyCase = {
  group: GROUP,
  name: "shafts at 30° with a universal joint, highest speed of the second",
  unit: "share",
  closedForm: 1 / cos(30 * DEGREE),
  measure: (h) => {
    const out: Vec3 = [cos(30 * DEGREE), 0, sin(30 * DEGREE)];
    const along = (s: number): Vec3 => [s * out[0], 0, s * out[2]];
    const machine: EntityInput = {
      name: "shafts",
      bodies: [part("In", 1, 0.01, [-0.3, 0, 0]), part("Out", 1, 0.001, along(0.3))],
      joints: [
        hinge("Drive", "In", { anchor: [-0.5, 0, 0], axes: [[1, 0, 0]], parameters: [{ Vel: 5, FMax: 1e4 }] }),
        {
          name: "Cross",
          kind: "Universal",
          body1: "In",
          body2: "Out",
          axes: [
            [0, 0, 1],
            [0, 1, 0],
          ],
        },
        hinge("Bearing", "Out", { anchor: along(0.5), axes: [out] }),
      ],
    };
    return withMachine(h, machine, WEIGHTLESS, (p) => {
      let max = 0;
      run(p, 0.2);
      run(p, 0.7, () => {
        max = Math.max(max, Math.abs(dot(readBody(p, "shafts", "Out").angularVelocity, out)));
      });
      return max / 5;
    });
  },
};

export const OSCILLATOR_CASES: readonly AccuracyCase[] = [...forced(1), coupled, governor, bifilar, crank, cardan];
