// What leagues add to the page. Elements are hidden while the world has no league. A new league is added here and in
// LeagueScenes.ts; no other file of the viewer names it.

import type { Store } from "../Store.js";
import { make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { leggedPage } from "./legged/LeggedPage.js";
import { leggedFieldOf } from "./legged/LeggedState.js";
import { matchPage } from "./ssl/MatchPage.js";

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
