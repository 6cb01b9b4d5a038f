// A soccer field as one static entity (F1): carpet, outer walls, two goals, lines. The carpet collides as a plane and is drawn as a
// sheet; lines are visible only, so that a ball rolls on the plane alone. Goals have no crossbar.

import type { BodyInput, EntityInput } from "../../../describe/entity/Entity.js";
import type { SolidInput } from "../../../describe/entity/Solid.js";
import type { Vec3 } from "../../../math/Vec3.js";
import { carpetGrid, drawCarpet } from "../../shared/CarpetTexture.js";
import { lineMesh } from "../../shared/LineMesh.js";
import type { FieldGeometry } from "./FieldGeometry.js";
import { fieldDrawing } from "./FieldLines.js";

export interface FieldMaterials {
  readonly carpet: string;
  readonly wall: string;
  readonly goal: string;
}

export const FIELD_MATERIALS: FieldMaterials = Object.freeze({ carpet: "Carpet", wall: "Wood", goal: "Wood" });

type Rgb = readonly [number, number, number];
const GREEN: Rgb = [38, 108, 56];
const WHITE: Rgb = [240, 240, 236];
const DARK: Rgb = [44, 46, 50];
const HALL: Rgb = [122, 122, 126];
const BLUE: Rgb = [36, 92, 200];
const YELLOW: Rgb = [240, 200, 40];

/** m: thickness of the visible carpet, which lies on the floor. */
const CARPET_THICKNESS = 0.02;
/** m above the carpet: enough for the depth of a picture, too little to be visible. */
const LINE_HEIGHT = 0.001;

export function soccerField(
  name: string,
  field: FieldGeometry,
  materials: FieldMaterials = FIELD_MATERIALS,
): EntityInput {
  const walls = outerWalls(field, materials.wall);
  const bodies: BodyInput[] = [
    { name: "Carpet", solids: carpet(field, materials.carpet) },
    { name: "Goals", solids: [...goal("Left", field, materials.goal), ...goal("Right", field, materials.goal)] },
    ...(walls.length > 0 ? [{ name: "Walls", solids: walls }] : []),
  ];
  return { name, isStatic: true, bodies };
}

function carpet(field: FieldGeometry, material: string): readonly SolidInput[] {
  const grid = carpetGrid(field);
  const { columns, rows, texel } = grid;
  const drawing = fieldDrawing(field);
  const size: Vec3 = [columns * texel, rows * texel, CARPET_THICKNESS];
  const texture = { width: columns, height: rows, pixels: drawCarpet(grid, drawing, GREEN, WHITE) };
  const shown = { material, collide: false };
  return [
    { name: "Ground", shape: { kind: "Plane" }, material, visible: false },
    { name: "Hall", shape: { kind: "Plane" }, position: [0, 0, -CARPET_THICKNESS], color: HALL, ...shown },
    { name: "Sheet", shape: { kind: "Box", size }, position: [0, 0, -CARPET_THICKNESS / 2], texture, ...shown },
    { name: "Lines", shape: lineMesh(drawing), position: [0, 0, LINE_HEIGHT], color: WHITE, ...shown },
  ];
}

// ---- boxes from corner to corner, standing on the carpet

interface Place {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}
interface Look {
  readonly height: number;
  readonly material: string;
  readonly color: Rgb;
}

function stand(name: string, { x, y }: Place, { height, material, color }: Look): SolidInput {
  const size: Vec3 = [x[1] - x[0], y[1] - y[0], height];
  const position: Vec3 = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2, height / 2];
  return { name, shape: { kind: "Box", size }, position, material, color };
}

type End = "Left" | "Right";

/** Mirrors x for the left side (-x). */
const toEnd = (end: End, { x, y }: Place): Place => (end === "Right" ? { x, y } : { x: [-x[1], -x[0]], y });

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
  const sides: Place["x"] = [goalFront(field), field.wallHeight > 0 ? Math.max(back, insideOf(field)[0]) : back];
  const color = field.type !== "2003" ? WHITE : end === "Left" ? BLUE : YELLOW;
  const look = { height: field.goalHeight, material, color };
  return [
    stand(`${end}GoalTop`, toEnd(end, { x: sides, y: [inner, outer] }), look),
    stand(`${end}GoalBottom`, toEnd(end, { x: sides, y: [-outer, -inner] }), look),
    stand(`${end}GoalBack`, toEnd(end, { x: [back - field.goalWallThickness, back], y: [-inner, inner] }), look),
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
          stand(`${side}WallTop`, toEnd(side, { x: [x, outX], y: [post, y] }), look),
          stand(`${side}WallBottom`, toEnd(side, { x: [x, outX], y: [-y, -post] }), look),
        ]
      : [stand(`${side}Wall`, toEnd(side, { x: [x, outX], y: [-y, y] }), look)];
  return [
    stand("TopWall", { x: [-outX, outX], y: [y, outY] }, look),
    stand("BottomWall", { x: [-outX, outX], y: [-outY, -y] }, look),
    ...end("Left"),
    ...end("Right"),
  ];
}
