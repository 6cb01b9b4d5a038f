// The document of a running world, which several people may edit at once (E5). An edit is proposed first: its operations are
// applied to a copy, and the whole document is read again; the caller takes the world over and then accepts the proposal. A
// refused edit changes nothing. Every edit names the revision that its author has seen: a change of what another editor has
// changed since is a conflict.

import { type DocumentLimits, WORLD_LIMITS } from "../DocumentLimits.js";
import { SimError } from "../SimError.js";
import type { inspectWorldDocument } from "../world/WorldDocument.js";
import type { WorldFile } from "../world/WorldFile.js";
import { Draft } from "./Draft.js";
import { EditHistory, type HistoryEntry } from "./EditHistory.js";
import { EditRefused, problemsOf } from "./EditRefused.js";
import { applyOperations } from "./Operations.js";
import { SourceDocument } from "./SourceDocument.js";
import type { Splice } from "./Splice.js";

export interface WorldEditorOptions {
  /** Text of the world's file. */
  readonly text: string;
  /** Its name in errors. */
  readonly file: string;
  /** Reads a document as the world's file is read. */
  readonly read: (text: string) => ReturnType<typeof inspectWorldDocument>;
  /** The text of an included file, by its path from the world's file. Undefined: it cannot be read. */
  readonly included?: (path: string) => string | undefined;
  readonly limits?: DocumentLimits | undefined;
}

/** An edit that fits, and the world that it describes. */
export interface Proposal {
  readonly world: WorldFile;
  readonly document: SourceDocument;
  readonly entry: HistoryEntry;
  readonly accept: () => void;
}

interface EditBase {
  /** The revision that the editor has seen; undefined: the newest. */
  readonly base?: number | undefined;
  /** Whose edits `undo` takes back. */
  readonly editor: string;
}

/** Ids whose last change is remembered before those of removed elements are forgotten. */
const MAX_CHANGED = 10_000;

export class WorldEditor {
  readonly options: WorldEditorOptions;
  readonly #history = new EditHistory();
  /** Revision and editor of the last change of each element. */
  readonly #changed = new Map<string, { readonly revision: number; readonly editor: string }>();
  #document: SourceDocument;
  #revision = 1;
  #saved: string;

  constructor(options: WorldEditorOptions) {
    this.options = options;
    this.#document = new SourceDocument(options.text);
    this.#saved = options.text;
  }

  get document(): SourceDocument {
    return this.#document;
  }
  get text(): string {
    return this.#document.text;
  }
  /** Counts the changes, from 1. */
  get revision(): number {
    return this.#revision;
  }
  /** True: the document differs from what was opened or saved last. */
  get isChanged(): boolean {
    return this.text !== this.#saved;
  }

  markSaved(): void {
    this.#saved = this.text;
  }

  /** What the editor can take back and do again. */
  depthOf(editor: string): { readonly undo: number; readonly redo: number } {
    return this.#history.depthOf(editor);
  }

  /** Throws EditRefused with the errors of the document, or another SimError. */
  propose(operations: unknown, { base = this.#revision, editor }: EditBase): Proposal {
    if (base > this.#revision)
      throw new SimError("ARGUMENT_WRONG", {
        where: "edit/base",
        found: base,
        allowed: `a revision up to ${this.#revision}`,
      });
    const draft = new Draft(this.#document);
    applyOperations(draft, operations, this.options.limits ?? WORLD_LIMITS);
    this.#checkConflict(draft, base, editor);
    return this.#check(draft, editor, (entry) => this.#history.add(editor, entry));
  }

  undo(editor: string): Proposal {
    return this.#step(editor, "undo");
  }

  redo(editor: string): Proposal {
    return this.#step(editor, "redo");
  }

  #step(editor: string, way: "undo" | "redo"): Proposal {
    const { splices, undoes, take, drop } = this.#history.plan(editor, way);
    const draft = new Draft(this.#document);
    try {
      for (const splice of splices) {
        if (!draft.text.startsWith(splice.remove, splice.at)) throw drop();
        draft.apply(splice);
      }
    } catch (problem) {
      // moved over other edits it does not fit any more
      if (problem instanceof SimError && problem.code === "XML_MALFORMED") throw drop();
      throw problem;
    }
    return this.#check(draft, editor, take, undoes);
  }

  #checkConflict({ touched }: Draft, base: number, editor: string): void {
    for (const id of touched) {
      const last = this.#changed.get(id);
      if (last && last.revision > base && last.editor !== editor)
        throw new SimError("EDIT_CONFLICT", {
          where: this.#document.find(id)?.name ?? id,
          found: `a change of revision ${last.revision} by ${last.editor}`,
          allowed: `an operation based on revision ${this.#revision}`,
        });
    }
  }

  #check(draft: Draft, editor: string, keep: (entry: HistoryEntry) => void, undoes?: HistoryEntry): Proposal {
    const { document, splices, touched } = draft;
    const { world, errors } = this.options.read(document.text);
    if (world === undefined) throw new EditRefused(problemsOf(errors, document, this.#document, this.options.file));
    const before = this.#document;
    const entry: HistoryEntry = { splices: splices as readonly Splice[], undoes };
    const accept = (): void => {
      if (this.#document !== before)
        throw new SimError("EDIT_CONFLICT", { where: "edit", found: "another edit at the same time" });
      this.#document = document;
      this.#revision++;
      for (const id of touched) this.#changed.set(id, { revision: this.#revision, editor });
      // elements that are gone are forgotten
      if (this.#changed.size > MAX_CHANGED)
        for (const id of this.#changed.keys()) if (!document.find(id)) this.#changed.delete(id);
      keep(entry);
    };
    return { world, document, entry, accept };
  }
}
