// The two shipped teams against each other in one process: the same lock step, the same messages and so the same game as with two programs
// over TCP, without the sockets. Measures the speed of a match, and plays many games.

import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { robotCommandInit } from "../../src/client/ssl/SoccerClient.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { fieldIn } from "../../src/leagues/ssl/field/SoccerFieldElement.js";
import type { SyncMember } from "../../src/leagues/ssl/LockStep.js";
import type { Match } from "../../src/leagues/ssl/Match.js";
import { Referee } from "../../src/leagues/ssl/referee/Referee.js";
import { matchOf, sslGuest, sslGuestOf } from "../../src/leagues/ssl/SslGuest.js";
import { isDifferentialTeam, TEAMS, type TeamColor } from "../../src/leagues/ssl/Team.js";
import { REALISM_PRESETS, type RealismName, visionRateOf } from "../../src/leagues/ssl/vision/Realism.js";
import {
  SimulationSyncRequestSchema,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import type { SSL_GeometryData } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { readWorld } from "../../src/server/WorldSource.js";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import type { Order } from "../../teams/ssl/BallSkill.js";
import { Brain } from "../../teams/ssl/Brain.js";
import { commandOf, teamInput } from "../../teams/ssl/ProtocolAdapter.js";
import { STYLES, type StyleName } from "../../teams/ssl/Style.js";

export interface SelfPlayOptions {
  readonly world: string;
  readonly seed: number;
  readonly halfSec: number;
  readonly realism?: RealismName;
  readonly styles?: Readonly<Record<TeamColor, StyleName>>;
  readonly stepSec?: number;
  /** Robots of the world that take part; default: all. */
  readonly plays?: (robot: WorldFile["robots"][number]) => boolean;
  /** Makes the program of a team; default: the shipped one in its style. */
  readonly brainOf?: (team: TeamColor) => Brain;
  /** Called after every frame. */
  readonly afterFrame?: (play: SelfPlay) => void;
  /** Called with every answer of the simulator to a team; default: an answer with an error ends the game. */
  readonly onAnswer?: (team: TeamColor, answer: SimulationSyncResponse) => void;
}

export class SelfPlay {
  readonly simulation: Simulation;
  readonly #seats: readonly Seat[];
  readonly #stepSec: number;
  readonly #afterFrame: ((play: SelfPlay) => void) | undefined;

  static async create(options: SelfPlayOptions): Promise<SelfPlay> {
    const { world: name, seed, halfSec, realism = "none", plays = () => true } = options;
    const devices = builtInKinds();
    const { file } = readWorld(name, { devices, lenient: false });
    const field = fieldIn(file);
    if (!field) throw new Error(`${name} has no soccer field`);
    const world = await World.create({ ...file, robots: file.robots.filter(plays) }, { devices, seed });
    const referee = new Referee({ field, halfSec });
    const soccer = {
      referee,
      epochSec: 0,
      realism: REALISM_PRESETS[realism],
      visionRateHz: visionRateOf(realism),
      expect: TEAMS,
    };
    const differential = new Set(
      TEAMS.filter((team) =>
        isDifferentialTeam(
          file.robots.map(({ robot }) => robot),
          team,
        ),
      ),
    );
    return new SelfPlay(new Simulation(world, { rate: Number.POSITIVE_INFINITY, guests: [sslGuest(soccer)] }), {
      differential,
      ...options,
    });
  }

  private constructor(
    simulation: Simulation,
    options: SelfPlayOptions & { readonly differential: ReadonlySet<TeamColor> },
  ) {
    this.simulation = simulation;
    this.#stepSec = options.stepSec ?? 0.016;
    this.#afterFrame = options.afterFrame;
    const { styles = { blue: "passing", yellow: "direct" } } = options;
    const {
      brainOf = (team) => new Brain(team, STYLES[styles[team]], options.seed, options.differential.has(team)),
      onAnswer,
    } = options;
    this.#seats = TEAMS.map((team) => new Seat(simulation, team, { brain: brainOf(team), onAnswer }));
  }

  /** Both teams decide, then the world runs for one of their steps. */
  step(): void {
    for (const seat of this.#seats) seat.ask(this.#stepSec);
    while (!this.#seats.every(({ isAnswered }) => isAnswered)) {
      this.simulation.run(0);
      this.#afterFrame?.(this);
    }
  }

  /** The last orders of a team's robots. */
  orders(team: TeamColor): readonly Order[] {
    return this.#seats[TEAMS.indexOf(team)].orders;
  }

  get match(): Match {
    return matchOf(this.simulation) as Match;
  }

  get isOver(): boolean {
    return this.match.status().stage === "POST_GAME";
  }
}

/** Encodes and decodes a message: numbers of the protocol are float32. */
export const overTheWire = <D extends DescMessage>(schema: D, message: MessageShape<D>): MessageShape<D> =>
  fromBinary(schema, toBinary(schema, message));

interface SeatOptions {
  readonly brain: Brain;
  readonly onAnswer: SelfPlayOptions["onAnswer"];
}

/** The connection of one team. */
class Seat {
  readonly #brain: Brain;
  readonly #member: SyncMember;
  readonly #mustBeRight: boolean;
  #geometry: SSL_GeometryData | undefined;
  orders: readonly Order[] = [];
  isAnswered = false;

  constructor(simulation: Simulation, team: TeamColor, { brain, onAnswer }: SeatOptions) {
    const lockStep = sslGuestOf(simulation)?.lockStep;
    if (!lockStep) throw new Error("no match");
    this.#brain = brain;
    this.#mustBeRight = onAnswer === undefined;
    this.#member = lockStep.join(team, (answer) => {
      onAnswer?.(team, answer);
      this.#hear(answer);
    });
  }

  ask(simStep: number): void {
    this.isAnswered = false;
    const robotCommands = this.orders.map((order) => robotCommandInit(commandOf(order)));
    const request = create(SimulationSyncRequestSchema, { simStep, robotControl: { robotCommands } });
    this.#member.request(overTheWire(SimulationSyncRequestSchema, request));
  }

  #hear(response: SimulationSyncResponse): void {
    const answered = overTheWire(SimulationSyncResponseSchema, response);
    const { detection, robotControlResponse, referee, geometry } = answered;
    this.isAnswered = true;
    this.#geometry = geometry ?? this.#geometry;
    const { feedback = [], errors = [] } = robotControlResponse ?? {};
    if (errors.length > 0 && this.#mustBeRight) throw new Error(errors[0].message);
    const answer = { detections: detection, feedback, errors, referee, geometry: this.#geometry };
    this.orders = this.#brain.think(teamInput(answer));
  }
}
