// What a person may tell the built-in referee (F5): the same words on every console. `stop` and `halt` hold the game until
// somebody says `start`; the others go on by themselves.

import { SimError } from "../describe/SimError.js";
import type { Place } from "./FieldAreas.js";
import type { TeamColor } from "./Team.js";

export type RefereeCommand =
  | { readonly kind: "halt" | "stop" | "start" | "end" | "new" }
  | { readonly kind: "kickoff" | "goal"; readonly team: TeamColor }
  | { readonly kind: "free"; readonly team: TeamColor; readonly place: Place | undefined }
  | { readonly kind: "place"; readonly place: Place };

/** For completion and help: word by word what may come. */
export const REFEREE_WORDS: Readonly<Record<RefereeCommand["kind"], string>> = {
  halt: "nobody moves until start",
  stop: "robots keep away from the ball until start",
  start: "goes on with what was announced, or a forced start",
  kickoff: "TEAM: stops, then a kick-off",
  free: "TEAM [X Y]: stops, then a free kick where the ball is or at X Y",
  goal: "TEAM: counts a goal",
  place: "X Y: puts the ball there",
  end: "ends the half or the break",
  new: "a new game, 0 to 0",
};

const TEAM_WORDS: Readonly<Record<string, TeamColor>> = { blue: "blue", yellow: "yellow" };

/** Words such as `kickoff blue`; throws ARGUMENT_WRONG. */
export function readRefereeCommand(words: readonly string[]): RefereeCommand {
  const [kind = "", ...rest] = words.map((word) => word.toLowerCase());
  switch (kind) {
    case "halt":
    case "stop":
    case "start":
    case "end":
    case "new":
      return only({ kind }, rest, 0);
    case "kickoff":
    case "goal":
      return only({ kind, team: readTeam(rest[0]) }, rest, 1);
    case "free":
      return only(
        { kind, team: readTeam(rest[0]), place: rest.length > 1 ? readPlace(rest.slice(1)) : undefined },
        rest,
        3,
      );
    case "place":
      return only({ kind, place: readPlace(rest) }, rest, 2);
    default:
      throw wrong(kind, Object.keys(REFEREE_WORDS).join(", "));
  }
}

const wrong = (found: string | undefined, allowed: string): SimError =>
  new SimError("ARGUMENT_WRONG", { where: "referee", found: found || "nothing", allowed });

function readTeam(word: string | undefined): TeamColor {
  const team = TEAM_WORDS[word ?? ""];
  if (!team) throw wrong(word, "blue or yellow");
  return team;
}

function readPlace([x, y]: readonly string[]): Place {
  const place = [x, y].map((word) => (word === undefined || word === "" ? Number.NaN : Number(word)));
  if (!place.every(Number.isFinite)) throw wrong([x, y].join(" ").trim(), "x and y in m");
  return [place[0], place[1]];
}

function only(command: RefereeCommand, rest: readonly string[], most: number): RefereeCommand {
  if (rest.length > most) throw wrong(rest[most], "nothing more");
  return command;
}
