// Assigns robots: the goalkeeper keeps the goal, one robot plays the ball, the others take the nearest posts, most important posts first.
// A robot counts as nearer to its present post, so that assignments stay stable.

import { meet } from "./BallPath.js";
import type { Post } from "./Formation.js";
import type { Pitch } from "./Pitch.js";
import { distance } from "./Plane.js";
import type { Player, View } from "./View.js";

/** Advantage of the robot that has the job already: m, and s to the ball. */
const [HABIT, BALL_HABIT, PASS_HABIT] = [0.6, 0.25, 0.8];

export class Roles {
  #posts = new Map<string, number>();
  #handler: number | undefined;

  /** The robot that plays the ball; `receiver`: the robot that a pass is on its way to. */
  chooseHandler(
    players: readonly Player[],
    view: View,
    pitch: Pitch,
    receiver: number | undefined,
  ): Player | undefined {
    const cost = (player: Player): number =>
      meet(player, view.ball, pitch).sec -
      (player.id === this.#handler ? BALL_HABIT : 0) -
      (player.id === receiver ? PASS_HABIT : 0) -
      (player.hasBall ? 1 : 0);
    const best = smallest(players, cost);
    this.#handler = best?.id;
    return best;
  }

  /** One robot for each post, while robots are left. */
  share(
    posts: readonly Post[],
    players: readonly Player[],
  ): readonly { readonly post: Post; readonly player: Player }[] {
    const free = [...players];
    const shared: { post: Post; player: Player }[] = [];
    for (const post of posts) {
      const had = this.#posts.get(post.name);
      const player = smallest(free, ({ id, at }) => distance(at, post.at) - (id === had ? HABIT : 0));
      if (!player) break;
      free.splice(free.indexOf(player), 1);
      shared.push({ post, player });
    }
    this.#posts = new Map(shared.map(({ post, player }) => [post.name, player.id]));
    return shared;
  }
}

function smallest<T>(all: readonly T[], cost: (one: T) => number): T | undefined {
  let best: { one: T; cost: number } | undefined;
  for (const one of all) {
    const its = cost(one);
    if (!best || its < best.cost) best = { one, cost: its };
  }
  return best?.one;
}
