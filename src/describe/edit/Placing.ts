// Moves, turns and scales elements of a world's document (E5). A Static or Object has no place of its own: its solids, bodies
// and joints are moved together. p' = about + turn (scale (p - about)) + move, for every point p of the element.

import { atan2 } from "../../math/InverseTrigonometry.js";
import { fromAxisAngle, IDENTITY, multiply, normalizeQuat, type Quat, rotate } from "../../math/Quat.js";
import { add, length, sub, type Vec3, ZERO } from "../../math/Vec3.js";
import { SimError } from "../SimError.js";
import { parseNumbers } from "../xml/NumberText.js";
import type { Draft } from "./Draft.js";
import { elementsBelow, type SourceElement } from "./SourceTree.js";

export interface Placing {
  readonly move: Vec3;
  readonly turn: Quat;
  readonly scale: Vec3;
  readonly about: Vec3;
}

/** Joints that act the same wherever their anchor is. */
const UNANCHORED = ["JointSlider", "JointFixed", "JointAMotor"];
/** Points of an element, in the frame of the world; `isNeeded`: a point that is left out is at 0 0 0. */
const POINTS: Readonly<Record<string, readonly { readonly field: string; readonly isNeeded: boolean }[]>> = {
  Robot: [{ field: "Offset", isNeeded: true }],
  Body: [{ field: "CenterOfMass", isNeeded: false }],
  Joint: [{ field: "AnchorPos", isNeeded: true }],
  Point: [{ field: "", isNeeded: false }],
  Path: [{ field: "Pivot", isNeeded: false }],
};
const POSITION = [{ field: "Position", isNeeded: true }];
/** Elements with a Position and an Orientation. */
const POSED = ["Box", "Sphere", "Ellipsoid", "Cylinder", "CappedCylinder", "Plane", "Mesh", "Heightfield"];
const PLACED = [...POSED, "Light", "Camera", "Spawn"];
const DIRECTIONS = ["Axis", "Axis1", "Axis2", "Axis3"];
/** Sizes along the axes of a solid: x, y, z. A radius counts for the axes across. */
const SIZES: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  Box: { XSize: [0], YSize: [1], ZSize: [2] },
  Ellipsoid: { XSize: [0], YSize: [1], ZSize: [2] },
  Sphere: { Radius: [0, 1, 2] },
  Cylinder: { Radius: [0, 2], Length: [1] },
  CappedCylinder: { Radius: [0, 1], Length: [2] },
};

export function placeElement(draft: Draft, element: SourceElement, placing: Placing): void {
  const parts = [...elementsBelow(element)]
    .filter((one) => isPlaced(one.name) && !isInsideRobot(one))
    .map(({ id }) => id);
  if (parts.length === 0) throw impossible(element, "nothing that has a place");
  checkTurn(element, placing);
  const solids = parts.filter((id) => POSED.includes(draft.element(id, "place").name)).length;
  const isUniform = placing.scale.every((s) => s === placing.scale[0]);
  if (!isUniform && solids > 1)
    throw impossible(element, "several solids scaled by different factors", "the same factor for x, y and z");
  for (const id of parts) placePart(draft, id, placing);
}

const isJoint = (name: string): boolean => name.startsWith("Joint") && name !== "Joints";
const isPlaced = (name: string): boolean => PLACED.includes(name) || Object.hasOwn(POINTS, name) || isJoint(name);

/** A turned body with an inertia of its own would need another inertia. */
function checkTurn(element: SourceElement, { turn }: Placing): void {
  if (isIdentity(turn)) return;
  for (const { name, parent } of elementsBelow(element))
    if (name === "Inertia" && parent?.name === "Body")
      throw impossible(parent, "a body with <Inertia>, which would turn");
}

/** Elements of a robot's own document have places in the robot's frame. */
function isInsideRobot({ parent }: SourceElement): boolean {
  return parent !== undefined && (parent.name === "Robot" || isInsideRobot(parent));
}

const isIdentity = ([x, y, z]: Quat): boolean => x === 0 && y === 0 && z === 0;

function impossible({ name }: SourceElement, found: string, allowed?: string): SimError {
  return new SimError("EDIT_IMPOSSIBLE", { where: name, found, ...(allowed ? { allowed } : {}) });
}

function placePart(draft: Draft, id: string, placing: Placing): void {
  const here = (): SourceElement => draft.element(id, "place");
  const { name } = here();
  for (const { field, isNeeded } of POINTS[isJoint(name) ? "Joint" : name] ?? POSITION) {
    const point = readVector(draft, here(), field);
    if (!point && (!isNeeded || UNANCHORED.includes(name))) continue;
    const next = placePoint(point ?? ZERO, placing);
    if (!point && next.every((x) => x === 0)) continue;
    if (field === "Position" && hasNoPlace(here(), point)) continue;
    draft.set(here(), field, next);
  }
  if (!isIdentity(placing.turn)) turnPart(draft, here, placing.turn);
  scalePart(draft, here, placing.scale);
}

/** An ambient light or a sun has no place unless it was given one. */
const hasNoPlace = (element: SourceElement, point: Vec3 | undefined): boolean =>
  element.name === "Light" && point === undefined && element.children.some(({ name }) => name === "Direction");

function placePoint(point: Vec3, { move, turn, scale, about }: Placing): Vec3 {
  const [x, y, z] = sub(point, about);
  const turned = rotate(turn, [x * scale[0], y * scale[1], z * scale[2]]);
  // without a turn or a scale, only the move changes the numbers
  const isMove = isIdentity(turn) && scale.every((s) => s === 1);
  return isMove ? add(point, move) : add(add(about, turned), move);
}

function turnPart(draft: Draft, here: () => SourceElement, turn: Quat): void {
  const { name } = here();
  if (name === "Path") {
    turnPath(draft, here(), turn);
    return;
  }
  for (const axis of isJoint(name) ? DIRECTIONS : name === "Light" ? ["Direction"] : []) {
    const direction = readVector(draft, here(), axis);
    if (direction) draft.set(here(), axis, rotate(turn, direction));
  }
  const hasDirection = here().children.some((child) => child.name === "Direction");
  if (isJoint(name) || name === "Body" || name === "Point" || hasDirection) return;
  const [axis, angle] = axisAngleOf(multiply(turn, readOrientation(draft, here())));
  if (angle === 0) draft.set(here(), "Orientation", null);
  else {
    draft.set(here(), "Orientation/angle", angle);
    draft.set(here(), "Orientation/axis", axis);
  }
}

/** Offsets and turns of way points are vectors in the axes of the world. */
function turnPath(draft: Draft, { children }: SourceElement, turn: Quat): void {
  for (const { id, name } of children)
    for (const field of name === "Point" ? ["Offset", "Turn"] : []) {
      const vector = readVector(draft, draft.element(id, "place"), field);
      if (vector) draft.set(draft.element(id, "place"), field, rotate(turn, vector));
    }
}

function scalePart(draft: Draft, here: () => SourceElement, scale: Vec3): void {
  if (scale.every((s) => s === 1)) return;
  const { name } = here();
  if (!POSED.includes(name)) return;
  const sizes = SIZES[name];
  if (!sizes) {
    if (name === "Plane") return;
    throw impossible(here(), `a scaled ${name}`, "boxes, ellipsoids, spheres, cylinders and capsules");
  }
  for (const [field, axes] of Object.entries(sizes)) {
    const [size] = readNumbers(draft, here(), field) ?? [1];
    // the factor that was changed most, so that one handle can make a wheel larger
    const factor = axes
      .map((axis) => Math.abs(scale[axis]))
      .reduce((a, b) => (Math.abs(b - 1) > Math.abs(a - 1) ? b : a));
    draft.set(here(), field, size * factor);
  }
}

// ---- values in the document

function readNumbers(draft: Draft, element: SourceElement, field: string): readonly number[] | undefined {
  const child = field === "" ? element : element.children.find(({ name }) => name === field);
  if (!child) return undefined;
  const parts = ["x", "y", "z"].map((name) => child.children.find((one) => one.name === name));
  if (parts.every((part) => part !== undefined))
    return parts.flatMap((part) => parseNumbers(draft.document.textOf(part)));
  return parseNumbers(draft.document.textOf(child));
}

function readVector(draft: Draft, element: SourceElement, field: string): Vec3 | undefined {
  const numbers = readNumbers(draft, element, field);
  return numbers?.length === 3 ? (numbers as unknown as Vec3) : undefined;
}

function readOrientation(draft: Draft, element: SourceElement): Quat {
  const child = element.children.find(({ name }) => name === "Orientation");
  if (!child) return IDENTITY;
  const [angle = 0] = readNumbers(draft, child, "angle") ?? [];
  const axis = readVector(draft, child, "axis");
  return axis && length(axis) > 0 ? fromAxisAngle(axis, angle) : IDENTITY;
}

/** With an angle from 0 to pi. */
function axisAngleOf(q: Quat): readonly [axis: Vec3, angle: number] {
  const [x, y, z, w] = normalizeQuat(q);
  const sine = length([x, y, z]);
  if (sine < 1e-9) return [[0, 0, 1], 0];
  const sign = w < 0 ? -1 : 1;
  return [[(sign * x) / sine, (sign * y) / sine, (sign * z) / sine], 2 * atan2(sine, sign * w)];
}
