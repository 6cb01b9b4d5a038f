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

  // documents
  XML_MALFORMED: { what: "the XML is not well-formed", allowed: "well-formed XML in UTF-8" },
  XML_FORBIDDEN: {
    what: "this part of XML is not accepted",
    allowed: "elements, attributes, text, comments and the five named entities",
  },
  DOCUMENT_TOO_LARGE: { what: "the document is too large", allowed: "as many bytes as the limit says" },
  DOCUMENT_TOO_DEEP: { what: "elements are nested too deeply", allowed: "as many levels as the limit says" },
  TOO_MANY_ELEMENTS: { what: "the document has too many elements", allowed: "as many as the limit says" },
  TOO_MANY_ATTRIBUTES: { what: "an element has too many attributes", allowed: "as many as the limit says" },
  TOO_MANY_BODIES: { what: "the robot has too many bodies", allowed: "as many as the limit says" },
  TOO_MANY_SOLIDS: { what: "the robot has too many solids", allowed: "as many as the limit says" },
  TOO_MANY_JOINTS: { what: "the robot has too many joints", allowed: "as many as the limit says" },
  TOO_MANY_DEVICES: { what: "the robot has too many sensors", allowed: "as many as the limit says" },
  TOO_MANY_DELAYS: { what: "a latency has too many measured delays", allowed: "as many as the limit says" },
  TOO_MANY_TRIANGLES: { what: "the meshes have too many triangles", allowed: "as many as the limit says" },
  NAME_TOO_LONG: { what: "a name is too long", allowed: "as many bytes as the limit says" },
  NAME_RESERVED: { what: "a name is reserved by the protocol", allowed: "any other name" },
  ELEMENT_UNKNOWN: { what: "there is no such element here", allowed: "one of the elements there are" },
  ELEMENT_MISSING: { what: "an element is missing", allowed: "the element named" },
  ELEMENT_REPEATED: { what: "an element stands here twice", allowed: "the element once" },
  ELEMENT_UNSUPPORTED: { what: "this element is not supported yet", allowed: "a document without it" },
  ATTRIBUTE_UNKNOWN: { what: "there is no such attribute here", allowed: "one of the attributes there are" },
  ATTRIBUTE_MISSING: { what: "an attribute is missing", allowed: "the attribute named" },
  TEXT_UNEXPECTED: { what: "there is text where elements belong", allowed: "elements and white space" },
  NUMBER_MALFORMED: { what: "this is not a number", allowed: "a number such as 1.5, -2e-3 or 1.5708f" },
  RATE_TOO_HIGH: { what: "a rate is above one sample a step", allowed: "at most 1 / step" },
  FILE_FORBIDDEN: {
    what: "this file may not be read",
    allowed: "a relative path without .. inside the directory of assets",
  },
  FILE_MISSING: { what: "a file cannot be read", allowed: "the path of a readable file" },
  TOO_MANY_FILES: { what: "the world names too many files", allowed: "as many as the limit says" },
  INCLUDE_CYCLIC: { what: "a file includes itself", allowed: "files that do not include each other in a circle" },

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

  // joining and talking
  SPAWN_BLOCKED: { what: "the robot would start inside another one", allowed: "a free place" },
  MESSAGE_TOO_SHORT: { what: "a message is shorter than its own header", allowed: "at least 6 bytes" },
  MESSAGE_TOO_LONG: { what: "a message is too long", allowed: "as many bytes as the limit says" },
  MESSAGE_UNNAMED: { what: "a message has no proper name", allowed: "a name in UTF-8 that ends with NUL" },
  MESSAGE_RESERVED: { what: "this message is only sent by the server", allowed: "Timestamp, SimEnd or a component" },
  COMPONENT_DEAF: { what: "this component takes no messages", allowed: "the name of one that does" },
  PAYLOAD_SIZE_WRONG: { what: "a message has the wrong size for its component", allowed: "as many bytes as given" },
  TIMESTAMP_LATE: {
    what: "a timestamp is later than the frame that it answers",
    allowed: "the frame's time or earlier",
  },
  TOO_MANY_MESSAGES: { what: "one answer has too many messages", allowed: "as many as the limit says" },
  TOO_FAR_AHEAD: { what: "the client has sent too much ahead", allowed: "as many bytes as the limit says" },
  DOCUMENT_LATE: { what: "the document did not end in time", allowed: "a document and %% within the time-out" },
  STALLED: { what: "the client did not answer in time", allowed: "SimEnd within the time-out" },
  BACKLOG_FULL: { what: "the client does not read what it is sent", allowed: "a client that keeps reading" },
  TOO_MANY_CLIENTS: { what: "the server has no room for another client", allowed: "as many as the limit says" },
  NOT_IN_SNAPSHOT: { what: "the restored snapshot does not know this robot", allowed: "a robot that was there" },
  REMOVED: { what: "the robot was removed from the world by somebody", allowed: "nothing: connect again to come back" },
  INTERNAL: { what: "the server made a mistake", allowed: "nothing that you can change: please report it" },
  SERVER_STOPPED: { what: "the server stopped", allowed: "a server that runs" },
  CONTROLLER_FAILED: {
    what: "a robot's controller failed",
    allowed: "a module whose default export is an async function that drives its robot",
  },
  PORT_UNAVAILABLE: { what: "a port cannot be opened", allowed: "a free port of this machine" },

  // control
  VERB_UNKNOWN: { what: "there is no such verb", allowed: "one of the verbs there are" },
  ARGUMENT_WRONG: { what: "an argument is missing or wrong", allowed: "what the verb's help says" },
  STATE_WRONG: { what: "this cannot be done now", allowed: "another moment" },
  LIGHT_UNKNOWN: { what: "the world has no such light", allowed: "the name of a light" },
  VERSION_WRONG: { what: "the viewer is of another version", allowed: "the version of the simulator: reload the page" },
  TOO_MANY_REQUESTS: { what: "requests come too fast", allowed: "as many a second as the limit says" },
  SNAPSHOT_UNKNOWN: { what: "there is no such snapshot", allowed: "the name of a snapshot that was taken" },
  REQUEST_MALFORMED: { what: "the request cannot be read", allowed: "POST /api/VERB with a JSON object" },
  REQUEST_TOO_LARGE: { what: "the request is too large", allowed: "as many bytes as the limit says" },
  TOKEN_WRONG: { what: "the token is missing or wrong", allowed: "the token that the server printed at its start" },
  ORIGIN_FORBIDDEN: { what: "this page or host may not ask", allowed: "pages of this server, by a name it listens on" },
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
  /** In the document, both from 1. */
  readonly line?: number;
  readonly column?: number;
}

export class SimError extends Error {
  readonly code: ErrorCode;
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  readonly advice: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(code: ErrorCode, detail: ErrorDetail) {
    const row = ERROR_TABLE[code];
    const allowed = detail.allowed ?? row.allowed;
    const found = String(detail.found);
    const advice = detail.advice ? ` ${detail.advice}` : "";
    const place = detail.line === undefined ? "" : `line ${detail.line}, column ${detail.column}, `;
    super(`${code}: ${row.what} at ${place}${detail.where}: found ${found}, allowed: ${allowed}.${advice}`);
    this.name = "SimError";
    this.code = code;
    this.where = detail.where;
    this.found = found;
    this.allowed = allowed;
    this.advice = detail.advice;
    this.line = detail.line;
    this.column = detail.column;
  }
}

/** What was thrown, as an error that can be told; what is none is a mistake of ours, and keeps its stack as cause. */
export function asSimError(problem: unknown, where: string): SimError {
  if (problem instanceof SimError) return problem;
  const error = new SimError("INTERNAL", { where, found: String(problem) });
  error.cause = problem;
  return error;
}

/** The message and, of our own mistakes, where in the program it was. */
export function explainError(error: SimError): string {
  return error.cause instanceof Error ? `${error.message}\n${error.cause.stack}` : error.message;
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
