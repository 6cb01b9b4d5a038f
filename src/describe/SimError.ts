// Every error a person can meet is one row of this table. A SimError says what is wrong, where, what was found,
// what is allowed and what to do; docs/errors.md prints the same table and a test keeps the two alike.

interface ErrorRow {
  /** What is wrong, in one sentence. */
  readonly what: string;
  /** What would have been right. */
  readonly allowed: string;
}

export const ERROR_TABLE = {
  // descriptions
  NAME_EMPTY: { what: "a name is missing", allowed: "a text of at least one character" },
  NAME_MALFORMED: {
    what: "a name has characters that are not allowed",
    allowed: "a text without / and control characters",
  },
  NAME_TAKEN: { what: "two things have the same name", allowed: "names that differ" },
  TYPE_WRONG: { what: "a value is missing or of the wrong type", allowed: "a value of the type given" },
  LENGTH_WRONG: { what: "a list has the wrong length", allowed: "as many entries as given" },
  PROPERTY_UNKNOWN: { what: "there is no such property", allowed: "one of the properties there are" },
  PROPERTY_MISPLACED: { what: "a property does not fit the others", allowed: "properties that go together" },
  KIND_UNKNOWN: { what: "there is no such kind", allowed: "one of the kinds there are" },
  NUMBER_NOT_FINITE: { what: "a number is not finite", allowed: "a finite number" },
  VALUE_OUT_OF_RANGE: { what: "a value is out of range", allowed: "a value in the range given" },
  MASS_NOT_POSITIVE: { what: "a mass is not positive", allowed: "a mass above 0 kg" },
  MASS_MISSING: {
    what: "a moving body has no mass, or a mass without extent",
    allowed: "a Mass on the body or on one of its solids, and an Inertia where there are no solids",
  },
  INERTIA_NOT_PHYSICAL: {
    what: "an inertia tensor belongs to no real body",
    allowed: "a symmetric positive tensor whose principal moments obey a + b >= c",
  },
  SIZE_NOT_POSITIVE: { what: "a solid is degenerate", allowed: "sizes above 0 m" },
  AXIS_ZERO: { what: "an axis has no direction", allowed: "a vector that is not zero" },
  AXES_PARALLEL: { what: "two axes of a joint are parallel", allowed: "axes that differ in direction" },
  AXIS_MISSING: { what: "a joint has the wrong number of axes", allowed: "as many axes as its kind has" },
  BODY_UNKNOWN: { what: "a joint names a body that does not exist", allowed: "the name of a body" },
  JOINT_TO_ITSELF: { what: "a joint holds a body to itself", allowed: "two different bodies, or Body1 alone" },
  MATERIAL_UNKNOWN: { what: "a material is not known", allowed: "the name of a known material" },
  MESH_MALFORMED: { what: "a mesh is malformed", allowed: "3 numbers a vertex, 3 vertex numbers a triangle" },
  MESH_WITHOUT_VOLUME: { what: "a mesh of a moving body has no volume", allowed: "a closed mesh that is not flat" },
  HEIGHTFIELD_MALFORMED: {
    what: "a heightfield is malformed",
    allowed: "rows x columns heights, at least 2 x 2, of positive size",
  },
  SOLID_ONLY_STATIC: { what: "this solid cannot move", allowed: "Plane and Heightfield only in static bodies" },
  BODIES_MISSING: { what: "an entity has no body", allowed: "at least one body with at least one solid or a mass" },

  // the running world
  ENTITY_TAKEN: { what: "the world already has an entity of that name", allowed: "a name that is not taken" },
  ENTITY_UNKNOWN: { what: "the world has no such entity", allowed: "the name of an entity" },
  COMPONENT_UNKNOWN: { what: "the entity has no such body or joint", allowed: "the name of one of them" },
  PARAMETER_UNKNOWN: { what: "a joint has no such parameter", allowed: "one of the joint's parameters" },
  PARAMETER_UNSUPPORTED: { what: "this parameter is not supported", allowed: "Vel together with FMax" },
  COMMAND_NOT_FINITE: {
    what: "a command is not a usable number",
    allowed: "a finite number; infinity only for LoStop, HiStop and FMax",
  },
  MOVE_IMPOSSIBLE: {
    what: "this body hangs on the world by a joint and cannot be put elsewhere",
    allowed: "bodies that can move freely",
  },
  SNAPSHOT_FOREIGN: { what: "the snapshot is of another world", allowed: "a snapshot taken from this world" },
  EXPLODED: { what: "the motion left all bounds", allowed: "speeds below 1e5 m/s or rad/s, places within 1e7 m" },
  OVERCROWDED: {
    what: "the entity has more contacts than fit into the engine's memory",
    allowed: "fewer solids that reach into each other",
  },
  DISPOSED: { what: "the world was disposed of", allowed: "a world that has not been disposed of" },
  WORLD_BROKEN: {
    what: "the world cannot be stepped even without the robot at fault",
    allowed: "a world whose bodies can exist side by side",
  },
  ENGINE_REFUSED: { what: "the physics engine refused the model", allowed: "a model it can compile" },
  ENGINE_UNEXPECTED: {
    what: "the physics engine's memory is not laid out as expected",
    allowed: "the version of @mujoco/mujoco named in package.json",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export interface ErrorDetail {
  /** Path of the thing: `segway/LWheel/B1`. */
  readonly where: string;
  /** The value that was met. */
  readonly found: string | number;
  /** Replaces the table's text where the case knows more: known names, a range. */
  readonly allowed?: string;
  /** What to do about it. */
  readonly advice?: string;
}

export class SimError extends Error {
  readonly code: ErrorCode;
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  readonly advice: string | undefined;

  constructor(code: ErrorCode, detail: ErrorDetail) {
    const row = ERROR_TABLE[code];
    const allowed = detail.allowed ?? row.allowed;
    const found = String(detail.found);
    const advice = detail.advice ? ` ${detail.advice}` : "";
    super(`${code}: ${row.what} at ${detail.where}: found ${found}, allowed: ${allowed}.${advice}`);
    this.name = "SimError";
    this.code = code;
    this.where = detail.where;
    this.found = found;
    this.allowed = allowed;
    this.advice = detail.advice;
  }
}

/** A value as a person would write it: texts in quotes, lists in brackets, long things cut. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return cut(JSON.stringify(value));
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return cut(`[${value.slice(0, 20).map(showEntry).join(", ")}]`);
  if (typeof value === "object" && value !== null)
    return cut(`an object with ${Object.keys(value).join(", ") || "nothing"}`);
  return String(value);
}

/** Lists within lists are counted, not shown. */
const showEntry = (value: unknown): string => (Array.isArray(value) ? `a list of ${value.length}` : showValue(value));

const LONGEST = 80;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text);

/** The known name that is nearest to `name` by edit distance, if it is near enough to be a slip of the pen. */
export function nearestName(name: unknown, known: readonly string[]): string | undefined {
  if (typeof name !== "string" || name.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = mostSlips(name.length) + 1;
  for (const candidate of known) {
    const d = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) {
      bestDistance = d;
      best = candidate;
    }
  }
  return best;
}

/** In a single letter nothing but its case can have slipped. */
const mostSlips = (letters: number): number =>
  letters < 2 ? 0 : letters < 4 ? 1 : Math.max(2, Math.floor(letters / 3));

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, change));
    }
    row = next;
  }
  return row[b.length];
}

/** Error for a name that is not in the list, with the list and the one that was probably meant as advice. */
export function unknownName(
  code: ErrorCode,
  where: string,
  name: unknown,
  known: readonly string[],
  meant = nearestName(name, known),
): SimError {
  return new SimError(code, {
    where,
    found: showValue(name),
    allowed: known.length > 0 ? `one of ${known.join(", ")}` : "nothing (there are none)",
    ...(meant ? { advice: `Did you mean "${meant}"?` } : {}),
  });
}
