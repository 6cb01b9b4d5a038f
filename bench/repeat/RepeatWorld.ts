// The world of the repeatability tests (M5), with every feature that could differ between runs. A Segway balances, omni robots
// drive and collide with each other and a ball, a quadruped moves its servos, boxes fall into a heap. Commands come
// from one seeded stream per robot, so that no robot changes the commands of another.

import { BalancedSegway } from "../../examples/BalancedSegway.js";
import { ball, ballOnGround } from "../../robots/Ball.js";
import { omniOnGround, omniRobot, wheelJoint, wheelSpeeds } from "../../robots/OmniRobot.js";
import { quadruped, quadrupedOnGround } from "../../robots/Quadruped.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { Hash64 } from "../../src/math/Hash64.js";
import { IDENTITY } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { sin } from "../../src/math/Trigonometry.js";
import { applyImpulse } from "../../src/physics/Bodies.js";
import { Physics, type Snapshot } from "../../src/physics/Physics.js";

const SEED = 7;
const OMNIS = ["omni-1", "omni-2", "omni-3", "omni-4"] as const;

/** A robot of 5000 kg, 500 m away, whose name sorts first. */
export const BYSTANDER: EntityInput = {
  name: "aaa-bystander",
  bodies: [
    {
      name: "Hull",
      solids: [{ name: "Steel", shape: { kind: "Box", size: [4, 2, 1] }, mass: 5000, material: "Steel" }],
    },
  ],
};
const FAR = { position: [500, 0, 0.6] as const, orientation: IDENTITY };

export interface RepeatOptions {
  readonly steps: number;
  readonly stepSec?: number;
  /** Declares the entities in reverse order. */
  readonly backwards?: boolean;
  /** Steps at which the bystander joins and leaves. */
  readonly bystander?: readonly [number, number];
  /** Pairs of steps: takes a snapshot at the first, runs to the second, then restores and continues from the first. */
  readonly rewinds?: readonly (readonly [number, number])[];
  /** One command at this step is one unit in the last place larger. */
  readonly nudgeAt?: number;
  /** Steps between two hashes; default 1000. */
  readonly every?: number;
}

export interface RepeatResult {
  /** Hash of the whole world at the checkpoints; it leaves out the bystander. */
  readonly hashes: readonly string[];
  readonly last: string;
}

class RepeatWorld {
  readonly #physics: Physics;
  readonly #segway: BalancedSegway;
  readonly #nudgeAt: number;

  static async create(options: RepeatOptions): Promise<RepeatWorld> {
    const physics = await Physics.create(
      describeWorld({ name: "repeat", seed: SEED, stepSec: options.stepSec ?? 0.001 }),
    );
    return new RepeatWorld(physics, options);
  }

  private constructor(physics: Physics, options: RepeatOptions) {
    this.#physics = physics;
    this.#nudgeAt = options.nudgeAt ?? -1;
    const adders = [
      ...OMNIS.map(
        (name, i) => () => physics.add(omniRobot({ name }), omniOnGround(2 + 0.25 * (i % 2), 0.25 * Math.floor(i / 2))),
      ),
      () => physics.add(ball({ name: "ball" }), ballOnGround(2.5, 0.1)),
      () => physics.add(quadruped({ name: "dog" }), quadrupedOnGround(-2, 0)),
      ...Array.from(
        { length: 8 },
        (_, i) => () => physics.add(crate(i), { position: [0.02 * i, 3, 0.1 + 0.22 * i], orientation: IDENTITY }),
      ),
    ];
    if (options.backwards) adders.reverse();
    for (const add of adders) add();
    this.#segway = new BalancedSegway(physics, { name: "segway", x: -4 });
  }

  get physics(): Physics {
    return this.#physics;
  }

  /** One step with its commands. */
  step(): void {
    const { steps, timeSec } = this.#physics;
    if (steps % 100 === 0) this.#drive();
    this.#moveDog(timeSec);
    this.#segway.control();
    if (steps % 3000 === 1500) applyImpulse(this.#physics, "segway", "MainBody", [0, 20, 0]);
    const removed = this.#physics.step();
    if (removed.length > 0) throw removed[0].error;
  }

  #drive(): void {
    for (const name of OMNIS) {
      // drawn from the time, so that a restore gives the same numbers again
      const stream = new RandomStream(SEED).split(name).split(String(this.#physics.steps));
      const speeds = wheelSpeeds(stream.uniform(-1.5, 1.5), stream.uniform(-1.5, 1.5), stream.uniform(-3, 3));
      speeds.forEach((speed, i) => {
        const nudged = this.#physics.steps === this.#nudgeAt && name === OMNIS[0] && i === 0 ? nextUp(speed) : speed;
        this.#physics.setJoint(name, wheelJoint(i), "Vel", nudged);
      });
    }
  }

  #moveDog(time: number): void {
    this.#physics.entity("dog").joints.forEach((joint, i) => {
      if (joint.kind === "Servo") this.#physics.setJoint("dog", joint.name, "Angle", 0.2 * sin(6 * time + i));
    });
  }

  save(): { snapshot: Snapshot; balance: ReturnType<BalancedSegway["balance"]["save"]> } {
    return { snapshot: this.#physics.snapshot(), balance: this.#segway.balance.save() };
  }

  restore(saved: ReturnType<RepeatWorld["save"]>): void {
    this.#physics.restore(saved.snapshot);
    this.#segway.balance.restore(saved.balance);
  }
}

function crate(i: number): EntityInput {
  const solid = {
    name: "Wood",
    shape: { kind: "Box" as const, size: [0.2, 0.2, 0.2] as const },
    mass: 1 + 0.1 * i,
    material: "Wood",
  };
  return { name: `crate-${i}`, bodies: [{ name: "Crate", solids: [solid] }] };
}

/** The next larger float64. */
function nextUp(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x === 0 ? Number.MIN_VALUE : x);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, x > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}

/** Runs the world and returns the hashes. Runs in Node, in another process and in a browser. */
export async function runRepeat(options: RepeatOptions): Promise<RepeatResult> {
  const world = await RepeatWorld.create(options);
  const { physics } = world;
  const every = options.every ?? 1000;
  const hashes: string[] = [];
  const note = () => {
    const others = physics.names.filter((name) => name !== BYSTANDER.name);
    hashes.push(others.map((name) => physics.hashOf(name)).join(""));
  };
  while (physics.steps < options.steps) {
    if (physics.steps === options.bystander?.[0] && !physics.has(BYSTANDER.name)) physics.add(BYSTANDER, FAR);
    if (physics.steps === options.bystander?.[1] && physics.has(BYSTANDER.name)) physics.remove(BYSTANDER.name);
    const rewind = options.rewinds?.find(([from]) => from === physics.steps);
    if (rewind) {
      const saved = world.save();
      while (physics.steps < rewind[1]) world.step();
      world.restore(saved);
    }
    world.step();
    if (physics.steps % every === 0) note();
  }
  const last = physics.hash();
  physics.dispose();
  return { hashes: hashes.map(shorten), last };
}

/** Hash of the entities' hashes, 16 digits. */
function shorten(text: string): string {
  return new Hash64().addString(text).digest();
}
