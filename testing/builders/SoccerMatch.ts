// A match in a shipped soccer world without a Simulation: this file implements the match's host interface.

import { readFileSync } from "node:fs";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import type { FieldBall, FieldRobot } from "../../src/leagues/ssl/FieldState.js";
import { Match, type MatchOptions, type MatchPacket } from "../../src/leagues/ssl/Match.js";
import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import {
  RobotControlSchema,
  SimulatorCommandSchema,
  type SimulatorConfigSchema,
  type SimulatorControlSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { Hash64 } from "../../src/math/Hash64.js";
import { World } from "../../src/world/World.js";

const WORLDS = new URL("../../worlds/", import.meta.url);

/** Worlds are frozen: one reading serves all tests. */
const read = new Map<string, WorldFile>();

export function readSoccerWorld(name: string): WorldFile {
  const known = read.get(name);
  if (known) return known;
  const readFile = (path: string) => readFileSync(new URL(path, WORLDS));
  const text = readFileSync(new URL(`${name}.xml`, WORLDS), "utf8");
  const { world } = readWorldDocument(text, { kinds: builtInKinds(), file: `${name}.xml`, readFile });
  read.set(name, world);
  return world;
}

/** Code of each error. */
const codesOf = (errors: readonly { readonly code: string }[]): string[] => errors.map(({ code }) => code);

export class SoccerMatch {
  readonly log: string[] = [];
  readonly rates: number[] = [];
  /** Robots that the world's guard removed. */
  readonly expelled: string[] = [];
  readonly match: Match;
  packets: MatchPacket[] = [];

  static async create(
    options: Partial<MatchOptions> = {},
    { name = "soccer-b", robots = (_name: string): boolean => true } = {},
  ): Promise<SoccerMatch> {
    const world = await World.create(readSoccerWorld(name));
    world.joinAll(world.file.robots.map(({ robot }) => robot).filter(({ name }) => robots(name)));
    return new SoccerMatch(world, options);
  }

  private constructor(
    readonly world: World,
    options: Partial<MatchOptions>,
  ) {
    const kinds = builtInKinds();
    this.match = new Match(
      world,
      {
        setRate: (factor) => this.rates.push(factor),
        spawnAll: (descriptions) => world.joinAll(descriptions),
        removeAll: (robots) => world.removeAll(robots),
        describe: (text) => readRobotDocument(text, { kinds }).robot,
        log: (line) => this.log.push(line),
      },
      options,
    );
  }

  step(seconds: number, before?: () => void): void {
    const frames = Math.round(seconds / this.world.physics.stepSec);
    for (let i = 0; i < frames; i++) {
      before?.();
      this.match.beforeStep();
      for (const { entity, error } of this.world.stepFrame()) this.expelled.push(`${entity}: ${error.message}`);
      this.match.afterStep();
      this.packets.push(...this.match.takePackets());
    }
  }

  /** Codes of the errors. */
  tell(team: TeamColor, ...robotCommands: NonNullable<MessageInitShape<typeof RobotControlSchema>["robotCommands"]>) {
    return this.match.control(team, create(RobotControlSchema, { robotCommands }));
  }

  control(control: MessageInitShape<typeof SimulatorControlSchema>): string[] {
    return codesOf(this.match.command(create(SimulatorCommandSchema, { control })).errors);
  }

  config(config: MessageInitShape<typeof SimulatorConfigSchema>): string[] {
    return codesOf(this.match.command(create(SimulatorCommandSchema, { config })).errors);
  }

  robot(name: string): FieldRobot {
    const robot = this.match.fieldState().robots.find((one) => one.name === name);
    if (!robot) throw new Error(`no ${name}`);
    return robot;
  }

  get ball(): FieldBall {
    const { ball } = this.match.fieldState();
    if (!ball) throw new Error("no ball");
    return ball;
  }

  get names(): string[] {
    return this.match.fieldState().robots.map(({ name }) => name);
  }

  hash(): string {
    const hash = new Hash64().addString(this.world.hash());
    this.match.addTo(hash);
    return hash.digest();
  }

  close(): void {
    this.world.dispose();
  }
}
