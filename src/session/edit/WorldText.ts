// The text of a world's file and how it is read and saved, as the server gives it to the editor (E5).

import type { WorldEditorOptions } from "../../describe/edit/WorldEditor.js";

export interface WorldText extends WorldEditorOptions {
  /** Writes a document; returns its path. `name`: another file than the one it was read from. Throws a SimError. */
  readonly save: (text: string, name: string | undefined) => string;
}
