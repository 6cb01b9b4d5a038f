// Goals of two teams.

export type Score<Team extends string> = Record<Team, number>;

export const noGoals = <Team extends string>(teams: readonly Team[]): Score<Team> =>
  Object.fromEntries(teams.map((team) => [team, 0])) as Score<Team>;

/** The score as one line, with the names of the teams in the order of the score. */
export const scoreText = <Team extends string>(score: Score<Team>, names: Readonly<Record<Team, string>>): string =>
  (Object.keys(score) as Team[]).map((team) => `${names[team]} ${score[team]}`).join(", ");
