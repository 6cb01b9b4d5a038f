// Which kick it shall be. A robot needs time to get behind the ball and to turn, so a choice holds for a while, unless its lane is
// closed or a shot opens: who changes his mind all the time never kicks.

import { type Kick, kickOptions, type Moment } from "./Aim.js";
import { angleOf, sub, wrap } from "./Plane.js";

/** How long a choice holds, s, and how much less room than usual is enough for it, m. */
const [HOLDS, TOLERANCE] = [1.2, 0.12];

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
    if (!choice || choice.player !== player.id || Math.abs(view.time - choice.since) > HOLDS) return undefined;
    const kick = options.find(({ key }) => key === choice.key);
    if (!kick || kick.room < needed(kick, moment) - TOLERANCE) return undefined;
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
