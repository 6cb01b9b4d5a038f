// Commands to the built-in referee from a console (F5). `stop` and `halt` hold the game until `start`; after the others the game
// continues by itself.

import type { Place } from "../../shared/Place.js";
import { type SaidToReferee, wrongForReferee as wrong } from "../../shared/RefereeVerb.js";
import { TEAMS, type TeamColor } from "../Team.js";

export type RefereeCommand =
  | { readonly kind: "halt" | "stop" | "start" | "end" | "new" }
  | { readonly kind: "kickoff" | "goal"; readonly team: TeamColor }
  | { readonly kind: "free"; readonly team: TeamColor; readonly place: Place | undefined };

/** Throws ARGUMENT_WRONG if the words do not fit together. */
export function refereeCommand({ word, team, x, y }: SaidToReferee): RefereeCommand {
  const isPlaceless = x === undefined && y === undefined;
  if (word === "free") {
    if (isPlaceless) return { kind: word, team: teamNamed(team), place: undefined };
    if (x === undefined || y === undefined) throw wrong("one number", "both x and y, or neither");
    return { kind: word, team: teamNamed(team), place: [x, y] };
  }
  if (!isPlaceless) throw wrong("a place", `no place after ${word}`);
  if (word === "kickoff" || word === "goal") return { kind: word, team: teamNamed(team) };
  if (team !== undefined) throw wrong(`"${team}"`, `nothing after ${word}`);
  return { kind: word };
}

function teamNamed(word: string | undefined): TeamColor {
  const team = TEAMS.find((one) => one === word);
  if (!team) throw wrong(word === undefined ? "no team" : `"${word}"`, TEAMS.join(" or "));
  return team;
}
