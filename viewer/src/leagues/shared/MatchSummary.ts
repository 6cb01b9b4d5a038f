// Statistics of a game as a table: in a dialog on request, and as a card over the field when the game has ended.

import { showDialog } from "../../ui/Dialogs.js";
import { button, make } from "../../ui/Dom.js";
import type { BoardMatch } from "./Scoreboard.js";

/** A line of the table: its name, and the values of the left and the right team with their texts. */
export interface SummaryRow {
  readonly name: string;
  readonly values: readonly [number, number];
  readonly unit?: string;
}

export function summaryTable(
  { teams }: BoardMatch,
  sides: readonly [string, string],
  rows: readonly SummaryRow[],
): HTMLElement {
  const [left, right] = sides.map((side) => teams[side]);
  const share = (value: number, sum: number): string => `${sum > 0 ? (100 * value) / sum : 50}%`;
  const lines = rows.map(({ name, values: [a, b], unit = "" }) => {
    const bar = make("div", { class: "summary-bar", "data-teams": sides.join(" ") }, make("span", {}));
    (bar.firstElementChild as HTMLElement).style.width = share(a, a + b);
    const text = (value: number): string => `${value}${unit && ` ${unit}`}`;
    return make(
      "tr",
      {},
      make("td", { class: "number" }, text(a)),
      make("th", { scope: "row" }, name, bar),
      make("td", { class: "number" }, text(b)),
    );
  });
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, left.name),
    make("td", {}),
    make("th", { scope: "col" }, right.name),
  );
  return make("table", { class: "summary" }, make("thead", {}, head), make("tbody", {}, ...lines));
}

export class MatchSummary {
  /** Over the field at the end of a game. */
  readonly card = make("section", { class: "card match-summary", "aria-label": "Summary of the game", hidden: true });
  readonly button: HTMLButtonElement;
  readonly #sides: readonly [string, string];
  #match: BoardMatch | undefined;
  #rows: readonly SummaryRow[] = [];
  #hasEnded = false;

  constructor(sides: readonly [string, string]) {
    this.#sides = sides;
    this.button = button("Statistics", "plot", () => this.#open(), {
      kind: "small whistle",
      title: "Statistics of both teams",
    });
  }

  /** `isOver`: the game has ended; the card opens once. */
  update(match: BoardMatch | undefined, rows: readonly SummaryRow[], isOver: boolean): void {
    this.#match = match;
    this.#rows = rows;
    if (!isOver || !match) this.card.hidden = true;
    else if (!this.#hasEnded) this.#show(match);
    this.#hasEnded = isOver && match !== undefined;
  }

  #show(match: BoardMatch): void {
    const [left, right] = this.#sides.map((side) => match.teams[side]);
    const result = left.score === right.score ? "A draw" : `${(left.score > right.score ? left : right).name} wins`;
    const close = button(
      "Close the summary",
      "close",
      () => {
        this.card.hidden = true;
      },
      { kind: "quiet" },
    );
    this.card.replaceChildren(
      make("div", { class: "dialog-head" }, make("h2", {}, `${result}, ${left.score} to ${right.score}`), close),
      summaryTable(match, this.#sides, this.#rows),
    );
    this.card.hidden = false;
  }

  #open(): void {
    if (this.#match) showDialog("Statistics", "statistics", summaryTable(this.#match, this.#sides, this.#rows));
  }
}
