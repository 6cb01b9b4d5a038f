// Reads ropes (Rope.ts) of <Joints>.

import type { XmlReader } from "../xml/XmlReader.js";
import type { RopeInput } from "./Rope.js";

export const ROPE_ELEMENT = "Rope";

export function readRope(rope: XmlReader, name: string): RopeInput {
  const points = rope
    .children("Point")
    .map((point) => point.attempt(() => ({ body: point.attribute("body"), position: point.ownVector() })));
  const { report } = rope;
  return {
    name,
    maxLength: rope.number("MaxLength"),
    stiffness: rope.number("Stiffness"),
    damping: rope.number("Damping"),
    points: points.map((point) => report.require(point)),
  };
}
