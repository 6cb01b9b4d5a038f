// The edits of a document in their order, and what each editor can undo and redo. An edit is taken back by its inverse splices,
// moved over all edits that came later; where a later edit of another editor overlaps, it stays (EDIT_CONFLICT).

import { SimError } from "../SimError.js";
import { invertAll, type MoveBudget, moveAllOver, type Splice } from "./Splice.js";

export interface HistoryEntry {
  /** Applied one after another. */
  readonly splices: readonly Splice[];
  /** The entry that this one takes back. */
  readonly undoes: HistoryEntry | undefined;
}

interface Stacks {
  readonly undo: HistoryEntry[];
  readonly redo: HistoryEntry[];
}

interface Step {
  readonly splices: readonly Splice[];
  readonly undoes: HistoryEntry;
  readonly take: (entry: HistoryEntry) => void;
  /** Forgets the edit, because it does not fit the document any more. Gives the error. */
  readonly drop: () => SimError;
}

/** Older edits cannot be undone. */
const MAX_ENTRIES = 1000;
/** The same for long texts, characters. */
const MAX_TEXT = 50_000_000;
const MAX_EDITORS = 100;
/** Splices that one undo moves over others, which takes some 0.2 s. */
const MAX_MOVES = 2_000_000;
/** What a splice counts beside its text, characters. */
const SPLICE_SIZE = 200;

export class EditHistory {
  #entries: HistoryEntry[] = [];
  readonly #stacks = new Map<string, Stacks>();

  depthOf(editor: string): { readonly undo: number; readonly redo: number } {
    const { undo, redo } = this.#stacksOf(editor);
    return { undo: undo.length, redo: redo.length };
  }

  add(editor: string, entry: HistoryEntry): void {
    const stacks = this.#stacksOf(editor);
    stacks.undo.push(entry);
    stacks.redo.length = 0;
    this.#keep(entry);
  }

  /** The splices that take the newest edit of this editor back, or do it again. */
  plan(editor: string, way: "undo" | "redo"): Step {
    const stacks = this.#stacksOf(editor);
    const from = stacks[way];
    const entry = from.at(-1);
    const at = entry ? this.#entries.indexOf(entry) : -1;
    if (!entry || at < 0)
      throw new SimError("STATE_WRONG", { where: way, found: `nothing to ${way}`, allowed: "an edit of your own" });
    const budget = { left: MAX_MOVES };
    const splices = moveAllOver(invertAll(entry.splices), withoutPairs(this.#entries.slice(at + 1), budget), budget);
    if (!splices) {
      from.pop();
      if (budget.left < 0)
        throw new SimError("REQUEST_TOO_LARGE", {
          where: way,
          found: "an edit that too many others follow",
          allowed: "an edit with fewer operations, or a newer one",
          advice: "The edit stays.",
        });
      throw conflictOf(way);
    }
    const take = (next: HistoryEntry): void => {
      from.pop();
      stacks[way === "undo" ? "redo" : "undo"].push(next);
      this.#keep(next);
    };
    const drop = (): SimError => {
      from.pop();
      return conflictOf(way);
    };
    return { splices, undoes: entry, take, drop };
  }

  #stacksOf(editor: string): Stacks {
    const known = this.#stacks.get(editor) ?? { undo: [], redo: [] };
    // the editor that was away longest is forgotten first
    this.#stacks.delete(editor);
    this.#stacks.set(editor, known);
    if (this.#stacks.size > MAX_EDITORS) this.#stacks.delete(this.#stacks.keys().next().value as string);
    return known;
  }

  #keep(entry: HistoryEntry): void {
    this.#entries.push(entry);
    let text = this.#entries.reduce((sum, one) => sum + sizeOf(one), 0);
    while (this.#entries.length > MAX_ENTRIES || (text > MAX_TEXT && this.#entries.length > 1))
      text -= sizeOf(this.#entries.shift() as HistoryEntry);
  }
}

const conflictOf = (way: "undo" | "redo"): SimError =>
  new SimError("EDIT_CONFLICT", {
    where: way,
    found: "a later change of the same place",
    allowed: "an edit whose place has not changed since",
    advice: `The edit stays. ${way === "undo" ? "Undo" : "Redo"} again takes the one before.`,
  });

const sizeOf = ({ splices }: HistoryEntry): number =>
  splices.reduce((sum, { remove, insert }) => sum + SPLICE_SIZE + remove.length + insert.length, 0);

/** The splices of these entries. An entry that another one takes back is left out with it: what lies between moves to before it. */
function withoutPairs(entries: readonly HistoryEntry[], budget: MoveBudget): readonly Splice[] {
  let list = entries.map(({ splices, undoes }, i) => ({ entry: entries[i], splices, undoes }));
  for (let end = 0; end < list.length; end++) {
    const start = list.findIndex(({ entry }) => entry === list[end].undoes);
    if (start < 0 || start >= end) continue;
    let back = invertAll(list[start].splices);
    const between: typeof list = [];
    for (const one of list.slice(start + 1, end)) {
      const moved = moveAllOver(one.splices, back, budget);
      const rest = moveAllOver(back, one.splices, budget);
      if (!moved || !rest) return entries.flatMap(({ splices }) => splices);
      between.push({ ...one, splices: moved });
      back = rest;
    }
    list = [...list.slice(0, start), ...between, ...list.slice(end + 1)];
    end = start - 1 + between.length;
  }
  return list.flatMap(({ splices }) => splices);
}
