// A match on the page: score board, map of the field, announcements, and the menu of the referee.

import "../../style/soccer.css";
import type { TeamStatistics } from "../../../../src/leagues/ssl/MatchStatistics.js";
import type { MatchStatus, TeamStatus } from "../../../../src/leagues/ssl/MatchStatus.js";
import { TEAMS, type TeamColor } from "../../../../src/leagues/ssl/Team.js";
import type { Store } from "../../Store.js";
import { make } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import type { LeaguePage } from "../LeaguePages.js";
import { ballButton } from "../shared/BallButton.js";
import { MatchSummary, type SummaryRow } from "../shared/MatchSummary.js";
import { RefereeMenu } from "../shared/RefereeMenu.js";
import { type BoardMatch, type BoardTeam, Scoreboard } from "../shared/Scoreboard.js";
import { FieldMap } from "./FieldMap.js";
import { matchOf, statisticsOf } from "./MatchState.js";
import { callOf, stageText, TEAM_NAMES } from "./RefereeWords.js";

export function matchPage(page: Page): LeaguePage {
  const menu = new RefereeMenu(page, {
    id: "referee-menu",
    teams: TEAMS.map((team) => [team, TEAM_NAMES[team]]),
    both: [
      ["start", "Start"],
      ["stop", "Stop"],
      ["halt", "Halt"],
    ],
    one: [
      ["kickoff", "Kick-off"],
      ["free", "Free kick"],
      ["goal", "Goal"],
    ],
  });
  const [left, right] = TEAMS;
  const summary = new MatchSummary([left, right]);
  const board = (match: MatchStatus): BoardMatch => {
    menu.button.hidden = match.referee !== "built-in";
    return boardOf(match);
  };
  const scoreboard = new Scoreboard(
    page,
    [left, right],
    (store) => {
      const match = matchOf(store);
      return match && match.referee !== "none" ? board(match) : undefined;
    },
    menu.button,
    ballButton(page),
    summary.button,
  );
  const paint = page.updates.throttled(() => {
    const match = matchOf(page.store);
    const isShown = match !== undefined && match.referee !== "none";
    summary.update(
      isShown ? boardOf(match) : undefined,
      isShown ? rowsOf(match, page.store) : [],
      match?.stage === "POST_GAME",
    );
  });
  page.store.on("guest", paint);
  const top = make("div", { class: "match" }, scoreboard.element, new FieldMap(page).element);
  return { top, over: make("div", { class: "league-place" }, scoreboard.shout, summary.card), menus: [menu.element] };
}

function boardOf({ teams, timeLeft, stage, command, referee, events }: MatchStatus): BoardMatch {
  const { text, team, isPlay } = callOf(command);
  return {
    teams: { blue: teamOf("blue", teams.blue), yellow: teamOf("yellow", teams.yellow) },
    timeLeft,
    stage: stageText(stage),
    call: {
      text: team ? `${text}: ${TEAM_NAMES[team]}` : text,
      team,
      isPlay,
      title: referee === "network" ? "By a game controller on the network" : "By the built-in referee",
    },
    events,
  };
}

function rowsOf({ teams: { blue, yellow } }: MatchStatus, store: Store): readonly SummaryRow[] {
  const share = (team: TeamStatus): number => Math.round(100 * team.possession);
  const first: readonly SummaryRow[] = [
    { name: "Goals", values: [blue.score, yellow.score] },
    { name: "Possession", values: [share(blue), share(yellow)], unit: "%" },
  ];
  const found = statisticsOf(store);
  const row = (name: string, what: keyof TeamStatistics, unit?: string): SummaryRow[] =>
    found ? [{ name, values: [found.blue[what], found.yellow[what]], ...(unit ? { unit } : {}) }] : [];
  return [
    ...first,
    ...row("Shots", "shots"),
    ...row("Passes", "passes"),
    ...row("Balls won", "ballsWon"),
    ...row("Fastest kick", "fastestKick", "m/s"),
    ...row("Distance", "distance", "m"),
    { name: "Yellow cards", values: [blue.yellowCards, yellow.yellowCards] },
    { name: "Red cards", values: [blue.redCards, yellow.redCards] },
  ];
}

function teamOf(team: TeamColor, { name, score, possession, yellowCards, redCards }: TeamStatus): BoardTeam {
  const card = (kind: string, count: number) =>
    count === 0 ? [] : [{ kind, text: String(count), title: `${count} ${kind} cards` }];
  const badges = [...card("yellow", yellowCards), ...card("red", redCards)];
  return { name: name || TEAM_NAMES[team], score, possession, badges };
}
