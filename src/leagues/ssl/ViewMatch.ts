// What viewers are told of a match (X1, F6): the field's sizes when they come and when they change; score, clock, referee and events
// whenever one of them reads differently. The clock counts in whole seconds there, possession in hundredths.

import type { Simulation } from "../../session/Simulation.js";
import type { ViewMessage } from "../../session/view/ViewProtocol.js";
import type { FieldGeometry } from "./field/FieldGeometry.js";
import type { MatchStatus } from "./MatchStatus.js";

export class ViewMatch {
  #field: FieldGeometry | undefined;
  #fieldText = "";
  #matchText = "";

  /** What has changed since the last call, as texts. */
  update(simulation: Simulation): readonly string[] {
    const { match } = simulation;
    if (!match) return [];
    const { field } = match;
    const news: string[] = [];
    if (field !== this.#field) {
      this.#field = field;
      this.#fieldText = textOf({ type: "field", field });
      news.push(this.#fieldText);
    }
    const text = textOf({ type: "match", match: roundStatus(match.status()) });
    if (text !== this.#matchText) news.push(text);
    this.#matchText = text;
    return news;
  }

  /** For whoever missed some of it. */
  get all(): readonly string[] {
    return this.#field ? [this.#fieldText, this.#matchText] : [];
  }
}

const textOf = (message: ViewMessage): string => JSON.stringify(message);
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
