// Cases of ropes: pendulums, tension, pulleys made of eyes, slack ropes, elastic ropes, tethers.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { RopeInput } from "../../src/describe/entity/Rope.js";
import { ORIGIN } from "../../src/math/Pose.js";
import { cos, log, PI, sin } from "../../src/math/Trigonometry.js";
import { distance, dot, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import type { Physics } from "../../src/physics/Physics.js";
import { readRope } from "../../src/physics/Ropes.js";
import { type AccuracyCase, GRAVITY as g, run, withScene } from "./AccuracyCase.js";

const bob = (name: string, mass: number, centerOfMass: Vec3) => ({
  name,
  mass,
  centerOfMass,
  inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] as const,
});

const rig = (bodies: EntityInput["bodies"], rope: Omit<RopeInput, "name">): EntityInput => ({
  name: "rig",
  bodies,
  ropes: [{ name: "Rope", ...rope }],
});

const withRig = <T>(h: number, entity: EntityInput, use: (p: Physics) => T, gravity = g): Promise<T> =>
  withScene(h, { ground: false, gravity: [0, 0, -gravity] }, (p) => {
    p.add(entity, ORIGIN);
    return use(p);
  });

/** A bob of 2 kg on a rope of 1 m from the origin, `angle` from hanging. */
function pendulum(angle: number): EntityInput {
  const at: Vec3 = [sin(angle), 0, -cos(angle)];
  return rig([bob("Bob", 2, at)], { points: [{ position: [0, 0, 0] }, { body: "Bob", position: at }] });
}

/** Arithmetic-geometric mean. */
function agm(a: number, b: number): number {
  let [x, y] = [a, b];
  for (let i = 0; i < 20; i++) [x, y] = [(x + y) / 2, Math.sqrt(x * y)];
  return x;
}

/** Mean time between upward zero crossings. */
function periodOf(p: Physics, seconds: number, value: () => number): number {
  const times: number[] = [];
  let before = value();
  run(p, seconds, (t) => {
    const now = value();
    if (before < 0 && now >= 0) times.push(t - (p.stepSec * now) / (now - before));
    before = now;
  });
  return (times[times.length - 1] - times[0]) / (times.length - 1);
}

const swing = (degrees: number): AccuracyCase => ({
  group: "ropes",
  name: `pendulum on a rope from ${degrees}°, period`,
  unit: "s",
  closedForm: (2 * PI * Math.sqrt(1 / g)) / agm(1, cos((degrees * PI) / 360)),
  measure: (h) =>
    withRig(h, pendulum((degrees * PI) / 180), (p) => periodOf(p, 20, () => readPose(p, "rig", "Bob").position[0])),
});

const height: AccuracyCase = {
  group: "ropes",
  name: "pendulum on a rope from 80°, height after 60 s",
  unit: "share",
  closedForm: 1,
  measure: (h, share) =>
    withRig(h, pendulum((80 * PI) / 180), (p) => {
      run(p, 60 * share);
      let top = -1;
      run(p, 3, () => {
        top = Math.max(top, readPose(p, "rig", "Bob").position[2]);
      });
      return (1 + top) / (1 - cos((80 * PI) / 180));
    }),
};

const lowest: AccuracyCase = {
  group: "ropes",
  name: "pendulum on a rope from 80°, tension at the lowest point",
  unit: "N",
  closedForm: 2 * g * (3 - 2 * cos((80 * PI) / 180)),
  measure: (h) =>
    withRig(h, pendulum((80 * PI) / 180), (p) => {
      let most = 0;
      run(p, 2, () => {
        most = Math.max(most, readRope(p, "rig", "Rope").tension);
      });
      return most;
    }),
};

const rest: AccuracyCase = {
  group: "ropes",
  name: "bob at rest on a rope, tension",
  unit: "N",
  closedForm: 2 * g,
  measure: (h) =>
    withRig(h, pendulum(0), (p) => {
      run(p, 1);
      return readRope(p, "rig", "Rope").tension;
    }),
};

const stretch: AccuracyCase = {
  group: "ropes",
  name: "100 kg on a rope for 60 s, lengthening",
  unit: "m",
  closedForm: 0,
  scale: 0.01,
  measure: (h, share) => {
    const heavy = rig([bob("Bob", 100, [0, 0, -1])], {
      points: [{ position: [0, 0, 0] }, { body: "Bob", position: [0, 0, -1] }],
    });
    return withRig(h, heavy, (p) => {
      run(p, 60 * share);
      return Math.abs(readRope(p, "rig", "Rope").length - 1);
    });
  },
};

/** Two weights over two eyes. */
const atwood = (left: number, right: number): AccuracyCase => ({
  group: "ropes",
  name: `Atwood's machine, ${left} and ${right} kg, acceleration`,
  unit: "m/s²",
  closedForm: ((left - right) * g) / (left + right),
  measure: (h) => {
    const machine = rig([bob("Left", left, [-0.5, 0, -2]), bob("Right", right, [0.5, 0, -2])], {
      points: [
        { body: "Left", position: [-0.5, 0, -2] },
        { position: [-0.5, 0, 0] },
        { position: [0.5, 0, 0] },
        { body: "Right", position: [0.5, 0, -2] },
      ],
    });
    return withRig(h, machine, (p) => {
      run(p, 0.5);
      return readBody(p, "rig", "Right").linearVelocity[2] / 0.5;
    });
  },
});

/** A rope from the ceiling through an eye of the load and back over an eye of the ceiling to the counterweight: 2:1. */
const tackle: AccuracyCase = {
  group: "ropes",
  name: "tackle 2:1, 6 kg against 2 kg, acceleration of the counterweight",
  unit: "m/s²",
  // m a = T - m g for the counterweight, M a / 2 = M g - 2 T for the load
  closedForm: ((6 / 2 - 2) * g) / (2 + 6 / 4),
  measure: (h) => {
    const machine = rig([bob("Load", 6, [0, 0, -2]), bob("Counter", 2, [1, 0, -2])], {
      points: [
        { position: [-0.0001, 0, 0] },
        { body: "Load", position: [0, 0, -2] },
        { position: [0.0001, 0, 0] },
        { position: [1, 0, 0] },
        { body: "Counter", position: [1, 0, -2] },
      ],
    });
    return withRig(h, machine, (p) => {
      run(p, 0.5);
      return readBody(p, "rig", "Counter").linearVelocity[2] / 0.5;
    });
  },
};

/**
 * Atwood's machine in Atwood's machine: 4 kg against a pulley of 0.5 kg, over which a second rope holds 1 and 2 kg. The second
 * rope pulls the pulley like a mass  M = 4 m m' / (m + m').
 */
const compound: AccuracyCase = {
  group: "ropes",
  name: "Atwood's machine with a second one in place of a weight, acceleration",
  unit: "m/s²",
  closedForm: ((0.5 + 8 / 3 - 4) * g) / (0.5 + 8 / 3 + 4),
  measure: (h) => {
    const names = ["Weight", "Pulley", "Light", "Heavy"] as const;
    const places: readonly Vec3[] = [
      [-1, 0, -2],
      [1, 0, -2],
      [0.9, 0, -4],
      [1.1, 0, -4],
    ];
    const machine: EntityInput = {
      name: "rig",
      bodies: names.map((name, i) => bob(name, [4, 0.5, 1, 2][i], places[i])),
      // a pulley does not turn
      joints: [{ name: "Rail", kind: "Slider", body1: "Pulley", axes: [[0, 0, 1]] }],
      ropes: [
        {
          name: "Upper",
          points: [
            { body: "Weight", position: places[0] },
            { position: [-1, 0, 0] },
            { position: [1, 0, 0] },
            { body: "Pulley", position: places[1] },
          ],
        },
        {
          name: "Lower",
          points: [
            { body: "Light", position: places[2] },
            { body: "Pulley", position: [0.9, 0, -2] },
            { body: "Pulley", position: [1.1, 0, -2] },
            { body: "Heavy", position: places[3] },
          ],
        },
      ],
    };
    return withRig(h, machine, (p) => {
      run(p, 0.3);
      return readBody(p, "rig", "Weight").linearVelocity[2] / 0.3;
    });
  },
};

const slack: AccuracyCase = {
  group: "ropes",
  name: "slack rope of 3 m, fall in 0.5 s",
  unit: "m",
  closedForm: (g * 0.25) / 2,
  measure: (h) => {
    const loose = rig([bob("Bob", 2, [0, 0, -1])], {
      points: [{ position: [0, 0, 0] }, { body: "Bob", position: [0, 0, -1] }],
      maxLength: 3,
    });
    return withRig(h, loose, (p) => {
      run(p, 0.5);
      return -1 - readPose(p, "rig", "Bob").position[2];
    });
  },
};

const caught: AccuracyCase = {
  group: "ropes",
  name: "the same rope after 2 s, length",
  unit: "m",
  closedForm: 3,
  bound: { 0.5: 1e-6, 1: 1e-6, 2: 1e-6, 5: 1e-6 },
  measure: (h) => {
    const loose = rig([bob("Bob", 2, [0, 0, -1])], {
      points: [{ position: [0, 0, 0] }, { body: "Bob", position: [0, 0, -1] }],
      maxLength: 3,
    });
    return withRig(h, loose, (p) => {
      run(p, 2);
      return -readPose(p, "rig", "Bob").position[2];
    });
  },
};

/** 2 kg on an elastic rope of 800 N/m: 20 rad/s. Starts at its natural length. */
const elastic = (damping: number): EntityInput =>
  rig([bob("Bob", 2, [0, 0, -1])], {
    points: [{ position: [0, 0, 0] }, { body: "Bob", position: [0, 0, -1] }],
    stiffness: 800,
    damping,
  });
const SAG = (2 * g) / 800;

const bounce: AccuracyCase = {
  group: "ropes",
  name: "bob on an elastic rope, 20 rad/s, period",
  unit: "s",
  closedForm: (2 * PI) / 20,
  measure: (h) => withRig(h, elastic(0), (p) => periodOf(p, 5, () => readPose(p, "rig", "Bob").position[2] + 1 + SAG)),
};
const bounceHeight: AccuracyCase = {
  group: "ropes",
  name: "the same, amplitude after 5 s",
  unit: "m",
  closedForm: SAG,
  measure: (h) =>
    withRig(h, elastic(0), (p) => {
      run(p, 5);
      let [low, high] = [0, -2];
      run(p, 1, () => {
        const z = readPose(p, "rig", "Bob").position[2];
        [low, high] = [Math.min(low, z), Math.max(high, z)];
      });
      return (high - low) / 2;
    }),
};
const damped: AccuracyCase = {
  group: "ropes",
  name: "the same with 8 N·s/m, damping ratio",
  unit: "share",
  closedForm: 8 / (2 * Math.sqrt(800 * 2)),
  measure: (h) =>
    withRig(h, elastic(8), (p) => {
      // peaks of the deviation, upward and downward
      const peaks: number[] = [];
      let [a, b] = [SAG, SAG];
      run(p, 1.2, () => {
        const z = readPose(p, "rig", "Bob").position[2] + 1 + SAG;
        if ((b - a) * (z - b) < 0) peaks.push(Math.abs(b - ((z - a) * (z - a)) / (8 * (z - 2 * b + a))));
        [a, b] = [b, z];
      });
      const decay = log(peaks[0] / peaks[4]) / 4;
      return decay / Math.sqrt(PI * PI + decay * decay);
    }),
};

/** Two bodies on a tether of 2 m turn about each other at 3 rad/s without gravity. */
const tether = (use: (p: Physics) => number): ((h: number) => Promise<number>) => {
  const pair = rig([bob("A", 1, [-1.5, 0, 0]), bob("B", 3, [0.5, 0, 0])], {
    points: [
      { body: "A", position: [-1.5, 0, 0] },
      { body: "B", position: [0.5, 0, 0] },
    ],
  });
  return (h) =>
    withRig(
      h,
      pair,
      (p) => {
        setVelocity(p, "rig", "A", [0, -4.5, 0], [0, 0, 0]);
        setVelocity(p, "rig", "B", [0, 1.5, 0], [0, 0, 0]);
        return use(p);
      },
      0,
    );
};
const tetherForce: AccuracyCase = {
  group: "ropes",
  name: "two bodies turn on a tether for 20 s, tension",
  unit: "N",
  closedForm: 3 * 9 * 0.5,
  measure: tether((p) => {
    run(p, 20);
    return readRope(p, "rig", "Rope").tension;
  }),
};
const tetherEnergy: AccuracyCase = {
  group: "ropes",
  name: "two bodies turn on a tether for 60 s, energy",
  unit: "share",
  closedForm: 1,
  measure: tether((p) => {
    run(p, 60);
    const [a, b] = ["A", "B"].map((name) => readBody(p, "rig", name).linearVelocity);
    return (dot(a, a) + 3 * dot(b, b)) / (4.5 * 4.5 + 3 * 1.5 * 1.5);
  }),
};
const tetherLength: AccuracyCase = {
  group: "ropes",
  name: "two bodies turn on a tether for 20 s, distance",
  unit: "m",
  closedForm: 2,
  measure: tether((p) => {
    run(p, 20);
    return distance(readPose(p, "rig", "A").position, readPose(p, "rig", "B").position);
  }),
};

export const ROPE_CASES: readonly AccuracyCase[] = [
  swing(10),
  swing(80),
  height,
  lowest,
  rest,
  stretch,
  atwood(2, 3),
  atwood(5, 1),
  tackle,
  compound,
  slack,
  caught,
  bounce,
  bounceHeight,
  damped,
  tetherForce,
  tetherEnergy,
  tetherLength,
];
