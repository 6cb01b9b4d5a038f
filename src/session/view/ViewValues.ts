// Numbers of the paths that viewers watch (X1): ENTITY/BODY gives x y z qx qy qz qw vx vy vz; ENTITY/JOINT position, velocity and
// effort of each axis (of a ball joint x y z w, wx wy wz); ENTITY/DEVICE its newest sample; ENTITY/JOINT/target its command;
// ENTITY//balance its centre of mass and support polygon; ENTITY//energy and ENTITY/BODY/energy kinetic and potential energy; ENTITY/BODY/spin its angular velocity, rad/s. Each path is read once per instant for all viewers. Reading computes
// nothing that could change the state.

import { createReport } from "../../devices/actuators/JointReport.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { ReadonlyJointCommand } from "../../physics/JointCommand.js";
import { readBall, readJoint, readJointCommand } from "../../physics/Joints.js";
import type { World } from "../../world/World.js";
import { readBalance } from "./ViewBalance.js";
import { readEnergy } from "./ViewEnergy.js";

type Read = () => readonly number[];

const NOTHING: Read = () => [];
/** Ends of paths; names have no slash. */
const [TARGET, BALANCE, ENERGY, SPIN] = ["/target", "/balance", "/energy", "/spin"];
/** Maximum count of numbers of one path in a JSON message; longer ones (a lidar) are sent as bytes. */
export const MAX_AS_TEXT = 64;

export class ViewValues {
  readonly #world: World;
  readonly #readers = new Map<string, Read>();
  readonly #numbers = new Map<string, readonly number[]>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Entities have joined or left. */
  forget(): void {
    this.#readers.clear();
    this.next();
  }

  /** A new instant: discards the numbers that were read. */
  next(): void {
    this.#numbers.clear();
  }

  /** Numbers by path, without unknown paths and those with more than MAX_AS_TEXT numbers. */
  read(paths: readonly string[]): Readonly<Record<string, readonly number[]>> {
    const out: [string, readonly number[]][] = [];
    for (const path of paths) {
      const numbers = this.#numbers.get(path) ?? this.#reader(path)();
      this.#numbers.set(path, numbers);
      if (numbers.length > 0 && numbers.length <= MAX_AS_TEXT) out.push([path, numbers]);
    }
    return Object.fromEntries(out);
  }

  /** Numbers of a path with more than MAX_AS_TEXT; undefined: it has fewer. */
  readFan(path: string): readonly number[] | undefined {
    const numbers = this.#numbers.get(path) ?? this.#reader(path)();
    this.#numbers.set(path, numbers);
    return numbers.length > MAX_AS_TEXT ? numbers : undefined;
  }

  #reader(path: string): Read {
    let reader = this.#readers.get(path);
    if (!reader) {
      reader = makeReader(this.#world, path);
      this.#readers.set(path, reader);
    }
    return reader;
  }
}

function makeReader({ physics, robots }: World, path: string): Read {
  const at = path.indexOf("/");
  const [name, part] = [path.slice(0, at), path.slice(at + 1)];
  if (at < 0 || !physics.has(name)) return NOTHING;
  if (part === BALANCE) return () => readBalance(physics, name);
  const { bodies, joints } = physics.entity(name);
  if (part.endsWith(ENERGY)) {
    const one = part.slice(0, -ENERGY.length);
    const named = one === "" ? bodies : bodies.filter((body) => body.name === one);
    return named.length > 0 ? readEnergy(physics, name, named) : NOTHING;
  }
  if (bodies.some((body) => body.name === part)) {
    const motion = new BodyMotion(physics, name, part);
    return () => {
      const position = motion.position();
      return [...position, ...motion.orientation(), ...motion.velocityAt(position)];
    };
  }
  const spinning = bodies.find((body) => `${body.name}${SPIN}` === part);
  if (spinning) {
    const motion = new BodyMotion(physics, name, spinning.name);
    return () => motion.angularVelocity();
  }
  if (part.endsWith(TARGET)) {
    const told = joints.find((one) => one.name === part.slice(0, -TARGET.length));
    return told ? () => readTargets(readJointCommand(physics, name, told.name)) : NOTHING;
  }
  const joint = joints.find((one) => one.name === part);
  if (joint?.kind === "BallSocket")
    return () => {
      const ball = readBall(physics, name, part);
      return ball ? [...ball.orientation, ...ball.angularVelocity] : [];
    };
  if (joint?.kind === "AMotor") return createReport({ physics, robot: name }, joint).sample ?? NOTHING;
  if (joint)
    return () =>
      readJoint(physics, name, part).flatMap(({ position, velocity, effort }) => [position, velocity, effort]);
  const device = robots.find((robot) => robot.name === name)?.devices.find((one) => one.name === part);
  return device ? () => device.newest : NOTHING;
}

/** Of each axis: target, what it is (0 angle, 1 velocity, 2 torque), and the largest torque or force. */
function readTargets({ axes, servo }: ReadonlyJointCommand): readonly number[] {
  if (servo) return [servo.target, ["Angle", "Velocity", "Torque"].indexOf(servo.mode), finite(axes[0].FMax)];
  return axes.flatMap(({ Vel, FMax }) => [finite(Vel), 1, finite(FMax)]);
}

/** JSON has no infinity. */
const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
