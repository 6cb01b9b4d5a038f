// A match on the page: score board, map of the field, announcements, and the menu of the referee.

import "../../style/soccer.css";
import { make } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import type { LeaguePage } from "../LeaguePages.js";
import { FieldMap } from "./FieldMap.js";
import { Scoreboard } from "./Scoreboard.js";

export function matchPage(page: Page): LeaguePage {
  const scoreboard = new Scoreboard(page);
  const top = make("div", { class: "match" }, scoreboard.element, new FieldMap(page).element);
  return { top, over: scoreboard.shout, menus: [scoreboard.menu] };
}
