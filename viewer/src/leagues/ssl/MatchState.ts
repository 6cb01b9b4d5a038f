// The newest messages of a match in the store: the field's sizes, and score, clock and referee. Undefined in a world without a
// match.

import type { FieldGeometry } from "../../../../src/leagues/ssl/field/FieldGeometry.js";
import type { MatchStatistics } from "../../../../src/leagues/ssl/MatchStatistics.js";
import type { MatchStatus } from "../../../../src/leagues/ssl/MatchStatus.js";
import type { MatchViewMessage } from "../../../../src/leagues/ssl/ViewMatch.js";
import type { Store } from "../../Store.js";

export function fieldOf({ guestMessages }: Store): FieldGeometry | undefined {
  const message = guestMessages.get("field") as MatchViewMessage | undefined;
  return message?.type === "field" ? message.field : undefined;
}

export function statisticsOf({ guestMessages }: Store): MatchStatistics | undefined {
  const message = guestMessages.get("statistics") as MatchViewMessage | undefined;
  return message?.type === "statistics" ? message.statistics : undefined;
}

export function matchOf({ guestMessages }: Store): MatchStatus | undefined {
  const message = guestMessages.get("match") as MatchViewMessage | undefined;
  return message?.type === "match" ? message.match : undefined;
}
