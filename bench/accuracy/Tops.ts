// Cases of gyroscopes that stand on a smooth ground with a small round foot: their centre of mass moves up and down only. With the
// distance l from foot to centre, the spin w and the tilt q, the steady rate W obeys
//   I3 w W - I1 W² cos q = m g l

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { Mat3 } from "../../src/math/Mat3.js";
import { conjugate, multiply, type Quat, rotate } from "../../src/math/Quat.js";
import { acos, atan2, cos, DEGREE, PI, sin } from "../../src/math/Trigonometry.js";
import { add, scale, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, setVelocity } from "../../src/physics/Bodies.js";
import { setJointSpeed } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, once, run, withScene } from "./AccuracyCase.js";

/** At 300 rad/s it turns by 0.6 rad in a step of 2 ms, by 1.5 rad in one of 5 ms. */
const FAR = { 2: 0.02, 5: 0.12 };

const FOOT = 5e-4;
const LENGTH = 0.1;

/** Tensor with i3 about the axis and i1 across it. */
const aboutAxis = (i1: number, i3: number, a: Vec3): Mat3 =>
  [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => (x === y ? i1 : 0) + (i3 - i1) * a[x] * a[y])) as unknown as Mat3;

interface Stand {
  readonly entity: EntityInput;
  readonly tilt: number;
  /** Rate of the steady motion, rad/s. */
  readonly rate: number;
  readonly start: (p: Physics) => void;
}

/** The slow root of  a W² + b W = m g l. */
const slowRate = (a: number, b: number, m: number): number =>
  (-b + Math.sqrt(b * b + 4 * a * m * g * LENGTH)) / (2 * a);

const axisOf = (tilt: number): Vec3 => [sin(tilt), 0, cos(tilt)];
const centreOf = (tilt: number): Vec3 => add(scale(axisOf(tilt), LENGTH), [0, 0, FOOT]);
const FOOT_SOLID = {
  name: "Foot",
  shape: { kind: "Sphere" as const, radius: FOOT },
  position: [0, 0, FOOT] as Vec3,
  material: "Test",
};

function top(spin: number, degrees: number): Stand {
  const [m, i1, i3, tilt] = [0.5, 8e-4, 6e-4, degrees * DEGREE];
  const axis = axisOf(tilt);
  const rate = slowRate(-i1 * cos(tilt), i3 * spin, m);
  const body = {
    name: "Top",
    mass: m,
    inertia: aboutAxis(i1, i3, axis),
    centerOfMass: centreOf(tilt),
    solids: [FOOT_SOLID],
  };
  return {
    entity: { name: "top", bodies: [body] },
    tilt,
    rate,
    start: (p) => setVelocity(p, "top", "Top", [0, 0, 0], add(scale(axis, spin - rate * cos(tilt)), [0, 0, rate])),
  };
}

/** A wheel in a frame with a foot. */
function gyroscope(spin: number, degrees: number): Stand {
  const [frame, wheel, i1, i3, own, tilt] = [0.1, 0.4, 4e-4, 5e-4, 2e-4, degrees * DEGREE];
  const [axis, centre] = [axisOf(tilt), centreOf(tilt)];
  const rate = slowRate((i3 - i1) * cos(tilt), i3 * spin, frame + wheel);
  return {
    entity: {
      name: "top",
      bodies: [
        { name: "Top", mass: frame, inertia: aboutAxis(own, own, axis), centerOfMass: centre, solids: [FOOT_SOLID] },
        { name: "Wheel", mass: wheel, inertia: aboutAxis(i1, i3, axis), centerOfMass: centre },
      ],
      joints: [{ name: "Axle", kind: "Hinge", body1: "Wheel", body2: "Top", anchor: centre, axes: [axis] }],
    },
    tilt,
    rate,
    start: (p) => {
      setVelocity(p, "top", "Wheel", [0, 0, 0], add(scale(axis, spin), [0, 0, rate]));
      setJointSpeed(p, "top", "Axle", spin);
    },
  };
}

function stand(name: string, { entity, tilt, rate, start }: Stand): readonly AccuracyCase[] {
  const spin = once((h) =>
    withScene(h, { contact: { friction: 0 }, entities: [entity] }, (p) => {
      start(p);
      const first: Quat = readBody(p, "top", "Top").orientation;
      let [turn, last, worst] = [0, 0, tilt];
      run(p, 2, () => {
        const [x, y, z] = rotate(multiply(readBody(p, "top", "Top").orientation, conjugate(first)), axisOf(tilt));
        const turned = atan2(y, x) - last;
        turn += turned > PI ? turned - 2 * PI : turned < -PI ? turned + 2 * PI : turned;
        last = atan2(y, x);
        if (Math.abs(acos(z) - tilt) > Math.abs(worst - tilt)) worst = acos(z);
      });
      return { rate: turn / 2, tilt: worst / DEGREE };
    }),
  );
  const group = "tops";
  return [
    {
      group,
      name: `${name}, precession`,
      unit: "rad/s",
      closedForm: rate,
      measure: async (h) => (await spin(h, 1)).rate,
      bound: FAR,
    },
    {
      group,
      name: "the same: tilt within 2 s",
      unit: "°",
      closedForm: tilt / DEGREE,
      measure: async (h) => (await spin(h, 1)).tilt,
      bound: FAR,
    },
  ];
}

export const TOP_CASES: readonly AccuracyCase[] = [
  ...stand("top at 300 rad/s stands on smooth ground at 25°", top(300, 25)),
  ...stand("top at 150 rad/s stands on smooth ground at 40°", top(150, 40)),
  ...stand("gyroscope in a frame at 300 rad/s stands on smooth ground at 25°", gyroscope(300, 25)),
  ...stand("gyroscope in a frame at 150 rad/s stands on smooth ground at 10°", gyroscope(150, 10)),
];
