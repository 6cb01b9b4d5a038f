// Where players without the ball stand: at the kick-off, and in play by their role. Own half is at negative x.

import { hypot } from "../../../src/math/Trigonometry.js";
import { within } from "../LegKinematics.js";
import { FIELD } from "./FieldMap.js";
import type { GameState } from "./GameState.js";
import type { Spot } from "./Placement.js";
import type { Role } from "./TeamMessage.js";

/** By number, 1 to 4: with and without the kick-off. */
const KICK_OFF: readonly Spot[] = [
  [-2.5, 0],
  [-0.32, 0],
  [-0.7, 0.8],
  [-1.4, -0.5],
];
const OTHER_KICK_OFF: readonly Spot[] = [
  [-2.5, 0],
  [-0.85, 0],
  [-1, 0.9],
  [-1.4, -0.7],
];

/** A player, and where it believes to be. */
interface Placed {
  readonly number: number;
  readonly place: Spot;
}

/** A spot that a player is on its way to counts as so much nearer, m. */
const HELD = 0.4;

/**
 * The spot of a player at the kick-off. Of the field players that play, each gets one so that their ways together are the shortest: then
 * they do not cross. `held` is the spot that it had so far.
 */
export function kickOffSpot(
  own: Placed,
  mates: readonly Placed[],
  { isOwnKickOff, absent }: Pick<GameState, "isOwnKickOff" | "absent">,
  held?: Spot,
): Spot {
  const [keeper, ...spots] = isOwnKickOff ? KICK_OFF : OTHER_KICK_OFF;
  if (own.number === 1) return keeper;
  const others = mates.filter(({ number }) => number !== 1 && number !== own.number && !absent.includes(number));
  const players = [own, ...others].sort((a, b) => a.number - b.number);
  const way = ({ number, place: [x, y] }: Placed, spot: Spot): number =>
    hypot(spot[0] - x, spot[1] - y) - (number === own.number && spot === held ? HELD : 0);
  const { taken } = shortest(players, spots.slice(0, players.length), way);
  return taken[players.indexOf(own)];
}

interface Matching {
  readonly taken: readonly Spot[];
  readonly total: number;
}

/** A spot for each player; the sum of their ways is the smallest. */
function shortest(players: readonly Placed[], spots: readonly Spot[], way: (p: Placed, s: Spot) => number): Matching {
  const [first, ...rest] = players;
  if (first === undefined) return { taken: [], total: 0 };
  return spots
    .map((spot): Matching => {
      const { taken, total } = shortest(
        rest,
        spots.filter((other) => other !== spot),
        way,
      );
      return { taken: [spot, ...taken], total: total + way(first, spot) };
    })
    .reduce((best, one) => (one.total < best.total ? one : best));
}

/** Where a player of this role waits while another one plays the ball. */
export function waitingSpot(role: Role, ball: Spot): Spot {
  const [x, y] = ball;
  switch (role) {
    case "keeper":
      return keeperSpot(ball);
    case "defender":
      return [within(x - 1.5, -1.8, -0.3), within(0.5 * y, -0.8, 0.8)];
    default:
      // on the other side, a little behind the ball
      return [within(x - 0.6, -1.5, 1.6), y > 0 ? y - 0.9 : y + 0.9];
  }
}

/** m: distance of the keeper from the middle of its goal. */
const KEEPER_RADIUS = 0.3;

/** Between the ball and the middle of the goal. */
function keeperSpot([x, y]: Spot): Spot {
  const [dx, dy] = [Math.max(0.05, x + FIELD.halfLength), y];
  const distance = hypot(dx, dy);
  return [-FIELD.halfLength + (KEEPER_RADIUS * dx) / distance, within((KEEPER_RADIUS * dy) / distance, -0.3, 0.3)];
}
