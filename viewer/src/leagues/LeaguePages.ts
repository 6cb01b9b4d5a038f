// What leagues add to the page. Elements are hidden while the world has no league. A new league is added here and in
// LeagueScenes.ts; no other file of the viewer names it.

import type { Page } from "../ui/Page.js";
import { leggedPage } from "./legged/LeggedPage.js";
import { matchPage } from "./ssl/MatchPage.js";

export interface LeaguePage {
  /** At the top of the view: score and map. */
  readonly top: HTMLElement;
  /** Over the view: short announcements. */
  readonly over: HTMLElement;
  /** Menus that open over everything. */
  readonly menus: readonly HTMLElement[];
}

export const createLeaguePages = (page: Page): readonly LeaguePage[] => [matchPage(page), leggedPage(page)];
