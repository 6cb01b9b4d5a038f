// What the referees of all leagues are told about a match (F5): the field, its times, the names of the teams, the kick-off.

export interface MatchSettings<Team extends string, Field> {
  readonly field: Field;
  /** Playing time of a half, and length of the break, s. */
  readonly halfSec: number;
  readonly breakSec: number;
  readonly names: Readonly<Record<Team, string>>;
  /** Team that kicks off the first half; the other team kicks off the second. */
  readonly kickOff: Team;
}
