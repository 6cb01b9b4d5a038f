// [R6] Closed loops, several joints between the same two bodies, and collisions within an entity.

import { afterEach, describe, expect, test } from "vitest";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { JointInput } from "../../src/describe/entity/Joint.js";
import { rotate } from "../../src/math/Quat.js";
import { add, distance, dot, sub, type Vec3 } from "../../src/math/Vec3.js";
import { applyForce, readBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  jointed,
  makeWorld,
  run,
} from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

const FIT = 1e-4;
const Y: Vec3 = [0, 1, 0];
const middle = (a: Vec3, b: Vec3): Vec3 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

/** Pivots of a crank-rocker in the x-z plane: links of 0.3, 0.8 and 0.7 m over a base of 0.9 m. */
const O: Vec3 = [0, 0, 0];
const P: Vec3 = [0, 0, 0.3];
const Q: Vec3 = (() => {
  // where the circles of the coupler about P and of the rocker about R meet
  const [d2, a, b] = [0.9 * 0.9 + 0.3 * 0.3, 0.8, 0.7];
  const d = Math.sqrt(d2);
  const along = (a * a - b * b + d2) / (2 * d);
  const up = Math.sqrt(a * a - along * along);
  const [ux, uz] = [0.9 / d, -0.3 / d];
  return [along * ux - up * uz, 0, 0.3 + along * uz + up * ux];
})();
const R: Vec3 = [0.9, 0, 0];
const LINKS: Record<string, [Vec3, Vec3]> = { Crank: [O, P], Coupler: [P, Q], Rocker: [Q, R] };

function fourBar(motor: string, parameters: object): EntityInput {
  const hinge = (name: string, body1: string, body2: string | undefined, anchor: Vec3): JointInput => ({
    name,
    kind: "Hinge",
    body1,
    ...(body2 ? { body2 } : {}),
    anchor,
    axes: [Y],
    parameters: [name === motor ? parameters : {}],
  });
  return {
    name: "robot",
    selfCollide: false,
    bodies: Object.entries(LINKS).map(([name, [from, to]]) =>
      bodyOf(name, ballShape(0.05), { position: middle(from, to), mass: 1 }),
    ),
    joints: [
      hinge("JO", "Crank", undefined, O),
      hinge("JP", "Crank", "Coupler", P),
      hinge("JQ", "Coupler", "Rocker", Q),
      hinge("JR", "Rocker", undefined, R),
    ],
  };
}

const carried = (physics: Physics, link: string, p: Vec3): Vec3 => {
  const { position, orientation } = readPose(physics, "robot", link);
  return add(position, rotate(orientation, sub(p, middle(...LINKS[link]))));
};
function misfit(physics: Physics): number {
  return Math.max(
    distance(carried(physics, "Crank", O), O),
    distance(carried(physics, "Crank", P), carried(physics, "Coupler", P)),
    distance(carried(physics, "Coupler", Q), carried(physics, "Rocker", Q)),
    distance(carried(physics, "Rocker", R), R),
  );
}

describe("[R6] a four-bar linkage", () => {
  test("driven at the crank, it turns continuously and stays closed", async () => {
    const physics = await makeWorld({ entities: [fourBar("JO", { Vel: 5, FMax: 200 })] });
    let worst = 0;
    run(physics, 4, () => {
      worst = Math.max(worst, misfit(physics));
    });
    expect(worst).toBeLessThan(FIT);
    const [crank] = readJoint(physics, "robot", "JO");
    expect(crank.position).toBeCloseTo(20, 1);
    expect(crank.velocity).toBeCloseTo(5, 2);
    // a crank-rocker's rocker swings: it does not go round
    expect(Math.abs(readJoint(physics, "robot", "JR")[0].position)).toBeLessThan(Math.PI);
  });

  test.each(["JO", "JP", "JQ", "JR"])("a motor on %s drives it, whichever joint closes the loop", async (name) => {
    const physics = await makeWorld({ gravity: [0, 0, 0], entities: [fourBar(name, { Vel: 0.3, FMax: 50 })] });
    run(physics, 0.5);
    const [axis] = readJoint(physics, "robot", name);
    expect(axis.velocity).toBeCloseTo(0.3, 3);
    expect(axis.position).toBeCloseTo(0.15, 2);
    expect(misfit(physics)).toBeLessThan(FIT);
  });

  test.each(["JO", "JP", "JQ", "JR"])("a stop on %s holds the whole linkage up", async (name) => {
    const physics = await makeWorld({ entities: [fourBar(name, { LoStop: -0.1, HiStop: 0.1 })] });
    run(physics, 3);
    expect(Math.abs(readJoint(physics, "robot", name)[0].position)).toBeLessThan(0.1 + 1e-3);
    expect(misfit(physics)).toBeLessThan(FIT);
  });

  test("hanging free it keeps its energy", async () => {
    const physics = await makeWorld({ entities: [fourBar("", {})] });
    const energy = () =>
      Object.keys(LINKS).reduce((sum, link) => {
        const { position, linearVelocity: v, angularVelocity: w } = readBody(physics, "robot", link);
        return sum + G * position[2] + 0.5 * dot(v, v) + 0.5 * 0.4 * 0.05 * 0.05 * dot(w, w);
      }, 0);
    const start = energy();
    let max = 0;
    run(physics, 3, (step) => {
      if (step % 10 === 0) max = Math.max(max, Math.abs(energy() - start));
    });
    // links of 1 kg that fall by up to half a metre
    expect(max).toBeLessThan(0.02 * G * 0.5 * 3);
  });
});

describe("[R6] a slider-crank", () => {
  const [r, l] = [0.2, 0.5];
  /** Crank about the origin, rod, piston along x; the piston's slider is named so that it is an edge or the loop. */
  const engine = (sliderName: string, driven: string, parameters: object): EntityInput => {
    const joint = (
      name: string,
      kind: "Hinge" | "Slider",
      body1: string,
      body2: string | undefined,
      x: number,
    ): JointInput => ({
      name,
      kind,
      body1,
      ...(body2 ? { body2 } : {}),
      anchor: [x, 0, 0],
      axes: [kind === "Hinge" ? Y : [1, 0, 0]],
      parameters: [name === driven ? parameters : {}],
    });
    return {
      name: "robot",
      selfCollide: false,
      bodies: [
        bodyOf("Crank", ballShape(0.05), { position: [r / 2, 0, 0] }),
        bodyOf("Rod", ballShape(0.05), { position: [r + l / 2, 0, 0] }),
        bodyOf("Piston", ballShape(0.05), { position: [r + l, 0, 0] }),
      ],
      joints: [
        joint("Main", "Hinge", "Crank", undefined, 0),
        joint("Big", "Hinge", "Crank", "Rod", r),
        joint("Small", "Hinge", "Rod", "Piston", r + l),
        joint(sliderName, "Slider", "Piston", undefined, r + l),
      ],
    };
  };
  const pistonAt = (angle: number) => r * Math.cos(angle) + Math.sqrt(l * l - (r * Math.sin(angle)) ** 2);

  test.each(["ASlide", "ZSlide"])("crank turned: the piston is where the formula says (%s)", async (name) => {
    const physics = await makeWorld({ entities: [engine(name, "Main", { Vel: 6, FMax: 500 })] });
    let worst = 0;
    run(physics, 3, () => {
      const x = readPose(physics, "robot", "Piston").position[0];
      worst = Math.max(worst, Math.abs(x - pistonAt(readJoint(physics, "robot", "Main")[0].position)));
    });
    expect(readJoint(physics, "robot", "Main")[0].position).toBeGreaterThan(17);
    expect(worst).toBeLessThan(5 * FIT);
    const [slide] = readJoint(physics, "robot", name);
    expect(slide.position).toBeCloseTo(readPose(physics, "robot", "Piston").position[0] - r - l, 3);
  });

  test.each(["ASlide", "ZSlide"])("piston pushed: the crank turns (%s)", async (name) => {
    const physics = await makeWorld({ gravity: [0, 0, 0], entities: [engine(name, name, { Vel: -0.2, FMax: 100 })] });
    // off the dead centre first
    run(physics, 0.2, () => applyForce(physics, "robot", "Crank", [0, 0, -1]));
    run(physics, 0.5);
    expect(readJoint(physics, "robot", name)[0].velocity).toBeCloseTo(-0.2, 2);
    const angle = readJoint(physics, "robot", "Main")[0].position;
    expect(Math.abs(readPose(physics, "robot", "Piston").position[0] - pistonAt(angle))).toBeLessThan(5 * FIT);
  });
});

describe("[R6] several joints between the same two bodies", () => {
  test("two hinges on one line are one hinge", async () => {
    const entity = jointed({ kind: "Hinge", axes: [Y], anchor: [0, -0.1, 0] });
    const two = {
      ...entity,
      joints: [...entity.joints!, { ...entity.joints![0], name: "Second", anchor: [0, 0.1, 0] as Vec3 }],
    };
    const physics = await makeWorld(floating(two));
    run(physics, 0.6, (step) => applyForce(physics, "robot", "A", [5 * Math.sin(step / 90), 4, 3]));
    const point = (body: string, start: Vec3, p: Vec3) => {
      const { position, orientation } = readPose(physics, "robot", body);
      return add(position, rotate(orientation, sub(p, start)));
    };
    for (const p of [
      [0, -0.1, 0],
      [0, 0.1, 0],
    ] as Vec3[])
      expect(distance(point("A", [-0.3, 0, 0], p), point("B", [0.3, 0, 0], p))).toBeLessThan(FIT);
    expect(Math.abs(readJoint(physics, "robot", "Joint")[0].position)).toBeGreaterThan(0.1);
    expect(readJoint(physics, "robot", "Second")[0].position).toBeCloseTo(
      readJoint(physics, "robot", "Joint")[0].position,
      3,
    );
  });

  test("a hinge-2 and a ball joint on its axle: the wheel turns and does not steer", async () => {
    const entity = jointed(
      {
        kind: "Hinge2",
        axes: [
          [0, 0, 1],
          [1, 0, 0],
        ],
        anchor: [0.3, 0, 0],
      },
      [10, 1],
    );
    const guided = {
      ...entity,
      joints: [...entity.joints!, { name: "Guide", kind: "BallSocket", body1: "A", body2: "B" } as JointInput],
    };
    const physics = await makeWorld(floating(guided));
    physics.setJoint("robot", "Joint", "Vel", 5, 1);
    physics.setJoint("robot", "Joint", "FMax", 1, 1);
    run(physics, 2, () => applyForce(physics, "robot", "B", [0, 3, 0]));
    const [steering, axle] = readJoint(physics, "robot", "Joint");
    expect(Math.abs(steering.position)).toBeLessThan(2e-4);
    expect(axle.velocity).toBeCloseTo(5, 2);
  });
});

describe("[R2] [R6] collisions between bodies of one entity", () => {
  const slider = (collide: boolean) => jointed({ kind: "Slider", axes: [[1, 0, 0]], collide });

  test.each([
    [true, -0.2],
    [false, 0.5],
  ])("joined bodies with Collide %s", async (collide, gap) => {
    const physics = await makeWorld(floating(slider(collide)));
    run(physics, 2, () => applyForce(physics, "robot", "A", [1, 0, 0]));
    const way = readPose(physics, "robot", "A").position[0] - readPose(physics, "robot", "B").position[0];
    if (collide) expect(way).toBeCloseTo(gap, 3);
    else expect(way).toBeGreaterThan(gap);
  });

  test.each([true, false])("SelfCollide %s", async (selfCollide) => {
    const entity: EntityInput = {
      name: "robot",
      selfCollide,
      bodies: [bodyOf("A", boxShape(1, 1, 0.2)), bodyOf("B", boxShape(0.2), { position: [0, 0, 0.21] })],
      joints: [{ name: "Hold", kind: "Fixed", body1: "A" }],
    };
    const physics = await makeWorld({ entities: [entity] });
    run(physics, 1);
    const { position } = readPose(physics, "robot", "B");
    if (selfCollide) expect(position[2]).toBeCloseTo(0.2, 3);
    else expect(position[2]).toBeLessThan(-4);
  });

  test("Collide on a joint has effect although SelfCollide is off", async () => {
    const physics = await makeWorld(floating({ ...slider(true), selfCollide: false }));
    run(physics, 2, () => applyForce(physics, "robot", "A", [1, 0, 0]));
    const way = readPose(physics, "robot", "A").position[0] - readPose(physics, "robot", "B").position[0];
    expect(way).toBeCloseTo(-0.2, 3);
  });
});

test("[M8] a loop may end at a body that is fixed to another one", async () => {
  const at = (name: string, x: number, y: number, mass = 1) =>
    bodyOf(name, boxShape(0.1), { position: [x, y, 1], collide: false, mass });
  const hinge = (name: string, body1: string, body2: string, anchor: Vec3): JointInput => ({
    name,
    kind: "Hinge",
    body1,
    body2,
    anchor,
    axes: [[0, 0, 1]],
  });
  const physics = await makeWorld({});
  physics.add({
    name: "ring",
    bodies: [at("root", 0, 0, 9), at("p", 1, 0), at("end", 1, 1), at("q", 0, 1)],
    joints: [
      hinge("j0", "p", "root", [0.5, 0, 1]),
      hinge("j1", "q", "root", [0, 0.5, 1]),
      { name: "j2", kind: "Fixed", body1: "end", body2: "p" },
      { name: "j3", kind: "BallSocket", body1: "end", body2: "q", anchor: [0.5, 1, 1] },
    ],
  });
  setVelocity(physics, "ring", "root", [0, 0, 0], [0, 0, 3]);
  run(physics, 0.05);
  expect(readPose(physics, "ring", "end").position[2]).toBeLessThan(1);
});
