// A match of the four-legged league on the page: the score board, with the robots that are off the field.

import "../../style/soccer.css";
import type { LeggedStatus } from "../../../../src/leagues/legged/LeggedStatus.js";
import type { LeggedTeam } from "../../../../src/leagues/legged/LeggedTeam.js";
import type { Store } from "../../Store.js";
import { make } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import type { LeaguePage } from "../LeaguePages.js";
import { ballButton } from "../shared/BallButton.js";
import { MatchSummary, type SummaryRow } from "../shared/MatchSummary.js";
import { RefereeMenu } from "../shared/RefereeMenu.js";
import { type BoardMatch, type BoardTeam, Scoreboard } from "../shared/Scoreboard.js";
import { leggedMatchOf } from "./LeggedState.js";

const STAGES: Readonly<Record<string, string>> = {
  "first half": "1st half",
  "half time": "Half-time",
  "second half": "2nd half",
  end: "Full time",
};
const STATES: Readonly<Record<string, string>> = {
  initial: "Before the kick-off",
  ready: "Ready",
  set: "Set",
  playing: "In play",
  finished: "Finished",
};

export function leggedPage(page: Page): LeaguePage {
  const menu = new RefereeMenu(page, {
    id: "legged-referee-menu",
    teams: [
      ["red", "Red"],
      ["blue", "Blue"],
    ],
    both: [
      ["start", "Start"],
      ["stop", "Stop"],
    ],
    one: [
      ["kickoff", "Kick-off"],
      ["goal", "Goal"],
    ],
  });
  const matchOf = (store: Store): BoardMatch | undefined => {
    const match = leggedMatchOf(store);
    return match && match.referee !== "none" ? boardOf(match) : undefined;
  };
  const summary = new MatchSummary(["red", "blue"]);
  const scoreboard = new Scoreboard(page, ["red", "blue"], matchOf, menu.button, ballButton(page), summary.button);
  const paint = page.updates.throttled(() => {
    const board = matchOf(page.store);
    summary.update(board, board ? rowsOf(board) : [], leggedMatchOf(page.store)?.stage === "end");
  });
  page.store.on("guest", paint);
  const top = make("div", { class: "match" }, scoreboard.element);
  return { top, over: make("div", { class: "league-place" }, scoreboard.shout, summary.card), menus: [menu.element] };
}

function rowsOf({ teams: { red, blue } }: BoardMatch): readonly SummaryRow[] {
  const share = ({ possession }: BoardTeam): number => Math.round(100 * possession);
  return [
    { name: "Goals", values: [red.score, blue.score] },
    { name: "Possession", values: [share(red), share(blue)], unit: "%" },
  ];
}

function boardOf(match: LeggedStatus): BoardMatch {
  const { state, kickOff, stage, timeLeft, events } = match;
  const text = STATES[state] ?? state;
  const isKickOff = state === "ready" || state === "set";
  return {
    teams: { red: teamOf(match, "red"), blue: teamOf(match, "blue") },
    timeLeft,
    stage: STAGES[stage] ?? stage,
    call: {
      text: isKickOff && kickOff ? `${text}, kick-off: ${match.teams[kickOff].name}` : text,
      team: isKickOff ? kickOff : undefined,
      isPlay: state === "playing",
      title: "By the built-in referee",
    },
    events,
  };
}

function teamOf({ teams }: LeggedStatus, team: LeggedTeam): BoardTeam {
  const { name, score, possession, removed } = teams[team];
  const badges = removed.map(({ number, penalty, seconds }) => ({
    kind: "off",
    text: String(number),
    title: `Number ${number}: ${penalty}${seconds > 0 ? `, ${seconds} s` : ""}`,
  }));
  return { name, score, possession, badges };
}
