// Which kick it shall be. A robot needs time to get behind the ball and to turn, so a choice holds for a while, unless its lane is
// closed or a shot opens: who changes his mind all the time never kicks.

import { type Kick, kickOptions, type Moment } from "./Aim.js";
import { angleOf, distance, sub, wrap } from "./Plane.js";

/** How long a choice holds, s: in play, and of a restart. */
const [HOLDS, RESTART_HOLDS] = [1.2, 2.5];
/** How much less room than usual is enough for it, m: far from the ball, and just before the kick, which is nearer than CLOSE. */
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

  /** The choice of before, if it still holds. */
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

/** Room that this sort of kick should have. */
function needed({ key }: Kick, { style }: Moment): number {
  if (key.startsWith("shot")) return style.shotRoom;
  return key.startsWith("pass") ? style.passRoom : Number.NEGATIVE_INFINITY;
}

const isOpen = (kick: Kick, moment: Moment): boolean => kick.room >= needed(kick, moment);

/** Who has to walk around the ball gives the others time. */
function total(kick: Kick, moment: Moment): number {
  const { player, view } = moment;
  const behind = angleOf(sub(view.ball.at, player.at));
  const walk = Math.abs(wrap(angleOf(sub(kick.to, view.ball.at)) - behind));
  return kick.worth - 0.12 * walk - (isOpen(kick, moment) ? 0 : 2);
}
