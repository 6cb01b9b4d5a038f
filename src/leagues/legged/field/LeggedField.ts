// The four-legged league's field as one static entity (F1, L4): carpet with lines, two box goals without a top, four beacons. Since 2005
// the field has no walls. The yellow goal is at -x, the sky-blue one at +x.

import type { BodyInput, EntityInput } from "../../../describe/entity/Entity.js";
import type { SolidInput } from "../../../describe/entity/Solid.js";
import { fromAxisAngle } from "../../../math/Quat.js";
import { PI } from "../../../math/Trigonometry.js";
import type { Rgb } from "../../shared/CarpetTexture.js";
import { boundaryLines, centerCircle, type FieldDrawing, penaltyLines } from "../../shared/FieldDrawing.js";
import { carpetSolids, type End, standingBox, toEnd, WHITE } from "../../shared/FieldSolids.js";
import type { LeggedGeometry } from "./LeggedGeometry.js";

export interface LeggedMaterials {
  readonly carpet: string;
  readonly goal: string;
  readonly beacon: string;
}

export const LEGGED_MATERIALS: LeggedMaterials = Object.freeze({ carpet: "Carpet", goal: "Wood", beacon: "Plastic" });

const GREEN: Rgb = [30, 120, 60];
const PINK: Rgb = [255, 90, 170];
const YELLOW: Rgb = [250, 215, 20];
const SKY_BLUE: Rgb = [60, 165, 235];
const GOAL_COLORS: Readonly<Record<End, Rgb>> = { Left: YELLOW, Right: SKY_BLUE };
const ENDS: readonly End[] = ["Left", "Right"];

/** Cylinders of documents lie along y. */
const UPRIGHT = fromAxisAngle([1, 0, 0], PI / 2);

export const leggedDrawing = (field: LeggedGeometry): FieldDrawing => ({
  lines: [...boundaryLines(field), ...penaltyLines(field)],
  arcs: centerCircle(field),
  marks: [],
  lineThickness: field.lineThickness,
});

export function leggedField(
  name: string,
  field: LeggedGeometry,
  materials: LeggedMaterials = LEGGED_MATERIALS,
): EntityInput {
  const carpet = { material: materials.carpet, color: GREEN };
  const bodies: BodyInput[] = [
    { name: "Carpet", solids: carpetSolids(field, leggedDrawing(field), carpet) },
    { name: "Goals", solids: ENDS.flatMap((end) => goal(end, field, materials.goal)) },
  ];
  if (field.beaconHeight > 0)
    bodies.push({ name: "Beacons", solids: ENDS.flatMap((end) => beacons(end, field, materials.beacon)) });
  return { name, isStatic: true, bodies };
}

/** Two sides and a back, from the outer edge of the goal line. */
function goal(end: End, field: LeggedGeometry, material: string): readonly SolidInput[] {
  const front = field.fieldLength / 2 + field.lineThickness / 2;
  const [inside, back] = [front + field.goalDepth, front + field.goalDepth + field.goalWallThickness];
  const [inner, outer] = [field.goalWidth / 2, field.goalWidth / 2 + field.goalWallThickness];
  const look = { height: field.goalHeight, material, color: GOAL_COLORS[end] };
  return [
    standingBox(`${end}GoalTop`, toEnd(end, { x: [front, back], y: [inner, outer] }), look),
    standingBox(`${end}GoalBottom`, toEnd(end, { x: [front, back], y: [-outer, -inner] }), look),
    standingBox(`${end}GoalBack`, toEnd(end, { x: [inside, back], y: [-inner, inner] }), look),
  ];
}

/** At +y the goal's colour is above pink, at -y pink is above the goal's colour. */
function beacons(end: End, field: LeggedGeometry, material: string): readonly SolidInput[] {
  const { beaconDistance, beaconOutside, beaconRadius: radius, beaconHeight: height } = field;
  const x = end === "Left" ? -beaconDistance : beaconDistance;
  const y = field.fieldWidth / 2 + beaconOutside;
  const color = GOAL_COLORS[end];
  const part = (name: string, at: number, [from, to]: readonly [number, number], shown: Rgb): SolidInput => ({
    name: `${end}${name}`,
    shape: { kind: "Cylinder", radius, length: (to - from) * height },
    position: [x, at, ((from + to) / 2) * height],
    orientation: UPRIGHT,
    material,
    color: shown,
  });
  return [
    part("TopBeaconFoot", y, [0, 0.5], WHITE),
    part("TopBeaconLower", y, [0.5, 0.75], PINK),
    part("TopBeaconUpper", y, [0.75, 1], color),
    part("BottomBeaconFoot", -y, [0, 0.5], WHITE),
    part("BottomBeaconLower", -y, [0.5, 0.75], color),
    part("BottomBeaconUpper", -y, [0.75, 1], PINK),
  ];
}
