// Commands to 22 robots in the benchmark, given their positions by vision: in open play a new random velocity every half second, away
// from the walls; in the heap all robots drive to the centre.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { TEAMS, type TeamColor } from "../../src/leagues/ssl/Team.js";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import {
  type RobotControl,
  RobotControlSchema,
  type SimulatorCommand,
  SimulatorCommandSchema,
  type TeleportRobotSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import type { SSL_DetectionFrame } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { cos, sin, TAU } from "../../src/math/Trigonometry.js";

export type CrowdScene = "open" | "heap";

const ROBOTS = 11;
const CHANGE_SEC = 0.5;
/** m/s, in open play. */
const SPEED = 1.5;
/** m: robots beyond it turn back. */
const ROOM = [5, 3.8] as const;
/** m/s: a jammed robot pushes with its full torque at any commanded speed. */
const PUSH = 0.4;

interface Seen {
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
}

export class Crowd {
  readonly #scene: CrowdScene;
  readonly #stream = new RandomStream("crowd");
  readonly #seen = new Map<string, Seen>();
  #wishes = new Map<string, readonly [number, number, number]>();
  #changedSec = Number.NEGATIVE_INFINITY;
  #timeSec = 0;

  constructor(scene: CrowdScene) {
    this.#scene = scene;
  }

  see(frame: SSL_DetectionFrame): void {
    this.#timeSec = frame.tCapture;
    for (const [team, robots] of [
      ["blue", frame.robotsBlue],
      ["yellow", frame.robotsYellow],
    ] as const)
      for (const { robotId, x, y, orientation } of robots)
        this.#seen.set(`${team}-${robotId}`, { x: x / 1000, y: y / 1000, orientation });
  }

  /** m, greatest distance of a robot from the centre. */
  get reach(): number {
    return Math.max(0, ...[...this.#seen.values()].map(({ x, y }) => Math.hypot(x, y)));
  }

  commands(team: TeamColor): RobotControl {
    this.#change();
    const robotCommands = Array.from({ length: ROBOTS }, (_, id) => {
      const [x, y, angular] = this.#wish(`${team}-${id}`);
      const { orientation } = this.#seen.get(`${team}-${id}`) ?? { orientation: 0 };
      const [c, s] = [cos(orientation), sin(orientation)];
      const value = { forward: c * x + s * y, left: c * y - s * x, angular };
      return { id, moveCommand: { command: { case: "localVelocity", value } } } as const;
    });
    return create(RobotControlSchema, { robotCommands });
  }

  #wish(name: string): readonly [number, number, number] {
    const { x, y } = this.#seen.get(name) ?? { x: 0, y: 0 };
    const away = Math.max(1e-3, Math.hypot(x, y));
    if (this.#scene === "heap") return [(-PUSH * x) / away, (-PUSH * y) / away, 0];
    const [vx, vy, turn] = this.#wishes.get(name) ?? [0, 0, 0];
    return [
      Math.abs(x) > ROOM[0] ? -SPEED * Math.sign(x) : vx,
      Math.abs(y) > ROOM[1] ? -SPEED * Math.sign(y) : vy,
      turn,
    ];
  }

  #change(): void {
    if (this.#timeSec - this.#changedSec < CHANGE_SEC) return;
    this.#changedSec = this.#timeSec;
    const names = TEAMS.flatMap((team) => Array.from({ length: ROBOTS }, (_, id) => `${team}-${id}`));
    this.#wishes = new Map(
      names.map((name) => {
        const [angle, turn] = [this.#stream.uniform(0, TAU), this.#stream.uniform(-2, 2)];
        return [name, [SPEED * cos(angle), SPEED * sin(angle), turn]] as const;
      }),
    );
  }
}

/** All 22 robots packed around the centre, without the ball. */
export function packedHeap(): SimulatorCommand {
  const places: [number, number][] = [];
  const apart = 0.183;
  for (let row = -3; row <= 3; row++)
    for (let column = -3; column <= 3; column++)
      places.push([apart * (column + (row % 2 === 0 ? 0 : 0.5)), apart * row * (Math.sqrt(3) / 2)]);
  places.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  const teleportRobot = TEAMS.flatMap((team, t) =>
    Array.from({ length: ROBOTS }, (_, id): MessageInitShape<typeof TeleportRobotSchema> => {
      const [x, y] = places[2 * id + t];
      return {
        id: { id, team: team === "blue" ? Team.BLUE : Team.YELLOW },
        x,
        y,
        orientation: 0,
        vX: 0,
        vY: 0,
        vAngular: 0,
      };
    }),
  );
  return create(SimulatorCommandSchema, { control: { teleportBall: { x: 4, y: 3, vx: 0, vy: 0 }, teleportRobot } });
}
