// A soccer field as one static entity (F1): carpet, outer walls, two goals, lines. The carpet collides as a plane and is drawn as a
// sheet; lines are visible only, so that a ball rolls on the plane alone. Goals have no crossbar.

import type { BodyInput, EntityInput } from "../../../describe/entity/Entity.js";
import type { SolidInput } from "../../../describe/entity/Solid.js";
import type { Rgb } from "../../shared/CarpetTexture.js";
import { carpetSolids, type End, type StandingPlace, standingBox, toEnd, WHITE } from "../../shared/FieldSolids.js";
import type { FieldGeometry } from "./FieldGeometry.js";
import { fieldDrawing } from "./FieldLines.js";

export interface FieldMaterials {
  readonly carpet: string;
  readonly wall: string;
  readonly goal: string;
}

export const FIELD_MATERIALS: FieldMaterials = Object.freeze({ carpet: "Carpet", wall: "Wood", goal: "Wood" });

const GREEN: Rgb = [38, 108, 56];
const DARK: Rgb = [44, 46, 50];
const BLUE: Rgb = [36, 92, 200];
const YELLOW: Rgb = [240, 200, 40];

export function soccerField(
  name: string,
  field: FieldGeometry,
  materials: FieldMaterials = FIELD_MATERIALS,
): EntityInput {
  const walls = outerWalls(field, materials.wall);
  const bodies: BodyInput[] = [
    { name: "Carpet", solids: carpetSolids(field, fieldDrawing(field), { material: materials.carpet, color: GREEN }) },
    { name: "Goals", solids: [...goal("Left", field, materials.goal), ...goal("Right", field, materials.goal)] },
    ...(walls.length > 0 ? [{ name: "Walls", solids: walls }] : []),
  ];
  return { name, isStatic: true, bodies };
}

/** Inner faces of the walls. */
const insideOf = (field: FieldGeometry): readonly [number, number] => [
  field.fieldLength / 2 + field.boundaryWidthGoalLine,
  field.fieldWidth / 2 + field.boundaryWidth,
];

/** Goals touch the goal line from outside, if they fit. */
const goalFront = ({ fieldLength, lineThickness, boundaryWidthGoalLine }: FieldGeometry): number =>
  fieldLength / 2 + Math.min(lineThickness / 2, boundaryWidthGoalLine);

const goalEnd = (field: FieldGeometry): number => goalFront(field) + field.goalDepth + field.goalWallThickness;

/** True: the goal reaches into the wall, which has an opening there. */
const isOpen = (field: FieldGeometry): boolean => goalEnd(field) > insideOf(field)[0];

/** Two side walls that continue to the outer wall (rule book), and the back wall between them. */
function goal(end: End, field: FieldGeometry, material: string): readonly SolidInput[] {
  const [inner, outer] = [field.goalWidth / 2, field.goalWidth / 2 + field.goalWallThickness];
  const back = goalEnd(field);
  const sides: StandingPlace["x"] = [
    goalFront(field),
    field.wallHeight > 0 ? Math.max(back, insideOf(field)[0]) : back,
  ];
  const color = field.type !== "2003" ? WHITE : end === "Left" ? BLUE : YELLOW;
  const look = { height: field.goalHeight, material, color };
  return [
    standingBox(`${end}GoalTop`, toEnd(end, { x: sides, y: [inner, outer] }), look),
    standingBox(`${end}GoalBottom`, toEnd(end, { x: sides, y: [-outer, -inner] }), look),
    standingBox(`${end}GoalBack`, toEnd(end, { x: [back - field.goalWallThickness, back], y: [-inner, inner] }), look),
  ];
}

function outerWalls(field: FieldGeometry, material: string): readonly SolidInput[] {
  if (field.wallHeight === 0) return [];
  const [x, y] = insideOf(field);
  const [outX, outY] = [x + field.wallThickness, y + field.wallThickness];
  const look = { height: field.wallHeight, material, color: field.type === "2003" ? WHITE : DARK };
  const post = field.goalWidth / 2 + field.goalWallThickness;
  const end = (side: End): readonly SolidInput[] =>
    isOpen(field)
      ? [
          standingBox(`${side}WallTop`, toEnd(side, { x: [x, outX], y: [post, y] }), look),
          standingBox(`${side}WallBottom`, toEnd(side, { x: [x, outX], y: [-y, -post] }), look),
        ]
      : [standingBox(`${side}Wall`, toEnd(side, { x: [x, outX], y: [-y, y] }), look)];
  return [
    standingBox("TopWall", { x: [-outX, outX], y: [y, outY] }, look),
    standingBox("BottomWall", { x: [-outX, outX], y: [-outY, -y] }, look),
    ...end("Left"),
    ...end("Right"),
  ];
}
