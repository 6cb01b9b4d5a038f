// Cases of impact: bounces straight and oblique, two balls, fast balls against wall and robot.

import type { Vec3 } from "../../src/math/Vec3.js";
import { dot, length } from "../../src/math/Vec3.js";
import { applyImpulse, readBody, setVelocity } from "../../src/physics/Bodies.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY, run, thing, withScene } from "./AccuracyCase.js";

const R = 0.0215;
const M = 0.046;
const ball = (name: string, position: Vec3) => thing(name, { shape: { kind: "Sphere", radius: R }, mass: M, position });

/** Speeds with which a falling body meets and leaves the ground: those of the parabolas before and after. */
function groundSpeeds(p: Physics, name: string, height: number, seconds: number): { down: number; up: number } {
  let [down, up, last, before] = [0, 0, Number.NaN, 0];
  run(p, seconds, () => {
    const { position, linearVelocity } = readBody(p, name, "Body");
    // the velocity belongs to the middle of the step
    const [z, v] = [(position[2] + last) / 2, linearVelocity[2]];
    last = position[2];
    const speed = Math.sqrt(Math.max(v * v + 2 * GRAVITY * (z - height), 0));
    // the step of the bounce has no parabola
    if (up === 0 && v < -0.5 && before < 0) down = speed;
    if (up === 0 && v > 0 && before > 0) up = speed;
    before = v;
  });
  return { down, up };
}

const bounce = (e: number): AccuracyCase => ({
  group: "impact",
  name: `ball dropped with e = ${e}, speed given back`,
  unit: "share",
  closedForm: e,
  scale: e > 0 ? e : 1,
  measure: (h) =>
    withScene(h, { contact: { restitution: e }, entities: [ball("ball", [0, 0, 1 + R])] }, (p) => {
      const { down, up } = groundSpeeds(p, "ball", R, 0.7);
      return up / down;
    }),
});

const boxBounce: AccuracyCase = {
  group: "impact",
  name: "box dropped flat with e = 0.5, speed given back",
  unit: "share",
  closedForm: 0.5,
  measure: (h) => {
    const box = thing("box", { shape: { kind: "Box", size: [0.2, 0.2, 0.2] }, mass: 1, position: [0, 0, 1.1] });
    return withScene(h, { contact: { restitution: 0.5 }, entities: [box] }, (p) => {
      const { down, up } = groundSpeeds(p, "box", 0.1, 0.6);
      return up / down;
    });
  },
};

interface Oblique {
  readonly name: string;
  readonly vx: number;
  readonly vz: number;
  /** Spin about y as rim speed, m/s: positive turns the contact point against +x. */
  readonly rim: number;
  readonly mu: number;
  readonly e: number;
}

/** Rigid-body impact with Coulomb friction: slip s = vx - rim; impulse min(mu (1+e) vz, 2/7 s) per mass. */
function afterOblique({ vx, vz, rim, mu, e }: Oblique): { vx: number; rim: number } {
  const slip = vx - rim;
  const most = mu * (1 + e) * vz;
  const stop = (2 / 7) * Math.abs(slip);
  const j = Math.sign(slip) * Math.min(most, stop);
  return { vx: vx - j, rim: rim + 2.5 * j };
}

function runOblique(h: number, o: Oblique): Promise<{ vx: number; rim: number; vz: number }> {
  const options = { gravity: [0, 0, 0] as Vec3, contact: { friction: o.mu, restitution: o.e } };
  return withScene(h, { ...options, entities: [ball("ball", [0, 0, 0.2])] }, (p) => {
    setVelocity(p, "ball", "Body", [o.vx, 0, -o.vz], [0, o.rim / R, 0]);
    run(p, 0.3);
    const { linearVelocity: v, angularVelocity: w } = readBody(p, "ball", "Body");
    return { vx: v[0], rim: w[1] * R, vz: v[2] };
  });
}

const OBLIQUE: readonly Oblique[] = [
  { name: "sticks, 0.5 m/s across 2 m/s", vx: 0.5, vz: 2, rim: 0, mu: 0.5, e: 0.8 },
  { name: "slides, 6 m/s across 2 m/s", vx: 6, vz: 2, rim: 0, mu: 0.2, e: 0.8 },
  { name: "with back spin", vx: 1, vz: 2, rim: -3, mu: 0.3, e: 0.6 },
  { name: "with top spin", vx: 1, vz: 2, rim: 4, mu: 0.1, e: 0.6 },
];

const obliqueCases: readonly AccuracyCase[] = OBLIQUE.flatMap((o) => {
  const exact = afterOblique(o);
  const scale = Math.abs(o.vx) + Math.abs(o.rim);
  return [
    {
      group: "impact",
      name: `oblique, ${o.name}: speed along`,
      unit: "m/s",
      closedForm: exact.vx,
      scale,
      measure: async (h: number) => (await runOblique(h, o)).vx,
    },
    {
      group: "impact",
      name: `oblique, ${o.name}: rim speed`,
      unit: "m/s",
      closedForm: exact.rim,
      scale,
      measure: async (h: number) => (await runOblique(h, o)).rim,
    },
    {
      group: "impact",
      name: `oblique, ${o.name}: speed back`,
      unit: "m/s",
      closedForm: o.e * o.vz,
      measure: async (h: number) => (await runOblique(h, o)).vz,
    },
  ];
});

/** Two equal balls in space, e and no friction; `offset` of their lines in radii. */
function collide(
  h: number,
  e: number,
  offset: number,
): Promise<{ p: Physics; momentum: number; energy: number; v2: Vec3 }> {
  const entities = [ball("one", [-0.3, 0, 0]), ball("two", [0, offset * R, 0])];
  const contact = { friction: 0, restitution: e };
  return withScene(h, { ground: false, gravity: [0, 0, 0], contact, entities }, (p) => {
    setVelocity(p, "one", "Body", [3, 0, 0], [0, 0, 0]);
    run(p, 0.3);
    const [a, b] = ["one", "two"].map((name) => readBody(p, name, "Body").linearVelocity);
    const momentum = length([a[0] + b[0], a[1] + b[1], a[2] + b[2]]) / 3;
    return { p, momentum, energy: (dot(a, a) + dot(b, b)) / 9, v2: b };
  });
}

/** cos² of the angle between the line of centres and the motion: share of the energy that takes part. */
const share = (offset: number) => 1 - (offset / 2) * (offset / 2);

const pairCases: readonly AccuracyCase[] = [0, 1].flatMap((offset) => {
  const kind = offset === 0 ? "head-on" : "oblique";
  const e = 0.8;
  const transfer = ((1 + e) / 2) * share(offset) * 3;
  return [
    {
      group: "impact",
      name: `two balls ${kind}, momentum kept`,
      unit: "share",
      closedForm: 1,
      measure: async (h: number) => (await collide(h, e, offset)).momentum,
    },
    {
      group: "impact",
      name: `two balls ${kind}, e = 0.8, energy left`,
      unit: "share",
      closedForm: 1 - (share(offset) * (1 - e * e)) / 2,
      measure: async (h: number) => (await collide(h, e, offset)).energy,
    },
    {
      group: "impact",
      name: `two balls ${kind}, e = 1, energy kept`,
      unit: "share",
      closedForm: 1,
      measure: async (h: number) => (await collide(h, 1, offset)).energy,
    },
    {
      group: "impact",
      name: `two balls ${kind}, forward speed of the struck one`,
      unit: "m/s",
      closedForm: transfer,
      measure: async (h: number) => (await collide(h, e, offset)).v2[0],
    },
  ];
});

/** A blow that makes a resting body slide within one step. */
interface Blow {
  /** Speed along the ground right after the impulse; the sliding friction of that one step, mu g h, is added back. */
  readonly along: number;
  /** Upward speed as a share of that speed: the body must not jump. */
  readonly lift: number;
}

const MU = 0.4;

function readBlow(p: Physics, name: string): Blow {
  const [x, , z] = readBody(p, name, "Body").linearVelocity;
  return { along: x + MU * GRAVITY * p.stepSec, lift: z / x };
}

const kick = (h: number): Promise<Blow> =>
  withScene(h, { contact: { friction: MU }, entities: [ball("ball", [0, 0, R])] }, (p) => {
    run(p, 0.1);
    applyImpulse(p, "ball", "Body", [6 * M, 0, 0]);
    run(p, h);
    return readBlow(p, "ball");
  });

const cube = (name: string, size: number, mass: number, x: number) =>
  thing(name, { shape: { kind: "Box", size: [size, size, size] }, mass, position: [x, 0, size / 2] });

const shove = (h: number): Promise<Blow> =>
  withScene(h, { contact: { friction: MU }, entities: [cube("crate", 0.4, 5, 0)] }, (p) => {
    run(p, 0.1);
    applyImpulse(p, "crate", "Body", [10, 0, 0]);
    run(p, h);
    return readBlow(p, "crate");
  });

/** A box slides into one at rest; the struck one's speed as a share of the striker's just before. */
const passOn = (h: number): Promise<Blow> => {
  const entities = [cube("one", 0.2, 1, -0.3), cube("two", 0.2, 1, 0)];
  return withScene(h, { contact: { friction: MU, restitution: 0.4 }, entities }, (p) => {
    run(p, 0.1);
    setVelocity(p, "one", "Body", [3, 0, 0], [0, 0, 0]);
    let [before, after]: [number, Blow] = [0, readBlow(p, "two")];
    while (after.along < 0.5 && p.timeSec < 1) {
      before = readBody(p, "one", "Body").linearVelocity[0];
      run(p, h);
      after = readBlow(p, "two");
    }
    return { along: after.along / before, lift: after.lift };
  });
};

const blowCases: readonly AccuracyCase[] = (
  [
    ["ball kicked flat with 6 m/s", "m/s", 6, kick],
    ["crate shoved with 10 N·s", "m/s", 2, shove],
    ["box struck by a sliding one, e = 0.4", "share", 0.7, passOn],
  ] as const
).flatMap(([name, unit, closedForm, blow]) => [
  { group: "impact", name: `${name}: speed`, unit, closedForm, measure: async (h: number) => (await blow(h)).along },
  {
    group: "impact",
    name: `${name}: lift`,
    unit: "share",
    closedForm: 0,
    scale: 1,
    measure: async (h: number) => (await blow(h)).lift,
  },
]);

export const IMPACT_CASES: readonly AccuracyCase[] = [
  ...[0, 0.2, 0.5, 0.8, 1].map(bounce),
  boxBounce,
  ...obliqueCases,
  ...pairCases,
  ...blowCases,
];
