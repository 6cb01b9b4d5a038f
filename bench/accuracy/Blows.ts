// Cases of blows: through touching bodies, with friction and lever arms (Poisson's law), a superball, energy, and the phase of
// the step at which a body is struck.

import { between } from "../../src/math/Quat.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { dot, length } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY, once, run, thing, withScene } from "./AccuracyCase.js";
import { spreadOf, type Target } from "./Phases.js";

const R = 0.05;
const GROUP = "blows";
const ball = (name: string, position: Vec3, mass = 1) =>
  thing(name, { shape: { kind: "Sphere", radius: R }, mass, position });
const speedOf = (p: Physics, name: string): Vec3 => readBody(p, name, "Body").linearVelocity;
const space = { ground: false, gravity: [0, 0, 0] as Vec3 };

/** Five balls in a row that touch; the first `moving` of them strike the others with 1 m/s. */
function cradle(h: number, moving: number, e: number): Promise<readonly number[]> {
  const names = ["a", "b", "c", "d", "e"];
  const gap = 0.0207;
  const entities = names.map((name, i) => ball(name, [2 * R * i - (i < moving ? gap : 0), 0, 0]));
  return withScene(h, { ...space, contact: { friction: 0, restitution: e }, entities }, (p) => {
    for (const name of names.slice(0, moving)) setVelocity(p, name, "Body", [1, 0, 0], [0, 0, 0]);
    run(p, 0.05);
    return names.map((name) => speedOf(p, name)[0]);
  });
}

const cradleCases: readonly AccuracyCase[] = [
  {
    group: GROUP,
    name: "cradle of five touching balls: speed of the last",
    unit: "m/s",
    closedForm: 1,
    measure: async (h) => (await cradle(h, 1, 1))[4],
  },
  {
    group: GROUP,
    name: "the same: largest speed of the others",
    unit: "m/s",
    closedForm: 0,
    scale: 1,
    measure: async (h) => Math.max(...(await cradle(h, 1, 1)).slice(0, 4).map(Math.abs)),
  },
  {
    group: GROUP,
    name: "two balls strike three: speed of the last but one",
    unit: "m/s",
    closedForm: 1,
    measure: async (h) => (await cradle(h, 2, 1))[3],
  },
  {
    group: GROUP,
    name: "cradle with e = 0.8, speed of the last: ((1 + e) / 2)^4",
    unit: "m/s",
    closedForm: 0.9 ** 4,
    measure: async (h) => (await cradle(h, 1, 0.8))[4],
  },
];

/** A ball strikes two that touch, between them: they leave at 30°, it goes back with a fifth. */
const breakShot = (h: number): Promise<{ struck: number; striker: number }> => {
  const entities = [
    ball("one", [-0.2207, 0, 0]),
    ball("two", [Math.sqrt(3) * R, R, 0]),
    ball("three", [Math.sqrt(3) * R, -R, 0]),
  ];
  return withScene(h, { ...space, contact: { friction: 0, restitution: 1 }, entities }, (p) => {
    setVelocity(p, "one", "Body", [2, 0, 0], [0, 0, 0]);
    run(p, 0.2);
    return { struck: length(speedOf(p, "two")) / 2, striker: speedOf(p, "one")[0] / 2 };
  });
};

/** A block drives a ball that touches a wall; speeds of block and ball after all their impacts. */
function squeeze(e: number): { block: number; ball: number } {
  const [M, m] = [BLOCK, 1];
  let [u, v] = [1, 0];
  while (u > v + BOUNCE || v > BOUNCE) {
    if (u > v) {
      const p = ((1 + e) * (u - v) * M * m) / (M + m);
      [u, v] = [u - p / M, v + p / m];
    }
    if (v > 0) v *= -e;
  }
  return { block: u, ball: v };
}
const BLOCK = 5;
const BOUNCE = 0.05;

const squeezed = (h: number, e: number): Promise<number> => {
  const plate = { shape: { kind: "Box" as const, size: [0.2, 1, 1] as Vec3 }, position: [R + 0.1, 0, 0] as Vec3 };
  const wall = { ...thing("wall", plate), isStatic: true };
  const block = thing("block", {
    shape: { kind: "Box", size: [0.2, 0.2, 0.2] },
    mass: BLOCK,
    position: [-R - 0.1 - 0.0207, 0, 0],
  });
  const entities = [wall, ball("ball", [0, 0, 0]), block];
  return withScene(h, { ...space, contact: { friction: 0, restitution: e }, entities }, (p) => {
    setVelocity(p, "block", "Body", [1, 0, 0], [0, 0, 0]);
    run(p, 0.06);
    return speedOf(p, "block")[0];
  });
};

/** A thin rod, centre at the origin, strikes the ground with its lower end. */
interface RodThrow {
  readonly mu: number;
  readonly e: number;
  /** From the ground to the rod. */
  readonly angleDeg: number;
  readonly vx: number;
  readonly vz: number;
}
/** Between the centres of its round ends. */
const LENGTH = 0.4;
const THICK = 0.005;
const INERTIA = 0.0134;
/** Way to the ground. */
const DROP = 0.0107;

/** Impulse p on the lower end by Poisson's law: p_x, p_z of a rod of 1 kg. Sliding all the way, or sticking at the end of the compression. */
function rodImpulse({ mu, e, angleDeg, vx, vz }: RodThrow): { vx: number; vz: number; spin: number } {
  const a = (angleDeg * Math.PI) / 180;
  // from the centre to the point that touches, x forward and z up
  const [x, z] = [(-LENGTH / 2) * Math.cos(a), (-LENGTH / 2) * Math.sin(a) - THICK];
  const [nn, tt, nt] = [1 + (x * x) / INERTIA, 1 + (z * z) / INERTIA, (-x * z) / INERTIA];
  // both stop: A p = -v
  const det = nn * tt - nt * nt;
  const [stopZ, stopX] = [(-vz * tt + vx * nt) / det, (-vx * nn + vz * nt) / det];
  const sticks = Math.abs(stopX) <= mu * stopZ;
  const slide = -Math.sign(vx) * mu;
  const pz = sticks ? stopZ : -vz / (nn + slide * nt);
  const px = sticks ? stopX : slide * pz;
  // restitution: e p_z more; a contact that sticks stays so if its friction is enough
  const rz = e * pz;
  const hold = (-nt / tt) * rz;
  const rx = sticks ? Math.sign(hold) * Math.min(Math.abs(hold), mu * rz) : slide * rz;
  const [ix, iz] = [px + rx, pz + rz];
  return { vx: vx + ix, vz: vz + iz, spin: (z * ix - x * iz) / INERTIA };
}

const throwRod = (h: number, rod: RodThrow): Promise<{ vx: number; vz: number; spin: number }> => {
  const a = (rod.angleDeg * Math.PI) / 180;
  const body = {
    ...thing("rod", { shape: { kind: "CappedCylinder", radius: THICK, length: LENGTH } }),
    bodies: [
      {
        name: "Body",
        mass: 1,
        inertia: [INERTIA, 0, 0, 0, INERTIA, 0, 0, 0, INERTIA] as never,
        solids: [
          { name: "S", shape: { kind: "CappedCylinder" as const, radius: THICK, length: LENGTH }, material: "Test" },
        ],
      },
    ],
  };
  const contact = { friction: rod.mu, restitution: rod.e };
  return withScene(h, { gravity: [0, 0, 0], contact, entities: [body] }, (p) => {
    // the rod lies along its z axis
    const axis: Vec3 = [Math.cos(a), 0, Math.sin(a)];
    const position: Vec3 = [0, 0, (LENGTH / 2) * Math.sin(a) + THICK + DROP];
    moveBody(p, "rod", "Body", { position, orientation: between([0, 0, 1], axis) });
    setVelocity(p, "rod", "Body", [rod.vx, 0, rod.vz], [0, 0, 0]);
    run(p, Math.ceil(DROP / -rod.vz / h + 2) * h);
    const { linearVelocity: v, angularVelocity: w } = readBody(p, "rod", "Body");
    return { vx: v[0], vz: v[2], spin: w[1] };
  });
};

const RODS: readonly [string, RodThrow][] = [
  ["without friction", { mu: 0, e: 0.8, angleDeg: 40, vx: 1, vz: -2 }],
  ["that slides", { mu: 0.1, e: 0.6, angleDeg: 50, vx: 4, vz: -2 }],
  ["that sticks", { mu: 1.5, e: 0.7, angleDeg: 60, vx: -0.5, vz: -2 }],
];

const rodCases: readonly AccuracyCase[] = RODS.flatMap(([name, rod]) => {
  const exact = rodImpulse(rod);
  return [
    {
      group: GROUP,
      name: `rod ${name} strikes the ground with its end: speed up`,
      unit: "m/s",
      closedForm: exact.vz,
      scale: Math.abs(rod.vz),
      measure: async (h: number) => (await throwRod(h, rod)).vz,
    },
    {
      group: GROUP,
      name: `the same: speed along`,
      unit: "m/s",
      closedForm: exact.vx,
      scale: Math.abs(rod.vz),
      measure: async (h: number) => (await throwRod(h, rod)).vx,
    },
    {
      group: GROUP,
      name: `the same: turn`,
      unit: "rad/s",
      closedForm: exact.spin,
      measure: async (h: number) => (await throwRod(h, rod)).spin,
    },
  ];
});

/** A superball, e = e_t = 1, thrown at 45° without spin: slip reverses, v_x' = v_x (1 - 4/7), rim speed 10/7 v_x. */
const superball = (h: number): Promise<{ vx: number; rim: number }> => {
  const contact = { friction: 2, restitution: 1, tangentialRestitution: 1 };
  return withScene(h, { gravity: [0, 0, 0], contact, entities: [ball("ball", [0, 0, 0.2])] }, (p) => {
    setVelocity(p, "ball", "Body", [2, 0, -2], [0, 0, 0]);
    run(p, 0.2);
    return { vx: speedOf(p, "ball")[0], rim: readBody(p, "ball", "Body").angularVelocity[1] * R };
  });
};

const superballCases: readonly AccuracyCase[] = [
  {
    group: GROUP,
    name: "superball at 45°: speed along",
    unit: "m/s",
    closedForm: 2 * (3 / 7),
    measure: async (h) => (await superball(h)).vx,
  },
  {
    group: GROUP,
    name: "superball at 45°: rim speed",
    unit: "m/s",
    closedForm: 2 * (10 / 7),
    measure: async (h) => (await superball(h)).rim,
  },
];

/** A box, e = 1 and friction 1.2, in a room without gravity for 10 s: most energy, as a share of that at the start, above 1. */
const inRoom = (h: number): Promise<number> => {
  const walls = ([-1, 1] as const).flatMap((side) =>
    [0, 1, 2].map((axis) => ({
      name: `wall${axis}${side}`,
      shape: { kind: "Box" as const, size: [2, 2, 2] as Vec3 },
      position: [0, 1, 2].map((i) => (i === axis ? 1.5 * side : 0)) as unknown as Vec3,
      material: "Test",
    })),
  );
  const room = { name: "room", isStatic: true, bodies: [{ name: "Body", solids: walls }] };
  const box = thing("box", { shape: { kind: "Box", size: [0.1, 0.15, 0.2] }, mass: 1 });
  return withScene(h, { ...space, contact: { friction: 1.2, restitution: 1 }, entities: [room, box] }, (p) => {
    setVelocity(p, "box", "Body", [3, 2, 1], [2, 3, 4]);
    const inertia = [0.0625, 0.05, 0.0325].map((x) => x / 12);
    const energy = (): number => {
      const { linearVelocity: v, angularVelocity: w, orientation } = readBody(p, "box", "Body");
      const [x, y, z, s] = orientation;
      const axes: Vec3[] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + s * z), 2 * (x * z - s * y)],
        [2 * (x * y - s * z), 1 - 2 * (x * x + z * z), 2 * (y * z + s * x)],
        [2 * (x * z + s * y), 2 * (y * z - s * x), 1 - 2 * (x * x + y * y)],
      ];
      return dot(v, v) + axes.reduce((sum, axis, i) => sum + inertia[i] * dot(axis, w) ** 2, 0);
    };
    const start = energy();
    let most = start;
    run(p, 10, () => {
      most = Math.max(most, energy());
    });
    return most / start - 1;
  });
};

/** A ball falls from heights that differ by the travel of one step: largest difference of the rebound height from the mean. */
const dropPhases = (h: number): Promise<number> =>
  withScene(h, { contact: { restitution: 0.7 }, entities: [ball("ball", [0, 0, 1])] }, (p) => {
    const start = p.snapshot();
    const ratios = Array.from({ length: 20 }, (_, k) => {
      p.restore(start);
      const height = 0.5 + (k / 20) * Math.sqrt(GRAVITY) * h;
      moveBody(p, "ball", "Body", { position: [0, 0, R + height], orientation: [0, 0, 0, 1] });
      let [top, bounced] = [0, false];
      run(p, 0.6, () => {
        const { position, linearVelocity } = readBody(p, "ball", "Body");
        bounced ||= linearVelocity[2] > 0;
        // between two samples the top is up to v h / 2 higher
        if (bounced)
          top = Math.max(top, position[2] - R + linearVelocity[2] ** 2 / (2 * GRAVITY) - (linearVelocity[2] * h) / 2);
      });
      return top / height;
    });
    const mean = ratios.reduce((sum, x) => sum + x, 0) / ratios.length;
    return Math.max(...ratios.map((x) => Math.abs(x / mean - 1)));
  });

const [HEAVY, LIGHT] = [0.6, 0.05];
/** A small ball on a large one, e = 1: dropped together, they leave with (3 M - m) / (M + m) and (M - 3 m) / (M + m). */
const dropTwo = (h: number): Promise<{ small: number; large: number }> => {
  const low = thing("low", { shape: { kind: "Sphere", radius: 0.1 }, mass: HEAVY });
  const entities = [low, ball("high", [0, 0, 0], LIGHT)];
  return withScene(h, { contact: { friction: 0, restitution: 1 }, entities }, (p) => {
    const height = 0.53;
    moveBody(p, "low", "Body", { position: [0, 0, 0.1 + height], orientation: [0, 0, 0, 1] });
    moveBody(p, "high", "Body", { position: [0, 0, 0.2 + R + height + 1e-5], orientation: [0, 0, 0, 1] });
    for (const name of ["low", "high"]) setVelocity(p, name, "Body", [0, 0, 0], [0, 0, 0]);
    const speed = Math.sqrt(2 * GRAVITY * height);
    run(p, speed / GRAVITY + 0.02);
    const since = p.timeSec - speed / GRAVITY;
    const atTouch = (name: string): number => (speedOf(p, name)[2] + GRAVITY * since) / speed;
    return { small: atTouch("high"), large: atTouch("low") };
  });
};

/** A ball with e = 1 between two walls, 40 times: speed kept. */
const manyBounces = (h: number): Promise<number> => {
  const wall = (name: string, x: number) => ({
    ...thing(name, { shape: { kind: "Box", size: [0.2, 1, 1] }, position: [x, 0, 0] }),
    isStatic: true,
  });
  const entities = [wall("left", -0.3), wall("right", 0.3), ball("ball", [0, 0, 0])];
  return withScene(h, { ...space, contact: { friction: 0.4, restitution: 1 }, entities }, (p) => {
    setVelocity(p, "ball", "Body", [3, 0, 0], [0, 0, 0]);
    run(p, 4);
    return Math.abs(speedOf(p, "ball")[0]) / 3;
  });
};

const PHASED: readonly [Target, number, number][] = [
  ["wall", 8, 60],
  ["post", 8, 45],
  ["ball", 8, 45],
  ["plate", 4, 45],
  ["bar", 4, 30],
  ["hull", 8, 60],
  ["moving robot", 4, 45],
];

const phaseCases: readonly AccuracyCase[] = PHASED.flatMap(([target, speed, angle]) => {
  const spread = once((stepSec) => spreadOf({ target, speed, angle, stepSec, phases: 20 }));
  return [
    {
      group: GROUP,
      name: `${speed} m/s at ${angle}° on ${target}, 20 phases: speed off`,
      unit: "share",
      closedForm: 0,
      scale: 1,
      measure: async (h: number, share: number) => (await spread(h, share)).speedOff,
    },
    {
      group: GROUP,
      name: `the same: direction off`,
      unit: "°",
      closedForm: 0,
      scale: 50,
      measure: async (h: number, share: number) => (await spread(h, share)).angleOff,
    },
  ];
});

export const BLOW_CASES: readonly AccuracyCase[] = [
  ...cradleCases,
  {
    group: GROUP,
    name: "ball strikes two touching ones: their speed",
    unit: "share",
    closedForm: (2 * Math.sqrt(3)) / 5,
    measure: async (h) => (await breakShot(h)).struck,
  },
  {
    group: GROUP,
    name: "ball strikes two touching ones: its own speed",
    unit: "share",
    closedForm: -0.2,
    measure: async (h) => (await breakShot(h)).striker,
  },
  ...[0.5, 0.9].map((e) => ({
    group: GROUP,
    name: `ball between a block and a wall, e = ${e}: speed of the block`,
    unit: "m/s",
    closedForm: squeeze(e).block,
    scale: 1,
    measure: (h: number) => squeezed(h, e),
  })),
  ...rodCases,
  ...superballCases,
  {
    group: GROUP,
    name: "box in a room, e = 1, friction 1.2: energy gained in 10 s",
    unit: "share",
    closedForm: 0,
    scale: 1,
    measure: inRoom,
  },
  {
    group: GROUP,
    name: "ball dropped from 20 phases: rebound height off",
    unit: "share",
    closedForm: 0,
    scale: 1,
    measure: dropPhases,
  },
  {
    group: GROUP,
    name: "small ball on a large one, dropped together: speed of the small one",
    unit: "share",
    closedForm: (3 * HEAVY - LIGHT) / (HEAVY + LIGHT),
    measure: async (h) => (await dropTwo(h)).small,
  },
  {
    group: GROUP,
    name: "the same: speed of the large one",
    unit: "share",
    closedForm: (HEAVY - 3 * LIGHT) / (HEAVY + LIGHT),
    measure: async (h) => (await dropTwo(h)).large,
  },
  {
    group: GROUP,
    name: "ball, e = 1, between two walls 40 times: speed kept",
    unit: "share",
    closedForm: 1,
    bound: { 0.5: 1e-3, 1: 1e-3, 2: 1e-3, 5: 1e-3 },
    measure: manyBounces,
  },
  ...phaseCases,
];
