// TeleportBall (F3), all fields in any combination, and the referee's placements of the ball. Coordinates and velocities that are not
// set stay as they are. A message is applied as a whole or not at all.

import { SimError } from "../../../describe/SimError.js";
import type { Vec3 } from "../../../math/Vec3.js";
import type { World } from "../../../world/World.js";
import { BALL, ballRadius } from "../../shared/Ball.js";
import type { Placing, RobotVelocity } from "../../shared/Placing.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { SslRoster } from "../SslRoster.js";
import { type TeleportBall, TeleportBallSchema } from "../wire/SslSimulation_pb.js";
import type { ForceTeleport } from "./ForceTeleport.js";
import { checkForce, PLACE, SPEED, withoutGaps } from "./TeleportFields.js";
import { checkRange, type Range, WireFields } from "./WireError.js";

export interface BallTeleportDependencies {
  readonly world: World;
  readonly roster: SslRoster;
  readonly placing: Placing;
  readonly holds: ForceTeleport;
  readonly field: () => FieldGeometry;
}

const HEIGHT: Range = { min: 0, max: 100, unit: "m" };
/** m, teleport_safely: clearance around the ball; robots within the second distance stop. */
const CLEAR = 0.1;
const STOPPED_WITHIN = 0.5;

export class BallTeleport {
  readonly #dependencies: BallTeleportDependencies;

  constructor(dependencies: BallTeleportDependencies) {
    this.#dependencies = dependencies;
  }

  apply(message: TeleportBall): void {
    const { placing, holds } = this.#dependencies;
    const fields = new WireFields(TeleportBallSchema, message, "teleport_ball");
    const place = [fields.number("x", PLACE), fields.number("y", PLACE), fields.number("z", HEIGHT)] as const;
    const speed = ["vx", "vy", "vz"].map((name) => fields.number(name, SPEED));
    const isPlaced = place.some((at) => at !== undefined);
    if (message.byForce) {
      checkForce(fields, isPlaced, ["vx", "vy", "vz"]);
      this.#needBall();
      const [x, y, z] = place;
      holds.hold(
        BALL,
        withoutGaps({ x, y, z: z === undefined ? undefined : z + ballRadius(this.#dependencies.world.physics) }),
      );
      return;
    }
    this.#needBall();
    holds.release(BALL);
    const now = placing.ballMotion();
    const radius = ballRadius(this.#dependencies.world.physics);
    const position: Vec3 = [
      place[0] ?? now.position[0],
      place[1] ?? now.position[1],
      place[2] === undefined ? now.position[2] : place[2] + radius,
    ];
    const isPushed = speed.some((v) => v !== undefined);
    if (!isPlaced && !isPushed && !message.roll) return;
    const velocity = now.velocity.map((v, k) => speed[k] ?? v) as unknown as Vec3;
    const spin = message.roll ? rolling(velocity, radius) : isPushed ? STILL : now.spin;
    placing.putBall({ position, velocity, spin });
    if (message.teleportSafely) this.#clear(position[0], position[1], radius);
  }

  /** Puts the ball at rest on the carpet within the walls and moves robots away from it; throws VALUE_OUT_OF_RANGE. */
  place(x: number, y: number): void {
    const { placing, holds, world, field } = this.#dependencies;
    const { fieldLength, fieldWidth, boundaryWidth, boundaryWidthGoalLine } = field();
    const [maxX, maxY] = [fieldLength / 2 + boundaryWidthGoalLine, fieldWidth / 2 + boundaryWidth];
    checkRange(x, { min: -maxX, max: maxX, unit: "m, within the walls" }, "designated_position/x");
    checkRange(y, { min: -maxY, max: maxY, unit: "m, within the walls" }, "designated_position/y");
    this.#needBall();
    holds.release(BALL);
    const radius = ballRadius(world.physics);
    placing.putBall({ position: [x, y, radius], velocity: STILL, spin: STILL });
    this.#clear(x, y, radius);
  }

  /** Adds the ball again if it is missing. */
  #needBall(): void {
    const { world } = this.#dependencies;
    if (world.physics.has(BALL)) return;
    const entity = world.file.physics.entities.find(({ name }) => name === BALL);
    if (!entity) throw new SimError("BALL_MISSING", { where: "teleport_ball", found: "no ball" });
    world.add(entity);
  }

  /** Robots move straight away from the ball, and stop if they are near. */
  #clear(x: number, y: number, radius: number): void {
    const { roster, placing } = this.#dependencies;
    for (const player of roster.players) {
      const [px, py] = player.position();
      const [dx, dy] = [px - x, py - y];
      const far = Math.sqrt(dx * dx + dy * dy);
      const distance = player.outline.radius + radius + CLEAR;
      if (far < distance) {
        const [ux, uy] = far > 1e-6 ? [dx / far, dy / far] : [-player.ahead()[0], -player.ahead()[1]];
        const place = { x: x + ux * distance, y: y + uy * distance, orientation: player.facing() };
        placing.putRobot(player, place, STANDING);
      } else if (far < STOPPED_WITHIN) placing.setSpeed(player, STANDING);
    }
  }
}

const STILL: Vec3 = [0, 0, 0];
const STANDING: RobotVelocity = [0, 0, 0];

/** Rolls on the carpet without slipping: w = z x v / r. */
const rolling = ([vx, vy]: Vec3, radius: number): Vec3 => [-vy / radius, vx / radius, 0];
