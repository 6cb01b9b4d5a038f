// Cases of ellipsoids on the ground: rolling, rocking, rest, bounce. Half lengths a, b, c; a point of the surface on the axis
// c has the radius of curvature a² / c in the plane of a and c.

import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { fromAxisAngle, rotate } from "../../src/math/Quat.js";
import { cos, PI, sin } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import { type AccuracyCase, GRAVITY as g, PHASE_BOUND, run, thing, withScene } from "./AccuracyCase.js";

const egg = (size: Vec3, extra: Partial<SolidInput> = {}) =>
  thing("egg", { shape: { kind: "Ellipsoid", size }, mass: 2, position: [0, 0, size[2] / 2], ...extra });

/** Slides at 5 m/s along y, then rolls about x with the inertia of a ball: about its axis, every spheroid has 2/5 m r². */
const slide = (name: string, size: Vec3): AccuracyCase => ({
  group: "ellipsoids",
  name: `${name} slides, then rolls: 5/7 of 5 m/s`,
  unit: "m/s",
  closedForm: (5 * 5) / 7,
  measure: (h) =>
    withScene(h, { contact: { friction: 0.4 }, entities: [egg(size)] }, (p) => {
      setVelocity(p, "egg", "Body", [0, 5, 0], [0, 0, 0]);
      run(p, 2);
      return readBody(p, "egg", "Body").linearVelocity[1];
    }),
});

/** Rocks about y through a small angle. */
const rock = (name: string, size: Vec3): AccuracyCase => {
  const [a, , c] = size.map((s) => s / 2);
  const stiff = g * ((a * a) / c - c);
  const inertia = (a * a + c * c) / 5 + c * c;
  return {
    group: "ellipsoids",
    name: `${name} rocks, period`,
    unit: "s",
    closedForm: 2 * PI * Math.sqrt(inertia / stiff),
    measure: (h) => {
      const tilt = 0.02;
      // height of the centre above the plane at this tilt
      const height = Math.sqrt((a * sin(tilt)) ** 2 + (c * cos(tilt)) ** 2);
      const solid = egg(size, { position: [0, 0, height], orientation: fromAxisAngle([0, 1, 0], tilt) });
      return withScene(h, { contact: { friction: 1 }, entities: [solid] }, (p) => {
        const times: number[] = [];
        const lean = () => rotate(readPose(p, "egg", "Body").orientation, [sin(tilt), 0, cos(tilt)])[0];
        const start = lean();
        let before = start;
        run(p, 5, (t) => {
          const now = lean();
          if (before < 0 && now >= 0) times.push(t - (h * now) / (now - before));
          before = now;
        });
        return (times[times.length - 1] - times[0]) / (times.length - 1);
      });
    },
  };
};

const rest = (name: string, size: Vec3): AccuracyCase => ({
  group: "ellipsoids",
  name: `${name} at rest for 60 s, moved`,
  unit: "m",
  closedForm: 0,
  scale: size[2],
  measure: (h) =>
    withScene(h, { contact: { friction: 0.5 }, entities: [egg(size)] }, (p) => {
      run(p, 60);
      const [x, y, z] = readPose(p, "egg", "Body").position;
      return Math.sqrt(x * x + y * y + (z - size[2] / 2) ** 2);
    }),
});

/** Falls from 0.5 m onto a solid with its top at z = 0: height of the bounce. */
const drop = (name: string, target: SolidInput["shape"], depth: number): AccuracyCase => ({
  group: "ellipsoids",
  name: `ellipsoid falls 0.5 m onto ${name}, e 0.7, height of the bounce`,
  unit: "m",
  closedForm: 0.7 * 0.7 * 0.5,
  bound: PHASE_BOUND,
  measure: (h) => {
    const block = { ...thing("block", { shape: target, position: [0, 0, -depth] }), isStatic: true };
    const solid = egg([0.1, 0.2, 0.06], { position: [0, 0, 0.53] });
    return withScene(h, { ground: false, contact: { restitution: 0.7 }, entities: [block, solid] }, (p) => {
      run(p, Math.sqrt((2 * 0.5) / g) + 2 * h);
      let top = 0;
      run(p, 0.5, () => {
        top = Math.max(top, readPose(p, "egg", "Body").position[2] - 0.03);
      });
      return top;
    });
  },
});

export const ELLIPSOID_CASES: readonly AccuracyCase[] = [
  slide("ellipsoid of three equal lengths", [0.2, 0.2, 0.2]),
  slide("spheroid of 0.4 m by 0.1 m", [0.4, 0.1, 0.1]),
  slide("disc-like spheroid on its edge", [0.1, 0.3, 0.3]),
  rock("flat ellipsoid", [0.4, 0.3, 0.2]),
  rock("nearly round ellipsoid", [0.24, 0.2, 0.2]),
  rest("flat ellipsoid", [0.4, 0.3, 0.1]),
  drop("a box", { kind: "Box", size: [1, 1, 0.2] }, 0.1),
  drop("a sphere", { kind: "Sphere", radius: 0.3 }, 0.3),
  drop("another", { kind: "Ellipsoid", size: [0.8, 0.6, 0.4] }, 0.2),
  drop("a cylinder", { kind: "Cylinder", radius: 0.3, length: 1 }, 0.3),
];
