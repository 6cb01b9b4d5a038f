// TeleportRobot (F3), all fields in any combination: moves, adds and removes robots. Coordinates that are not set stay as they are; the
// velocity is 0 unless set, as the protocol's defaults say. A message is applied as a whole or not at all. Robots that the
// messages of one command add or remove join and leave together, because each change of the world's model takes long.

import type { RobotDescription } from "../../../describe/robot/RobotDescription.js";
import { SimError } from "../../../describe/SimError.js";
import { atan2 } from "../../../math/InverseTrigonometry.js";
import { fromAxisAngle, IDENTITY, rotate } from "../../../math/Quat.js";
import { PI } from "../../../math/Trigonometry.js";
import type { World } from "../../../world/World.js";
import type { FreePlace } from "../../shared/FreePlace.js";
import type { Placing, RobotPlace, RobotVelocity } from "../../shared/Placing.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { MatchHost } from "../MatchOptions.js";
import { type SslPlayer, sslOutline } from "../SslPlayer.js";
import type { SslRoster } from "../SslRoster.js";
import { type RobotKey, robotName } from "../Team.js";
import { type SimulatorError, type TeleportRobot, TeleportRobotSchema } from "../wire/SslSimulation_pb.js";
import type { ForceTeleport } from "./ForceTeleport.js";
import type { SpecChange } from "./SpecChange.js";
import { checkForce, PLACE, SPEED, withoutGaps } from "./TeleportFields.js";
import { attempt, type Range, WireFields } from "./WireError.js";
import { readRobotId, wireRobot } from "./WireRobotId.js";

export interface RobotTeleportDependencies {
  readonly world: World;
  readonly host: MatchHost;
  readonly roster: SslRoster;
  readonly placing: Placing;
  readonly holds: ForceTeleport;
  readonly specs: SpecChange;
  /** Called after a robot was removed. */
  readonly forget: (name: string) => void;
  readonly field: () => FieldGeometry;
}

/** Runs a part of the work for a message and keeps its error. */
type Tell = (work: () => void) => void;

/** A checked message. */
type CheckedTeleport =
  | { readonly kind: "remove"; readonly key: RobotKey }
  | { readonly kind: "hold"; readonly key: RobotKey; readonly place: Partial<RobotPlace> }
  | { readonly kind: "put"; readonly key: RobotKey; readonly mayAdd: boolean; readonly target: Target | undefined };

type Teleport = CheckedTeleport & { readonly tell: Tell };

interface Target {
  readonly place: Partial<RobotPlace>;
  readonly velocity: RobotVelocity;
}

/** How often one command may name the same robot. */
const MAX_TIMES = 4;

const ANGLE: Range = { min: -1000, max: 1000, unit: "rad" };
const TURN: Range = { min: -300, max: 300, unit: "rad/s" };

export class RobotTeleport {
  readonly #dependencies: RobotTeleportDependencies;

  constructor(dependencies: RobotTeleportDependencies) {
    this.#dependencies = dependencies;
  }

  /** Applies messages in order; returns their errors. */
  applyAll(messages: readonly TeleportRobot[]): readonly SimulatorError[] {
    const errors = messages.map((): SimulatorError[] => []);
    const times = new Map<string, number>();
    /** In each round a robot occurs at most once. */
    const rounds: Teleport[][] = [];
    messages.forEach((message, i) => {
      const tell: Tell = (work) => void errors[i].push(...attempt("teleport_robot", work));
      tell(() => {
        const teleport = { ...this.#read(message), tell };
        const name = robotName(teleport.key);
        const round = times.get(name) ?? 0;
        if (round >= MAX_TIMES) throw tooOften(teleport.key);
        times.set(name, round + 1);
        rounds[round] ??= [];
        rounds[round].push(teleport);
      });
    });
    for (const round of rounds) this.#run(round);
    return errors.flat();
  }

  #run(round: readonly Teleport[]): void {
    const { roster } = this.#dependencies;
    this.#remove(round.flatMap(({ kind, key }) => (kind === "remove" ? key : [])));
    const added = round.filter((one): one is Put => one.kind === "put" && one.mayAdd && !roster.find(one.key));
    this.#addAll(added);
    for (const one of round) if (!added.includes(one as Put)) one.tell(() => this.#apply(one));
  }

  #apply(teleport: Teleport): void {
    const { holds, roster } = this.#dependencies;
    if (teleport.kind === "hold") holds.hold(roster.get(teleport.key).name, teleport.place);
    else if (teleport.kind === "put") this.#put(roster.get(teleport.key), teleport.target);
  }

  #read(message: TeleportRobot): CheckedTeleport {
    const key = readRobotId(message.id, "teleport_robot");
    const where = `teleport_robot/${wireRobot(key)}`;
    const fields = new WireFields(TeleportRobotSchema, message, where);
    const place = {
      x: fields.number("x", PLACE),
      y: fields.number("y", PLACE),
      orientation: fields.number("orientation", ANGLE),
    };
    const velocity: RobotVelocity = [
      fields.number("vX", SPEED) ?? 0,
      fields.number("vY", SPEED) ?? 0,
      fields.number("vAngular", TURN) ?? 0,
    ];
    const isPlaced = Object.values(place).some((value) => value !== undefined);
    if (message.byForce) checkForce(fields, isPlaced, ["vX", "vY", "vAngular"]);
    if (fields.has("present") && !message.present) return { kind: "remove", key };
    if (message.byForce) return { kind: "hold", key, place: withoutGaps(place) };
    const isMoved = isPlaced || ["vX", "vY", "vAngular"].some((name) => fields.has(name));
    const target = isMoved ? { place: withoutGaps(place), velocity } : undefined;
    return { kind: "put", key, mayAdd: fields.has("present"), target };
  }

  #put(player: SslPlayer, target: Target | undefined): void {
    const { placing, holds } = this.#dependencies;
    holds.release(player.name);
    if (!target) return;
    const [x, y] = player.position();
    const { place, velocity } = target;
    if (place.x === undefined && place.y === undefined && place.orientation === undefined)
      placing.setSpeed(player, velocity);
    else {
      const orientation = place.orientation ?? player.facing();
      placing.putRobot(player, { x: place.x ?? x, y: place.y ?? y, orientation }, velocity);
    }
  }

  /** All of them in one change of the world. */
  #addAll(added: readonly Put[]): void {
    if (added.length === 0) return;
    const { host, placing, roster } = this.#dependencies;
    const free = placing.freePlaces();
    const ready: { readonly put: Put; readonly description: RobotDescription }[] = [];
    for (const put of added) put.tell(() => void ready.push({ put, description: this.#describe(put, free) }));
    const failed = new Map(
      host.spawnAll(ready.map(({ description }) => description)).map(({ entity, error }) => [entity, error]),
    );
    for (const { put, description } of ready)
      put.tell(() => {
        const error = failed.get(description.name);
        if (error) throw error;
      });
    for (const { put } of ready) {
      const player = roster.find(put.key);
      if (!player) continue;
      const { velocity = STANDING } = put.target ?? {};
      if (velocity.some((v) => v !== 0)) placing.setSpeed(player, velocity);
      placing.mark(player.name);
    }
  }

  /** Without a place the robot goes to its place in the world's file or beside the field; if occupied, to the nearest free place. */
  #describe({ key, target }: Put, free: FreePlace): RobotDescription {
    const place = target?.place ?? {};
    const description = this.#dependencies.specs.describe(key);
    const bench = this.#benchOf(key);
    const { radius } = sslOutline(description);
    const [x, y] = free.nearest([place.x ?? bench.x, place.y ?? bench.y], radius);
    free.add(description.name, [x, y], radius);
    const orientation = fromAxisAngle([0, 0, 1], (place.orientation ?? bench.orientation) - PI / 2);
    return { ...description, offset: [x, y, 0], orientation };
  }

  #benchOf({ team, id }: RobotKey): RobotPlace {
    const { world, field } = this.#dependencies;
    const { fieldWidth, boundaryWidth } = field();
    const inFile = world.file.robots.find(({ robot }) => robot.name === robotName({ team, id }))?.robot;
    if (inFile?.offset) {
      const [ax, ay] = rotate(inFile.orientation ?? IDENTITY, [0, 1, 0]);
      return { x: inFile.offset[0], y: inFile.offset[1], orientation: atan2(ay, ax) };
    }
    const side = team === "blue" ? -1 : 1;
    return { x: side * (0.3 + 0.25 * id), y: -(fieldWidth + boundaryWidth) / 2, orientation: PI / 2 };
  }

  #remove(keys: readonly RobotKey[]): void {
    const { roster, host, holds, forget } = this.#dependencies;
    const names = keys.flatMap((key) => roster.find(key)?.name ?? []);
    if (names.length === 0) return;
    host.removeAll(names);
    for (const name of names) {
      holds.release(name);
      forget(name);
    }
  }
}

type Put = Extract<CheckedTeleport, { kind: "put" }> & { readonly tell: Tell };

const STANDING: RobotVelocity = [0, 0, 0];

const tooOften = (key: RobotKey): SimError =>
  new SimError("VALUE_OUT_OF_RANGE", {
    where: `teleport_robot/${wireRobot(key)}`,
    found: `more than ${MAX_TIMES} messages for one robot`,
    allowed: `at most ${MAX_TIMES} in one command`,
  });
