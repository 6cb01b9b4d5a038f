// The readable quantities of a body, joint or sensor: rows of numbers with name and unit, as `watch` sends them.

import type { ViewEntity, ViewRays } from "../../../../src/session/view/ViewProtocol.js";
import { principalMoments } from "./PrincipalAxes.js";

export interface Quantity {
  readonly name: string;
  readonly unit: string;
  /** Indices into the numbers of the path. */
  readonly columns: readonly number[];
  /** Names of the columns. */
  readonly labels: readonly string[];
  /** Computes the shown numbers from those of the columns; default: they are shown as they are. */
  readonly derive?: (numbers: readonly number[]) => readonly number[];
  /** Path of the numbers, if it is not that of the part. */
  readonly path?: string;
  /** What it belongs to, if that is not the part. */
  readonly owner?: string;
}

export interface Part {
  readonly path: string;
  readonly name: string;
  readonly sort: "body" | "joint" | "sensor";
  readonly kind: string;
  readonly about: readonly (readonly [string, string])[];
  readonly quantities: readonly Quantity[];
}

const XYZ = ["x", "y", "z"];

const ANGLES = ["roll", "pitch", "yaw"];

/** x y z, qx qy qz qw, vx vy vz of a body's centre of mass; and its spin. */
const bodyQuantities = (path: string): readonly Quantity[] => [
  { name: "position", unit: "m", columns: [0, 1, 2], labels: XYZ },
  { name: "roll pitch yaw", unit: "°", columns: [3, 4, 5, 6], labels: ANGLES, derive: toAngles },
  { name: "orientation", unit: "", columns: [3, 4, 5, 6], labels: ["x", "y", "z", "w"] },
  { name: "velocity", unit: "m/s", columns: [7, 8, 9], labels: XYZ },
  { name: "turn rate", unit: "rad/s", path: `${path}/spin`, columns: [0, 1, 2], labels: XYZ },
];

/** Of one body, or of all bodies of an entity. */
const energyOf = (path: string): Quantity => ({
  name: "energy",
  unit: "J",
  path,
  columns: [0, 1, 2],
  labels: ["kinetic", "potential", "sum"],
});

/** Roll, pitch and yaw, degrees: turned about the fixed axes x, then y, then z. */
export function toAngles([x, y, z, w]: readonly number[]): readonly number[] {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ].map((angle) => (180 / Math.PI) * angle);
}

/** x y z w of roll, pitch and yaw in degrees. */
export function fromAngles(degrees: readonly number[]): readonly [number, number, number, number] {
  const [cr, cp, cy] = degrees.map((one) => Math.cos((Math.PI / 360) * one));
  const [sr, sp, sy] = degrees.map((one) => Math.sin((Math.PI / 360) * one));
  return [
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ];
}

export const pathOf = (part: Part, quantity: Quantity): string => quantity.path ?? part.path;

/** The numbers of a quantity that people see. */
export function readNow(quantity: Quantity, numbers: readonly number[]): readonly number[] {
  const own = quantity.columns.map((i) => numbers[i]);
  return quantity.derive ? quantity.derive(own) : own;
}

const rows = (fields: readonly string[], units: readonly string[]): Quantity[] =>
  fields.map((name, i) => ({ name, unit: units[i] ?? "", columns: [i], labels: [name] }));

/** Range and angles of the rays as texts; the 3D view draws the rays themselves. */
function describeRays({ min, max, rays, layers, fovHDeg, fovVDeg, cone }: ViewRays): (readonly [string, string])[] {
  const degrees = (angle: number) => `${Number(angle.toFixed(1))}°`;
  const reach = ["reach", `${min} to ${max} m`] as const;
  if (rays === 1 && layers === 1) return [reach, ["cone", cone > 0 ? degrees((180 * cone) / Math.PI) : ""]];
  const stacked = layers > 1 ? `, ${layers} layers over ${degrees(fovVDeg)}` : "";
  return [reach, ["rays", `${rays} over ${degrees(fovHDeg)}${stacked}`]];
}

export function partsOf(entity: ViewEntity): Part[] {
  const path = (name: string) => `${entity.name}/${name}`;
  return [
    ...entity.bodies.map(({ name, shapes }, i): Part => {
      const materials = [...new Set(shapes.map(({ material }) => material))].join(", ");
      const mass = entity.masses[i];
      const about = [
        ["mass", mass ? `${showMass(mass.mass)} kg` : ""] as const,
        ["inertia", mass ? `${principalMoments(mass.inertia).map(showMass).join("  ")} kg·m²` : ""] as const,
        ["shapes", countKinds(shapes.map(({ shape }) => shape.kind))] as const,
        ["material", materials] as const,
      ];
      const quantities = entity.isStatic ? [] : [...bodyQuantities(path(name)), energyOf(`${path(name)}/energy`)];
      return { path: path(name), name, sort: "body", kind: "Body", about, quantities };
    }),
    ...entity.joints.map(({ name, kind, body1, body2, fields, units }): Part => {
      const about = [["joins", `${body1} and ${body2 ?? "the world"}`] as const];
      return { path: path(name), name, sort: "joint", kind, about, quantities: rows(fields, units) };
    }),
    ...entity.sensors.map(({ name, kind, body, rays, fields, units }): Part => {
      const about = [["on", body] as const, ...(rays ? describeRays(rays) : [])];
      return { path: path(name), name, sort: "sensor", kind, about, quantities: rows(fields, units) };
    }),
  ];
}

/** The selected part; for an entity without a part its main body, with the mass and energy of all bodies. */
export function findPart(entity: ViewEntity, part: string | undefined): Part | undefined {
  const name = part ?? mainBody(entity)?.name;
  const found = partsOf(entity).find((one) => one.name === name);
  if (!found || part !== undefined || entity.isStatic) return found;
  const quantities = found.quantities.filter(({ name }) => name !== "energy");
  const about = [
    ["mass", `${showMass(massOf(entity))} kg`] as const,
    ["parts", countOf(entity)] as const,
    ["values of", found.name] as const,
  ];
  return {
    ...found,
    about,
    quantities: [...quantities, { ...energyOf(`${entity.name}//energy`), owner: entity.name }],
  };
}

const countOf = ({ bodies, joints, sensors }: ViewEntity): string =>
  [
    [bodies.length, "bodies", "body"] as const,
    [joints.length, "joints", "joint"] as const,
    [sensors.length, "devices", "device"] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, many, one]) => `${count} ${count === 1 ? one : many}`)
    .join(", ");

/** "2 Box, Sphere" */
const countKinds = (kinds: readonly string[]): string =>
  [...new Set(kinds)]
    .map((kind) => [kinds.filter((one) => one === kind).length, kind] as const)
    .map(([count, kind]) => (count === 1 ? kind : `${count} ${kind}`))
    .join(", ");

/** The heaviest body: the one that verbs mean by the entity's name alone. */
export const mainBody = ({ bodies, main }: ViewEntity): ViewEntity["bodies"][number] | undefined =>
  bodies.find(({ name }) => name === main) ?? bodies[0];

/** kg; 0 for a static entity. */
export const massOf = ({ masses }: ViewEntity): number => masses.reduce((sum, { mass }) => sum + mass, 0);

/** Three digits, for values that do not change. */
export const showMass = (value: number): string => String(Number(value.toPrecision(3)));

/** Few digits, with constant width while the value changes: 0.031, -12.50, 1204. */
export function showNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text =
    size >= 1e5 ? value.toExponential(2) : value.toFixed(size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** At most two decimals, for narrow columns. */
export function showShort(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return showNumber(value);
  return showNumber(Math.round(100 * value) / 100).replace(/(\.\d\d)\d$/, "$1");
}

/** 0:03.250, 12:08.100, 1:02:03.000 */
export function showTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, width = 2) => String(value).padStart(width, "0");
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const tail = `${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`;
}
