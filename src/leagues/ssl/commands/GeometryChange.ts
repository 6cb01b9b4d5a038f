// Changes the field while the world runs (F3, SimulatorConfig.geometry). Sizes that the packet sets (mm) are taken; the others are those
// of the division with the same length, or stay as they were. Lines follow from the sizes. Calibrations and ball models of the
// packet are ignored: vision sends its own.

import { describeEntity, type Entity } from "../../../describe/entity/Entity.js";
import { SimError } from "../../../describe/SimError.js";
import type { Physics } from "../../../physics/Physics.js";
import type { World } from "../../../world/World.js";
import type { FieldWords } from "../../shared/FieldSizes.js";
import {
  describeField,
  FIELD_TYPES,
  type FieldGeometry,
  type FieldInput,
  type FieldSize,
} from "../field/FieldGeometry.js";
import { FIELD_MATERIALS, type FieldMaterials, soccerField } from "../field/SoccerField.js";
import { type SSL_GeometryData, SSL_GeometryFieldSizeSchema } from "../wire/SslVision_pb.js";
import { type Range, WireFields } from "./WireError.js";

const SIZE: Range = { min: 0, max: 200_000, unit: "mm" };
const NEEDED = ["fieldLength", "fieldWidth", "goalWidth", "goalDepth", "boundaryWidth"] as const;
const OPTIONAL = [
  "penaltyAreaDepth",
  "penaltyAreaWidth",
  "centerCircleRadius",
  "lineThickness",
  "goalCenterToPenaltyMark",
  "goalHeight",
  "boundaryWidthGoalLine",
] as const;
const WHERE = "config/geometry";

/** Throws a SimError. */
export function fieldFromWire({ field }: SSL_GeometryData, before: FieldGeometry): FieldGeometry {
  if (!field) throw new SimError("FIELD_MISSING", { where: WHERE, found: "no field", allowed: "field set" });
  const fields = new WireFields(SSL_GeometryFieldSizeSchema, field, `${WHERE}/field`);
  const sizes: { [K in FieldSize]?: number } = {};
  for (const name of NEEDED) sizes[name] = fields.needed(name, SIZE) / 1000;
  for (const name of OPTIONAL) {
    const size = fields.number(name, SIZE);
    if (size !== undefined) sizes[name] = size / 1000;
  }
  const known = FIELD_TYPES.map((type) => describeField({ type })).find(
    ({ fieldLength, fieldWidth }) => fieldLength === sizes.fieldLength && fieldWidth === sizes.fieldWidth,
  );
  const base: FieldInput = known ?? { ...before, goalWallThickness: thinEnough(before.goalWallThickness, sizes) };
  // older packets have one width for all sides
  if (sizes.boundaryWidthGoalLine === undefined && sizes.boundaryWidth !== base.boundaryWidth)
    sizes.boundaryWidthGoalLine = sizes.boundaryWidth as number;
  return describeField({ ...base, ...sizes }, `${WHERE}/field`, WIRE_WORDS);
}

/** Sizes as in the packet. */
const WIRE_WORDS: FieldWords<FieldSize> = {
  nameOf: (size) => SSL_GeometryFieldSizeSchema.fields.find(({ localName }) => localName === size)?.name ?? size,
  unit: "mm",
  perMetre: 1000,
};

/** Packets do not state the thickness of a goal's walls: walls of a small field are thinner. */
function thinEnough(
  thickness: number,
  { fieldLength = 0, fieldWidth = 0 }: { readonly [K in FieldSize]?: number },
): number {
  return Math.min(thickness, Math.max(fieldLength, 0.1) / 25, Math.max(fieldWidth, 0.1) / 25);
}

/** Replaces the field's objects; all other objects stay where they are. */
export function replaceField(world: World, field: FieldGeometry): void {
  const old = findField(world.physics);
  const next = describeEntity(soccerField(old.name, field, materialsOf(old)));
  world.exchange(next);
}

function findField(physics: Physics): Entity {
  for (const name of physics.names) {
    const entity = physics.entity(name);
    const bodies = entity.bodies.map((body) => body.name);
    if (entity.isStatic && bodies.includes("Carpet") && bodies.includes("Goals")) return entity;
  }
  throw new SimError("STATE_WRONG", {
    where: WHERE,
    found: "a world whose field was removed",
    allowed: "one with a field",
  });
}

/** What the robots drive on. */
export const carpetMaterial = (physics: Physics): string => materialsOf(findField(physics)).carpet;

/** The field's objects as the world's file has them. */
function materialsOf({ bodies }: Entity): FieldMaterials {
  const of = (body: string, solid: RegExp): string | undefined =>
    bodies.find(({ name }) => name === body)?.solids.find(({ name }) => solid.test(name))?.material;
  return {
    carpet: of("Carpet", /^Ground$/) ?? FIELD_MATERIALS.carpet,
    goal: of("Goals", /Goal/) ?? FIELD_MATERIALS.goal,
    wall: of("Walls", /Wall/) ?? FIELD_MATERIALS.wall,
  };
}
