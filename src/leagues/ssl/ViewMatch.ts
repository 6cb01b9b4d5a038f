// What viewers are shown of a match (X1, F6): the sizes of the field, and score, clock, referee and events. Each message is sent
// again when its content changes. The clock counts in whole seconds, possession in hundredths.

import type { GuestView } from "../../session/Guest.js";
import type { FieldGeometry } from "./field/FieldGeometry.js";
import type { Match } from "./Match.js";
import type { MatchStatistics, TeamStatistics } from "./MatchStatistics.js";
import type { MatchStatus } from "./MatchStatus.js";

/** Messages of a match on the viewers' WebSocket. */
export type MatchViewMessage =
  /** After the scene, and when the field's sizes change. */
  | { readonly type: "field"; readonly field: FieldGeometry }
  /** After the field, and when a text or number of the match changes; the clock counts in whole seconds. */
  | { readonly type: "match"; readonly match: MatchStatus }
  /** When a number has changed; distances count in steps of 10 m. */
  | { readonly type: "statistics"; readonly statistics: MatchStatistics };

export class ViewMatch implements GuestView {
  readonly #match: Match;
  #field: FieldGeometry | undefined;
  #fieldText = "";
  #matchText = "";
  #statisticsText = "";

  constructor(match: Match) {
    this.#match = match;
  }

  update(): readonly string[] {
    const match = this.#match;
    const { field } = match;
    const changed: string[] = [];
    if (field !== this.#field) {
      this.#field = field;
      this.#fieldText = textOf({ type: "field", field });
      changed.push(this.#fieldText);
    }
    const text = textOf({ type: "match", match: roundStatus(match.status()) });
    if (text !== this.#matchText) changed.push(text);
    this.#matchText = text;
    // a match without a referee is never in play
    if (match.status().referee === "none") return changed;
    const statistics = textOf({ type: "statistics", statistics: roundStatistics(match.statistics) });
    if (statistics !== this.#statisticsText) changed.push(statistics);
    this.#statisticsText = statistics;
    return changed;
  }

  get all(): readonly string[] {
    const texts = [this.#fieldText, this.#matchText, this.#statisticsText];
    return this.#field ? texts.filter((text) => text !== "") : [];
  }
}

const textOf = (message: MatchViewMessage): string => JSON.stringify(message);
function roundStatistics({ blue, yellow }: MatchStatistics): MatchStatistics {
  const round = ({ distance, fastestKick, ...counts }: TeamStatistics) => ({
    ...counts,
    distance: 10 * Math.round(distance / 10),
    fastestKick: Math.round(10 * fastestKick) / 10,
  });
  return { blue: round(blue), yellow: round(yellow) };
}

function roundStatus(status: MatchStatus): MatchStatus {
  const { timeLeft, teams } = status;
  const round = (team: MatchStatus["teams"]["blue"]) => ({
    ...team,
    possession: Math.round(100 * team.possession) / 100,
  });
  return {
    ...status,
    timeLeft: timeLeft === undefined ? undefined : Math.ceil(timeLeft),
    teams: { blue: round(teams.blue), yellow: round(teams.yellow) },
  };
}
