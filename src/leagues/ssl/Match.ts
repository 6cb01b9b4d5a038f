// A match in a world with a soccer field (F3, F4, F5): what the league's protocols say and ask, around every frame. Commands are
// checked as they come and act between two frames; packets leave when they are due. Pure: no clock, no sockets.
//
//   control, legacy   orders to robots: checked, then on their way (RobotOrders)
//   command           teleports, specs, field, realism: done at once, item by item, each as a whole or not at all
//   beforeStep        who was put somewhere gets room; orders that are due go to the devices; forces pull
//   afterStep         what is true is read once; vision, tracker and referee look at it

import { create } from "@bufbuild/protobuf";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { World } from "../../world/World.js";
import { Placing } from "../shared/Placing.js";
import { ConfigChange } from "./commands/ConfigChange.js";
import { ForceTeleport } from "./commands/ForceTeleport.js";
import { holdBall } from "./commands/IdealDribbler.js";
import { ballTeleport, LegacyStatus, robotTeleport } from "./commands/LegacyCommands.js";
import { type RobotOrder, readLegacyOrder, readOrder } from "./commands/RobotOrder.js";
import { checkOrder, RobotOrders } from "./commands/RobotOrders.js";
import { SpecChange } from "./commands/SpecChange.js";
import { Teleport } from "./commands/Teleport.js";
import { attempt, checkRange, WireFields, wireError } from "./commands/WireError.js";
import { checkId } from "./commands/WireRobotId.js";
import type { FieldState } from "./FieldState.js";
import { FieldStateReader } from "./FieldStateReader.js";
import type { FieldGeometry } from "./field/FieldGeometry.js";
import { fieldIn } from "./field/SoccerFieldElement.js";
import { DEFAULT_MATCH, type MatchHost, type MatchOptions, type MatchPacket, type MatchState } from "./MatchOptions.js";
import type { MatchStatus } from "./MatchStatus.js";
import type { MatchReferee } from "./referee/MatchReferee.js";
import { NetworkReferee } from "./referee/NetworkReferee.js";
import { Referee } from "./referee/Referee.js";
import type { RefereeCommand } from "./referee/RefereeCommand.js";
import { isBuiltIn } from "./referee/RefereePacket.js";
import { noReferee } from "./referee/RefereeVerb.js";
import type { SslPlayer } from "./SslPlayer.js";
import { type SslRoster, sslRoster } from "./SslRoster.js";
import type { TeamColor } from "./Team.js";
import { Broadcast } from "./vision/Broadcast.js";
import type { Realism } from "./vision/Realism.js";
import type { grSim_Packet, Robots_Status } from "./wire/GrSim_pb.js";
import type { Referee as RefereePacket } from "./wire/SslReferee_pb.js";
import {
  type RobotCommand,
  RobotCommandSchema,
  type RobotControl,
  type RobotControlResponse,
  RobotControlResponseSchema,
  RobotFeedbackSchema,
  type SimulatorCommand,
  type SimulatorControl,
  SimulatorControlSchema,
  type SimulatorError,
  type SimulatorResponse,
  SimulatorResponseSchema,
} from "./wire/SslSimulation_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData } from "./wire/SslVision_pb.js";

export type { MatchHost, MatchOptions, MatchPacket, MatchState } from "./MatchOptions.js";

const SPEED_FACTOR = { min: 0, max: 1000, unit: "times real time" } as const;
const MICROSECONDS = 1e6;

export class Match {
  readonly world: World;
  readonly options: MatchOptions;
  /** Asked for over the wire; undefined: nobody did. */
  visionPort: number | undefined;
  /** Where tracker packets go: vision cannot. */
  trackerPort: number | undefined;
  readonly #host: MatchHost;
  readonly #roster: SslRoster;
  readonly #reading: FieldStateReader;
  readonly #orders: RobotOrders;
  readonly #holds = new ForceTeleport();
  readonly #placing: Placing;
  readonly #specs: SpecChange;
  readonly #teleport: Teleport;
  readonly #config: ConfigChange;
  readonly #legacy = new LegacyStatus();
  readonly #network = new NetworkReferee();
  readonly #broadcast: Broadcast;
  #packets: MatchPacket[] = [];
  /** Codes that the log has heard already. */
  readonly #complaints = new Set<string>();

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
    this.#teleport = new Teleport({
      world,
      host,
      roster: this.#roster,
      placing: this.#placing,
      holds: this.#holds,
      specs: this.#specs,
      forget: (name) => this.#orders.forget(name),
      field: () => this.field,
    });
    this.#config = new ConfigChange({
      world,
      roster: this.#roster,
      placing: this.#placing,
      specs: this.#specs,
      settings: this,
    });
  }

  // ---- robots are told what to do

  /** Checked now, done from the next frame on: what is wrong with one command leaves the others alone. */
  control(team: TeamColor, request: RobotControl): RobotControlResponse {
    const response = create(RobotControlResponseSchema);
    for (const command of request.robotCommands)
      response.errors.push(
        ...attempt(`robot_commands/${command.id}`, () => {
          const player = this.#playerOf(team, command);
          const order = readOrder(command, player);
          // what is refused is no news for the radio
          checkOrder(player, order);
          this.#answer(player, response);
          this.#order(player, order);
        }),
      );
    return response;
  }

  #playerOf(team: TeamColor, command: RobotCommand): SslPlayer {
    const fields = new WireFields(RobotCommandSchema, command, "robot_commands");
    if (!fields.has("id")) fields.missing("id");
    return this.#playerWith(team, command.id);
  }

  /** A robot of the team that listens to nobody else. */
  #playerWith(team: TeamColor, id: number): SslPlayer {
    const player = this.#roster.get({ team, id: checkId(id, "robot_commands/id") });
    const { name } = player;
    if (this.#host.isDriven?.(name)) throw new SimError("PLAYER_DRIVEN", { where: name, found: "a command to it" });
    return player;
  }

  /** Unless the robot's answer gets lost. */
  #answer(player: SslPlayer, { feedback }: RobotControlResponse): void {
    if (this.#orders.isLost(player.name, "from", this.realism.robotResponseLoss)) return;
    const dribblerBallContact = this.#reading.hasBall(player);
    feedback.push(create(RobotFeedbackSchema, { id: player.key.id, dribblerBallContact }));
  }

  #order(player: SslPlayer, order: RobotOrder): void {
    const { robotCommandLoss: loss, commandDelay } = this.realism;
    this.#orders.push(player, order, this.world.timeNs, { delayNs: Math.round(commandDelay * NS_PER_SEC), loss });
  }

  /** grSim's own protocol; what is wrong in it is told nobody but the log. */
  legacy({ commands, replacement }: grSim_Packet): void {
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
    if (ball) errors.push(...attempt("replacement/ball", () => this.#teleport.ball(ballTeleport(ball))));
    for (const robot of replacement?.robots ?? [])
      errors.push(...attempt("replacement/robots", () => this.#teleport.robot(robotTeleport(robot))));
    for (const error of errors) this.#complain("grSim", error);
  }

  /** Nobody hears of it but the log, and that once: such packets come again and again. */
  #complain(who: string, { code, message }: SimulatorError): void {
    if (this.#complaints.has(`${who} ${code}`)) return;
    this.#complaints.add(`${who} ${code}`);
    this.#host.log(`${who}: ${code}: ${message}`);
  }

  /** What has changed since it was asked for last; undefined: nothing. */
  takeLegacyStatus(team: TeamColor): Robots_Status | undefined {
    const players = this.#roster.players.filter(({ key }) => key.team === team);
    return this.#legacy.take(players, (player) => this.#reading.hasBall(player), this.#orders);
  }

  // ---- the simulator is told what to do

  /** Between two frames; done when it comes back. */
  command({ config, control }: SimulatorCommand): SimulatorResponse {
    const errors = [...(config ? this.#config.apply(config) : []), ...(control ? this.#steer(control) : [])];
    return create(SimulatorResponseSchema, { errors });
  }

  #steer(control: SimulatorControl): readonly SimulatorError[] {
    const fields = new WireFields(SimulatorControlSchema, control, "control");
    const { teleportBall, teleportRobot, simulationSpeed } = control;
    return [
      ...teleportRobot.flatMap((message) => attempt("teleport_robot", () => this.#teleport.robot(message))),
      ...(teleportBall ? attempt("teleport_ball", () => this.#teleport.ball(teleportBall)) : []),
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

  /** As it is now. */
  get field(): FieldGeometry {
    return this.#broadcast.vision.field;
  }

  /** As vision and referee know it; what stands there is changed elsewhere. */
  set field(field: FieldGeometry) {
    this.#broadcast.vision.field = field;
    const { referee } = this.options;
    if (referee instanceof Referee) referee.change({ field });
  }

  // ---- the referee

  get #official(): MatchReferee {
    return this.options.referee ?? this.#network;
  }

  /** Of a game controller on the network; a built-in referee is not disturbed. */
  referee(packet: RefereePacket): void {
    if (!this.options.referee && !isBuiltIn(packet)) this.#network.hear(packet);
  }

  /** A person's command; throws STATE_WRONG where the referee is not the built-in one. */
  commandReferee(command: RefereeCommand): MatchStatus {
    const { referee } = this.options;
    if (!(referee instanceof Referee)) throw noReferee("a match without the built-in referee");
    referee.tell(command);
    return referee.status();
  }

  /** What the referee says now; undefined: there is none. */
  refereePacket(): RefereePacket | undefined {
    return this.#official.packet(this.#timeUs);
  }

  /** unix s of time 0: what packets say, and nothing else depends on. */
  get epochSec(): number {
    return this.#broadcast.epochSec;
  }
  set epochSec(epochSec: number) {
    this.#broadcast.epochSec = epochSec;
  }

  get #timeUs(): number {
    return Math.round((this.epochSec + this.world.timeSec) * MICROSECONDS);
  }

  status(): MatchStatus {
    return this.#official.status();
  }

  #judge(scene: FieldState): void {
    for (const order of this.#official.look(scene))
      try {
        if (order.kind === "place-ball") this.#teleport.placeBall(order.x, order.y);
        else {
          const { x, y, orientation } = order;
          this.#placing.putRobot(this.#roster.get(order), { x, y, orientation }, [0, 0, 0]);
        }
      } catch (problem) {
        this.#complain("referee", wireError(problem, order.kind));
      }
  }

  // ---- around every frame

  beforeStep(): void {
    const { physics, timeNs } = this.world;
    this.#packets = [];
    this.#placing.settle();
    this.#orders.act(this.#roster.players, timeNs);
    this.#holds.apply(physics, this.#roster.players, timeNs);
    if (this.realism.simulateDribbling) return;
    for (const player of this.#roster.players) if (this.#orders.isDribbling(player.name)) holdBall(physics, player);
  }

  afterStep(): void {
    const { timeNs } = this.world;
    const scene = this.scene();
    this.#packets.push(...this.#broadcast.look(scene));
    this.#judge(scene);
    const said = this.#official.takePacket(timeNs, this.#timeUs);
    if (said) this.#packets.push({ channel: "referee", message: said });
  }

  /** All that leave now, in order; what nobody takes before the next frame is gone. */
  takePackets(): readonly MatchPacket[] {
    const packets = this.#packets;
    this.#packets = [];
    return packets;
  }

  /** What is true now. */
  scene(): FieldState {
    return this.#reading.read();
  }

  /** Of all cameras, in this instant: for who steps synchronously. */
  detectNow(): readonly SSL_DetectionFrame[] {
    return this.#broadcast.vision.detectNow(this.scene());
  }

  /** The same object until something changes. */
  geometry(): SSL_GeometryData {
    return this.#broadcast.vision.geometry();
  }

  // ---- state

  /** The world was reset: all as at the start, but for the port. */
  restart(): void {
    this.#orders.clear();
    this.#holds.clear();
    this.#placing.clear();
    this.#specs.restart();
    this.#legacy.clear();
    this.#complaints.clear();
    // the referee is told before it forgets
    this.field = fieldOf(this.world);
    this.#official.restart();
    this.#broadcast.restart();
    this.#packets = [];
  }

  save(): MatchState {
    return {
      orders: this.#orders.save(),
      holds: this.#holds.save(),
      specs: this.#specs.save(),
      placed: this.#placing.save(),
      broadcast: this.#broadcast.save(),
      official: this.#official.save(),
    };
  }

  restore(state: MatchState): void {
    this.#orders.restore(state.orders);
    this.#holds.restore(state.holds);
    this.#specs.restore(state.specs);
    this.#placing.restore(state.placed);
    this.field = state.broadcast.vision.field;
    this.#official.restore(state.official);
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
  }
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
