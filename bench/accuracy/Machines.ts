// Cases of machines: omni platforms, motors, stops.

import { FOUR_WHEELS, omniOnGround, omniRobot, THREE_WHEELS, wheelJoint, wheelSpeeds } from "../../robots/OmniRobot.js";
import { ORIGIN } from "../../src/math/Pose.js";
import { conjugate, fromAxisAngle, rotate } from "../../src/math/Quat.js";
import { scale, sub, type Vec3 } from "../../src/math/Vec3.js";
import { readBody, readPose } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import type { Physics } from "../../src/physics/Physics.js";
import { type AccuracyCase, once, run, withScene } from "./AccuracyCase.js";

/** The platform after two seconds of one command: its motion in its own frame. */
function drive(h: number, wheelAngles: readonly number[], [vx, vy, w]: Vec3): Promise<Vec3> {
  const carpet = {
    materials: [{ name: "Test", friction: 0.8 }],
    pairs: [{ a: "Test", b: "OmniWheel", friction: 0.8, friction2: 0 }],
  };
  return withScene(h, carpet, (p) => {
    p.add(omniRobot({ name: "robot", wheelAngles }), omniOnGround(0, 0, 0.3));
    wheelSpeeds(vx, vy, w, { wheelAngles }).forEach((speed, i) => {
      p.setJoint("robot", wheelJoint(i), "Vel", speed);
      p.setJoint("robot", wheelJoint(i), "FMax", 0.3);
    });
    run(p, 2);
    // velocity from positions, as a camera measures it: central difference over two steps, in the frame of the middle step
    const before = readPose(p, "robot", "Body").position;
    run(p, h);
    const { orientation } = readPose(p, "robot", "Body");
    run(p, h);
    const after = readBody(p, "robot", "Body");
    const [x, y] = rotate(conjugate(orientation), scale(sub(after.position, before), 1 / (2 * h)));
    return [x, y, after.angularVelocity[2]];
  });
}

const COMMAND: Vec3 = [1, 0.5, 1];
const platform = (name: string, angles: readonly number[]): AccuracyCase[] => {
  const driven = once((h) => drive(h, angles, COMMAND));
  return ["vx", "vy", "w"].map((part, i) => ({
    group: "machines",
    name: `${name}-wheel omni platform told (1, 0.5, 1), ${part}`,
    unit: i < 2 ? "m/s" : "rad/s",
    closedForm: COMMAND[i],
    measure: async (h: number, share: number) => (await driven(h, share))[i],
  }));
};

/** A flywheel of 0.02 kg·m² on a hinge to the world. */
const flywheel = {
  name: "wheel",
  bodies: [
    { name: "Body", mass: 1, inertia: [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.02] as const, centerOfMass: [0, 0, 0] as Vec3 },
  ],
  joints: [{ name: "Axle", kind: "Hinge" as const, body1: "Body", axes: [[0, 0, 1] as Vec3] }],
};

const withWheel = <T>(h: number, use: (p: Physics) => T): Promise<T> =>
  withScene(h, { ground: false, gravity: [0, 0, 0] }, (p) => {
    p.add(flywheel, ORIGIN);
    return use(p);
  });

const runUp: AccuracyCase = {
  group: "machines",
  name: "motor of 0.1 N·m runs a flywheel up, speed at 1 s",
  unit: "rad/s",
  closedForm: 5,
  measure: (h) =>
    withWheel(h, (p) => {
      p.setJoint("wheel", "Axle", "Vel", 20);
      p.setJoint("wheel", "Axle", "FMax", 0.1);
      run(p, 1);
      return readJoint(p, "wheel", "Axle")[0].velocity;
    }),
};
const reach: AccuracyCase = {
  group: "machines",
  name: "the same motor after 6 s: the speed it was told",
  unit: "rad/s",
  closedForm: 20,
  measure: (h) =>
    withWheel(h, (p) => {
      p.setJoint("wheel", "Axle", "Vel", 20);
      p.setJoint("wheel", "Axle", "FMax", 0.1);
      run(p, 6);
      return readJoint(p, "wheel", "Axle")[0].velocity;
    }),
};

/** A turning flywheel hits a stop at 1 rad. */
const stop = (bounce: number): AccuracyCase => ({
  group: "machines",
  name: `hinge at 3 rad/s meets a stop with Bounce ${bounce}, speed back`,
  unit: "rad/s",
  closedForm: 3 * bounce,
  scale: 3,
  measure: (h) =>
    withWheel(h, (p) => {
      p.setJoint("wheel", "Axle", "HiStop", 1);
      p.setJoint("wheel", "Axle", "Bounce", bounce);
      p.setJoint("wheel", "Axle", "FMax", 1e6);
      p.setJoint("wheel", "Axle", "Vel", 3);
      run(p, 2 * h);
      p.setJoint("wheel", "Axle", "FMax", 0);
      run(p, 1);
      return -readJoint(p, "wheel", "Axle")[0].velocity;
    }),
});
const overrun: AccuracyCase = {
  group: "machines",
  name: "the same stop: how far it was passed",
  unit: "rad",
  closedForm: 0,
  scale: 1,
  measure: (h) =>
    withWheel(h, (p) => {
      p.setJoint("wheel", "Axle", "HiStop", 1);
      p.setJoint("wheel", "Axle", "FMax", 0.5);
      p.setJoint("wheel", "Axle", "Vel", 3);
      let max = 0;
      run(p, 3, () => {
        max = Math.max(max, readJoint(p, "wheel", "Axle")[0].position - 1);
      });
      return max;
    }),
};

/** A slider of 2 kg falls 0.5 m onto its stop: e² of the height. */
const stopUnderGravity: AccuracyCase = {
  group: "machines",
  name: "slider falls 0.5 m onto a stop with Bounce 0.6, height of the bounce",
  unit: "m",
  closedForm: 0.5 * 0.6 * 0.6,
  measure: (h) =>
    withScene(h, { ground: false }, (p) => {
      const inertia = [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1] as const;
      const parameters = [{ LoStop: -0.5, HiStop: 5, Bounce: 0.6 }];
      p.add(
        {
          name: "lift",
          bodies: [{ name: "Load", mass: 2, inertia, centerOfMass: [0, 0, 0] }],
          joints: [{ name: "Rail", kind: "Slider", body1: "Load", axes: [[0, 0, 1]], parameters }],
        },
        ORIGIN,
      );
      let [rises, top] = [false, 0];
      run(p, 0.7, () => {
        const { position, velocity } = readJoint(p, "lift", "Rail")[0];
        rises ||= velocity > 0.5;
        if (rises) top = Math.max(top, position + 0.5);
      });
      return top;
    }),
};

/** A servo arm of 0.5 kg at 0.2 m, held level against gravity. */
const servoHold: AccuracyCase = {
  group: "machines",
  name: "ideal servo holds an arm against gravity, sag after 60 s",
  unit: "deg",
  closedForm: 0,
  scale: 1,
  measure: (h, share) => {
    const arm = {
      name: "arm",
      bodies: [
        {
          name: "Arm",
          mass: 0.5,
          inertia: [0.002, 0, 0, 0, 0.002, 0, 0, 0, 0.002] as const,
          centerOfMass: [0.2, 0, 0] as Vec3,
        },
      ],
      joints: [
        {
          name: "Elbow",
          kind: "Servo" as const,
          body1: "Arm",
          axes: [[0, 1, 0] as Vec3],
          parameters: [{ FMax: 5 }],
        },
      ],
    };
    return withScene(h, { ground: false }, (p) => {
      p.add(arm, { position: [0, 0, 1], orientation: fromAxisAngle([0, 0, 1], 0.4) });
      run(p, 60 * share);
      return (Math.abs(readJoint(p, "arm", "Elbow")[0].position) * 180) / Math.PI;
    });
  },
};

/** Boxes of 1 kg, 0.2 m, ten high, or two with the upper one a thousand times heavier: distance that the top has moved. */
function stack(h: number, masses: readonly number[], share: number): Promise<number> {
  const boxes = masses.map((mass, i) => ({
    name: `box${i}`,
    bodies: [
      {
        name: "Body",
        solids: [
          {
            name: "Solid",
            shape: { kind: "Box" as const, size: [0.2, 0.2, 0.2] as Vec3 },
            mass,
            material: "Test",
            position: [0, 0, 0.1 + 0.2 * i] as Vec3,
          },
        ],
      },
    ],
  }));
  return withScene(h, { contact: { friction: 0.5 }, entities: boxes }, (p) => {
    run(p, 60 * share);
    const [x, y, z] = readPose(p, `box${masses.length - 1}`, "Body").position;
    const dz = z - (0.1 + 0.2 * (masses.length - 1));
    return Math.sqrt(x * x + y * y + dz * dz);
  });
}
const stackOf = (name: string, masses: readonly number[]): AccuracyCase => ({
  group: "stacks",
  name,
  unit: "m",
  closedForm: 0,
  // relative to one box's size, or to the height of the stack if a box carries a thousand times its weight
  scale: masses.length > 2 ? 0.2 : 0.4,
  measure: (h, share) => stack(h, masses, share),
});

export const MACHINE_CASES: readonly AccuracyCase[] = [
  ...platform("three", THREE_WHEELS),
  ...platform("four", FOUR_WHEELS),
  runUp,
  reach,
  stop(0),
  stop(0.5),
  stop(1),
  overrun,
  stopUnderGravity,
  servoHold,
  stackOf("ten boxes for 60 s, top moved", new Array(10).fill(1)),
  stackOf("100 kg on 0.1 kg for 60 s, top moved", [0.1, 100]),
];
