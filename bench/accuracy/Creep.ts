// Cases of rest under load: brakes, servos and contacts that carry up to a thousand times the mass of the part that they
// act on must hold for a minute. Values are the way after the first second, in which contacts settle.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { JointInput } from "../../src/describe/entity/Joint.js";
import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { ORIGIN } from "../../src/math/Pose.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { cos, PI, sin } from "../../src/math/Trigonometry.js";
import { distance, type Vec3 } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, GRAVITY as g, run, type SceneOptions, thing, withScene } from "./AccuracyCase.js";

/** 1 % of it is 0.1 mm. */
const TENTH_MM = 0.01;

/** The slope is a turned gravity. */
const slope = (degrees: number): Vec3 => [0, -g * sin((degrees * PI) / 180), -g * cos((degrees * PI) / 180)];

/** Way of a body in a minute after the first second; a share of the minute counts in proportion. */
function creep(name: string, scene: SceneOptions, [entity, body]: readonly [string, string]): AccuracyCase {
  return {
    group: "creep",
    name,
    unit: "m",
    closedForm: 0,
    scale: TENTH_MM,
    measure: (h, share) =>
      withScene(h, scene, (p: Physics) => {
        run(p, 1);
        const from = readPose(p, entity, body).position;
        run(p, 60 * share);
        return distance(readPose(p, entity, body).position, from) / share;
      }),
  };
}

/** A trunk on four wheels with braked axles along x. */
function cart(mass: number, wheelMass: number, shape: "Cylinder" | "Sphere"): EntityInput {
  const places: readonly Vec3[] = [
    [0.2, 0.3, 0.1],
    [-0.2, 0.3, 0.1],
    [0.2, -0.3, 0.1],
    [-0.2, -0.3, 0.1],
  ];
  const turn = fromAxisAngle([0, 0, 1], PI / 2);
  return {
    name: "cart",
    bodies: [
      {
        name: "Trunk",
        solids: [
          {
            name: "Plate",
            shape: { kind: "Box", size: [0.3, 0.7, 0.1] },
            mass,
            position: [0, 0, 0.2],
            material: "Test",
          },
        ],
      },
      ...places.map((position, i) => ({
        name: `Wheel${i}`,
        solids: [
          {
            name: `Tyre${i}`,
            shape:
              shape === "Sphere"
                ? { kind: "Sphere" as const, radius: 0.1 }
                : { kind: "Cylinder" as const, radius: 0.1, length: 0.04 },
            mass: wheelMass,
            position,
            orientation: turn,
            material: "Test",
          },
        ],
      })),
    ],
    joints: places.map((anchor, i) => ({
      name: `Axle${i}`,
      kind: "Hinge",
      body1: `Wheel${i}`,
      body2: "Trunk",
      anchor,
      axes: [[1, 0, 0]],
      parameters: [{ Vel: 0, FMax: 1e4 }],
    })),
  };
}

const cartOn = (degrees: number, mass: number, wheel: number, shape: "Cylinder" | "Sphere"): AccuracyCase =>
  creep(
    `cart of ${mass} kg, braked ${shape === "Sphere" ? "balls" : "wheels"} of ${wheel} kg, ${degrees}°, a minute`,
    { gravity: slope(degrees), contact: { friction: 0.9 }, entities: [cart(mass, wheel, shape)] },
    ["cart", "Trunk"],
  );

/** A trunk of 50 kg on four legs with servo knees and light feet. */
function walker(footMass: number, servo: JointInput["servo"]): EntityInput {
  const places: readonly Vec3[] = [
    [0.2, 0.3, 0],
    [-0.2, 0.3, 0],
    [0.2, -0.3, 0],
    [-0.2, -0.3, 0],
  ];
  return {
    name: "walker",
    bodies: [
      {
        name: "Trunk",
        solids: [
          {
            name: "Plate",
            shape: { kind: "Box", size: [0.3, 0.7, 0.1] },
            mass: 50,
            position: [0, 0, 0.4],
            material: "Test",
          },
        ],
      },
      ...places.map(([x, y], i) => ({
        name: `Foot${i}`,
        solids: [
          {
            name: `Sole${i}`,
            shape: { kind: "Box" as const, size: [0.08, 0.12, 0.04] as Vec3 },
            mass: footMass,
            position: [x, y, 0.02] as Vec3,
            material: "Test",
          },
        ],
      })),
    ],
    joints: places.map(([x, y], i) => ({
      name: `Ankle${i}`,
      kind: "Servo" as const,
      body1: `Foot${i}`,
      body2: "Trunk",
      anchor: [x, y, 0.08] as Vec3,
      axes: [[1, 0, 0] as Vec3],
      parameters: [{ FMax: 1000 }],
      servo,
    })),
  };
}

const walkerOn = (degrees: number, foot: number): AccuracyCase =>
  creep(
    `50 kg on servo feet of ${foot} kg, ${degrees}°, a minute`,
    { gravity: slope(degrees), contact: { friction: 0.8 }, entities: [walker(foot, undefined)] },
    ["walker", "Trunk"],
  );

/** Two fingers on sliders press on a load from both sides with twice the force that friction needs. */
function gripper(fingerMass: number, load: EntityInput["bodies"][number]["solids"], force: number): EntityInput[] {
  const finger = (name: string, x: number) => ({
    name,
    solids: [
      {
        name: `${name}Pad`,
        shape: { kind: "Box" as const, size: [0.02, 0.1, 0.1] as Vec3 },
        mass: fingerMass,
        position: [x, 0, 1] as Vec3,
        material: "Test",
      },
    ],
  });
  return [
    {
      name: "gripper",
      bodies: [finger("Left", -0.06), finger("Right", 0.06)],
      joints: [
        {
          name: "LeftSlide",
          kind: "Slider",
          body1: "Left",
          axes: [[1, 0, 0]],
          parameters: [{ Vel: 0.5, FMax: force }],
        },
        {
          name: "RightSlide",
          kind: "Slider",
          body1: "Right",
          axes: [[1, 0, 0]],
          parameters: [{ Vel: -0.5, FMax: force }],
        },
      ],
    },
    { name: "load", bodies: [{ name: "Body", solids: load }] },
  ];
}

const held = (what: "box" | "ball", mass: number, finger: number): AccuracyCase =>
  creep(
    `${what} of ${mass} kg held by fingers of ${finger} kg, a minute`,
    {
      ground: false,
      contact: { friction: 0.6 },
      entities: gripper(
        finger,
        [
          {
            name: "Solid",
            shape: what === "box" ? { kind: "Box", size: [0.1, 0.1, 0.1] } : { kind: "Sphere", radius: 0.05 },
            mass,
            position: [0, 0, 1],
            material: "Test",
          },
        ],
        (2 * mass * g) / (2 * 0.6),
      ),
    },
    ["load", "Body"],
  );

/** A motor with target speed 0 holds a bob by a light rotor. */
const holding = (kind: "Hinge" | "Servo", load: number, rotor: number): AccuracyCase => ({
  group: "creep",
  name: `${kind === "Servo" ? "servo" : "brake"} on a rotor of ${rotor} kg holds ${load} kg at 1 m, a minute`,
  unit: "m",
  closedForm: 0,
  scale: TENTH_MM,
  measure: (h) =>
    withScene(h, { ground: false }, (p) => {
      const i = 0.4 * rotor * 0.05 * 0.05;
      p.add(
        {
          name: "arm",
          bodies: [
            { name: "Rotor", mass: rotor, inertia: [i, 0, 0, 0, i, 0, 0, 0, i], centerOfMass: [0, 0, 0] },
            { name: "Load", mass: load, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1], centerOfMass: [1, 0, 0] },
          ],
          joints: [
            { name: "Motor", kind, body1: "Rotor", axes: [[0, 1, 0]], parameters: [{ FMax: 1e5 }] },
            {
              name: "Coupling",
              kind: "Hinge",
              body1: "Load",
              body2: "Rotor",
              axes: [[0, 1, 0]],
              parameters: [{ FMax: 1e5 }],
            },
          ],
        },
        ORIGIN,
      );
      run(p, 1);
      const angle = () => readJoint(p, "arm", "Motor")[0].position + readJoint(p, "arm", "Coupling")[0].position;
      const from = angle();
      run(p, 60);
      return Math.abs(angle() - from);
    }),
});

/** A box on a slope carries a heavy one. */
const pile = (degrees: number, upper: number, lower: number): AccuracyCase => {
  const box = (name: string, mass: number, z: number): EntityInput => ({
    name,
    bodies: [
      {
        name: "Body",
        solids: [
          { name: "Solid", shape: { kind: "Box", size: [0.3, 0.3, 0.1] }, mass, position: [0, 0, z], material: "Test" },
        ],
      },
    ],
  });
  return creep(
    `${upper} kg on a box of ${lower} kg, ${degrees}°, a minute`,
    {
      gravity: slope(degrees),
      contact: { friction: 0.6 },
      entities: [box("lower", lower, 0.05), box("upper", upper, 0.15)],
    },
    ["upper", "Body"],
  );
};

/** Held by rolling friction alone. */
const roller = (name: string, shape: SolidInput["shape"], degrees: number, rolling: number): AccuracyCase => {
  const radius = "radius" in shape ? shape.radius : 0;
  const solid = { shape, mass: 1, position: [0, 0, radius] as Vec3, orientation: fromAxisAngle([0, 0, 1], PI / 2) };
  const scene = { gravity: slope(degrees), contact: { friction: 0.6, rolling }, entities: [thing("roller", solid)] };
  return creep(`${name} held on ${degrees}° by rolling friction, a minute`, scene, ["roller", "Body"]);
};

export const CREEP_CASES: readonly AccuracyCase[] = [
  cartOn(15, 20, 0.2, "Cylinder"),
  cartOn(15, 100, 0.1, "Sphere"),
  cartOn(15, 100, 0.1, "Cylinder"),
  walkerOn(10, 0.1),
  walkerOn(10, 0.05),
  held("box", 2, 0.05),
  held("ball", 2, 0.05),
  held("ball", 10, 0.01),
  holding("Hinge", 10, 0.1),
  holding("Hinge", 10, 0.01),
  holding("Servo", 10, 0.01),
  pile(10, 1, 1),
  pile(10, 100, 0.1),
  roller("ball of 21.5 mm", { kind: "Sphere", radius: 0.0215 }, 1.5, 0.001),
  roller("cylinder of 0.1 m", { kind: "Cylinder", radius: 0.1, length: 0.2 }, 2, 0.01),
];
