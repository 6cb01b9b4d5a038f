// The readable quantities of a body, joint or sensor: rows of numbers with name and unit, as `watch` sends them.

import type { ViewEntity, ViewRays } from "../../../../src/session/view/ViewProtocol.js";

export interface Quantity {
  readonly name: string;
  readonly unit: string;
  /** Indices into the numbers of the path. */
  readonly columns: readonly number[];
  /** Names of the columns. */
  readonly labels: readonly string[];
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

/** x y z, qx qy qz qw, vx vy vz of a body's centre of mass. */
const BODY: readonly Quantity[] = [
  { name: "position", unit: "m", columns: [0, 1, 2], labels: XYZ },
  { name: "orientation", unit: "", columns: [3, 4, 5, 6], labels: ["x", "y", "z", "w"] },
  { name: "velocity", unit: "m/s", columns: [7, 8, 9], labels: XYZ },
];

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
    ...entity.bodies.map(({ name, shapes }): Part => {
      const materials = [...new Set(shapes.map(({ material }) => material))].join(", ");
      const about = [
        ["shapes", shapes.map(({ shape }) => shape.kind).join(", ")] as const,
        ["material", materials] as const,
      ];
      return { path: path(name), name, sort: "body", kind: "Body", about, quantities: entity.isStatic ? [] : BODY };
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

/** The selected part; for an entity without a part its main body. */
export function findPart(entity: ViewEntity, part: string | undefined): Part | undefined {
  const name = part ?? mainBody(entity)?.name;
  return partsOf(entity).find((one) => one.name === name);
}

/** The body with the most shapes (the first of several): a trunk rather than a wheel. */
export function mainBody({ bodies }: ViewEntity): ViewEntity["bodies"][number] | undefined {
  return bodies.reduce<ViewEntity["bodies"][number] | undefined>(
    (best, body) => (best && best.shapes.length >= body.shapes.length ? best : body),
    undefined,
  );
}

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
