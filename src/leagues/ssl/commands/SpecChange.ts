// How each robot of a match is built (F3): by its text file, changed by RobotSpecs. A robot in the world is rebuilt at its place; specs
// of a robot that is not in the world are kept until it is added.

import { type RobotDescription, renameRobot } from "../../../describe/robot/RobotDescription.js";
import { SimError } from "../../../describe/SimError.js";
import type { Hash64 } from "../../../math/Hash64.js";
import type { World } from "../../../world/World.js";
import type { MatchHost, MatchOptions } from "../MatchOptions.js";
import type { SslRoster } from "../SslRoster.js";
import { type RobotKey, robotKey, robotName } from "../Team.js";
import type { RobotSpecs, SimulatorError } from "../wire/SslSimulation_pb.js";
import { carpetMaterial } from "./GeometryChange.js";
import { changeLines, hasLimits, joinSpecs, type RobotSpec, readSpec, specLines } from "./RobotSpec.js";
import { specPower } from "./SpecPower.js";
import { attempt, wireError } from "./WireError.js";
import { readRobotId, wireRobot } from "./WireRobotId.js";

export interface SpecState {
  readonly specs: readonly (readonly [string, RobotSpec])[];
  readonly bases: readonly (readonly [string, RobotDescription])[];
}

/** The change of one robot. */
interface Change {
  readonly name: string;
  readonly spec: RobotSpec;
  readonly base: RobotDescription;
  readonly isThere: boolean;
  readonly description: RobotDescription;
  /** Limits that cannot be reached. */
  readonly warnings: readonly SimError[];
}

export class SpecChange {
  readonly #world: World;
  readonly #host: MatchHost;
  readonly #roster: SslRoster;
  readonly #robotText: MatchOptions["robotText"];
  #specs = new Map<string, RobotSpec>();
  /** Descriptions of changed robots before the first change. */
  #bases = new Map<string, RobotDescription>();

  constructor(world: World, host: MatchHost, roster: SslRoster, robotText: MatchOptions["robotText"]) {
    this.#world = world;
    this.#host = host;
    this.#roster = roster;
    this.#robotText = robotText;
  }

  /** Applies each message as a whole or not at all; returns the errors. Robots in the world are rebuilt together. */
  change(messages: readonly RobotSpecs[]): readonly SimulatorError[] {
    const errors: SimulatorError[] = [];
    const changes = new Map<string, Change>();
    for (const message of messages)
      errors.push(
        ...attempt("robot_specs", () => {
          const change = this.#read(readRobotId(message.id, "robot_specs"), message, changes);
          if (change) changes.set(change.name, change);
        }),
      );
    const all = [...changes.values()];
    // a robot that cannot be rebuilt stays as it was; the others change
    if (all.length > 0 && attempt("robot_specs", () => this.#apply(all)).length > 0)
      for (const one of all) errors.push(...attempt("robot_specs", () => this.#apply([one])));
    // the robot is as near to these limits as it can be
    for (const { warnings } of all) errors.push(...warnings.map((one) => wireError(one, "robot_specs")));
    return errors;
  }

  /** Undefined: nothing changes. */
  #read(key: RobotKey, message: RobotSpecs, changes: ReadonlyMap<string, Change>): Change | undefined {
    const name = robotName(key);
    const where = specPlace(key);
    const before = changes.get(name)?.spec ?? this.#specs.get(name) ?? {};
    const spec = joinSpecs(before, readSpec(message, where));
    if (JSON.stringify(spec) === JSON.stringify(before)) return undefined;
    const base = this.#baseOf(key);
    const isThere = this.#roster.find(key) !== undefined;
    if (isThere && this.#host.isDriven?.(name))
      throw new SimError("SPEC_IMPOSSIBLE", {
        where,
        found: "a robot that a client drives",
        allowed: "a robot without a client",
      });
    return { name, spec, base, isThere, ...this.#build(base, key, spec) };
  }

  #apply(changes: readonly Change[]): void {
    const there = changes.filter(({ isThere }) => isThere);
    if (there.length > 0) this.#world.replace(there.map(({ description }) => description));
    for (const { name, base } of there) this.#bases.set(name, base);
    for (const { name, spec } of changes) this.#specs.set(name, spec);
  }

  /** Description of a robot that is to be added. */
  describe(key: RobotKey): RobotDescription {
    const name = robotName(key);
    return this.#build(this.#baseOf(key), key, this.#specs.get(name) ?? {}).description;
  }

  #build(base: RobotDescription, key: RobotKey, spec: RobotSpec): Pick<Change, "description" | "warnings"> {
    const [name, where] = [robotName(key), specPlace(key)];
    const { text, offset, orientation } = base;
    if (text === undefined) {
      if (Object.keys(spec).length === 0) return { description: renameRobot(base, name), warnings: [] };
      throw new SimError("SPEC_IMPOSSIBLE", {
        where,
        found: "a robot that is not made of a text file",
        allowed: "one that is",
      });
    }
    const lines = specLines(text, spec, where);
    if (spec.wheelAngles && !/^[ \t]*TYPE[ \t]*=[ \t]*OmniRobot\b/m.test(text))
      throw new SimError("SPEC_IMPOSSIBLE", {
        where: `${where}/wheel_angles`,
        found: "a robot without omni wheels",
        allowed: "an OmniRobot",
      });
    const changed = changeLines(text, new Map<string, readonly (number | string)[]>([["NAME", [name]], ...lines]));
    const power = hasLimits(spec) ? this.#power(changed, spec, where) : undefined;
    const robot = this.#host.describe(power ? changeLines(changed, power.lines) : changed);
    return { description: Object.freeze({ ...robot, offset, orientation }), warnings: power?.warnings ?? [] };
  }

  #power(text: string, spec: RobotSpec, where: string) {
    const { physics } = this.#world;
    return specPower(text, spec, { where, materials: physics.materials, carpet: carpetMaterial(physics) });
  }

  /** How the robot was built before, or as in the world's file, or like others of its team, or like any player. */
  #baseOf(key: RobotKey): RobotDescription {
    const name = robotName(key);
    const known = this.#bases.get(name) ?? this.#roster.find(key)?.robot.description;
    if (known) return known;
    const inFile = this.#world.file.robots.map(({ robot }) => robot);
    const present = this.#world.robots.map(({ description }) => this.#bases.get(description.name) ?? description);
    const own = inFile.find((robot) => robot.name === name);
    if (own) return own;
    const text = this.#robotText?.(key.team);
    if (text !== undefined) return this.#host.describe(text);
    const all = [...inFile, ...present];
    const found =
      all.find((robot) => robotKey(robot.name)?.team === key.team) ?? all.find((robot) => robotKey(robot.name));
    if (found) return found;
    throw new SimError("PLAYER_UNDESCRIBED", { where: name, found: `no robot of ${key.team}` });
  }

  /** Restores all robots to their state before the first change. */
  restart(): void {
    const there = [...this.#bases].filter(([name]) => this.#world.robots.some((robot) => robot.name === name));
    if (there.length > 0) this.#world.replace(there.map(([, base]) => base));
    this.#bases.clear();
    this.#specs.clear();
  }

  save(): SpecState {
    const inOrder = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    return { specs: inOrder(this.#specs), bases: inOrder(this.#bases) };
  }

  restore({ specs, bases }: SpecState): void {
    this.#specs = new Map(specs);
    this.#bases = new Map(bases);
  }

  addTo(hash: Hash64): void {
    if (this.#specs.size > 0) hash.addString(JSON.stringify(this.save().specs));
  }
}

const specPlace = (key: RobotKey): string => `robot_specs/${wireRobot(key)}`;
