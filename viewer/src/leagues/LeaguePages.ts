// What leagues add to the page. Elements are hidden while the world has no league. A new league is added here and in
// LeagueScenes.ts; no other file of the viewer names it.

import type { Store } from "../Store.js";
import type { Score } from "../tape/Marks.js";
import { make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { leggedPage } from "./legged/LeggedPage.js";
import { leggedFieldOf, leggedMatchOf } from "./legged/LeggedState.js";
import { matchPage } from "./ssl/MatchPage.js";
import { matchOf } from "./ssl/MatchState.js";

export interface LeaguePage {
  /** At the top of the view: score and map. */
  readonly top: HTMLElement;
  /** Over the view: short announcements. */
  readonly over: HTMLElement;
  /** Menus that open over everything. */
  readonly menus: readonly HTMLElement[];
}

export const createLeaguePages = (page: Page): readonly LeaguePage[] => [
  matchPage(page),
  later(page, leggedPage, (store) => leggedFieldOf(store) !== undefined),
];

/** The score of the world's game, by which the time bar finds goals. */
export function scoreOf(store: Store): Score | undefined {
  const teams = matchOf(store)?.teams ?? leggedMatchOf(store)?.teams;
  if (!teams) return undefined;
  const scores = Object.values(teams);
  return {
    goals: scores.reduce((sum, { score }) => sum + score, 0),
    text: scores.map(({ name, score }) => `${name} ${score}`).join(", "),
  };
}

/** Empty places, which are filled when the world has the league. */
function later(page: Page, create: (page: Page) => LeaguePage, isThere: (store: Store) => boolean): LeaguePage {
  const place = (): HTMLElement => make("div", { class: "league-place" });
  const [top, over, menus] = [place(), place(), place()];
  let isMade = false;
  page.store.on("guest", () => {
    if (isMade || !isThere(page.store)) return;
    isMade = true;
    const made = create(page);
    top.append(made.top);
    over.append(made.over);
    menus.append(...made.menus);
  });
  return { top, over, menus: [menus] };
}
