// How a player that has lost the ball turns round to find it. It keeps to the side to which it began to turn: on its way round, the place
// where the ball was changes sides.

/** rad/s. */
const TURN = 2;
/** A little more than one turn takes this time; a keeper turns again after the second, s. */
const [ONCE, AGAIN] = [5, 10];

export class BallSearch {
  #search: { readonly since: number; readonly turn: number } | undefined;

  /** The ball is found. */
  end(): void {
    this.#search = undefined;
  }

  /** rad/s; undefined: it has turned round. `left`: where the ball was, m to the left. */
  turnAt(time: number, left: number, isKeeper: boolean): number | undefined {
    this.#search ??= { since: time, turn: left < 0 ? -TURN : TURN };
    const { since, turn } = this.#search;
    const searched = isKeeper ? (time - since) % AGAIN : time - since;
    return searched < ONCE ? turn : undefined;
  }
}
