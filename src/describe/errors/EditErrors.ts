// Errors of editing a world's document (docs/control.md, E5).

import type { ErrorRow } from "./ErrorRow.js";

export const EDIT_ERRORS = {
  EDIT_CONFLICT: {
    what: "somebody else has changed this part of the document",
    allowed: "an operation on the newest revision",
    advice: "Look at the present document and repeat the change if you still want it.",
  },
  EDIT_IMPOSSIBLE: {
    what: "the operation does not fit this element",
    allowed: "an operation that fits the element",
    advice: "Change the values of the element one by one.",
  },
  ELEMENT_INCLUDED: {
    what: "the element is part of an included file",
    allowed: "elements of the world's own file",
    advice: "Open the included file itself to edit it.",
  },
} as const satisfies Record<string, ErrorRow>;
