// The colour pattern on top of a robot, for overhead vision (F7, R8): a black cover, a centre dot in the team's colour and four
// dots that encode the robot's number. The pattern is visible only: it has no mass and no contacts, so a robot moves the same
// with and without it. TEAM and NUMBER choose the pattern; where they are missing, a name such as Blue-3 gives them.

import { DEGREE } from "../../../math/Trigonometry.js";
import { SimError } from "../../SimError.js";
import { hullMesh } from "./HullMesh.js";
import type { TextKeys, TextValues } from "./RobotType.js";

/** Number of different patterns of a team. */
export const MAX_NUMBERS = 16;

export const PATTERN_KEYS = {
  TEAM: { type: "word", words: ["blue", "yellow"], optional: true },
  NUMBER: { type: "whole", min: 0, max: MAX_NUMBERS - 1, optional: true },
} as const satisfies TextKeys;

type PatternValues = TextValues<typeof PATTERN_KEYS>;
export type PatternTeam = NonNullable<PatternValues["TEAM"]>;

export interface Shirt {
  readonly team: PatternTeam;
  readonly number: number;
}

/** Team and number of a name: Blue-0 to Blue-15, Yellow-0 to Yellow-15. Undefined: the name is not of this form. */
export function shirtOf(name: string): Shirt | undefined {
  const match = /^(Blue|Yellow)-(0|[1-9][0-9]?)$/.exec(name);
  const number = Number(match?.[2]);
  if (!match || number >= MAX_NUMBERS) return undefined;
  return { team: match[1] === "Blue" ? "blue" : "yellow", number };
}

type Color = "green" | "magenta";
/** Bright colours that differ from the ball's orange, the carpet's green and each other in any light. */
export const DOT_COLORS: Readonly<Record<PatternTeam | Color, readonly [number, number, number]>> = {
  blue: [0, 96, 255],
  yellow: [255, 228, 0],
  green: [0, 230, 80],
  magenta: [255, 40, 190],
};
const BLACK = [8, 8, 10];

/** Dots of each number: front left, front right, back left, back right; G(reen) or M(agenta). */
export const DOT_TABLE = "MMGM GMGM GGGM MGGM MMMG GMMG GGMG MGMG GGGG MMMM MMGG GGMM GMGG GMMM MGGG MGMM".split(" ");
/** Positions of the four dots, mm right and forward of the centre. */
export const DOT_PLACES = [
  [-54.772, 35],
  [54.772, 35],
  [-35, -54.772],
  [35, -54.772],
] as const;

/** m: radius of the cover, distance of its flat front, radii of the dots, thickness of each layer. */
const [COVER, FRONT, MIDDLE, DOT, SHEET] = [0.085, 0.055, 0.025, 0.02, 0.001];

/** XML of the solids; empty for a robot without a team. `top`: height of the upper face of the body, m. */
export function teamPattern(values: PatternValues, top: number, radius: number): string {
  const shirt = readShirt(values);
  if (!shirt) return "";
  const cover = Math.min(COVER, radius);
  const { vertices, triangles } = hullMesh({
    radius: cover,
    front: Math.min(FRONT, 0.9 * cover),
    bottom: top,
    top: top + SHEET,
  });
  const dots = DOT_PLACES.map(([x, y], i) => {
    const color = DOT_TABLE[shirt.number][i] === "G" ? "green" : "magenta";
    return dot(`Dot${i + 1}`, [x / 1000, y / 1000, top], DOT, color);
  });
  return `<Mesh name="Cover"> ${look(BLACK)} <Vertices>${vertices.join(" ")}</Vertices> <Triangles>${triangles.join(" ")}</Triangles> </Mesh>
${dot("TeamDot", [0, 0, top], MIDDLE, shirt.team)}
${dots.join("\n")}`;
}

const look = (color: readonly number[]): string =>
  `<Collide>false</Collide> <Rays>false</Rays> <Material>Plastic</Material> <Color>${color.join(" ")}</Color>`;

function dot(name: string, [x, y, top]: readonly number[], radius: number, color: PatternTeam | Color): string {
  return `<Cylinder name="${name}"> ${look(DOT_COLORS[color])} <Radius>${radius}</Radius> <Length>${SHEET}</Length>
<Position>${x} ${y} ${top + 1.5 * SHEET}</Position> <Orientation> <angle>${90 * DEGREE}</angle> <axis>1 0 0</axis> </Orientation> </Cylinder>`;
}

function readShirt({ NAME, TEAM, NUMBER }: PatternValues): Shirt | undefined {
  const named = shirtOf(NAME);
  const [team, number] = [TEAM ?? named?.team, NUMBER ?? named?.number];
  if (team === undefined && number === undefined) return undefined;
  if (team !== undefined && number !== undefined) return { team, number };
  const [given, missing] = team === undefined ? ["NUMBER", "TEAM"] : ["TEAM", "NUMBER"];
  throw new SimError("KEY_MISSING", {
    where: given,
    found: `${given} and no ${missing}`,
    allowed: `${missing} = ..., or a NAME such as Blue-3`,
  });
}
