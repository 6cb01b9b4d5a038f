// A match in a world with a soccer field (F3, F4, F5): executes the league's protocols around every frame. Commands are checked when they
// arrive and act between two frames; packets leave when they are due. Pure: no clock, no sockets.
//
//   control, legacy   orders to robots: checked, then queued (RobotOrders)
//   command           teleports, specs, field, realism: applied at once, each item as a whole or not at all
//   beforeStep        placed objects move out of others; orders that are due go to the devices; forces pull
//   afterStep         the field state is read once; vision, tracker and referee use it

import { create, toBinary } from "@bufbuild/protobuf";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { World } from "../../world/World.js";
import { Placing } from "../shared/Placing.js";
import { noReferee } from "../shared/RefereeVerb.js";
import { BallTeleport } from "./commands/BallTeleport.js";
import { ConfigChange } from "./commands/ConfigChange.js";
import { ForceTeleport } from "./commands/ForceTeleport.js";
import { holdBall } from "./commands/IdealDribbler.js";
import { ballTeleport, LegacyStatus, robotTeleport } from "./commands/LegacyCommands.js";
import { type RobotOrder, readLegacyOrder, readOrder } from "./commands/RobotOrder.js";
import { checkOrder, RobotOrders } from "./commands/RobotOrders.js";
import { RobotTeleport } from "./commands/RobotTeleport.js";
import { SpecChange } from "./commands/SpecChange.js";
import { attempt, checkRange, WireFields, wireError } from "./commands/WireError.js";
import { checkId } from "./commands/WireRobotId.js";
import type { FieldState } from "./FieldState.js";
import { FieldStateReader } from "./FieldStateReader.js";
import type { FieldGeometry } from "./field/FieldGeometry.js";
import { fieldIn } from "./field/SoccerFieldElement.js";
import type { MatchInput } from "./MatchInputs.js";
import { DEFAULT_MATCH, type MatchHost, type MatchOptions, type MatchPacket, type MatchState } from "./MatchOptions.js";
import { type MatchStatistics, StatisticsKeeper } from "./MatchStatistics.js";
import type { MatchStatus } from "./MatchStatus.js";
import type { MatchReferee } from "./referee/MatchReferee.js";
import { NetworkReferee } from "./referee/NetworkReferee.js";
import { Referee } from "./referee/Referee.js";
import type { RefereeCommand } from "./referee/RefereeCommand.js";
import { isBuiltIn } from "./referee/RefereePacket.js";
import { RobotCount } from "./referee/RobotCount.js";
import type { SslPlayer } from "./SslPlayer.js";
import { type SslRoster, sslRoster } from "./SslRoster.js";
import type { TeamColor } from "./Team.js";
import { Broadcast } from "./vision/Broadcast.js";
import { trackerLaterBy, visionLaterBy } from "./vision/PacketTimes.js";
import type { Realism } from "./vision/Realism.js";
import { type grSim_Packet, grSim_PacketSchema, type Robots_Status } from "./wire/GrSim_pb.js";
import { Team } from "./wire/SslCommon_pb.js";
import { type Referee as RefereePacket, RefereeSchema } from "./wire/SslReferee_pb.js";
import {
  type RobotCommand,
  RobotCommandSchema,
  type RobotControl,
  type RobotControlResponse,
  RobotControlSchema,
  type SimulatorCommand,
  SimulatorCommandSchema,
  type SimulatorControl,
  SimulatorControlSchema,
  type SimulatorError,
  type SimulatorResponse,
  SimulatorResponseSchema,
  TeleportRobotSchema,
} from "./wire/SslSimulation_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData } from "./wire/SslVision_pb.js";

export type { MatchHost, MatchOptions, MatchPacket, MatchState } from "./MatchOptions.js";

const SPEED_FACTOR = { min: 0, max: 1000, unit: "times real time" } as const;
const MICROSECONDS = 1e6;
/** The number of robots is looked at so seldom. */
const COUNT_FRAMES = 20;

export class Match {
  readonly world: World;
  readonly options: MatchOptions;
  /** Vision port requested over the wire; undefined: none was. */
  visionPort: number | undefined;
  /** Port of tracker packets: vision may not use it. */
  trackerPort: number | undefined;
  readonly #host: MatchHost;
  readonly #roster: SslRoster;
  readonly #reading: FieldStateReader;
  readonly #orders: RobotOrders;
  readonly #holds = new ForceTeleport();
  readonly #placing: Placing;
  readonly #specs: SpecChange;
  readonly #ballTeleport: BallTeleport;
  readonly #robotTeleport: RobotTeleport;
  readonly #config: ConfigChange;
  readonly #legacy = new LegacyStatus();
  readonly #network = new NetworkReferee();
  readonly #count = new RobotCount();
  readonly #broadcast: Broadcast;
  readonly #statistics: StatisticsKeeper;
  #packets: MatchPacket[] = [];
  /** Error codes that were logged already. */
  readonly #loggedErrors = new Set<string>();

  constructor(world: World, host: MatchHost, options: Partial<MatchOptions> = {}) {
    this.world = world;
    this.#host = host;
    this.options = { ...DEFAULT_MATCH, ...options };
    this.#roster = sslRoster(world);
    this.#reading = new FieldStateReader(world, this.#roster);
    this.#orders = new RobotOrders(world.seed, (line) => host.log(line));
    this.#placing = new Placing(world, this.#roster);
    this.#specs = new SpecChange(world, host, this.#roster, this.options.robotText);
    this.#broadcast = new Broadcast(world, { ...this.options, field: fieldOf(world) });
    this.#statistics = new StatisticsKeeper(
      () => this.status(),
      () => this.field,
    );
    const placement = {
      world,
      roster: this.#roster,
      placing: this.#placing,
      holds: this.#holds,
      field: () => this.field,
    };
    this.#ballTeleport = new BallTeleport(placement);
    this.#robotTeleport = new RobotTeleport({
      ...placement,
      host,
      specs: this.#specs,
      forget: (name) => this.#orders.forget(name),
    });
    this.#config = new ConfigChange({
      world,
      roster: this.#roster,
      placing: this.#placing,
      specs: this.#specs,
      settings: this,
    });
    this.#lookAtStart();
  }

  /** Frame 0 comes before any step (T0): listeners see the field before the first client has asked for one. */
  #lookAtStart(): void {
    this.#packets = [...this.#broadcast.look(this.#reading.view())];
  }

  /** Whether a team commands this robot. */
  readonly drives = (robot: string): boolean => this.#orders.has(robot);

  // ---- commands to robots

  /** Checks commands now; they act from the next frame on. An error in one command does not affect the others. */
  control(team: TeamColor, request: RobotControl): RobotControlResponse {
    const data = () => toBinary(RobotControlSchema, request);
    return this.#input(team, data, () => this.#control(team, request));
  }

  #input<T>(what: MatchInput, data: () => Uint8Array, work: () => T): T {
    return this.#host.input ? this.#host.input(what, data, work) : work();
  }

  #control(team: TeamColor, request: RobotControl): RobotControlResponse {
    const response: RobotControlResponse = { $typeName: "RobotControlResponse", errors: [], feedback: [] };
    for (const command of request.robotCommands)
      try {
        const player = this.#playerOf(team, command);
        const order = readOrder(command, player);
        // a refused command draws no random number for the radio
        checkOrder(player, order);
        this.#answer(player, response);
        this.#order(player, order);
      } catch (problem) {
        response.errors.push(wireError(problem, `robot_commands/${command.id}`));
      }
    return response;
  }

  #playerOf(team: TeamColor, command: RobotCommand): SslPlayer {
    const fields = new WireFields(RobotCommandSchema, command, "robot_commands");
    if (!fields.has("id")) fields.missing("id");
    return this.#playerWith(team, command.id);
  }

  /** Throws PLAYER_UNKNOWN, or PLAYER_DRIVEN for a robot that a client drives. */
  #playerWith(team: TeamColor, id: number): SslPlayer {
    const player = this.#roster.get({ team, id: checkId(id, "robot_commands/id") });
    const { name } = player;
    if (this.#host.isDriven?.(name)) throw new SimError("PLAYER_DRIVEN", { where: name, found: "a command to it" });
    return player;
  }

  /** Adds the robot's answer, unless it gets lost. */
  #answer(player: SslPlayer, { feedback }: RobotControlResponse): void {
    if (this.#orders.isLost(player.name, "from", this.realism.robotResponseLoss)) return;
    const dribblerBallContact = this.#reading.hasBall(player);
    feedback.push({ $typeName: "RobotFeedback", id: player.key.id, dribblerBallContact });
  }

  #order(player: SslPlayer, order: RobotOrder): void {
    const { robotCommandLoss: loss, commandDelay } = this.realism;
    this.#orders.push(player, order, this.world.timeNs, { delayNs: Math.round(commandDelay * NS_PER_SEC), loss });
  }

  /** grSim's own protocol; its errors are only logged. */
  legacy(packet: grSim_Packet): void {
    this.#input(
      "legacy",
      () => toBinary(grSim_PacketSchema, packet),
      () => this.#legacyPacket(packet),
    );
  }

  #legacyPacket({ commands, replacement }: grSim_Packet): void {
    const errors: SimulatorError[] = [];
    const team = commands?.isteamyellow ? "yellow" : "blue";
    for (const command of commands?.robotCommands ?? [])
      errors.push(
        ...attempt("robot_commands", () => {
          const player = this.#playerWith(team, command.id);
          const order = readLegacyOrder(command, player);
          checkOrder(player, order);
          this.#order(player, order);
        }),
      );
    const ball = replacement?.ball;
    if (ball) errors.push(...attempt("replacement/ball", () => this.#ballTeleport.apply(ballTeleport(ball))));
    errors.push(...this.#robotTeleport.applyAll((replacement?.robots ?? []).map(robotTeleport)));
    for (const error of errors) this.#logOnce("grSim", error);
  }

  /** Logs each error code once: packets with the same defect arrive again and again. */
  #logOnce(source: string, { code, message }: SimulatorError): void {
    if (this.#loggedErrors.has(`${source} ${code}`)) return;
    this.#loggedErrors.add(`${source} ${code}`);
    this.#host.log(`${source}: ${code}: ${message}`);
  }

  /** Status that has changed since the last call; undefined: none has. */
  takeLegacyStatus(team: TeamColor): Robots_Status | undefined {
    const players = this.#roster.players.filter(({ key }) => key.team === team);
    return this.#legacy.take(players, (player) => this.#reading.hasBall(player), this.#orders);
  }

  // ---- commands to the simulator

  /** Between two frames; executed when it returns. */
  command(command: SimulatorCommand): SimulatorResponse {
    const data = () => toBinary(SimulatorCommandSchema, command);
    return this.#input("command", data, () => this.#command(command));
  }

  #command({ config, control }: SimulatorCommand): SimulatorResponse {
    const errors = [...(config ? this.#config.apply(config) : []), ...(control ? this.#steer(control) : [])];
    return create(SimulatorResponseSchema, { errors });
  }

  #steer(control: SimulatorControl): readonly SimulatorError[] {
    const fields = new WireFields(SimulatorControlSchema, control, "control");
    const { teleportBall, teleportRobot, simulationSpeed } = control;
    return [
      ...this.#robotTeleport.applyAll(teleportRobot),
      ...(teleportBall ? attempt("teleport_ball", () => this.#ballTeleport.apply(teleportBall)) : []),
      ...(fields.has("simulationSpeed")
        ? attempt("simulation_speed", () =>
            this.#host.setRate(checkRange(simulationSpeed, SPEED_FACTOR, "control/simulation_speed")),
          )
        : []),
    ];
  }

  get realism(): Realism {
    return this.#broadcast.vision.realism;
  }

  set realism(realism: Realism) {
    this.#broadcast.vision.realism = realism;
  }

  /** The field as it is now. */
  get field(): FieldGeometry {
    return this.#broadcast.vision.field;
  }

  /** The field for vision and referee; its objects are changed elsewhere. */
  set field(field: FieldGeometry) {
    this.#broadcast.vision.field = field;
    const { referee } = this.options;
    if (referee instanceof Referee) referee.change({ field });
  }

  // ---- the referee

  get #official(): MatchReferee {
    return this.options.referee ?? this.#network;
  }

  /** A packet of a game controller on the network; ignored if the referee is built in. */
  referee(packet: RefereePacket): void {
    if (this.options.referee || isBuiltIn(packet)) return;
    const data = () => toBinary(RefereeSchema, packet);
    this.#input("referee", data, () => this.#network.receive(packet));
  }

  /** A person's command; throws STATE_WRONG where the referee is not the built-in one. */
  commandReferee(command: RefereeCommand): MatchStatus {
    const { referee } = this.options;
    if (!(referee instanceof Referee)) throw noReferee("a match without the built-in referee");
    referee.command(command);
    return referee.status();
  }

  /** The referee's packet for this instant; undefined: there is no referee. */
  refereePacket(): RefereePacket | undefined {
    return this.#official.packet(this.#timeUs);
  }

  /** Unix time of simulated time 0, s; affects packets only. */
  get epochSec(): number {
    return this.#broadcast.epochSec;
  }
  set epochSec(epochSec: number) {
    const shiftSec = epochSec - this.epochSec;
    this.#broadcast.epochSec = epochSec;
    if (shiftSec !== 0) this.#packets = this.#packets.map((packet) => laterBy(packet, shiftSec));
  }

  get #timeUs(): number {
    return Math.round((this.epochSec + this.world.timeSec) * MICROSECONDS);
  }

  /** Of both teams, for people. */
  get statistics(): MatchStatistics {
    return this.#statistics.teams;
  }

  status(): MatchStatus {
    return this.#official.status();
  }

  #judge(state: FieldState): void {
    for (const order of this.#official.look(state))
      try {
        if (order.kind === "place-ball") this.#ballTeleport.place(order.x, order.y);
        else {
          const { x, y, orientation } = order;
          this.#placing.putRobot(this.#roster.get(order), { x, y, orientation }, [0, 0, 0]);
        }
      } catch (problem) {
        this.#logOnce("referee", wireError(problem, order.kind));
      }
  }

  // ---- around every frame

  beforeStep(): void {
    const { physics, timeNs } = this.world;
    // those of frame 0 were made before a step
    if (this.world.frame > 0) this.#packets = [];
    this.#enforceRobots();
    this.#placing.settle();
    this.#orders.act(this.#roster.players, timeNs);
    this.#holds.apply(physics, this.#roster.players, timeNs);
    if (this.realism.simulateDribbling) return;
    for (const player of this.#roster.players) if (this.#orders.isDribbling(player.name)) holdBall(physics, player);
  }

  /** Robots leave and come as by a teleport. */
  #enforceRobots(): void {
    if (!this.options.enforcesRobots || this.world.frame % COUNT_FRAMES !== 0) return;
    const { players } = this.#roster;
    const keys = players.filter(({ name }) => !this.#host.isDriven?.(name)).map(({ key }) => key);
    const changes = this.#count.look(this.refereePacket(), keys, this.world.timeNs);
    if (changes.length === 0) return;
    const teleports = changes.map(({ team, id, present }) =>
      create(TeleportRobotSchema, { id: { id, team: team === "blue" ? Team.BLUE : Team.YELLOW }, present }),
    );
    for (const error of this.#robotTeleport.applyAll(teleports)) this.#logOnce("referee", error);
  }

  afterStep(): void {
    const { timeNs } = this.world;
    const state = this.#reading.view();
    this.#packets.push(...this.#broadcast.look(state));
    if (this.#broadcast.vision.keepsSight) this.#broadcast.vision.remember(this.#reading.read());
    this.#judge(state);
    this.#statistics.look(state);
    const packet = this.#official.takePacket(timeNs, this.#timeUs);
    if (packet) this.#packets.push({ channel: "referee", message: packet });
  }

  /** All packets that leave now, in order. Packets that are not taken before the next frame are dropped. */
  takePackets(): readonly MatchPacket[] {
    const packets = this.#packets;
    this.#packets = [];
    return packets;
  }

  /** The true state of the field. */
  fieldState(): FieldState {
    return this.#reading.read();
  }

  /** Detections of all cameras at this instant, for synchronous clients. */
  detectNow(): readonly SSL_DetectionFrame[] {
    return this.#broadcast.vision.detectNow(this.#reading.view());
  }

  /** From now on `detectDelayed` has detections, as soon as the vision's delay is over. */
  keepSight(): void {
    const { vision } = this.#broadcast;
    if (vision.keepsSight) return;
    vision.keepSight();
    vision.remember(this.#reading.read());
  }

  /** Detections of all cameras as long ago as the vision's delay. */
  detectDelayed(): readonly SSL_DetectionFrame[] {
    return this.#broadcast.vision.detectDelayed(this.world.timeNs);
  }

  /** The same object until the geometry changes. */
  geometry(): SSL_GeometryData {
    return this.#broadcast.vision.geometry();
  }

  // ---- state

  /** After a reset of the world: everything as at the start, except the vision port. */
  restart(): void {
    this.#orders.reseed(this.world.seed);
    this.#orders.clear();
    this.#holds.clear();
    this.#placing.clear();
    this.#specs.restart();
    this.#legacy.clear();
    this.#loggedErrors.clear();
    // the referee gets the field before its own restart
    this.field = fieldOf(this.world);
    this.#official.restart();
    this.#count.clear();
    this.#statistics.restart();
    this.#broadcast.restart();
    this.#lookAtStart();
  }

  save(): MatchState {
    return {
      orders: this.#orders.save(),
      holds: this.#holds.save(),
      specs: this.#specs.save(),
      placed: this.#placing.save(),
      broadcast: this.#broadcast.save(),
      ...(this.options.enforcesRobots ? { count: this.#count.save() } : {}),
      official: this.#official.save(),
      statistics: this.#statistics.save(),
    };
  }

  restore(state: MatchState): void {
    this.#orders.reseed(this.world.seed);
    this.#orders.restore(state.orders);
    this.#holds.restore(state.holds);
    this.#specs.restore(state.specs);
    this.#placing.restore(state.placed);
    this.field = state.broadcast.vision.field;
    this.#official.restore(state.official);
    if (state.count) this.#count.restore(state.count);
    this.#statistics.restore(state.statistics);
    this.#broadcast.restore(state.broadcast);
    this.#legacy.clear();
    this.#packets = [];
  }

  addTo(hash: Hash64): void {
    this.#orders.addTo(hash);
    this.#holds.addTo(hash);
    this.#specs.addTo(hash);
    for (const name of this.#placing.save()) hash.addString(name);
    this.#broadcast.addTo(hash);
    this.#official.addTo(hash);
    this.#count.addTo(hash);
  }
}

function laterBy(packet: MatchPacket, shiftSec: number): MatchPacket {
  if (packet.channel === "vision") return { ...packet, message: visionLaterBy(packet.message, shiftSec) };
  if (packet.channel === "tracker") return { ...packet, message: trackerLaterBy(packet.message, shiftSec) };
  return packet;
}

function fieldOf({ file, physics }: World): FieldGeometry {
  const field = fieldIn(file);
  if (field) return field;
  throw new SimError("STATE_WRONG", {
    where: physics.description.name,
    found: "a match in a world without a <SoccerField>",
    allowed: "a world with one",
  });
}
