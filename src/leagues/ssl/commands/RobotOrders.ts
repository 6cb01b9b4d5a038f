// The orders of all robots (F3): an order waits for the realism's delay, may get lost, and then goes to drive, kicker and dribbler. Each
// order renews the last move and dribbler speed, also those that it does not set; they end after a timeout without orders. A
// kick is not renewed: it stays armed for the kicker's own timeout. A global velocity is converted to the robot's frame before
// every step, by the robot's true orientation.

import { asSimError } from "../../../describe/SimError.js";
import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import { dribbleCommand } from "../../../devices/actuators/Dribbler.js";
import { kickCommand } from "../../../devices/actuators/Kicker.js";
import type { Command } from "../../../devices/Device.js";
import { type DriveOrder, driveCommand } from "../../../devices/drive/DriveCommand.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { type RandomState, RandomStream } from "../../../math/RandomStream.js";
import type { RobotDevice } from "../../../world/RobotDevice.js";
import type { SslPlayer } from "../SslPlayer.js";
import type { Move, RobotOrder } from "./RobotOrder.js";

interface Waiting {
  readonly dueNs: number;
  readonly order: RobotOrder;
}

interface OrderQueue {
  readonly waiting: readonly Waiting[];
  readonly move: Move | undefined;
  readonly dribbler: number | undefined;
  /** Angle of the last kick that was armed, rad. */
  readonly kickAngle: number;
  /** End of move and dribbler without a further order. */
  readonly untilNs: number;
  /** Random streams of losses to the robot and back; undefined: not used yet. */
  readonly ways: readonly [RandomState, RandomState] | undefined;
}

export type OrdersState = readonly (readonly [string, OrderQueue])[];

const EMPTY: OrderQueue = Object.freeze({
  waiting: Object.freeze([]),
  move: undefined,
  dribbler: undefined,
  kickAngle: 0,
  untilNs: 0,
  ways: undefined,
});
/** Timeout of a robot without a drive, s. */
const TIMEOUT_SEC = 0.2;

export class RobotOrders {
  #seed: number;
  readonly #log: (line: string) => void;
  /** By name of the robot. */
  #queues = new Map<string, OrderQueue>();

  constructor(seed: number, log: (line: string) => void) {
    this.#seed = seed;
    this.#log = log;
  }

  /** Queues an order that arrived at `timeNs`. */
  push(
    player: SslPlayer,
    order: RobotOrder,
    timeNs: number,
    way: { readonly delayNs: number; readonly loss: number },
  ): void {
    if (this.isLost(player.name, "to", way.loss)) return;
    const queue = this.#queueOf(player.name);
    const last = queue.waiting.at(-1);
    const dueNs = Math.max(last?.dueNs ?? 0, timeNs + way.delayNs);
    // orders of one frame merge into one, later values win: the queue of a paused world does not grow
    const waiting =
      last?.dueNs === dueNs
        ? [...queue.waiting.slice(0, -1), { dueNs, order: { ...last.order, ...order } }]
        : [...queue.waiting, { dueNs, order }];
    this.#queues.set(player.name, { ...queue, waiting });
  }

  /** After a reset with another seed. */
  reseed(seed: number): void {
    this.#seed = seed;
  }

  /** Whether a team has sent orders to this robot since it joined. */
  has(name: string): boolean {
    return this.#queues.has(name);
  }

  /** Draws a random number only if a loss is possible. */
  isLost(name: string, way: "to" | "from", loss: number): boolean {
    if (loss <= 0) return false;
    const queue = this.#queueOf(name);
    const streams = (["to", "from"] as const).map((one, i) => {
      const stream = new RandomStream(this.#seed).split("Match").split(name).split(one);
      if (queue.ways) stream.restore(queue.ways[i]);
      return stream;
    });
    const isLost = streams[way === "to" ? 0 : 1].uniform() < loss;
    this.#queues.set(name, { ...queue, ways: [streams[0].save(), streams[1].save()] });
    return isLost;
  }

  /** Before a step that starts at `timeNs`: orders that are due become commands to devices. */
  act(players: readonly SslPlayer[], timeNs: number): void {
    for (const player of players) {
      const queue = this.#queues.get(player.name);
      if (queue && (queue.waiting.length > 0 || queue.move || queue.dribbler !== undefined))
        this.#actOne(player, queue, timeNs);
    }
  }

  #actOne(player: SslPlayer, before: OrderQueue, timeNs: number): void {
    let queue = before;
    while (queue.waiting.length > 0 && queue.waiting[0].dueNs <= timeNs) {
      const [{ order }, ...waiting] = queue.waiting;
      const timeoutSec = Math.min(player.driveSettings?.timeoutSec ?? TIMEOUT_SEC, 1e6);
      const untilNs = timeNs + Math.round(timeoutSec * NS_PER_SEC);
      const isLive = timeNs < queue.untilNs;
      const move = order.move ?? (isLive ? queue.move : undefined);
      const dribbler = order.dribbler ?? (isLive ? queue.dribbler : undefined);
      const kickAngle = order.kick && order.kick.speed > 0 ? order.kick.angle : queue.kickAngle;
      queue = { ...queue, waiting, untilNs, move, dribbler, kickAngle };
      this.#give(
        player,
        { ...order, ...(move ? { move } : {}), ...(dribbler === undefined ? {} : { dribbler }) },
        timeNs,
      );
    }
    if (timeNs >= queue.untilNs) {
      // the drive would keep the velocity of the last step for its own timeout
      if (queue.move?.kind === "global") this.#give(player, { move: { ...STANDING } }, timeNs);
      queue = { ...queue, move: undefined, dribbler: undefined };
    } else if (queue.move?.kind === "global") this.#give(player, { move: queue.move }, timeNs);
    if (queue !== before) this.#queues.set(player.name, queue);
  }

  #give(player: SslPlayer, order: RobotOrder, timeNs: number): void {
    try {
      for (const [device, command] of commandsOf(player, order)) player.robot.command(device, command, timeNs);
    } catch (problem) {
      // the robot was rebuilt after the order was checked
      this.#log(`${player.name}: ${asSimError(problem, player.name).message}`);
    }
  }

  /** True: the dribbler is commanded to turn. */
  isDribbling(name: string): boolean {
    return (this.#queues.get(name)?.dribbler ?? 0) > 0;
  }

  /** Angle of the last kick that was armed, rad. */
  kickAngle(name: string): number {
    return this.#queueOf(name).kickAngle;
  }

  /** Drops the orders of a robot that leaves. */
  forget(name: string): void {
    const queue = this.#queues.get(name);
    if (queue) this.#queues.set(name, { ...EMPTY, ways: queue.ways });
  }

  #queueOf(name: string): OrderQueue {
    return this.#queues.get(name) ?? EMPTY;
  }

  clear(): void {
    this.#queues.clear();
  }

  save(): OrdersState {
    return [...this.#queues].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  restore(state: OrdersState): void {
    this.#queues = new Map(state);
  }

  addTo(hash: Hash64): void {
    if (this.#queues.size > 0) hash.addString(JSON.stringify(this.save()));
  }
}

const STANDING: Move = { kind: "local", forward: 0, left: 0, turn: 0 };

/** Throws a SimError if a device of the robot refuses its part of the order. */
export function checkOrder(player: SslPlayer, order: RobotOrder): void {
  commandsOf(player, order);
}

function commandsOf(
  player: SslPlayer,
  { move, kick, dribbler }: RobotOrder,
): readonly (readonly [RobotDevice, Command])[] {
  const commands: (readonly [RobotDevice, Command])[] = [];
  const wheels = player.driveSettings?.wheels.length ?? 0;
  if (move && player.drive)
    commands.push([player.drive, driveCommand(driveOrder(player, move), wheels, player.drive.path)]);
  if (kick && player.kicker) commands.push([player.kicker, kickCommand(kick, player.kicker.path)]);
  if (dribbler !== undefined && player.dribbler)
    commands.push([player.dribbler, dribbleCommand(dribbler, player.dribbler.path)]);
  return commands;
}

function driveOrder(player: SslPlayer, move: Move): DriveOrder {
  switch (move.kind) {
    case "local":
      return { kind: "velocity", forward: move.forward, left: move.left, turn: move.turn };
    case "global": {
      const [forward, left] = player.toLocal(move.x, move.y);
      return { kind: "velocity", forward, left, turn: move.turn };
    }
    case "wheels":
      return { kind: "wheel-speeds", speeds: move.speeds };
  }
}
