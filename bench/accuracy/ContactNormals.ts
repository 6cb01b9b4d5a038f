// Cases of contact normals: spin does not move a round surface, so it must not turn the normal of an impact. Each case is
// repeated from several phases of the step and returns the value farthest from closed form.

import { fromAxisAngle, type Quat } from "../../src/math/Quat.js";
import { atan2, DEGREE, PI } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, PHASE_BOUND, run, type SceneOptions, thing, withScene } from "./AccuracyCase.js";

const R = 0.05;
const UPRIGHT: Quat = fromAxisAngle([1, 0, 0], PI / 2);
const SPACE: SceneOptions = { ground: false, gravity: [0, 0, 0] };
const PHASES = 9;

/** The value farthest from `exact` over shifts of the start by shares of one step's travel. */
function worst(p: Physics, exact: number, one: (share: number) => number): number {
  const start = p.snapshot();
  let far = exact;
  for (let k = 0; k < PHASES; k++) {
    p.restore(start);
    const value = one(k / PHASES);
    if (Math.abs(value - exact) > Math.abs(far - exact)) far = value;
  }
  return far;
}

const ball = (name: string, position: Vec3, material = "Test") =>
  thing(name, { shape: { kind: "Sphere", radius: R }, mass: 0.2, position, material });

/**
 * A rolling ball hits an equal one at rest, e = 0.8, no friction between them. It keeps its spin and (1 - e) / 2 of its
 * speed; the ground turns both into rolling:  v = (5/7) (1 - e) / 2 v0 + (2/7) v0.
 */
function follow(speed: number, e: number): AccuracyCase {
  const exact = speed * ((5 / 7) * ((1 - e) / 2) + 2 / 7);
  const options: SceneOptions = {
    contact: { friction: 0.3 },
    materials: [{ name: "Ivory", friction: 0, restitution: e }],
    pairs: [{ a: "Ivory", b: "Test", friction: 0.3 }],
    entities: [ball("one", [0, 0, R], "Ivory"), ball("two", [0, 0, R], "Ivory")],
  };
  return {
    group: "normals",
    name: `ball rolling at ${speed} m/s hits one at rest, e = ${e}: speed`,
    unit: "m/s",
    closedForm: exact,
    bound: PHASE_BOUND,
    measure: (h) =>
      withScene(h, options, (p) =>
        worst(p, exact, (share) => {
          moveBody(p, "one", "Body", { position: [-0.15 - share * speed * h, 0, R], orientation: [0, 0, 0, 1] });
          setVelocity(p, "one", "Body", [speed, 0, 0], [0, speed / R, 0]);
          run(p, 1.2);
          return readBody(p, "one", "Body").linearVelocity[0];
        }),
      ),
  };
}

interface Target {
  readonly name: string;
  readonly solid: Parameters<typeof thing>[1];
  readonly radius: number;
  readonly spin: Vec3;
}

const HEAVY = 1e6;
const TARGETS: readonly Target[] = [
  {
    name: "an upright cylinder at 30 rad/s",
    solid: { shape: { kind: "Cylinder", radius: 0.1, length: 0.6 }, mass: HEAVY, orientation: UPRIGHT },
    radius: 0.1,
    spin: [0, 0, 30],
  },
  {
    name: "an upright capsule at -50 rad/s",
    solid: { shape: { kind: "CappedCylinder", radius: 0.03, length: 0.6 }, mass: HEAVY },
    radius: 0.03,
    spin: [0, 0, -50],
  },
  {
    name: "a sphere at 20 rad/s about a slanted axis",
    solid: { shape: { kind: "Sphere", radius: 0.15 }, mass: HEAVY },
    radius: 0.15,
    spin: [10, -8, 15],
  },
  {
    name: "a spheroid at 40 rad/s about its axis",
    solid: { shape: { kind: "Ellipsoid", size: [0.1, 0.1, 0.2] }, mass: HEAVY },
    radius: 0.05,
    spin: [0, 0, 40],
  },
];

/**
 * A ball at 4 m/s hits a heavy spinning solid at an offset of `share` of both radii, e = 1, no friction: with sin a = share it
 * leaves at the angle  180° - 2 a  to its old direction.
 */
function reflect(target: Target, share: number, degrees: number): AccuracyCase {
  const exact = 180 - 2 * degrees;
  const speed = 4;
  const entities = [thing("target", target.solid), ball("ball", [0, 0, 0])];
  return {
    group: "normals",
    name: `ball off ${target.name}, offset ${share}: turned by`,
    unit: "deg",
    closedForm: exact,
    bound: PHASE_BOUND,
    measure: (h) =>
      withScene(h, { ...SPACE, contact: { friction: 0, restitution: 1 }, entities }, (p) =>
        worst(p, exact, (phase) => {
          const y = share * (R + target.radius);
          moveBody(p, "ball", "Body", { position: [-0.5 - phase * speed * h, y, 0], orientation: [0, 0, 0, 1] });
          setVelocity(p, "ball", "Body", [speed, 0, 0], [0, 0, 25]);
          setVelocity(p, "target", "Body", [0, 0, 0], target.spin);
          run(p, 0.25);
          const [vx, vy] = readBody(p, "ball", "Body").linearVelocity;
          return Math.abs(atan2(vy, vx)) / DEGREE;
        }),
      ),
  };
}

/** The struck ball leaves along the line of centres, whatever the spins: at sin a = offset / 2R. */
const struck: AccuracyCase = {
  group: "normals",
  name: "spinning ball hits a spinning one at 30°: direction of the struck",
  unit: "deg",
  closedForm: 30,
  measure: (h) => {
    const options = { ...SPACE, contact: { friction: 0, restitution: 0.9 } };
    return withScene(h, { ...options, entities: [ball("one", [-0.5, 0, 0]), ball("two", [0, -R, 0])] }, (p) =>
      worst(p, 30, (phase) => {
        moveBody(p, "one", "Body", { position: [-0.5 - phase * 3 * h, 0, 0], orientation: [0, 0, 0, 1] });
        setVelocity(p, "one", "Body", [3, 0, 0], [0, 60, 20]);
        setVelocity(p, "two", "Body", [0, 0, 0], [10, -40, 80]);
        run(p, 0.3);
        const [x, y] = readBody(p, "two", "Body").linearVelocity;
        return -atan2(y, x) / DEGREE;
      }),
    );
  },
};

export const NORMAL_CASES: readonly AccuracyCase[] = [
  follow(1.5, 0.8),
  follow(4, 0.95),
  reflect(TARGETS[0], 0.5, 30),
  reflect(TARGETS[1], 0, 0),
  reflect(TARGETS[2], 0.5, 30),
  reflect(TARGETS[3], 0.5, 30),
  struck,
];
