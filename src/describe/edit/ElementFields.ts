// The fields of a world's elements as an editor shows them (E5): name, unit, kind and meaning. docs/worlds.md and docs/robots.md
// describe the same elements; a test compares them. The reader of each element checks the values.

export interface ElementField {
  /** As the operation `set` names it. */
  readonly field: string;
  readonly kind: "text" | "number" | "vector" | "color" | "choice" | "switch" | "material" | "lines";
  readonly unit?: string;
  /** Correct numbers, for people. */
  readonly range?: string;
  readonly what: string;
  readonly choices?: readonly string[];
}

const NAME: ElementField = { field: "@name", kind: "text", what: "name in the world" };
const POSITION: ElementField = { field: "Position", kind: "vector", unit: "m", what: "x, y, z of the middle" };
const TURN: readonly ElementField[] = [
  { field: "Orientation/angle", kind: "number", unit: "rad", what: "turned by this angle" },
  { field: "Orientation/axis", kind: "vector", what: "axis of the turn" },
];
const size = (field: string, what: string): ElementField => ({
  field,
  kind: "number",
  unit: "m",
  range: "above 0",
  what,
});
const seconds = (field: string, what: string): ElementField => ({
  field,
  kind: "number",
  unit: "s",
  range: "0 to 1000000",
  what,
});
const LOOKS: readonly ElementField[] = [
  { field: "Mass", kind: "number", unit: "kg", range: "above 0", what: "mass; statics need none" },
  { field: "Material", kind: "material", what: "name of a material: friction and bounce" },
  { field: "Color", kind: "color", what: "colour of the surface" },
  { field: "Texture/Checker/Colors", kind: "text", what: "two colours of a checker pattern" },
  { field: "Texture/TileSize", kind: "text", unit: "m", what: "size of one tile of the pattern" },
  { field: "SurfaceVelocity", kind: "vector", unit: "m/s", what: "velocity of the surface: a conveyor belt" },
];
const solid = (...sizes: readonly ElementField[]): readonly ElementField[] => [
  NAME,
  POSITION,
  ...sizes,
  ...TURN,
  ...LOOKS,
];
const BOX = [size("XSize", "width along x"), size("YSize", "depth along y"), size("ZSize", "height along z")];
const ROUND = [size("Radius", "radius"), size("Length", "length along its axis")];
const DO: ElementField = { field: "Do", kind: "lines", what: "lines of the console that it runs" };

/** Fields of solids that a trigger's volume, which is invisible and touches nothing, does not have. */
const OF_MATTER: readonly string[] = ["@name", ...LOOKS.map(({ field }) => field)];

/** The fields of an element inside of another one; none: it has no fields of its own. */
export function fieldsOf(element: string, owner: string | undefined): readonly ElementField[] {
  const all = Object.hasOwn(ELEMENT_FIELDS, element) ? ELEMENT_FIELDS[element] : [];
  return owner === "Trigger" ? all.filter(({ field }) => VALUES.includes(element) || !OF_MATTER.includes(field)) : all;
}

/** Conditions of triggers with a name of their own. */
const VALUES: readonly string[] = ["Joint", "Sensor"];

export const ELEMENT_FIELDS: Readonly<Record<string, readonly ElementField[]>> = {
  World: [
    NAME,
    { field: "Gravity", kind: "vector", unit: "m/s²", what: "gravity" },
    { field: "Step", kind: "number", unit: "s", what: "length of a frame; acts at the next start" },
    { field: "Seed", kind: "number", what: "seed of all random numbers; acts at the next start" },
  ],
  Static: [NAME],
  Object: [NAME],
  Box: solid(...BOX),
  Ellipsoid: solid(...BOX),
  Sphere: solid(ROUND[0]),
  Cylinder: solid(...ROUND),
  CappedCylinder: solid(...ROUND),
  Plane: solid(),
  Light: [
    NAME,
    { field: "@type", kind: "choice", what: "kind of light", choices: ["ambient", "sun", "point", "spot"] },
    POSITION,
    { field: "Direction", kind: "vector", what: "direction in which a sun shines" },
    { field: "Color", kind: "color", what: "colour of the light" },
    { field: "Intensity", kind: "number", range: "0 to 1000", what: "brightness" },
    { field: "On", kind: "switch", what: "whether it is on at the start" },
  ],
  Camera: [
    NAME,
    POSITION,
    ...TURN,
    { field: "Width", kind: "number", unit: "px", range: "1 to 4096", what: "width of the picture" },
    { field: "Height", kind: "number", unit: "px", range: "1 to 4096", what: "height of the picture" },
    { field: "Fov", kind: "number", unit: "°", range: "above 0, to 179", what: "vertical field of view" },
    { field: "Rate", kind: "number", unit: "Hz", range: "above 0", what: "pictures per second" },
  ],
  Spawn: [NAME, { ...POSITION, what: "where robots start" }, ...TURN],
  Robot: [
    NAME,
    { field: "@file", kind: "text", what: "file of the robot, from the world's file; without it the robot is inside" },
    { field: "@controller", kind: "text", what: "program that drives it" },
    { field: "Offset", kind: "vector", unit: "m", what: "where it starts" },
    ...TURN,
  ],
  Trigger: [
    NAME,
    { field: "Who", kind: "text", what: "robots, objects, or a name with *" },
    { field: "On", kind: "choice", what: "when it acts", choices: ["enter", "leave", "stay", "occupied", "empty"] },
    seconds("For", "how long something has to stay, with On: stay"),
    seconds("Delay", "time from the condition to the lines"),
    seconds("CoolDown", "time until it may act again"),
    { field: "Times", kind: "number", range: "1 or more", what: "how often it may act" },
    { field: "Body", kind: "text", what: "ENTITY/BODY: the volume moves with it" },
    { field: "Message", kind: "text", what: "text that a robot sends" },
    DO,
  ],
  Contact: [{ field: "With", kind: "text", what: "name of what is touched, or a name with *" }],
  Joint: [
    { field: "@name", kind: "text", what: "name of the joint" },
    { field: "@axis", kind: "number", range: "1 to 3", what: "number of its axis" },
    { field: "Value", kind: "choice", what: "what is compared", choices: ["position", "velocity", "effort"] },
    { field: "Above", kind: "number", what: "lower limit" },
    { field: "Below", kind: "number", what: "upper limit" },
  ],
  Sensor: [
    { field: "@name", kind: "text", what: "name of the sensor" },
    { field: "@number", kind: "number", range: "1 or more", what: "which number of its samples" },
    { field: "Above", kind: "number", what: "lower limit" },
    { field: "Below", kind: "number", what: "upper limit" },
  ],
  Event: [
    NAME,
    seconds("At", "time of the first run, or time after the event in After"),
    { field: "After", kind: "text", what: "event or trigger that starts it" },
    seconds("Every", "period of repetition"),
    { field: "Times", kind: "number", range: "1 or more", what: "largest number of runs, with Every" },
    seconds("Jitter", "each run is late by a random time up to this"),
    DO,
  ],
  Path: [
    { field: "Mode", kind: "choice", what: "at the end of the path", choices: ["once", "loop", "back-and-forth"] },
    { field: "Starts", kind: "switch", what: "moves from t = 0" },
    { field: "Blocked", kind: "choice", what: "when something is in its way", choices: ["push", "stop", "reverse"] },
    { field: "Force", kind: "number", unit: "N", range: "above 0", what: "largest force against its motion" },
    seconds("Wait", "time until it tries again after a stop"),
    { field: "Speed", kind: "number", unit: "m/s", range: "above 0", what: "speed to way points without a time" },
    { field: "Pivot", kind: "vector", unit: "m", what: "the point about which it turns" },
  ],
  Point: [
    seconds("At", "time on the path"),
    { field: "Offset", kind: "vector", unit: "m", what: "place, from the first one" },
    { field: "Turn", kind: "vector", unit: "rad", what: "axis times angle, from the first one" },
    {
      field: "Easing",
      kind: "choice",
      what: "how it gets there",
      choices: ["linear", "smooth", "accelerate", "brake"],
    },
  ],
};
