// How each robot of a match is built (F3): as its text file says, changed by what RobotSpecs told of it. A robot that is there is
// rebuilt in its place; of one that is not, the specs are kept until it comes.

import { type RobotDescription, renameRobot } from "../describe/Robot.js";
import { SimError } from "../describe/SimError.js";
import type { Hash64 } from "../math/Hash64.js";
import type { World } from "../world/World.js";
import type { MatchHost, MatchOptions } from "./Match.js";
import { changeLines, type RobotSpec, readSpec, specLines } from "./RobotSpec.js";
import type { Roster } from "./Roster.js";
import { type RobotKey, robotKey, robotName } from "./Team.js";
import type { RobotSpecs } from "./wire/SslSimulation_pb.js";

export interface SpecState {
  readonly specs: readonly (readonly [string, RobotSpec])[];
  readonly bases: readonly (readonly [string, RobotDescription])[];
}

export class SpecChange {
  readonly #world: World;
  readonly #host: MatchHost;
  readonly #roster: Roster;
  readonly #robotText: MatchOptions["robotText"];
  #specs = new Map<string, RobotSpec>();
  /** Of robots that were changed: how they were before. */
  #bases = new Map<string, RobotDescription>();

  constructor(world: World, host: MatchHost, roster: Roster, robotText: MatchOptions["robotText"]) {
    this.#world = world;
    this.#host = host;
    this.#roster = roster;
    this.#robotText = robotText;
  }

  /** All of the message or nothing of it. True: a robot was rebuilt. */
  change(key: RobotKey, message: RobotSpecs): boolean {
    const name = robotName(key);
    const before = this.#specs.get(name);
    const spec = { ...before, ...readSpec(message, name) };
    if (JSON.stringify(spec) === JSON.stringify(before ?? {})) return false;
    const base = this.#baseOf(key);
    const description = this.#build(base, name, spec);
    const isThere = this.#roster.find(key) !== undefined;
    if (isThere) {
      if (this.#host.isDriven?.(name))
        throw new SimError("SPEC_IMPOSSIBLE", {
          where: name,
          found: "a robot with a client of its own",
          allowed: "one that nobody else drives",
        });
      this.#world.replace(name, description);
      this.#bases.set(name, base);
    }
    this.#specs.set(name, spec);
    return isThere;
  }

  /** For a robot that is to be added. */
  describe(key: RobotKey): RobotDescription {
    const name = robotName(key);
    return this.#build(this.#baseOf(key), name, this.#specs.get(name) ?? {});
  }

  #build(base: RobotDescription, name: string, spec: RobotSpec): RobotDescription {
    const { text, offset, orientation } = base;
    if (text === undefined) {
      if (Object.keys(spec).length === 0) return renameRobot(base, name);
      throw new SimError("SPEC_IMPOSSIBLE", {
        where: name,
        found: "a robot that is not made of a text file",
        allowed: "one that is",
      });
    }
    const lines = specLines(text, spec);
    if (spec.wheelAngles && !/^[ \t]*TYPE[ \t]*=[ \t]*OmniRobot\b/m.test(text))
      throw new SimError("SPEC_IMPOSSIBLE", {
        where: `${name}/wheel_angles`,
        found: "a robot without omni wheels",
        allowed: "an OmniRobot",
      });
    const robot = this.#host.describe(
      changeLines(text, new Map<string, readonly (number | string)[]>([["NAME", [name]], ...lines])),
    );
    return Object.freeze({ ...robot, offset, orientation });
  }

  /** How it was built, or is in the world's file, or as others of its team are, or as anybody is. */
  #baseOf(key: RobotKey): RobotDescription {
    const name = robotName(key);
    const known = this.#bases.get(name) ?? this.#roster.find(key)?.robot.description;
    if (known) return known;
    const filed = this.#world.file.robots.map(({ robot }) => robot);
    const present = this.#world.robots.map(({ description }) => this.#bases.get(description.name) ?? description);
    const own = filed.find((robot) => robot.name === name);
    if (own) return own;
    const text = this.#robotText?.(key.team);
    if (text !== undefined) return this.#host.describe(text);
    const all = [...filed, ...present];
    const found =
      all.find((robot) => robotKey(robot.name)?.team === key.team) ?? all.find((robot) => robotKey(robot.name));
    if (found) return found;
    throw new SimError("PLAYER_UNDESCRIBED", { where: name, found: `no robot of ${key.team}` });
  }

  /** Everybody as he was before anybody was told anything. */
  restart(): void {
    for (const [name, base] of this.#bases)
      if (this.#world.robots.some((robot) => robot.name === name)) this.#world.replace(name, base);
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
