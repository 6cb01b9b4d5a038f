// Which entities meet the conditions of triggers on contacts, joints and sensors (E2). The watched entities and the places of their numbers
// are found once per set of entities. Triggers on contacts look again only when other things touch each other than before.

import { matchesName } from "../../describe/NamePattern.js";
import type {
  ContactCondition,
  JointCondition,
  SensorCondition,
  WorldTrigger,
} from "../../describe/world/WorldTrigger.js";
import { JointMotion } from "../../physics/JointMotion.js";
import type { Physics } from "../../physics/Physics.js";
import { touchingPairs } from "../../physics/TouchingPairs.js";
import type { Robot } from "../Robot.js";

/** Numbers of an axis in the values of a joint. */
const AXIS_SIZE = 3;
const VALUES = { position: 0, velocity: 1, effort: 2 } as const;
const NOTHING: readonly string[] = Object.freeze([]);

/** Whether a number is within the limits of a condition. */
const isWithin = (x: number, { above, below }: Pick<JointCondition, "above" | "below">): boolean =>
  (above === undefined || x > above) && (below === undefined || x < below);

/** A thing that a trigger watches. `read`: its number; undefined: it has none now. */
interface Watched {
  readonly name: string;
  readonly read: () => number | undefined;
}

export interface ValueTrigger extends WorldTrigger {
  readonly condition: ContactCondition | JointCondition | SensorCondition;
}

interface ValueLookOptions {
  readonly physics: Physics;
  readonly robots: () => readonly Robot[];
  /** Does the trigger watch this entity? */
  readonly isWatched: (trigger: number, entity: string) => boolean;
}

export class ValueLook {
  readonly #triggers: readonly ValueTrigger[];
  readonly #options: ValueLookOptions;
  #builds = -1;
  #robots: readonly Robot[] = [];
  /** By trigger, of the entities of now. */
  #watched: (readonly Watched[] | undefined)[] = [];
  #names: (ReadonlySet<string> | undefined)[] = [];
  /** Entities that touched each other in the last look: pairs, and by name; and by trigger those that met the condition. */
  #pairs: readonly string[] = [];
  #touchers: ReadonlyMap<string, readonly string[]> = new Map();
  #touching: (readonly string[] | undefined)[] = [];

  constructor(triggers: readonly ValueTrigger[], options: ValueLookOptions) {
    this.#triggers = triggers;
    this.#options = options;
  }

  /** Before `meeting`, once per step. */
  begin(): void {
    const { physics, robots } = this.#options;
    if (this.#builds !== physics.builds || this.#robots !== robots()) {
      this.#builds = physics.builds;
      this.#robots = robots();
      this.#watched = [];
      this.#names = [];
      this.#touching = [];
    }
    if (!this.#triggers.some(({ condition }) => condition.kind === "Contact")) return;
    const pairs = touchingPairs(physics);
    if (pairs.length === this.#pairs.length && pairs.every((name, i) => name === this.#pairs[i])) return;
    this.#pairs = pairs;
    this.#touching = [];
    const touchers = new Map<string, string[]>();
    for (let i = 0; i < pairs.length; i += 2)
      for (const [one, other] of [
        [pairs[i], pairs[i + 1]],
        [pairs[i + 1], pairs[i]],
      ]) {
        const known = touchers.get(one);
        if (known) known.push(other);
        else touchers.set(one, [other]);
      }
    this.#touchers = touchers;
  }

  /** Names of the entities that meet the condition of a trigger now, in name order. `wasIn`: those that met it before. */
  meeting(i: number, wasIn: (name: string) => boolean): readonly string[] {
    const { condition } = this.#triggers[i];
    if (condition.kind === "Contact") {
      this.#touching[i] ??= this.#findTouching(i, condition);
      return this.#touching[i];
    }
    this.#watched[i] ??= this.#findWatched(i, condition);
    let found: string[] | undefined;
    for (const { name, read } of this.#watched[i]) {
      const x = read();
      // a sensor without a sample, as after a restore, keeps what it said last
      const meets = x === undefined ? condition.kind === "Sensor" && wasIn(name) : isWithin(x, condition);
      if (!meets) continue;
      if (found) found.push(name);
      else found = [name];
    }
    return found ?? NOTHING;
  }

  /** Names of the entities that a trigger watches. */
  #namesOf(i: number): ReadonlySet<string> {
    const { physics, isWatched } = this.#options;
    this.#names[i] ??= new Set(physics.names.filter((name) => !physics.entity(name).isStatic && isWatched(i, name)));
    return this.#names[i];
  }

  #findTouching(i: number, { names }: ContactCondition): readonly string[] {
    const watched = this.#namesOf(i);
    const isPartner = (other: string): boolean => names.some((pattern) => matchesName(pattern, other));
    const found = [...this.#touchers].filter(([name, others]) => watched.has(name) && others.some(isPartner));
    return found.map(([name]) => name).sort();
  }

  #findWatched(i: number, condition: JointCondition | SensorCondition): readonly Watched[] {
    const { physics } = this.#options;
    return [...this.#namesOf(i)].flatMap((name) => {
      const read =
        condition.kind === "Joint"
          ? jointReader(physics, name, condition)
          : sensorReader(
              this.#robots.find((robot) => robot.name === name),
              condition,
            );
      return read ? [{ name, read }] : [];
    });
  }
}

/** Undefined: the entity has no such joint. */
function jointReader(
  physics: Physics,
  entity: string,
  { joint, axis, value }: JointCondition,
): Watched["read"] | undefined {
  const found = physics.entity(entity).joints.find(({ name }) => name === joint);
  if (!found) return undefined;
  const motion = new JointMotion(physics, entity, found);
  return () => motion.read()[AXIS_SIZE * axis + VALUES[value]];
}

/** Undefined: the robot has no such sensor. */
function sensorReader(robot: Robot | undefined, { sensor, index }: SensorCondition): Watched["read"] | undefined {
  const device = robot?.find(sensor);
  return device && (() => device.newest.at(index));
}
