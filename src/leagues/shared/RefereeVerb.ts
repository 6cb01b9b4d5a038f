// `referee WORD [TEAM] [X] [Y]` (F5, E4): a person gives a command to the built-in referee of a league. Each league knows some of the
// words and its own teams. A game controller on the network has its own console. This file is loaded for every world.

import { SimError } from "../../describe/SimError.js";
import type { Guest } from "../../session/Guest.js";
import type { Verb } from "../../session/verbs/Verbs.js";

export const REFEREE_WORDS = ["halt", "stop", "start", "kickoff", "free", "goal", "end", "new"] as const;
export type RefereeWord = (typeof REFEREE_WORDS)[number];

/** Words of a console line: some commands need a team, `free` may have a place in m. */
export interface SaidToReferee {
  readonly word: RefereeWord;
  readonly team?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/** A guest with a referee. */
export interface RefereedGuest extends Guest {
  /** Throws ARGUMENT_WRONG or STATE_WRONG. */
  commandReferee(said: SaidToReferee): { readonly message: string; readonly data: unknown };
}

const isRefereed = (guest: Guest): guest is RefereedGuest => "commandReferee" in guest;

export const REFEREE_VERB: Verb = {
  name: "referee",
  summary:
    "commands the built-in referee: halt, stop, start, a kick-off, a free kick, a goal, the end of a half, a new game",
  args: [
    { name: "word", type: "text", what: "the command", choices: REFEREE_WORDS },
    {
      name: "team",
      type: "text",
      what: "the team of a kickoff, free or goal command",
      isOptional: true,
      choices: ["blue", "yellow", "red"],
    },
    { name: "x", type: "number", what: "place of a free kick: m", isOptional: true },
    { name: "y", type: "number", what: "place of a free kick: m", isOptional: true },
  ],
  run: ({ simulation }, { word, team, x, y }) => {
    const guest = simulation.guests.find(isRefereed);
    if (!guest) throw noReferee("a world without a soccer field");
    return guest.commandReferee({
      word: word as RefereeWord,
      team: team as string | undefined,
      x: x as number | undefined,
      y: y as number | undefined,
    });
  },
};

export const noReferee = (found: string): SimError =>
  new SimError("STATE_WRONG", {
    where: "referee",
    found,
    allowed: "a soccer world with --referee built-in",
    advice: "Start the server with --referee built-in, or use the game controller's own console.",
  });

export const wrongForReferee = (found: string, allowed: string): SimError =>
  new SimError("ARGUMENT_WRONG", { where: "referee", found, allowed });
