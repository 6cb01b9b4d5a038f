// Where there is room on the carpet for something round: beside all robots and all that stands there (walls, goals). Seen from above;
// a robot counts as a full circle, anything else as the rectangle along x and y around it.

import { multiply, rotate } from "../../math/Quat.js";
import { cos, PI, sin } from "../../math/Trigonometry.js";
import { add } from "../../math/Vec3.js";
import type { Physics } from "../../physics/Physics.js";
import { halfSize } from "./RobotOutline.js";
import type { Player } from "./Roster.js";

type Point = readonly [number, number];

interface Circle {
  readonly name: string;
  readonly at: Point;
  readonly radius: number;
}

/** From corner to corner. */
interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** m: between things that are put beside each other. */
const GAP = 0.002;
/** m: steps of the search, and how far it goes. */
const STEP = 0.01;
const FARTHEST = 20;
/** Directions on the smallest ring; larger rings have more. */
const DIRECTIONS = 16;

export class FreePlace {
  #circles: readonly Circle[];
  readonly #boxes: readonly Rectangle[];

  constructor(physics: Physics, players: readonly Player[]) {
    this.#circles = players.map((player) => {
      const [x, y] = player.position();
      return { name: player.name, at: [x, y], radius: player.outline.radius };
    });
    this.#boxes = boxesOf(physics);
  }

  /** One of the circles is not counted: the thing itself. */
  isFree([x, y]: Point, radius: number, except?: string): boolean {
    for (const { name, at, radius: other } of this.#circles) {
      const [dx, dy, least] = [at[0] - x, at[1] - y, radius + other];
      if (name !== except && dx * dx + dy * dy < least * least) return false;
    }
    for (const box of this.#boxes) {
      const dx = x - Math.min(Math.max(x, box.x[0]), box.x[1]);
      const dy = y - Math.min(Math.max(y, box.y[0]), box.y[1]);
      if (dx * dx + dy * dy < radius * radius) return false;
    }
    return true;
  }

  /** The place itself, or one of the nearest; where there is none for a long way, the place itself. */
  nearest(at: Point, radius: number, except?: string): Point {
    if (this.isFree(at, radius, except)) return at;
    const room = radius + GAP;
    for (let ring = 1; ring * STEP < FARTHEST; ring++) {
      const count = Math.min(DIRECTIONS * ring, 128);
      for (let k = 0; k < count; k++) {
        const angle = (2 * PI * k) / count;
        const place: Point = [at[0] + ring * STEP * cos(angle), at[1] + ring * STEP * sin(angle)];
        if (this.isFree(place, room, except)) return place;
      }
    }
    return at;
  }

  /** Somebody has been put elsewhere. */
  move(name: string, at: Point): void {
    this.#circles = this.#circles.map((circle) => (circle.name === name ? { ...circle, at } : circle));
  }
}

/** Of everything static that has a size. */
function boxesOf(physics: Physics): readonly Rectangle[] {
  return physics.names.flatMap((name) => {
    const { isStatic, bodies } = physics.entity(name);
    if (!isStatic) return [];
    const { position, orientation } = physics.placementOf(name);
    return bodies.flatMap(({ solids }) =>
      solids.flatMap(({ shape, pose, collide }): Rectangle[] => {
        const half = collide && halfSize(shape, multiply(orientation, pose.orientation));
        if (!half) return [];
        const [x, y] = add(position, rotate(orientation, pose.position));
        return [{ x: [x - half[0], x + half[0]], y: [y - half[1], y + half[1]] }];
      }),
    );
  });
}
