// What a player knows of its team mates by their messages, and the roles that follow: number 1 keeps the goal; of the others the one that
// reaches the ball first attacks, of the rest the one further ahead supports it and the last one defends.

import { hypot } from "../../../src/math/Trigonometry.js";
import type { Placement, Spot } from "./Placement.js";
import type { Role, TeamMessage } from "./TeamMessage.js";

/** Messages older than this count no more, s. */
const STALE = 2;
/** The attacker remains attacker until another one is faster by this, s. */
const HYSTERESIS = 1.2;

interface Heard extends TeamMessage {
  readonly time: number;
}

export class Team {
  readonly #number: number;
  readonly #heard = new Map<number, Heard>();
  #role: Role;

  constructor(number: number) {
    this.#number = number;
    this.#role = number === 1 ? "keeper" : "supporter";
  }

  get role(): Role {
    return this.#role;
  }

  hear(message: TeamMessage, time: number): void {
    if (message.number !== this.#number) this.#heard.set(message.number, { ...message, time });
  }

  /** Mates that were heard lately, in the order of their numbers. */
  mates(time: number): readonly Heard[] {
    const fresh = [...this.#heard.values()].filter((mate) => time - mate.time < STALE);
    return fresh.sort((a, b) => a.number - b.number);
  }

  /** The ball as the mate sees it that saw it last; undefined: none saw it within `seconds`. */
  ball(time: number, seconds: number): Spot | undefined {
    const ages = this.mates(time).map((mate) => ({ ball: mate.ball, age: mate.ballAge + time - mate.time }));
    const [best] = ages.filter(({ age }) => age < seconds).sort((a, b) => a.age - b.age);
    return best?.ball;
  }

  /** Chooses the own role. `cost` is the time to reach the ball, s. */
  choose(place: Placement, cost: number, time: number): Role {
    if (this.#number === 1) return this.#role;
    const others = this.mates(time).filter(({ number }) => number !== 1);
    const own = this.#role === "attacker" ? cost - HYSTERESIS : cost;
    const isFaster = (mate: Heard): boolean => {
      const theirs = mate.role === "attacker" ? mate.cost - HYSTERESIS : mate.cost;
      return theirs < own || (theirs === own && mate.number < this.#number);
    };
    if (!others.some(isFaster)) this.#role = "attacker";
    else {
      const rest = others.filter(({ role }) => role !== "attacker");
      const isAhead = (mate: Heard): boolean => mate.place.x > place.x + (this.#role === "supporter" ? 0.4 : -0.1);
      this.#role = rest.some(isAhead) ? "defender" : "supporter";
    }
    return this.#role;
  }
}

/** Time to reach a ball that is ahead and to the left, and to get behind it: `around` is the angle between the line to it and the aim. */
export const costOf = ([ahead, left]: Spot, around: number): number =>
  hypot(ahead, left) / 0.25 + Math.abs(around) * 1.5;
