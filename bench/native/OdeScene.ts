// A world as the text that ode.c reads: bodies, solids, joints and materials in world space, as numbers separated by spaces.
// Left out: springs, dampers, armatures, meshes and heightfields; no scene of the benchmark has them.

import type { Entity } from "../../src/describe/entity/Entity.js";
import type { Joint, JointKind, JointPropertyName } from "../../src/describe/entity/Joint.js";
import type { Solid } from "../../src/describe/entity/Solid.js";
import { turnTensor } from "../../src/math/Mat3.js";
import { compose, type Pose, transformPoint } from "../../src/math/Pose.js";
import { between, multiply, rotate } from "../../src/math/Quat.js";
import { ZERO } from "../../src/math/Vec3.js";
import { massesOf } from "../../src/physics/Masses.js";
import type { Physics } from "../../src/physics/Physics.js";

const SHAPES: Readonly<Record<string, number>> = { Box: 0, Sphere: 1, Cylinder: 2, CappedCylinder: 3, Plane: 4 };
const JOINTS: Readonly<Record<JointKind, number>> = {
  BallSocket: 0,
  Hinge: 1,
  Servo: 1,
  Hinge2: 2,
  Slider: 3,
  Universal: 4,
  Fixed: 5,
  AMotor: -1,
};
const COMMANDS: Partial<Record<JointPropertyName, number>> = { Vel: 0, FMax: 1, Angle: 2 };
/** ODE's cylinders lie along z, ours along y. */
const Y_TO_Z = between([0, 0, 1], [0, 1, 0]);

export class OdeScene {
  readonly text: string;
  readonly #physics: Physics;
  readonly #bodies = new Map<string, number>();
  readonly #joints = new Map<string, number>();

  constructor(physics: Physics, stepsPerFrame: number) {
    this.#physics = physics;
    const { materials, gravity, names } = physics;
    const entities = names.map((name) => physics.entity(name));
    const pairs = materials.names.flatMap((a) =>
      materials.names.map((b) => {
        const { friction, friction2, restitution, bounceSpeed } = materials.pair(a, b);
        return [friction, friction2 ?? -1, restitution, bounceSpeed];
      }),
    );
    const bodies = entities.flatMap((entity) => this.#bodyLines(entity));
    const solids = entities.flatMap((entity, number) => this.#solidLines(entity, number));
    const joints = entities.flatMap((entity) => this.#jointLines(entity));
    this.text = [
      [physics.stepSec, stepsPerFrame, ...gravity],
      [materials.names.length, ...pairs.flat()],
      [bodies.length],
      ...bodies,
      [solids.length],
      ...solids,
      [joints.length],
      ...joints,
    ]
      .map((line) => line.join(" "))
      .join("\n");
  }

  /** A joint command as ode.c reads it; undefined: ODE has no such command. */
  command(entity: string, joint: string, property: JointPropertyName, value: number, axis: number): string | undefined {
    const number = this.#joints.get(`${entity}/${joint}`);
    const what = COMMANDS[property];
    return number === undefined || what === undefined ? undefined : `${number} ${axis} ${what} ${value}`;
  }

  #bodyLines(entity: Entity): number[][] {
    const placement = this.#physics.placementOf(entity.name);
    return [...massesOf(entity)].map(([name, { mass, center, inertia }]) => {
      this.#bodies.set(`${entity.name}/${name}`, this.#bodies.size);
      const t = turnTensor(inertia, placement.orientation);
      return [mass, ...transformPoint(placement, center), t[0], t[4], t[8], t[1], t[2], t[5]];
    });
  }

  #solidLines(entity: Entity, number: number): number[][] {
    const placement = this.#physics.placementOf(entity.name);
    return entity.bodies.flatMap((body) =>
      body.solids
        .filter(({ collide }) => collide)
        .map((solid) => [
          ...shapeOf(solid),
          this.#bodies.get(`${entity.name}/${body.name}`) ?? -1,
          number,
          this.#physics.materials.names.indexOf(solid.material),
          Number(entity.selfCollide),
          Number(solid.shape.kind === "Cylinder"),
          ...sizeOf(solid),
          ...poseOf(compose(placement, solid.pose), solid.shape.kind === "Cylinder"),
        ]),
    );
  }

  #jointLines(entity: Entity): number[][] {
    const placement = this.#physics.placementOf(entity.name);
    return entity.joints
      .filter(({ kind }) => JOINTS[kind] >= 0)
      .map((joint) => {
        this.#joints.set(`${entity.name}/${joint.name}`, this.#joints.size);
        const bodyOf = (name: string | undefined) => this.#bodies.get(`${entity.name}/${name}`) ?? -1;
        const axes = [0, 1].map((k) => rotate(placement.orientation, joint.axes[k] ?? ZERO));
        return [
          JOINTS[joint.kind],
          bodyOf(joint.body1),
          bodyOf(joint.body2),
          joint.parameters.length,
          Number(joint.kind === "Servo"),
          finite(joint.servo?.MaxVel ?? Number.POSITIVE_INFINITY),
          ...transformPoint(placement, joint.anchor),
          ...axes.flat(),
          ...joint.parameters.flatMap((one) => axisNumbers(one)),
        ];
      });
  }
}

const finite = (value: number): number => Math.min(1e12, Math.max(-1e12, value));

const axisNumbers = ({ LoStop, HiStop, Vel, FMax }: Joint["parameters"][number]): number[] =>
  [LoStop, HiStop, Vel, FMax].map(finite);

function shapeOf({ shape, name }: Solid): [number] {
  const kind = SHAPES[shape.kind];
  if (kind === undefined) throw new Error(`the ODE reference has no shape ${shape.kind} (${name})`);
  return [kind];
}

function sizeOf({ shape }: Solid): readonly number[] {
  if (shape.kind === "Box") return shape.size;
  if (shape.kind === "Sphere") return [shape.radius, 0, 0];
  if (shape.kind === "Cylinder" || shape.kind === "CappedCylinder") return [shape.radius, shape.length, 0];
  return [0, 0, 0];
}

function poseOf({ position, orientation }: Pose, isCylinder: boolean): number[] {
  const [x, y, z, w] = isCylinder ? multiply(orientation, Y_TO_Z) : orientation;
  return [...position, w, x, y, z];
}
