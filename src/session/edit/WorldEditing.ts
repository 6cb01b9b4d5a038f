// Editing of a running world (E5): an edit is checked as a document, taken over by the world between two frames, and then kept. If
// the world refuses it, the document stays as it was. Simulated time and everything that the edit has not changed go on (M6).

import { type DocumentView, viewDocument } from "../../describe/edit/DocumentView.js";
import { EditRefused, problemsOf } from "../../describe/edit/EditRefused.js";
import { type Proposal, WorldEditor } from "../../describe/edit/WorldEditor.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import type { WorldFile } from "../../describe/world/WorldFile.js";
import type { FileChange } from "../../world/FileChange.js";
import type { Simulation } from "../Simulation.js";
import type { WorldText } from "./WorldText.js";

/** Where the document is after an edit. */
export interface EditOutcome {
  readonly revision: number;
  readonly isChanged: boolean;
  /** Number of own edits that can be undone and done again. */
  readonly undo: number;
  readonly redo: number;
  /** What changes at the next reset, and at the next start of the file. */
  readonly atReset: readonly string[];
  readonly atStart: readonly string[];
  /** Ids of the elements that the edit has added or changed. */
  readonly ids: readonly string[];
}

export class WorldEditing {
  readonly #simulation: Simulation;
  readonly #text: WorldText | undefined;
  #editor: WorldEditor | undefined;
  #lastEditor = "";

  constructor(simulation: Simulation, text: WorldText | undefined) {
    this.#simulation = simulation;
    this.#text = text;
  }

  /** 0: the document has not been opened yet. */
  get revision(): number {
    return this.#editor?.revision ?? 0;
  }
  /** Who made the last edit. */
  get lastEditor(): string {
    return this.#lastEditor;
  }
  get isChanged(): boolean {
    return this.#editor?.isChanged ?? false;
  }

  /** The tree of the document. */
  view(): DocumentView {
    return viewDocument(this.#open());
  }

  get text(): string {
    return this.#open().text;
  }

  /** Throws EditRefused, EDIT_CONFLICT or another SimError; nothing has changed then. */
  edit(operations: unknown, { base, editor }: { readonly base?: number | undefined; readonly editor: string }) {
    return this.#take(this.#open().propose(operations, { base, editor }), editor);
  }

  undo(editor: string): EditOutcome {
    return this.#take(this.#open().undo(editor), editor);
  }

  redo(editor: string): EditOutcome {
    return this.#take(this.#open().redo(editor), editor);
  }

  /** Writes the file; returns its path. */
  save(name: string | undefined): string {
    const editor = this.#open();
    const path = (this.#text as WorldText).save(editor.text, name);
    editor.markSaved();
    return path;
  }

  #open(): WorldEditor {
    const text = this.#text;
    if (!text)
      throw new SimError("STATE_WRONG", {
        where: "edit",
        found: "a world that was not read from a file",
        allowed: "a server that was started with the path or the name of a world",
      });
    this.#editor ??= new WorldEditor(text);
    return this.#editor;
  }

  #take(proposal: Proposal, editor: string): EditOutcome {
    const present = this.#open();
    const { atReset, atStart } = this.#adopt(proposal);
    const before = present.document;
    proposal.accept();
    this.#lastEditor = editor;
    const { document, revision, isChanged } = present;
    const ids = [...document.elements].filter(({ id }) => !before.find(id)).map(({ id }) => id);
    return { revision, isChanged, ...present.depthOf(editor), atReset, atStart, ids };
  }

  /** An error of the world is shown at the element that it names, as an error of the document is. */
  #adopt({ world, document }: Proposal): FileChange {
    const { document: present, options } = this.#open();
    try {
      return this.#simulation.adopt(withRights(world, this.#simulation));
    } catch (problem) {
      throw new EditRefused(problemsOf([asSimError(problem, "edit")], document, present, options.file));
    }
  }
}

/** Rights of the command line stay. */
function withRights(next: WorldFile, { options }: Simulation): WorldFile {
  return options.rights.length === 0 ? next : { ...next, rights: [...next.rights, ...options.rights] };
}
