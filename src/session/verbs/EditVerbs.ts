// Verbs that edit the document of a running world (E5): docs/editor.md.

import type { EditOutcome } from "../edit/WorldEditing.js";
import type { Argument } from "./VerbArguments.js";
import type { Verb, VerbOutcome } from "./Verbs.js";

const WHO: Argument = {
  name: "as",
  type: "text",
  what: "name of the editor, whose edits `undo` takes back",
  default: "console",
};

const NOT_IN_EVENTS = "an event cannot change the file that it is part of";

export const EDIT_VERBS: readonly Verb[] = [
  {
    name: "document",
    summary: "gives the document of the world as a tree with ids, or as text",
    isInput: false,
    args: [{ name: "what", type: "text", what: "form of the document", default: "tree", choices: ["tree", "text"] }],
    notInEvents: "the document would go nowhere",
    run: ({ simulation: { editing } }, { what }) => {
      if (what === "text") return { message: editing.text, data: { text: editing.text, revision: editing.revision } };
      const data = editing.view();
      return { message: `${data.file}, revision ${data.revision}${data.isChanged ? ", not saved" : ""}`, data };
    },
  },
  {
    name: "edit",
    summary: "changes the document of the world and takes the change over: all operations or none",
    isInput: false,
    args: [
      { name: "ops", type: "list", what: "operations" },
      { name: "base", type: "integer", what: "revision that the editor has seen", isOptional: true, least: 1 },
      WHO,
    ],
    notInEvents: NOT_IN_EVENTS,
    run: ({ simulation: { editing } }, { ops, base, as }) =>
      outcomeOf("edited", editing.edit(ops, { base: base as number | undefined, editor: as as string })),
  },
  {
    name: "undo",
    summary: "takes the last edit of this editor back",
    isInput: false,
    args: [WHO],
    notInEvents: NOT_IN_EVENTS,
    run: ({ simulation: { editing } }, { as }) => outcomeOf("undone", editing.undo(as as string)),
  },
  {
    name: "redo",
    summary: "makes the last edit again that `undo` has taken back",
    isInput: false,
    args: [WHO],
    notInEvents: NOT_IN_EVENTS,
    run: ({ simulation: { editing } }, { as }) => outcomeOf("done again", editing.redo(as as string)),
  },
  {
    name: "save",
    summary: "saves the document of the world, in its own file or in a new one beside it",
    isInput: false,
    args: [{ name: "file", type: "text", what: "name of a new file, NAME.xml", isOptional: true }],
    notInEvents: "events write no files",
    run: ({ simulation: { editing } }, { file }) => {
      const path = editing.save(file as string | undefined);
      return { message: `saved ${path}`, data: { file: path, revision: editing.revision } };
    },
  },
];

function outcomeOf(what: string, outcome: EditOutcome): VerbOutcome {
  const { revision, atReset, atStart } = outcome;
  const later = [
    ...(atReset.length > 0 ? [`acts at the next reset: ${atReset.join(", ")}`] : []),
    ...(atStart.length > 0 ? [`acts when the file is started again: ${atStart.join(", ")}`] : []),
  ];
  return { message: [`${what}: revision ${revision}`, ...later].join("; "), data: outcome };
}
