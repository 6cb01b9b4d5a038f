// A ball that hits two solids at once, and friction wedges it between them. It must not leave with more energy than it had. In a
// symmetric V of half angle b, friction helps to stop it and then resists (Poisson's law):
//   m v = 2 p (sin b + f cos b),   m v' = 2 e p (sin b - mu cos b)
// It stops with any friction f up to mu; the kernel takes the least impulses: f = cot b, at most mu.

import { describe, expect, test } from "vitest";
import { between } from "../../math/Quat.js";
import { cos, sin } from "../../math/Trigonometry.js";
import { dot, type Vec3 } from "../../math/Vec3.js";
import { readBody, setVelocity } from "../Bodies.js";
import { Physics } from "../Physics.js";

const RADIUS = 0.0215;
const MASS = 0.046;
const THICK = 0.1;
/** Start height, m. Not a whole number of steps: a step that ends at the touch would be braked by friction before the bounce. */
const GAP = 0.0103;

interface Groove {
  readonly friction: number;
  readonly restitution: number;
  /** Half of the opening angle, degrees. */
  readonly half: number;
  readonly stepSec: number;
  readonly speed: number;
  /** From the middle of the groove, m. */
  readonly offset?: number;
}

interface Flight {
  /** Speed back out, as a share of the speed in. */
  readonly back: number;
  /** Maximum energy as a share of the initial energy. */
  readonly energy: number;
}

/** Without gravity: down into the groove between two boxes and out again. */
async function fly({ friction, restitution, half, stepSec, speed, offset = 0 }: Groove): Promise<Flight> {
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

const SPEEDS = [0.12, 0.2, 0.4, 1, 3];
const FRICTIONS = [0, 0.3, 0.8, 1.2];

describe("[M3] a ball into a groove of two boxes", () => {
  test.each([0.2, 0.5, 0.8, 1])("e = %s: it leaves with what friction leaves of e v", async (restitution) => {
    for (const stepSec of [0.001, 0.002])
      for (const friction of FRICTIONS)
        for (const half of [60, 75])
          for (const speed of SPEEDS) {
            const groove = { friction, restitution, half, stepSec, speed };
            const { back } = await fly(groove);
            const [c, s] = [cos((half * Math.PI) / 180), sin((half * Math.PI) / 180)];
            const exact = (restitution * (s - friction * c)) / (s + Math.min(friction, c / s) * c);
            expect(back, JSON.stringify(groove)).toBeLessThan(1.002 * exact);
            expect(back, JSON.stringify(groove)).toBeGreaterThan(0.98 * exact);
          }
  });

  test.each([0.001, 0.002, 0.005])("its energy never grows, at %s s", async (stepSec) => {
    for (const restitution of [0.2, 0.5, 1])
      for (const friction of FRICTIONS)
        for (const half of [30, 45, 60])
          for (const speed of SPEEDS)
            for (const offset of [0, 1e-4, 1e-3]) {
              const groove = { friction, restitution, half, stepSec, speed, offset };
              expect((await fly(groove)).energy, JSON.stringify(groove)).toBeLessThan(1.001);
            }
  });
});
