// Cases of jointed bodies without contact: momentum of linkages in flight, energy of chains and loops, gyroscopes. Energies
// are those of the read state: bodies' positions and velocities at the same time.

import { fromQuat, type Mat3, mulVec, transpose } from "../../src/math/Mat3.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { atan2, cos, sin } from "../../src/math/Trigonometry.js";
import { add, cross, dot, length, scale, sub, type Vec3, ZERO } from "../../src/math/Vec3.js";
import { readBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import { readBall, readJoint, setBallVelocity, setJointSpeed } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, once, run, withScene } from "./AccuracyCase.js";

/** Mass and inertia about the centre of mass, by body. */
type Parts = Readonly<Record<string, { readonly mass: number; readonly inertia: Mat3 }>>;

const diagonal = (x: number, y: number, z: number): Mat3 => [x, 0, 0, 0, y, 0, 0, 0, z];
/** A thin rod along x; not quite thin, so that it has inertia about its own axis. */
const rod = (mass: number, l: number): Mat3 =>
  diagonal((mass * l * l) / 1200, (mass * l * l) / 12, (mass * l * l) / 12);

interface Totals {
  readonly mass: number;
  readonly center: Vec3;
  readonly momentum: Vec3;
  /** About the world's origin. */
  readonly spin: Vec3;
  readonly energy: number;
}

/** Sums over the bodies of an entity; energy with weight, above z = 0. */
function totals(p: Physics, entity: string, parts: Parts, gravity = g): Totals {
  let [mass, energy] = [0, 0];
  let [center, momentum, spin]: Vec3[] = [ZERO, ZERO, ZERO];
  for (const [name, part] of Object.entries(parts)) {
    const { position, orientation, linearVelocity: v, angularVelocity: w } = readBody(p, entity, name);
    const r = fromQuat(orientation);
    const local = mulVec(transpose(r), w);
    const own = mulVec(part.inertia, local);
    mass += part.mass;
    center = add(center, scale(position, part.mass));
    momentum = add(momentum, scale(v, part.mass));
    spin = add(spin, add(mulVec(r, own), scale(cross(position, v), part.mass)));
    energy += (part.mass * dot(v, v) + dot(local, own)) / 2 + part.mass * gravity * position[2];
  }
  return { mass, center: scale(center, 1 / mass), momentum, spin, energy };
}

const bodyAt = (name: string, centerOfMass: Vec3, { mass, inertia }: Parts[string]) => ({
  name,
  mass,
  centerOfMass,
  inertia,
});

// a body with two unlike servo arms, in flight without gravity, that swings them for 20 s

const FLYER: Parts = {
  Hull: { mass: 3, inertia: diagonal(0.03, 0.05, 0.04) },
  Left: { mass: 0.9, inertia: rod(0.9, 0.4) },
  Right: { mass: 0.6, inertia: rod(0.6, 0.3) },
};

interface Servo {
  readonly Kp: number;
  readonly Kd: number;
}

function flyer(servo: Servo) {
  const arm = (body1: string, axis: Vec3, x: number, FMax: number) => ({
    name: `${body1}Servo`,
    kind: "Servo" as const,
    body1,
    body2: "Hull",
    anchor: [x, 0, 0.1] as Vec3,
    axes: [axis],
    servo,
    parameters: [{ FMax }],
  });
  return {
    name: "flyer",
    bodies: [
      bodyAt("Hull", [0, 0, 0], FLYER.Hull),
      bodyAt("Left", [0.35, 0, 0.1], FLYER.Left),
      bodyAt("Right", [-0.3, 0, 0.1], FLYER.Right),
    ],
    joints: [arm("Left", [0, 1, 0], 0.15, 40), arm("Right", [0, 0.6, 0.8], -0.15, 40)],
  };
}

/** For a share of the time, in proportion: drift of the centre of mass, m, and largest angular momentum, as a share of that of one arm at its largest speed. */
function swingFlyer(h: number, servo: Servo, share: number): Promise<{ drift: number; spin: number }> {
  return withScene(h, { ground: false, gravity: [0, 0, 0], entities: [flyer(servo)] }, (p) => {
    const start = totals(p, "flyer", FLYER, 0).center;
    const rate = 7;
    const reach = 0.8;
    const armSpin = (FLYER.Left.mass * 0.04 + FLYER.Left.inertia[4]) * reach * rate;
    let [drift, spin] = [0, 0];
    const aim = (time: number) => {
      p.setJoint("flyer", "LeftServo", "Angle", reach * sin(rate * time));
      p.setJoint("flyer", "RightServo", "Angle", reach * (1 - cos(0.9 * rate * time)));
    };
    aim(0);
    run(p, 20 * share, (time) => {
      const now = totals(p, "flyer", FLYER, 0);
      drift = Math.max(drift, length(sub(now.center, start)));
      spin = Math.max(spin, length(now.spin) / armSpin);
      aim(time);
    });
    return { drift: drift / share, spin: spin / share };
  });
}

const IDEAL = { Kp: 0, Kd: 0 };
const flying = (name: string, servo: Servo): AccuracyCase[] => {
  const swing = once((h, share) => swingFlyer(h, servo, share));
  return [
    {
      group: "linkages",
      name: `body swings two ${name} servos for 20 s in flight, drift`,
      unit: "m",
      closedForm: 0,
      // 1 % is 1 mm
      scale: 0.1,
      measure: async (h, share) => (await swing(h, share)).drift,
    },
    {
      group: "linkages",
      name: `body swings two ${name} servos in flight, angular momentum`,
      unit: "share",
      closedForm: 0,
      scale: 1,
      measure: async (h, share) => (await swing(h, share)).spin,
    },
  ];
};

/** A satellite turns by a wheel: the hull's angle is -I2 / (I1 + I2) of the wheel's, whatever the motor does. */
const SATELLITE: Parts = {
  Hull: { mass: 5, inertia: diagonal(0.06, 0.07, 0.08) },
  Wheel: { mass: 1, inertia: diagonal(0.002, 0.002, 0.004) },
};
const satellite: AccuracyCase = {
  group: "linkages",
  name: "satellite turned by its wheel, angle of the hull",
  unit: "rad",
  closedForm: (-40 * 0.004) / 0.084,
  measure: (h) => {
    const entity = {
      name: "satellite",
      bodies: [bodyAt("Hull", [0, 0, 0], SATELLITE.Hull), bodyAt("Wheel", [0, 0, 0], SATELLITE.Wheel)],
      joints: [
        {
          name: "Axle",
          kind: "Hinge" as const,
          body1: "Wheel",
          body2: "Hull",
          axes: [[0, 0, 1] as Vec3],
          parameters: [{ Vel: 60, FMax: 0.3 }],
        },
      ],
    };
    return withScene(h, { ground: false, gravity: [0, 0, 0], entities: [entity] }, (p) => {
      let [before, after, angleBefore, angle] = [0, 0, 0, 0];
      // up to 40 rad of the wheel against the hull, interpolated
      while (after < 40) {
        run(p, h);
        [before, after] = [after, readJoint(p, "satellite", "Axle")[0].position];
        const [, , z, w] = readPose(p, "satellite", "Hull").orientation;
        [angleBefore, angle] = [angle, 2 * atan2(z, w)];
      }
      return angleBefore + ((angle - angleBefore) * (40 - before)) / (after - before);
    });
  },
};

// chains of rods that hang from a hinge, released straight at an angle below the horizontal

function chain(masses: readonly number[], l: number, down: number) {
  const at = (way: number): Vec3 => [way * cos(down), 0, -way * sin(down)];
  const parts: Record<string, Parts[string]> = {};
  masses.forEach((mass, i) => {
    // the same across the rod in the plane of motion, whatever the angle
    parts[`Link${i}`] = { mass, inertia: diagonal((mass * l * l) / 12, (mass * l * l) / 12, (mass * l * l) / 12) };
  });
  const entity = {
    name: "chain",
    bodies: masses.map((_, i) => bodyAt(`Link${i}`, at((i + 0.5) * l), parts[`Link${i}`])),
    joints: masses.map((_, i) => ({
      name: `Hinge${i}`,
      kind: "Hinge" as const,
      body1: `Link${i}`,
      ...(i > 0 ? { body2: `Link${i - 1}` } : {}),
      anchor: at(i * l),
      axes: [[0, 1, 0] as Vec3],
    })),
  };
  return { entity, parts };
}

interface ChainOptions {
  readonly masses: readonly number[];
  readonly link: number;
  readonly down: number;
  readonly seconds: number;
}

/** Largest change of energy, as a share of the energy above hanging. */
function chainEnergy(h: number, { masses, link, down, seconds }: ChainOptions): Promise<number> {
  const { entity, parts } = chain(masses, link, down);
  const range = masses.reduce((sum, mass, i) => sum + mass * g * (i + 0.5) * link, 0) * (1 - sin(down));
  return withScene(h, { ground: false, entities: [entity] }, (p) => {
    const start = totals(p, "chain", parts).energy;
    let worst = 0;
    let steps = 0;
    run(p, seconds, () => {
      if (++steps % 10 === 0) worst = Math.max(worst, Math.abs(totals(p, "chain", parts).energy - start) / range);
    });
    return worst;
  });
}

/** A share of the time counts in proportion. */
const chainCase = (name: string, options: ChainOptions): AccuracyCase => ({
  group: "linkages",
  name: `${name}, energy error within ${options.seconds} s`,
  unit: "share",
  closedForm: 0,
  scale: 1,
  measure: async (h, share) => (await chainEnergy(h, { ...options, seconds: share * options.seconds })) / share,
});

/** A four-bar in a vertical plane: crank 0.2 m, coupler 0.5 m, rocker 0.4 m, ground 0.45 m; energy of a free swing. */
const FOUR_BAR: Parts = {
  Crank: { mass: 0.8, inertia: rod(0.8, 0.2) },
  Coupler: { mass: 0.5, inertia: rod(0.5, 0.5) },
  Rocker: { mass: 0.7, inertia: rod(0.7, 0.4) },
};
function fourBar() {
  // crank along +x from (0, 0): B = (0.2, 0); rocker from D = (0.45, 0), with |BC| = 0.5 and |DC| = 0.4
  const along = (0.25 * 0.25 + 0.5 * 0.5 - 0.4 * 0.4) / (2 * 0.25);
  const up = Math.sqrt(0.25 - along * along);
  const [b, c, d]: Vec3[] = [
    [0.2, 0, 0],
    [0.2 + along, 0, up],
    [0.45, 0, 0],
  ];
  const bar = (name: string, from: Vec3, to: Vec3) => {
    const { mass, inertia } = FOUR_BAR[name];
    const way = sub(to, from);
    const l = length(way);
    // inertia of the rod along its own direction: across it as given
    const [x, z] = [way[0] / l, way[2] / l];
    const [own, across] = [inertia[0], inertia[4]];
    const tensor: Mat3 = [
      own * x * x + across * z * z,
      0,
      (own - across) * x * z,
      0,
      across,
      0,
      (own - across) * x * z,
      0,
      own * z * z + across * x * x,
    ];
    return { name, mass, centerOfMass: scale(add(from, to), 0.5), inertia: tensor };
  };
  const hinge = (name: string, body1: string, anchor: Vec3, body2?: string) => ({
    name,
    kind: "Hinge" as const,
    body1,
    ...(body2 ? { body2 } : {}),
    anchor,
    axes: [[0, 1, 0] as Vec3],
  });
  return {
    name: "bars",
    bodies: [bar("Crank", ZERO, b), bar("Coupler", b, c), bar("Rocker", d, c)],
    joints: [
      hinge("A", "Crank", ZERO),
      hinge("B", "Coupler", b, "Crank"),
      hinge("C", "Coupler", c, "Rocker"),
      hinge("D", "Rocker", d),
    ],
  };
}
/** Rotation is about y only: the energy needs the inertia across the rods. */
function planarEnergy(p: Physics): number {
  let sum = 0;
  for (const [name, { mass, inertia }] of Object.entries(FOUR_BAR)) {
    const { position, linearVelocity: v, angularVelocity: w } = readBody(p, "bars", name);
    sum += (mass * dot(v, v) + inertia[4] * w[1] * w[1]) / 2 + mass * g * position[2];
  }
  return sum;
}
const fourBarEnergy: AccuracyCase = {
  group: "linkages",
  name: "four-bar swings freely, energy error within 60 s",
  unit: "share",
  closedForm: 0,
  // relative to the weight's work over the coupler's length
  scale: 2 * g * 0.5,
  measure: (h, share) =>
    withScene(h, { ground: false, entities: [fourBar()] }, (p) => {
      const start = planarEnergy(p);
      let worst = 0;
      run(p, 60 * share, () => {
        worst = Math.max(worst, Math.abs(planarEnergy(p) - start));
      });
      return worst / share;
    }),
};

// gyroscopes

/** Steady precession of a symmetric top at the angle t from upright: I1 cos(t) W² - I3 w3 W + m g l = 0. */
function slowPrecession(i1: number, i3: number, spin: number, moment: number, tilt: number): number {
  const a = i1 * cos(tilt);
  const b = i3 * spin;
  if (Math.abs(a) < 1e-9 * b) return moment / b;
  return (b - Math.sqrt(b * b - 4 * a * moment)) / (2 * a);
}

/** Angle that the direction has turned about z in `seconds`. */
function turnAbout(p: Physics, direction: () => Vec3, seconds: number): number {
  let turned = 0;
  let [x, y] = direction();
  run(p, seconds, () => {
    const [nx, ny] = direction();
    turned += atan2(x * ny - y * nx, x * nx + y * ny);
    [x, y] = [nx, ny];
  });
  return turned;
}

const TOP_ARM = 0.06;
const TOP_TILT = 0.9;
const fastTop = (spin: number): AccuracyCase => {
  const [mass, i1, i3] = [0.4, 4e-4, 6e-4];
  const pivot = i1 + mass * TOP_ARM * TOP_ARM;
  const rate = slowPrecession(pivot, i3, spin, mass * g * TOP_ARM, TOP_TILT);
  return {
    group: "gyroscopes",
    name: `top on a ball joint at ${spin} rad/s, precession`,
    unit: "rad/s",
    closedForm: rate,
    measure: (h) => {
      const top = {
        name: "top",
        bodies: [bodyAt("Disc", [0, 0, TOP_ARM], { mass, inertia: diagonal(i1, i1, i3) })],
        joints: [{ name: "Tip", kind: "BallSocket" as const, body1: "Disc", anchor: ZERO }],
      };
      return withScene(h, { ground: false }, (p) => {
        p.add(top, { position: [0, 0, 0], orientation: fromAxisAngle([0, 1, 0], TOP_TILT) });
        setBallVelocity(p, "top", "Tip", [-rate * sin(TOP_TILT), 0, spin]);
        return turnAbout(p, () => readPose(p, "top", "Disc").position, 3) / 3;
      });
    },
  };
};

/** A rotor on a hinge in a gimbal of two rings, its axis level, released in steady precession: W = m g l / (I3 w). */
const gimbal = (name: string, spin: number, FMax: number): AccuracyCase => {
  const [mass, frame, arm, i3] = [0.5, 0.1, 0.08, 9e-4];
  const rate = ((mass + frame) * g * arm) / (i3 * spin);
  const hinge = (joint: string, body1: string, axis: Vec3, body2?: string) => ({
    name: joint,
    kind: "Hinge" as const,
    body1,
    ...(body2 ? { body2 } : {}),
    anchor: ZERO,
    axes: [axis],
  });
  return {
    group: "gyroscopes",
    name: `rotor at ${spin} rad/s in a gimbal, ${name}, precession`,
    unit: "rad/s",
    closedForm: rate,
    measure: (h) => {
      const gyro = {
        name: "gyro",
        bodies: [
          bodyAt("Outer", ZERO, { mass: 0.1, inertia: diagonal(2e-4, 2e-4, 2e-4) }),
          bodyAt("Inner", [arm, 0, 0], { mass: frame, inertia: diagonal(1e-4, 1e-4, 1e-4) }),
          bodyAt("Rotor", [arm, 0, 0], { mass, inertia: diagonal(i3, 5e-4, 5e-4) }),
        ],
        joints: [
          hinge("Turn", "Outer", [0, 0, 1]),
          hinge("Tilt", "Inner", [0, 1, 0], "Outer"),
          { ...hinge("Spin", "Rotor", [1, 0, 0], "Inner"), parameters: [{ Vel: spin, FMax }] },
        ],
      };
      return withScene(h, { ground: false, entities: [gyro] }, (p) => {
        setJointSpeed(p, "gyro", "Spin", spin);
        setJointSpeed(p, "gyro", "Turn", rate);
        return turnAbout(p, () => readPose(p, "gyro", "Inner").position, 3) / 3;
      });
    },
  };
};

/** A free symmetric body, spinning fast about a tilted axis: its axis goes round the angular momentum at L / I1. */
const wobble: AccuracyCase = (() => {
  const [i1, i3] = [2e-3, 3e-3];
  const [across, along] = [40, 260];
  const l = Math.sqrt(i1 * i1 * across * across + i3 * i3 * along * along);
  return {
    group: "gyroscopes",
    name: "free disc at 260 rad/s, wobble",
    unit: "rad/s",
    closedForm: l / i1,
    measure: (h) => {
      const disc = { name: "disc", bodies: [bodyAt("Disc", ZERO, { mass: 1, inertia: diagonal(i1, i1, i3) })] };
      return withScene(h, { ground: false, gravity: [0, 0, 0] }, (p) => {
        // the angular momentum points along z
        const tilt = atan2(i1 * across, i3 * along);
        p.add(disc, { position: [0, 0, 0], orientation: fromAxisAngle([0, 1, 0], tilt) });
        const [s, k] = [sin(tilt), cos(tilt)];
        setVelocity(p, "disc", "Disc", ZERO, [-across * k + along * s, 0, across * s + along * k]);
        const axis = (): Vec3 => {
          const r = fromQuat(readPose(p, "disc", "Disc").orientation);
          return [r[2], r[5], r[8]];
        };
        return Math.abs(turnAbout(p, axis, 1));
      });
    },
  };
})();

/** A heavy bob on a rod and a ball joint circles as a conical pendulum: W² = g / (l cos t). */
const conical: AccuracyCase = (() => {
  const [l, tilt] = [0.7, 0.6];
  const rate = Math.sqrt(g / (l * cos(tilt)));
  return {
    group: "gyroscopes",
    name: "conical pendulum on a ball joint, rate",
    unit: "rad/s",
    closedForm: rate,
    measure: (h) => {
      const bob = {
        name: "bob",
        bodies: [bodyAt("Bob", [0, 0, -l], { mass: 2, inertia: diagonal(1e-9, 1e-9, 1e-9) })],
        joints: [{ name: "Top", kind: "BallSocket" as const, body1: "Bob", anchor: ZERO }],
      };
      return withScene(h, { ground: false }, (p) => {
        p.add(bob, { position: [0, 0, 0], orientation: fromAxisAngle([0, 1, 0], tilt) });
        // rate about the world's z in the body's frame
        setBallVelocity(p, "bob", "Top", [-rate * sin(tilt), 0, rate * cos(tilt)]);
        if (!readBall(p, "bob", "Top")) throw new Error("no ball joint");
        return turnAbout(p, () => readPose(p, "bob", "Bob").position, 10) / 10;
      });
    },
  };
})();

export const LINKAGE_CASES: readonly AccuracyCase[] = [
  ...flying("ideal", IDEAL),
  ...flying("PD", { Kp: 60, Kd: 1.5 }),
  satellite,
  chainCase("chain of eight links", { masses: new Array(8).fill(0.3), link: 0.15, down: 0, seconds: 60 }),
  chainCase("light chain with a bob 10 000 times as heavy", {
    masses: [...new Array(5).fill(0.001), 10],
    link: 0.2,
    down: 0.6,
    seconds: 20,
  }),
  fourBarEnergy,
  fastTop(150),
  fastTop(320),
  gimbal("free", 280, 0),
  gimbal("driven", 350, 2),
  wobble,
  conical,
];
