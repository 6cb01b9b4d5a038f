// Finds free places on the floor for something round: clear of all robots and of all static objects (walls, goals). Seen from above:
// a robot counts as a full circle, a static solid as its bounding rectangle along x and y.

import { multiply, rotate } from "../../math/Quat.js";
import { cos, PI, sin } from "../../math/Trigonometry.js";
import { add } from "../../math/Vec3.js";
import type { Physics } from "../../physics/Physics.js";
import type { Player } from "./Player.js";
import { halfSize } from "./RobotOutline.js";

type Point = readonly [number, number];

interface Circle {
  readonly name: string;
  readonly at: Point;
  readonly radius: number;
}

/** m, from and to along each axis. */
interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** m: gap between objects that are put beside each other. */
const GAP = 0.002;
/** m: steps of the search, and its maximum distance. */
const STEP = 0.01;
const MAX_DISTANCE = 20;
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

  /** True: a circle fits there. The robot named `except` does not count. */
  isFree([x, y]: Point, radius: number, except?: string): boolean {
    for (const { name, at, radius: other } of this.#circles) {
      const [dx, dy, minGap] = [at[0] - x, at[1] - y, radius + other];
      if (name !== except && dx * dx + dy * dy < minGap * minGap) return false;
    }
    for (const box of this.#boxes) {
      const dx = x - Math.min(Math.max(x, box.x[0]), box.x[1]);
      const dy = y - Math.min(Math.max(y, box.y[0]), box.y[1]);
      if (dx * dx + dy * dy < radius * radius) return false;
    }
    return true;
  }

  /** The place itself or a nearest free one; the place itself if none is free within 20 m. */
  nearest(at: Point, radius: number, except?: string): Point {
    if (this.isFree(at, radius, except)) return at;
    const clearance = radius + GAP;
    for (let ring = 1; ring * STEP < MAX_DISTANCE; ring++) {
      const count = Math.min(DIRECTIONS * ring, 128);
      for (let k = 0; k < count; k++) {
        const angle = (2 * PI * k) / count;
        const place: Point = [at[0] + ring * STEP * cos(angle), at[1] + ring * STEP * sin(angle)];
        if (this.isFree(place, clearance, except)) return place;
      }
    }
    return at;
  }

  /** Notes that a robot will be added. */
  add(name: string, at: Point, radius: number): void {
    this.#circles = [...this.#circles, { name, at, radius }];
  }

  /** Notes that a robot was moved. */
  move(name: string, at: Point): void {
    this.#circles = this.#circles.map((circle) => (circle.name === name ? { ...circle, at } : circle));
  }
}

/** Bounding rectangles of all static solids that have a size. */
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
