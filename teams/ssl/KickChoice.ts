// Keeps a choice of kick for a while: a robot needs time to go behind the ball and to turn. The choice ends early if its lane closes or a
// shot opens. A robot that changed its choice in every step would never kick.

import { type Kick, kickOptions, type Moment } from "./Aim.js";
import { angleOf, distance, sub, wrap } from "./Plane.js";

/** Time that a choice holds, s: in play, and at a restart. */
const [HOLDS, RESTART_HOLDS] = [1.2, 2.5];
/** Clearance below the usual one that is still accepted for it, m: far from the ball, and just before the kick, nearer than CLOSE. */
const [TOLERANCE, LAST_TOLERANCE, CLOSE] = [0.12, 0.3, 0.25];

export class KickChoice {
  #choice: { readonly key: string; readonly player: number; readonly since: number } | undefined;

  choose(moment: Moment): Kick {
    const options = kickOptions(moment);
    const { player, view } = moment;
    const kept = this.#kept(options, moment);
    if (kept) return kept;
    const best = options.reduce((one, other) => (total(other, moment) > total(one, moment) ? other : one));
    this.#choice = { key: best.key, player: player.id, since: view.time };
    return best;
  }

  /** The previous choice, if it still holds. */
  #kept(options: readonly Kick[], moment: Moment): Kick | undefined {
    const { player, view } = moment;
    const choice = this.#choice;
    const holds = moment.isRestart ? RESTART_HOLDS : HOLDS;
    if (!choice || choice.player !== player.id || Math.abs(view.time - choice.since) > holds) return undefined;
    const kick = options.find(({ key }) => key === choice.key);
    const isClose = distance(player.at, view.ball.at) < CLOSE;
    if (!kick || kick.room < needed(kick, moment) - (isClose ? LAST_TOLERANCE : TOLERANCE)) return undefined;
    if (isClose && moment.isRestart) return kick;
    const isShot = kick.key.startsWith("shot");
    const opens = options.some((one) => one.key.startsWith("shot") && isOpen(one, moment));
    return isShot || !opens ? kick : undefined;
  }
}

/** Clearance that this sort of kick should have. */
function needed({ key }: Kick, { style }: Moment): number {
  if (key.startsWith("shot")) return style.shotRoom;
  return key.startsWith("pass") ? style.passRoom : Number.NEGATIVE_INFINITY;
}

const isOpen = (kick: Kick, moment: Moment): boolean => kick.room >= needed(kick, moment);

/** Driving around the ball gives opponents time. */
function total(kick: Kick, moment: Moment): number {
  const { player, view } = moment;
  const behind = angleOf(sub(view.ball.at, player.at));
  const walk = Math.abs(wrap(angleOf(sub(kick.to, view.ball.at)) - behind));
  return kick.worth - 0.12 * walk - (isOpen(kick, moment) ? 0 : 2);
}
