// The match of the golden hashes (M5, F3): three robots a side with the shipped teams, a kick-off, a ball that leaves the field,
// changed settings, half time. MatchRun.ts plays it in this process, MatchServerRun.ts through a server's sockets.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import {
  RealismConfigErForceSchema,
  SimulationSyncResponseSchema,
  type SimulatorCommand,
  SimulatorCommandSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { Hash64 } from "../../src/math/Hash64.js";
import type { Order } from "../../teams/ssl/BallSkill.js";
import { Brain, type TeamInput } from "../../teams/ssl/Brain.js";
import { STYLES } from "../../teams/ssl/Style.js";
import type { RepeatResult } from "./RepeatWorld.js";

export const MATCH = { world: "soccer-b", seed: 7, halfSec: 2, realism: "realistic", stepSec: 0.016 } as const;
/** The half begins at 4 s. */
export const ROUNDS = 384;
const KICKER = 1;
const KICK_ROUNDS = [256, 300] as const;
/** Rounds between two hashes of the state. */
const HASH_EVERY = 20;

export const plays = ({ robot }: { readonly robot: { readonly name: string } }): boolean => /-[012]$/.test(robot.name);

/** Console lines and commands to the simulator, by the round before which they act. */
export const LINES: Readonly<Record<number, string>> = {
  2: "referee stop",
  4: "referee start",
  345: "referee free yellow 1 0.5",
  365: "referee goal yellow",
  375: "referee end",
};

export const COMMANDS: Readonly<Record<number, SimulatorCommand>> = {
  // behind the ball, for a kick soon after the start
  256: create(SimulatorCommandSchema, {
    control: { teleportRobot: [{ id: { id: 1, team: 2 }, x: -0.14, y: 0, orientation: 0 }] },
  }),
  // crosses the touch line soon
  305: create(SimulatorCommandSchema, { control: { teleportBall: { x: 1, y: 2, vx: 0.5, vy: 3, byForce: false } } }),
  325: create(SimulatorCommandSchema, {
    control: {
      teleportRobot: [
        { id: { id: 7, team: 2 }, present: true, x: -2, y: 2, orientation: 1 },
        { id: { id: 2, team: 1 }, present: false },
        { id: { id: 1, team: 2 }, x: -1, y: 1, orientation: 0, byForce: true },
      ],
    },
    config: {
      robotSpecs: [{ id: { id: 0, team: 2 }, mass: 2, centerToDribbler: 0.07 }],
      realismConfig: {
        custom: [
          anyPack(
            RealismConfigErForceSchema,
            create(RealismConfigErForceSchema, {
              commandDelay: 10_000_000n,
              visionDelay: 20_000_000n,
              stddevBallP: 0.01,
            }),
          ),
        ],
      },
    },
  }),
};

/** A shipped team, one robot of which drives into the ball and kicks it right after the kick-off. */
class MatchBrain extends Brain {
  readonly #kicks: boolean;
  #rounds = 0;

  constructor(team: TeamColor) {
    super(team, STYLES[team === "blue" ? "passing" : "direct"], MATCH.seed);
    this.#kicks = team === "blue";
  }

  override think(news: TeamInput): readonly Order[] {
    const orders = super.think(news);
    const round = ++this.#rounds;
    if (!this.#kicks || round < KICK_ROUNDS[0] || round > KICK_ROUNDS[1]) return orders;
    const kick = { id: KICKER, forward: 0.5, left: 0, turn: 0, kick: 4, angle: 0, dribble: true };
    return orders.map((order) => (order.id === KICKER ? kick : order));
  }
}

export const matchBrain = (team: TeamColor): Brain => new MatchBrain(team);

export interface MatchResult extends RepeatResult {
  /** Hash of all bytes of a channel, in the order in which they were sent, and the number of messages. */
  readonly sent: Readonly<Record<string, readonly [string, number]>>;
}

/** Collects the results of a run. */
export class MatchNotes {
  readonly #hashes: string[] = [];
  readonly #channels = new Map<string, { readonly hash: Hash64; count: number }>();

  addBytes(channel: string, bytes: Uint8Array): void {
    const entry = this.#channels.get(channel) ?? { hash: new Hash64(), count: 0 };
    this.#channels.set(channel, entry);
    entry.hash.addBytes(bytes);
    entry.count++;
  }

  /** Error texts are left out: they may change, codes may not. */
  addAnswer(team: TeamColor, bytes: Uint8Array): void {
    const answer = fromBinary(SimulationSyncResponseSchema, bytes);
    const errors = answer.robotControlResponse?.errors ?? [];
    for (const error of errors) error.message = "";
    this.addBytes(team, errors.length > 0 ? toBinary(SimulationSyncResponseSchema, answer) : bytes);
  }

  addRound(round: number, hash: () => string): void {
    if (round % HASH_EVERY === HASH_EVERY - 1) this.#hashes.push(hash());
  }

  result(last: string): MatchResult {
    const channels = [...this.#channels].sort(([a], [b]) => (a < b ? -1 : 1));
    const sent = Object.fromEntries(
      channels.map(([name, { hash, count }]) => [name, [hash.digest(), count] as [string, number]]),
    );
    return { hashes: this.#hashes, last, sent };
  }
}
