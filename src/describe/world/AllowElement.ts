// Reads `<Allow>` (E4): the verbs that robots may send as `Console` messages.

import { SimError } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { RobotRight } from "./WorldFile.js";

export function readAllow(element: XmlReader, context: DocumentContext): RobotRight {
  context.count("events", element);
  const who = element.children("Who").map((one) => one.ownText());
  const verbs = element.children("Verb");
  if (verbs.length === 0) element.needed("Verb");
  const right: RobotRight = Object.freeze({
    who: Object.freeze(who.length > 0 ? who : ["robots"]),
    verbs: Object.freeze(verbs.map((verb) => readVerb(verb, context))),
  });
  element.finish();
  return right;
}

/** A verb that events may use; its arguments come with the message. */
function readVerb(verb: XmlReader, context: DocumentContext): string {
  const name = verb.ownText();
  verb.part(() =>
    verb.at(() => {
      try {
        context.checkLine?.(name);
      } catch (problem) {
        if (!(problem instanceof SimError && problem.code === "ARGUMENT_WRONG")) throw problem;
      }
    }),
  );
  return name;
}
