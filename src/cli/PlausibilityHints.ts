// Hints of `ubersim validate` for values that are probably in another unit (R10): degrees instead of radians, millimetres instead of
// metres, grams instead of kilograms.

import type { Entity } from "../describe/entity/Entity.js";
import type { Joint } from "../describe/entity/Joint.js";
import type { Shape, Solid } from "../describe/entity/Solid.js";
import type { XmlElement } from "../describe/xml/XmlDocument.js";
import { DEGREE, PI } from "../math/Trigonometry.js";
import { length, type Vec3 } from "../math/Vec3.js";
import type { Hint } from "./Hints.js";
import { figure } from "./RobotSummary.js";

/** rad; one turn. */
const TURN = 2 * PI;
/** m; the size of the largest robots. */
const MAX_SIZE = 50;
/** kg/m³: from a balloon to osmium. */
const DENSITIES: readonly [number, number] = [0.1, 23_000];
/** A body with smaller solids is not weighed, m³: its mass may stand for parts that are not modelled. */
const MIN_VOLUME = 1e-6;

export const unitHints = ({ bodies, joints }: Entity): Hint[] => [
  ...joints.flatMap(angleHints),
  ...bodies.flatMap(({ solids }) => solids.flatMap((solid) => [...sizeHints(solid), ...densityHints(solid)])),
];

const turns = ({ kind }: Joint, axis: number): boolean => kind !== "Slider" && !(kind === "Hinge2" && axis === 1);

function angleHints(joint: Joint): Hint[] {
  const values = joint.parameters.flatMap(({ LoStop, HiStop }, axis) =>
    turns(joint, axis) ? [["LoStop", LoStop] as const, ["HiStop", HiStop] as const] : [],
  );
  const { servo } = joint;
  const all = servo?.mode === "Angle" ? [...values, ["Angle", servo.target] as const] : values;
  return all
    .filter(([, value]) => Number.isFinite(value) && Math.abs(value) > TURN)
    .map(([name, value]) => ({ name: joint.name, text: degreesText(`${name} of "${joint.name}"`, value) }));
}

const degreesText = (what: string, value: number): string =>
  `${what} is ${figure(value)} rad, more than a turn. Angles are in radians: ${figure(value)} degrees are ${figure(value * DEGREE)} rad.`;

function sizeHints({ name, shape, pose }: Solid): Hint[] {
  const size = Math.max(...extentOf(shape));
  const away = length(pose.position);
  const [what, value] = size >= away ? ["measures", size] : ["is", away];
  if (!(value > MAX_SIZE)) return [];
  const from = size >= away ? "" : " from the origin";
  return [
    {
      name,
      text: `"${name}" ${what} ${figure(value)} m${from}. Sizes and positions are in metres: ${figure(value)} mm are ${figure(value / 1000)} m.`,
    },
  ];
}

function densityHints({ name, shape, mass }: Solid): Hint[] {
  const volume = volumeOf(shape);
  if (mass === undefined || volume === undefined || volume < MIN_VOLUME) return [];
  const density = mass / volume;
  if (density >= DENSITIES[0] && density <= DENSITIES[1]) return [];
  const gap = density < DENSITIES[0] ? "much lighter than air" : "heavier than any metal";
  return [
    {
      name,
      text:
        `"${name}" has ${figure(density)} kg/m³ (${figure(mass)} kg in ${figure(volume)} m³), which is ${gap}. ` +
        "Mass is in kg and sizes are in m.",
    },
  ];
}

function extentOf(shape: Shape): readonly number[] {
  switch (shape.kind) {
    case "Box":
    case "Ellipsoid":
    case "Heightfield":
      return shape.size;
    case "Sphere":
      return [2 * shape.radius];
    case "Cylinder":
      return [2 * shape.radius, shape.length];
    case "CappedCylinder":
      return [2 * shape.radius + shape.length];
    case "Mesh":
      return [0, 1, 2].map((k) => spread(shape.vertices, k));
    case "Plane":
      return [0];
  }
}

/** Largest minus smallest value of a coordinate. */
function spread(vertices: readonly number[], k: number): number {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = k; i < vertices.length; i += 3) {
    min = Math.min(min, vertices[i]);
    max = Math.max(max, vertices[i]);
  }
  return Math.max(0, max - min);
}

/** Undefined: the shape has no simple volume. */
function volumeOf(shape: Shape): number | undefined {
  const product = ([x, y, z]: Vec3): number => x * y * z;
  switch (shape.kind) {
    case "Box":
      return product(shape.size);
    case "Ellipsoid":
      return (PI / 6) * product(shape.size);
    case "Sphere":
      return (4 / 3) * PI * shape.radius * shape.radius * shape.radius;
    case "Cylinder":
      return PI * shape.radius * shape.radius * shape.length;
    case "CappedCylinder":
      return PI * shape.radius * shape.radius * (shape.length + (4 / 3) * shape.radius);
    default:
      return undefined;
  }
}

// ---- values that the description keeps in another form

/** Orientations of more than a turn, and fields of view that are probably in radians. */
export function textHints(root: XmlElement): (Hint & { readonly element: XmlElement })[] {
  return [...elementsOf(root)].flatMap((element) => {
    const value = Number.parseFloat(element.text);
    if (element.name === "angle" && Math.abs(value) > TURN)
      return [{ name: "", element, text: degreesText("This angle", value) }];
    if (/^Fov[HV]?$/.test(element.name) && value > 0 && value < 3.2)
      return [
        {
          name: "",
          element,
          text: `${element.name} is ${figure(value)} degrees. It is the only angle in degrees: ${figure(value)} rad are ${figure(value / DEGREE)} degrees.`,
        },
      ];
    return [];
  });
}

function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}
