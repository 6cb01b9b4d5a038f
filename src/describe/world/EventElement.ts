// `<Event name="">` (E2, E3): `<Do>` lines of the console and when they are said. A line's verb and arguments are checked here, by
// whoever knows the verbs; whether whom it names is there shows only when it is said.

import { unknownName } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { NS_PER_SEC } from "./WorldDescription.js";
import type { WorldEvent } from "./WorldEvent.js";

/** s; eleven days, in whole nanoseconds all the way. */
const LATEST = 1e6;

export function readEvent(event: XmlReader, name: string, context: DocumentContext): WorldEvent {
  context.count("events", event);
  const { stepNs = 1 } = context.world;
  const every = event.number("Every", { min: stepNs / NS_PER_SEC, max: LATEST });
  const times = event.number("Times", { min: 1, whole: true });
  if (times !== undefined && every === undefined)
    throw event.error("PROPERTY_MISPLACED", { found: "<Times> without <Every>", allowed: "both, or neither" }, "Times");
  // so that they stay in their order
  const jitter = event.number("Jitter", { min: 0, max: every ?? LATEST });
  const read: WorldEvent = Object.freeze({
    name,
    after: event.text("After"),
    atNs: nanoseconds(event.number("At", { min: 0, max: LATEST }) ?? 0),
    everyNs: every === undefined ? undefined : nanoseconds(every),
    times: times ?? (every === undefined ? 1 : Number.POSITIVE_INFINITY),
    jitterNs: nanoseconds(jitter ?? 0),
    lines: readLines(event, context),
  });
  event.finish();
  return read;
}

const nanoseconds = (seconds: number): number => Math.round(seconds * NS_PER_SEC);

function readLines(event: XmlReader, context: DocumentContext): readonly string[] {
  const said = event.children("Do");
  if (said.length === 0) event.needed("Do");
  return Object.freeze(
    said.map((element) => {
      context.count("events", element);
      const line = element.ownText();
      element.at(() => context.checkLine?.(line));
      return line;
    }),
  );
}

/** Whom an event comes after is there, and nobody comes after himself. */
export function checkChains(events: readonly WorldEvent[], elements: readonly XmlReader[]): void {
  const byName = new Map(events.map((event) => [event.name, event]));
  events.forEach((event, i) => {
    const chain = [event.name];
    for (let one = event; one.after !== undefined; ) {
      const before = byName.get(one.after);
      if (!before) throw elements[i].place(unknownName("EVENT_UNKNOWN", "", one.after, [...byName.keys()]), "After");
      chain.push(before.name);
      if (before === event) throw elements[i].error("EVENT_CYCLIC", { found: chain.join(" after ") }, "After");
      // a circle that it only leads into is told of where it closes
      if (chain.length > events.length + 1) break;
      one = before;
    }
  });
}
