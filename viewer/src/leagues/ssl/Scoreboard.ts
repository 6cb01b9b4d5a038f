// The score board over the 3D view: score, clock and the last command of the referee, with recent events below. A goal is announced in
// large letters. Hidden in a match without a referee.

import type { MatchStatus } from "../../../../src/leagues/ssl/MatchStatus.js";
import { TEAMS, type TeamColor } from "../../../../src/leagues/ssl/Team.js";
import { make, setText } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import { matchOf } from "./MatchState.js";
import { RefereeMenu } from "./RefereeMenu.js";
import { callOf, clockText, stageText, TEAM_NAMES } from "./RefereeWords.js";

const NEWS_MS = 12_000;
const GOAL_MS = 4500;
const MAX_EVENTS = 3;

type Event = MatchStatus["events"][number];

export class Scoreboard {
  readonly element: HTMLElement;
  readonly shout = make("p", { class: "goal-shout", role: "alert", hidden: true });
  /** Commands to the referee; opens from a button of the score board. */
  readonly menu: HTMLElement;
  readonly #page: Page;
  readonly #menu: RefereeMenu;
  readonly #teams: Readonly<Record<TeamColor, TeamCorner>>;
  readonly #clock = make("span", { class: "match-clock number", "aria-label": "Time left" });
  readonly #stage = make("span", { class: "match-stage" });
  readonly #call = make("p", { class: "match-call", role: "status" });
  readonly #share = make("span", { class: "match-share" });
  readonly #possession = make("div", { class: "match-possession", role: "img" }, this.#share);
  readonly #events = make("div", { class: "match-news", role: "log", "aria-label": "Events" });
  #last: Event | undefined;
  #score: Readonly<Record<TeamColor, number>> | undefined;
  #shoutTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#menu = new RefereeMenu(page);
    this.menu = this.#menu.element;
    this.#teams = { blue: new TeamCorner("blue"), yellow: new TeamCorner("yellow") };
    const middle = make("div", { class: "match-middle" }, this.#clock, this.#stage);
    const board = make("div", { class: "match-score" }, this.#teams.blue.element, middle, this.#teams.yellow.element);
    this.element = make(
      "section",
      { class: "scoreboard", "aria-label": "Match", "data-covers": "top", hidden: true },
      board,
      this.#possession,
      make("div", { class: "match-said" }, this.#call, this.#menu.button),
      this.#events,
    );
    const { store, updates } = page;
    const paint = updates.throttled(() => this.#paint());
    store.on("guest", paint);
    store.on("scene", paint);
  }

  #paint(): void {
    const match = matchOf(this.#page.store);
    this.element.hidden = !match || match.referee === "none";
    if (!match) return;
    for (const team of TEAMS) this.#teams[team].show(match.teams[team]);
    setText(this.#clock, clockText(match.timeLeft));
    setText(this.#stage, stageText(match.stage));
    this.#showCall(match);
    this.#showPossession(match);
    this.#announceGoal(match);
    this.#showEvents(match.events);
  }

  #showCall({ command, referee }: MatchStatus): void {
    const { text, team, isPlay } = callOf(command);
    setText(this.#call, team ? `${text}: ${TEAM_NAMES[team]}` : text);
    this.#call.dataset.team = team ?? "";
    this.#call.toggleAttribute("data-play", isPlay);
    this.#menu.button.hidden = referee !== "built-in";
    this.#call.title = referee === "network" ? "By a game controller on the network" : "By the built-in referee";
  }

  #showPossession({ teams }: MatchStatus): void {
    const { blue, yellow } = teams;
    const sum = blue.possession + yellow.possession;
    const share = sum > 0 ? blue.possession / sum : 0.5;
    this.#share.style.width = `${(100 * share).toFixed(0)}%`;
    const text = `Possession: Blue ${(100 * share).toFixed(0)} %, Yellow ${(100 - 100 * share).toFixed(0)} %`;
    this.#possession.title = text;
    this.#possession.setAttribute("aria-label", text);
  }

  /** Announces a goal when a score has grown by one. */
  #announceGoal({ teams }: MatchStatus): void {
    const before = this.#score;
    this.#score = { blue: teams.blue.score, yellow: teams.yellow.score };
    const scorer = before && TEAMS.find((team) => teams[team].score === before[team] + 1);
    if (!scorer) return;
    this.shout.dataset.team = scorer;
    setText(this.shout, `Goal! ${teams[scorer].name || TEAM_NAMES[scorer]}`);
    this.shout.hidden = false;
    clearTimeout(this.#shoutTimer);
    this.#shoutTimer = setTimeout(() => {
      this.shout.hidden = true;
    }, GOAL_MS);
  }

  /** Shows the events after the last shown one. Of the events before the page was opened, only the newest is shown. */
  #showEvents(events: readonly Event[]): void {
    const isOld = (event: Event) =>
      event.time === this.#last?.time && event.text === this.#last.text && event.team === this.#last.team;
    const known = events.findLastIndex(isOld);
    const fresh = known < 0 ? events.slice(-1) : events.slice(known + 1);
    if (events.length === 0) this.#events.replaceChildren();
    this.#last = events.at(-1);
    for (const event of fresh) this.#showEvent(event);
  }

  #showEvent({ time, text, team }: Event): void {
    const item = make(
      "p",
      { "data-team": team ?? "" },
      make("time", { class: "number" }, clockText(time)),
      capital(text),
    );
    this.#events.prepend(item);
    while (this.#events.children.length > MAX_EVENTS) this.#events.lastElementChild?.remove();
    setTimeout(() => item.remove(), NEWS_MS);
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

class TeamCorner {
  readonly element: HTMLElement;
  readonly #name = make("span", { class: "team-name" });
  readonly #score = make("span", { class: "team-score number" });
  readonly #cards = make("span", { class: "team-cards" });

  constructor(readonly team: TeamColor) {
    this.element = make(
      "div",
      { class: "team", "data-team": team },
      make("span", { class: "team-dot" }),
      make("div", { class: "team-words" }, this.#name, this.#cards),
      this.#score,
    );
  }

  show({ name, score, yellowCards, redCards }: MatchStatus["teams"]["blue"]): void {
    setText(this.#name, name || TEAM_NAMES[this.team]);
    setText(this.#score, String(score));
    const cards = `${yellowCards} ${redCards}`;
    if (this.#cards.dataset.cards === cards) return;
    this.#cards.dataset.cards = cards;
    const card = (kind: string, count: number) =>
      count === 0 ? [] : [make("span", { class: `card-${kind}`, title: `${count} ${kind} cards` }, String(count))];
    this.#cards.replaceChildren(...card("yellow", yellowCards), ...card("red", redCards));
  }
}
