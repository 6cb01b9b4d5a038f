// A match of the four-legged league (L4): the players of the world, the ball, and the referee if there is one. The referee's orders are
// executed between two steps; its packet goes to the robots' radios with the next step, and to the network.

import type { Hash64 } from "../../math/Hash64.js";
import type { World } from "../../world/World.js";
import { BALL, ballRadius } from "../shared/Ball.js";
import { Placing } from "../shared/Placing.js";
import { leggedFieldIn } from "./field/LeggedFieldElement.js";
import type { LeggedGeometry } from "./field/LeggedGeometry.js";
import type { LeggedFieldState } from "./LeggedFieldState.js";
import { type LeggedRoster, leggedRoster } from "./LeggedPlayer.js";
import { LeggedStateReader } from "./LeggedStateReader.js";
import type { LeggedStatus } from "./LeggedStatus.js";
import type { LeggedOrder, LeggedReferee } from "./referee/LeggedReferee.js";
import { encodeGameController, type GameControllerVersion } from "./wire/GameControllerPacket.js";

export interface LeggedOptions {
  /** Undefined: the match has no referee. */
  readonly referee: LeggedReferee | undefined;
  readonly version: GameControllerVersion;
}

const STILL = [0, 0, 0] as const;

export class LeggedMatch {
  readonly world: World;
  readonly field: LeggedGeometry;
  readonly referee: LeggedReferee | undefined;
  readonly #options: LeggedOptions;
  readonly #roster: LeggedRoster;
  readonly #reader: LeggedStateReader;
  readonly #placing: Placing;
  /** For the radios, with the next step. */
  #packet: Uint8Array | undefined;
  /** For the network. */
  #outgoing: Uint8Array | undefined;

  constructor(world: World, options: LeggedOptions) {
    this.world = world;
    this.field = leggedFieldIn(world.file) as LeggedGeometry;
    this.referee = options.referee;
    this.#options = options;
    this.#roster = leggedRoster(world);
    this.#reader = new LeggedStateReader(world, this.#roster);
    this.#placing = new Placing(world, this.#roster);
  }

  beforeStep(): void {
    this.#placing.settle();
    if (this.#packet) this.world.broadcast(this.#packet);
    this.#packet = undefined;
  }

  afterStep(): void {
    const { referee } = this;
    if (!referee) return;
    for (const order of referee.look(this.fieldState())) this.#execute(order);
    const data = referee.takeData(this.world.timeNs);
    if (!data) return;
    this.#packet = encodeGameController(data, this.#options.version);
    this.#outgoing = this.#packet;
  }

  /** The packet that is due since the last call; undefined: none. */
  takePacket(): Uint8Array | undefined {
    const packet = this.#outgoing;
    this.#outgoing = undefined;
    return packet;
  }

  /** The true state of the field. */
  fieldState(): LeggedFieldState {
    return this.#reader.read();
  }

  #execute(order: LeggedOrder): void {
    if (order.kind === "place-ball") this.#placeBall(order.x, order.y);
    else {
      const player = this.#roster.find(order);
      if (player) this.#placing.putRobot(player, order, [0, 0, 0]);
    }
  }

  /** A ball that is missing is added again. */
  #placeBall(x: number, y: number): void {
    const { world } = this;
    if (!world.physics.has(BALL)) {
      const entity = world.file.physics.entities.find(({ name }) => name === BALL);
      if (!entity) return;
      world.add(entity);
    }
    this.#placing.putBall({ position: [x, y, ballRadius(world.physics)], velocity: STILL, spin: STILL });
  }

  status(): LeggedStatus {
    return this.referee?.status() ?? NO_REFEREE;
  }

  // ---- state

  restart(): void {
    this.referee?.restart();
    this.#placing.clear();
    this.#packet = undefined;
    this.#outgoing = undefined;
  }

  save() {
    return { referee: this.referee?.save(), placed: this.#placing.save(), packet: this.#packet };
  }

  restore({ referee, placed, packet }: LeggedMatchState): void {
    if (referee) this.referee?.restore(referee);
    this.#placing.restore(placed);
    this.#packet = packet;
    this.#outgoing = undefined;
  }

  addTo(hash: Hash64): void {
    this.referee?.addTo(hash);
    for (const name of this.#placing.save()) hash.addString(name);
    if (this.#packet) hash.addBytes(this.#packet);
  }
}

export type LeggedMatchState = ReturnType<LeggedMatch["save"]>;

const EMPTY_TEAM = { name: "", score: 0, possession: 0, removed: [] };
const NO_REFEREE: LeggedStatus = {
  referee: "none",
  stage: "",
  state: "",
  timeLeft: undefined,
  kickOff: undefined,
  teams: { blue: { ...EMPTY_TEAM, name: "Blue" }, red: { ...EMPTY_TEAM, name: "Red" } },
  events: [],
};
