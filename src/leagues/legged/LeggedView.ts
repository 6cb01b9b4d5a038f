// What viewers are shown of a match of the four-legged league (X1): the sizes of the field, and score, clock, state and events. Each
// message is sent again when its content changes. Clocks count in whole seconds, possession in hundredths.

import type { GuestView } from "../../session/Guest.js";
import type { LeggedGeometry } from "./field/LeggedGeometry.js";
import type { LeggedMatch } from "./LeggedMatch.js";
import type { LeggedStatus, LeggedTeamStatus } from "./LeggedStatus.js";

/** Messages on the viewers' WebSocket. */
export type LeggedViewMessage =
  | { readonly type: "legged-field"; readonly field: LeggedGeometry }
  | { readonly type: "legged-match"; readonly match: LeggedStatus };

export class LeggedView implements GuestView {
  readonly #match: LeggedMatch;
  readonly #field: string;
  #text = "";

  constructor(match: LeggedMatch) {
    this.#match = match;
    this.#field = textOf({ type: "legged-field", field: match.field });
  }

  update(): readonly string[] {
    const text = textOf({ type: "legged-match", match: roundStatus(this.#match.status()) });
    if (text === this.#text) return [];
    const isFirst = this.#text === "";
    this.#text = text;
    return isFirst ? this.all : [text];
  }

  get all(): readonly string[] {
    return this.#text === "" ? [this.#field] : [this.#field, this.#text];
  }
}

const textOf = (message: LeggedViewMessage): string => JSON.stringify(message);

function roundStatus(status: LeggedStatus): LeggedStatus {
  const { timeLeft, teams } = status;
  const round = (team: LeggedTeamStatus) => ({ ...team, possession: Math.round(100 * team.possession) / 100 });
  return {
    ...status,
    timeLeft: timeLeft === undefined ? undefined : Math.ceil(timeLeft),
    teams: { blue: round(teams.blue), red: round(teams.red) },
  };
}
