// The score board over the 3D view, for every league: score, clock and the last call of the referee, with recent events below. A goal is
// announced in large letters. Hidden in a match without a referee.

import type { Store } from "../../Store.js";
import { make, setText } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import { clockText } from "./ClockText.js";

export interface BoardTeam {
  readonly name: string;
  readonly score: number;
  /** 0 to 1. */
  readonly possession: number;
  /** Cards, robots off the field. `kind` is a class of the style sheet. */
  readonly badges: readonly { readonly kind: string; readonly text: string; readonly title: string }[];
}

/** What a score board shows of a match. */
export interface BoardMatch {
  readonly teams: Readonly<Record<string, BoardTeam>>;
  readonly timeLeft: number | undefined;
  readonly stage: string;
  readonly call: {
    readonly text: string;
    readonly team: string | undefined;
    readonly isPlay: boolean;
    readonly title: string;
  };
  readonly events: readonly BoardEvent[];
}

interface BoardEvent {
  readonly time: number;
  readonly text: string;
  readonly team: string | undefined;
}

const NEWS_MS = 12_000;
const GOAL_MS = 4500;
const MAX_EVENTS = 3;

export class Scoreboard {
  readonly element: HTMLElement;
  readonly shout = make("p", { class: "goal-shout", role: "alert", hidden: true });
  readonly #page: Page;
  readonly #matchOf: (store: Store) => BoardMatch | undefined;
  /** Left and right. */
  readonly #teams: readonly [TeamCorner, TeamCorner];
  readonly #clock = make("span", { class: "match-clock number", "aria-label": "Time left" });
  readonly #stage = make("span", { class: "match-stage" });
  readonly #call = make("p", { class: "match-call", role: "status" });
  readonly #share = make("span", { class: "match-share" });
  readonly #possession = make("div", { class: "match-possession", role: "img" }, this.#share);
  readonly #events = make("div", { class: "match-news", role: "log", "aria-label": "Events" });
  #last: BoardEvent | undefined;
  #score: readonly number[] | undefined;
  #shoutTimer: ReturnType<typeof setTimeout> | undefined;

  /** `teams`: left and right; `matchOf` gives undefined to hide the board; `buttons`: beside the last call. */
  constructor(
    page: Page,
    teams: readonly [string, string],
    matchOf: (store: Store) => BoardMatch | undefined,
    ...buttons: readonly HTMLElement[]
  ) {
    this.#page = page;
    this.#matchOf = matchOf;
    this.#teams = [new TeamCorner(teams[0]), new TeamCorner(teams[1])];
    const middle = make("div", { class: "match-middle" }, this.#clock, this.#stage);
    const board = make("div", { class: "match-score" }, this.#teams[0].element, middle, this.#teams[1].element);
    this.#possession.dataset.teams = teams.join(" ");
    this.element = make(
      "section",
      { class: "scoreboard", "aria-label": "Match", "data-covers": "top", hidden: true },
      board,
      this.#possession,
      make("div", { class: "match-said" }, this.#call, ...buttons),
      this.#events,
    );
    const { store, updates } = page;
    const paint = updates.throttled(() => this.#paint());
    store.on("guest", paint);
    store.on("scene", paint);
    paint();
  }

  #paint(): void {
    const match = this.#matchOf(this.#page.store);
    this.element.hidden = !match;
    if (!match) return;
    for (const corner of this.#teams) corner.show(match.teams[corner.team]);
    setText(this.#clock, clockText(match.timeLeft));
    setText(this.#stage, match.stage);
    this.#showCall(match);
    this.#showPossession(match);
    this.#announceGoal(match);
    this.#showEvents(match.events);
  }

  #showCall({ call }: BoardMatch): void {
    setText(this.#call, call.text);
    this.#call.dataset.team = call.team ?? "";
    this.#call.toggleAttribute("data-play", call.isPlay);
    this.#call.title = call.title;
  }

  #showPossession({ teams }: BoardMatch): void {
    const [left, right] = this.#teams.map(({ team }) => teams[team]);
    const sum = left.possession + right.possession;
    const share = sum > 0 ? left.possession / sum : 0.5;
    this.#share.style.width = `${(100 * share).toFixed(0)}%`;
    const text = `Possession: ${left.name} ${(100 * share).toFixed(0)} %, ${right.name} ${(100 - 100 * share).toFixed(0)} %`;
    this.#possession.title = text;
    this.#possession.setAttribute("aria-label", text);
  }

  /** Announces a goal when a score has grown by one. */
  #announceGoal({ teams }: BoardMatch): void {
    const before = this.#score;
    this.#score = this.#teams.map(({ team }) => teams[team].score);
    const scorer = before && this.#teams.find(({ team }, i) => teams[team].score === before[i] + 1)?.team;
    if (!scorer) return;
    this.shout.dataset.team = scorer;
    setText(this.shout, `Goal! ${teams[scorer].name}`);
    this.shout.hidden = false;
    clearTimeout(this.#shoutTimer);
    this.#shoutTimer = setTimeout(() => {
      this.shout.hidden = true;
    }, GOAL_MS);
  }

  /** Shows the events after the last shown one. Of the events before the page was opened, only the newest is shown. */
  #showEvents(events: readonly BoardEvent[]): void {
    const isOld = (event: BoardEvent) =>
      event.time === this.#last?.time && event.text === this.#last.text && event.team === this.#last.team;
    const known = events.findLastIndex(isOld);
    const fresh = known < 0 ? events.slice(-1) : events.slice(known + 1);
    if (events.length === 0) this.#events.replaceChildren();
    this.#last = events.at(-1);
    for (const event of fresh) this.#showEvent(event);
  }

  #showEvent({ time, text, team }: BoardEvent): void {
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
  readonly #badges = make("span", { class: "team-cards" });

  constructor(readonly team: string) {
    this.element = make(
      "div",
      { class: "team", "data-team": team },
      make("span", { class: "team-dot" }),
      make("div", { class: "team-words" }, this.#name, this.#badges),
      this.#score,
    );
  }

  show({ name, score, badges }: BoardTeam): void {
    setText(this.#name, name);
    setText(this.#score, String(score));
    const shown = JSON.stringify(badges);
    if (this.#badges.dataset.shown === shown) return;
    this.#badges.dataset.shown = shown;
    this.#badges.replaceChildren(
      ...badges.map(({ kind, text, title }) => make("span", { class: `card-${kind}`, title }, text)),
    );
  }
}
