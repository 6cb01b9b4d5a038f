// Reads the true state of the field from the physics. Contacts between robots are measured ten times a second.

import type { Physics } from "../../physics/Physics.js";
import { listContacts } from "../../physics/Queries.js";
import type { World } from "../../world/World.js";
import { BallReader, ballTouchers } from "../shared/BallReader.js";
import type { LeggedFieldState, LeggedRobot } from "./LeggedFieldState.js";
import type { LeggedPlayer, LeggedRoster } from "./LeggedPlayer.js";

const CONTACTS_NS = 100_000_000;
const NONE: ReadonlySet<string> = new Set();

export class LeggedStateReader {
  readonly #world: World;
  readonly #roster: LeggedRoster;
  readonly #ball = new BallReader();

  constructor(world: World, roster: LeggedRoster) {
    this.#world = world;
    this.#roster = roster;
  }

  read(): LeggedFieldState {
    const { physics, timeNs, stepNs } = this.#world;
    const ball = this.#ball.read(physics);
    const touching = ball ? ballTouchers(physics) : NONE;
    const robots = this.#roster.players.map((player) => readRobot(player, touching));
    const isMeasured = timeNs % CONTACTS_NS < stepNs;
    return { timeNs, ball, robots, contacts: isMeasured ? readContacts(physics, robots) : undefined };
  }
}

function readRobot(player: LeggedPlayer, touching: ReadonlySet<string>): LeggedRobot {
  const { key, name, outline, motion } = player;
  // the body's centre: the origin of a robot that lies on its side is beside it
  const position = motion.position();
  const [x, y] = position;
  const [vx, vy] = motion.velocityAt(position);
  return {
    // a spread of the key makes this object as expensive as all the rest
    team: key.team,
    id: key.id,
    name,
    x,
    y,
    orientation: player.facing(),
    vx,
    vy,
    radius: outline.radius,
    isUpright: player.isUpright,
    touchesBall: touching.has(name),
  };
}

function readContacts(physics: Physics, robots: readonly LeggedRobot[]): readonly (readonly [string, string])[] {
  const names = new Set(robots.map(({ name }) => name));
  const pairs = new Map<string, readonly [string, string]>();
  for (const { a, b, normalForce } of listContacts(physics)) {
    if (a.entity === b.entity || normalForce <= 0 || !names.has(a.entity) || !names.has(b.entity)) continue;
    const pair: readonly [string, string] = a.entity < b.entity ? [a.entity, b.entity] : [b.entity, a.entity];
    pairs.set(pair.join(" "), pair);
  }
  return [...pairs.values()];
}
