// A ball that flies into a groove of two boxes and out again, without gravity. In a symmetric V of half angle b, friction helps to
// stop the ball and then resists (Poisson's law):
//   m v = 2 p (sin b + f cos b),   m v' = 2 e p (sin b - mu cos b)
// It stops with any friction f up to mu; the kernel takes the least impulses: f = cot b, at most mu.

import { between } from "../../src/math/Quat.js";
import { cos, sin } from "../../src/math/Trigonometry.js";
import { dot, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, setVelocity } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";

const RADIUS = 0.0215;
const MASS = 0.046;
const THICK = 0.1;
/** Start height, m. Not a whole number of steps: a step that ends at the touch would be braked by friction before the bounce. */
const GAP = 0.0103;

export interface Groove {
  readonly friction: number;
  readonly restitution: number;
  /** Half of the opening angle, degrees. */
  readonly half: number;
  readonly stepSec: number;
  readonly speed: number;
  /** From the middle of the groove, m. */
  readonly offset?: number;
}

export interface Flight {
  /** Speed back out, as a share of the speed in. */
  readonly back: number;
  /** Maximum energy as a share of the initial energy. */
  readonly energy: number;
}

/** Without gravity: down into the groove between two boxes and out again. */
export async function flyInto({ friction, restitution, half, stepSec, speed, offset = 0 }: Groove): Promise<Flight> {
  const [c, s] = [cos((half * Math.PI) / 180), sin((half * Math.PI) / 180)];
  const face = (name: string, normal: Vec3) => ({
    name,
    shape: { kind: "Box" as const, size: [0.6, 0.4, THICK] as Vec3 },
    position: normal.map((x) => (-x * THICK) / 2) as unknown as Vec3,
    orientation: between([0, 0, 1], normal),
    material: "Test",
  });
  const shape = { kind: "Sphere" as const, radius: RADIUS };
  const sphere = {
    name: "Solid",
    shape,
    mass: MASS,
    position: [offset, 0, RADIUS / s + GAP] as Vec3,
    material: "Test",
  };
  const p = await Physics.create({
    stepSec,
    gravity: [0, 0, 0],
    materials: [{ name: "Test", friction, restitution }],
    entities: [
      {
        name: "vee",
        isStatic: true,
        bodies: [{ name: "Body", solids: [face("L", [c, 0, s]), face("R", [-c, 0, s])] }],
      },
      { name: "ball", bodies: [{ name: "Body", solids: [sphere] }] },
    ],
  });
  setVelocity(p, "ball", "Body", [0, 0, -speed], [0, 0, 0]);
  const flight = { back: 0, energy: 0 };
  for (let i = Math.ceil((1.2 * GAP) / s / speed / stepSec) + 3; i > 0; i--) {
    p.step();
    const { linearVelocity: v, angularVelocity: w } = readBody(p, "ball", "Body");
    flight.back = v[2] / speed;
    flight.energy = Math.max(flight.energy, (dot(v, v) + 0.4 * RADIUS * RADIUS * dot(w, w)) / (speed * speed));
  }
  p.dispose();
  return flight;
}

/** `back` by the equations above. */
export function exactBack({ friction, restitution, half }: Groove): number {
  const [c, s] = [cos((half * Math.PI) / 180), sin((half * Math.PI) / 180)];
  return (restitution * (s - friction * c)) / (s + Math.min(friction, c / s) * c);
}

type Values = { readonly [Key in keyof Groove]: readonly Groove[Key][] };

/** Every combination of the values. */
export function groovesOf(values: Values): Groove[] {
  return Object.entries(values).reduce<object[]>(
    (all, [key, list]) => all.flatMap((one) => list.map((value) => ({ ...one, [key]: value }))),
    [{}],
  ) as Groove[];
}
