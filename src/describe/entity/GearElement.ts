// Reads gears (Gear.ts) of <Joints>.

import type { XmlReader } from "../xml/XmlReader.js";
import type { GearInput } from "./Gear.js";

export const GEAR_ELEMENT = "Gear";

export function readGear(gear: XmlReader, name: string): GearInput {
  const ends = ["Joint1", "Joint2"].map((end) =>
    gear.part(() => {
      const element = gear.needed(end);
      return { joint: element.ownText(), axis: element.numberAttribute("axis", { min: 1, max: 2, whole: true }) };
    }),
  );
  const ratio = gear.part(() => gear.needed("Ratio").ownNumber());
  const offset = gear.number("Offset");
  const { report } = gear;
  const [one, two] = ends.map((end) => report.require(end));
  return {
    name,
    joint1: one.joint,
    joint2: two.joint,
    axis1: one.axis,
    axis2: two.axis,
    ratio: report.require(ratio),
    offset,
  };
}
