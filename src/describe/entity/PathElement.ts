// Reads `<Path>` of a `<Static>` or `<Object>` (E3). The place in the document is the first way point, if the first `<Point>` is later
// than 0 s. A point has its time in `<At>`, or the `<Speed>` of the path gives it: |offset - offset before| / speed later.

import { length, sub, ZERO } from "../../math/Vec3.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { BLOCKED, describePath, EASINGS, PATH_MODES, type PathInput, type PathPointInput } from "./Path.js";

/** s. */
const MAX_TIME = 1e6;
const NS_PER_SEC = 1e9;

export function readPath(path: XmlReader): PathInput {
  const speed = path.number("Speed", { above: 0, max: 1e4 });
  const wait = path.number("Wait", { min: 0, max: MAX_TIME });
  const input: PathInput = {
    points: readPoints(path, speed),
    mode: path.word("Mode", PATH_MODES),
    starts: path.flag("Starts"),
    pivot: path.vector("Pivot"),
    blocked: path.word("Blocked", BLOCKED),
    force: path.number("Force", { min: 0 }),
    waitNs: wait === undefined ? undefined : Math.round(wait * NS_PER_SEC),
  };
  path.finish();
  if (input.blocked !== undefined && input.blocked !== "push" && input.force === undefined)
    path.report.add(
      path.error(
        "PATH_MALFORMED",
        {
          found: `<Blocked>${input.blocked}</Blocked> without <Force>`,
          allowed: "a <Force> that is not enough to go on",
          advice: "Add <Force>: 100 N stops a light door, a lift needs more than its load weighs.",
        },
        "Blocked",
      ),
    );
  // errors of the path get its line
  path.at(() => describePath(input, ""));
  return input;
}

function readPoints(path: XmlReader, speed: number | undefined): readonly PathPointInput[] {
  const points: PathPointInput[] = [];
  for (const element of path.children("Point")) {
    const point = element.attempt(() => readPoint(element, speed, points.at(-1) ?? { atNs: 0 }));
    if (!point) continue;
    if (points.length === 0 && point.atNs > 0) points.push({ atNs: 0 });
    points.push(point);
  }
  return points;
}

function readPoint(element: XmlReader, speed: number | undefined, before: PathPointInput): PathPointInput {
  const at = element.number("At", { min: 0, max: MAX_TIME });
  const offset = element.vector("Offset") ?? ZERO;
  const turn = element.vector("Turn") ?? ZERO;
  const easing = element.word("Easing", EASINGS);
  element.finish();
  if (at !== undefined) return { atNs: Math.round(at * NS_PER_SEC), offset, turn, easing };
  const way = length(sub(offset, before.offset ?? ZERO));
  if (speed === undefined || way === 0)
    throw element.error("PATH_MALFORMED", {
      found: "a point without a time",
      allowed: "<At>, or an <Offset> and the path's <Speed>",
    });
  return { atNs: before.atNs + Math.max(1, Math.round((way / speed) * NS_PER_SEC)), offset, turn, easing };
}
