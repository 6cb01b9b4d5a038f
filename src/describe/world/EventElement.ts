// Reads `<Event name="">` (E2, E3): the console lines of `<Do>` and the times at which they run. The verb and the arguments of a
// line are checked here; whether the entities that it names exist is checked when it runs.

import { unknownName } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { NS_PER_SEC } from "./WorldDescription.js";
import type { WorldEvent } from "./WorldEvent.js";
import { SUBJECT } from "./WorldTrigger.js";

/** s; up to this time, whole nanoseconds are exact. */
export const LATEST_SEC = 1e6;

export function readEvent(event: XmlReader, name: string, context: DocumentContext): WorldEvent {
  context.count("events", event);
  const { stepNs = 1 } = context.world;
  const every = event.number("Every", { min: stepNs / NS_PER_SEC, max: LATEST_SEC });
  const times = event.number("Times", { min: 1, whole: true });
  if (times !== undefined && every === undefined)
    event.report.add(
      event.error("PROPERTY_MISPLACED", { found: "<Times> without <Every>", allowed: "both, or neither" }, "Times"),
    );
  // a larger jitter could change the order of two repetitions
  const jitter = event.number("Jitter", { min: 0, max: every ?? LATEST_SEC });
  const read: WorldEvent = Object.freeze({
    name,
    after: event.text("After"),
    isTriggered: false,
    atNs: nanoseconds(event.number("At", { min: 0, max: LATEST_SEC }) ?? 0),
    everyNs: every === undefined ? undefined : nanoseconds(every),
    times: times ?? (every === undefined ? 1 : Number.POSITIVE_INFINITY),
    jitterNs: nanoseconds(jitter ?? 0),
    lines: readLines(event, context, true),
  });
  event.finish();
  return read;
}

export const nanoseconds = (seconds: number): number => Math.round(seconds * NS_PER_SEC);

/** The lines of `<Do>`; `isNeeded`: at least one. */
export function readLines(event: XmlReader, context: DocumentContext, isNeeded: boolean): readonly string[] {
  const elements = event.children("Do");
  if (isNeeded && elements.length === 0) event.part(() => event.needed("Do"));
  return Object.freeze(
    elements.map((element) => {
      context.count("events", element);
      const line = element.ownText();
      const names = element.part(() => element.at(() => context.checkLine?.(line)))?.names ?? [];
      if (names.length > 0) context.namedLines.push({ element, names });
      return line;
    }),
  );
}

interface ReadEvent {
  readonly event: WorldEvent;
  readonly element: XmlReader;
}

/** `After` must name another existing event, and no event may wait for itself. `mayExist`: the name is known, or cannot be judged. */
export function checkChains(events: readonly ReadEvent[], mayExist: (name: string) => boolean): void {
  const byName = new Map(events.map(({ event }) => [event.name, event]));
  for (const { event, element } of events) element.part(() => checkChain(event, element, byName, mayExist));
}

function checkChain(
  event: WorldEvent,
  element: XmlReader,
  byName: ReadonlyMap<string, WorldEvent>,
  mayExist: (name: string) => boolean,
): void {
  if (event.after !== undefined && !byName.has(event.after) && !mayExist(event.after))
    throw element.place(unknownName("EVENT_UNKNOWN", "", event.after, [...byName.keys()]), "After");
  const chain = [event.name];
  let one = event;
  while (one.after !== undefined) {
    const before = byName.get(one.after);
    if (!before) return;
    chain.push(before.name);
    if (before === event) throw element.error("EVENT_CYCLIC", { found: chain.join(" after ") }, "After");
    // a cycle that this event does not belong to is reported at the events of the cycle
    if (chain.length > byName.size + 1) return;
    one = before;
  }
  if (!one.isTriggered && event.lines.some((line) => line.includes(SUBJECT)))
    throw element.error("PROPERTY_MISPLACED", { found: SUBJECT, allowed: "events that a trigger starts" }, "Do");
}
