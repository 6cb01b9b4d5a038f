// Two scenes for measuring speed: 55 shapes with 8 thousand triangles and 499 with 78 thousand, at the tessellation of
// a usual program. Figures with trunk, head, limbs and small parts on a field with lines, walls and posts; seeded.

import type { Shape } from "../../src/describe/entity/Solid.js";
import { ORIGIN, type Pose } from "../../src/math/Pose.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { sin, TAU } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import type { Color, SceneShape } from "../../src/render/scene/Scene.js";
import { type CameraScene, lookAt, type NumberedEntity, sky, sun, viewAt } from "./CameraScene.js";

export type SceneSize = "small" | "big";

const FIGURES = { small: 5, big: 22 } as const;
const PARTS = { small: 8, big: 22 } as const;
const UPRIGHT = fromAxisAngle([1, 0, 0], Math.PI / 2);
const RED: Color = [210, 52, 52];
const BLUE: Color = [45, 98, 216];

const box = (x: number, y: number, z: number): Shape => ({ kind: "Box", size: [x, y, z] });
const ball = (radius: number): Shape => ({ kind: "Sphere", radius });
const pill = (radius: number, whole: number): Shape => ({ kind: "CappedCylinder", radius, length: whole - 2 * radius });
const post = (radius: number, length: number): Shape => ({ kind: "Cylinder", radius, length });

function solid(shape: Shape, position: Vec3, color: Color, turned = ORIGIN.orientation): SceneShape {
  const orientation = shape.kind === "Cylinder" ? UPRIGHT : turned;
  return {
    name: "s",
    shape,
    pose: { position, orientation },
    color,
    material: "Default",
    texture: undefined,
    visible: true,
  };
}

/** Ground, lines, walls, posts and a ball: 15 shapes. */
function field(): SceneShape[] {
  const white: Color = [255, 255, 255];
  const gray: Color = [138, 143, 152];
  const lines: [number, number, number, number][] = [
    [9, 0.05, 0, 3],
    [9, 0.05, 0, -3],
    [0.05, 6, 4.5, 0],
    [0.05, 6, -4.5, 0],
    [0.05, 6, 0, 0],
  ];
  const walls: [number, number, number, number][] = [
    [11, 0.1, 0, 4],
    [11, 0.1, 0, -4],
    [0.1, 8, 5.5, 0],
    [0.1, 8, -5.5, 0],
  ];
  return [
    solid(box(11, 8, 0.1), [0, 0, -0.05], [46, 139, 58]),
    ...lines.map(([w, d, x, y]) => solid(box(w, d, 0.004), [x, y, 0.002], white)),
    ...walls.map(([w, d, x, y]) => solid(box(w, d, 0.5), [x, y, 0.25], gray)),
    ...[-4.5, 4.5].flatMap((x) => [-0.8, 0.8].map((y) => solid(post(0.05, 0.8), [x, y, 0.4], [245, 245, 240]))),
    solid(ball(0.11), [-2, 0.2, 0.11], [255, 122, 26]),
  ];
}

function figure(team: Color, count: number, random: RandomStream): SceneShape[] {
  const dark: Color = [48, 51, 56];
  const parts = [
    solid(box(0.28, 0.18, 0.3), [0, 0, 0.52], team),
    solid(ball(0.1), [0, 0, 0.8], [224, 224, 224]),
    solid(pill(0.05, 0.3), [0.1, 0, 0.2], dark),
    solid(pill(0.05, 0.3), [-0.1, 0, 0.2], dark),
    solid(pill(0.04, 0.28), [0.2, -0.05, 0.5], [112, 118, 128]),
    solid(pill(0.04, 0.28), [-0.2, -0.05, 0.5], [112, 118, 128]),
    solid(box(0.1, 0.2, 0.05), [0.1, -0.04, 0.025], [32, 32, 32]),
    solid(box(0.1, 0.2, 0.05), [-0.1, -0.04, 0.025], [32, 32, 32]),
    solid(post(0.04, 0.06), [0, 0, 0.69], [64, 64, 64]),
    solid(ball(0.02), [0.04, -0.09, 0.83], [16, 16, 16]),
    solid(ball(0.02), [-0.04, -0.09, 0.83], [16, 16, 16]),
  ];
  for (let k = 0; parts.length < count; k++) {
    const at: Vec3 = [random.uniform(-0.15, 0.15), -0.1 + random.uniform(-0.04, 0.04), random.uniform(0.3, 0.7)];
    if (k % 4 < 2) parts.push(solid(box(0.05, 0.06, 0.04), at, [154, 160, 168]));
    else if (k % 4 === 2) parts.push(solid(post(0.025, 0.07), at, [192, 160, 48]));
    else parts.push(solid(ball(0.025), at, [48, 192, 160]));
  }
  return parts.slice(0, count);
}

export function speedScene(size: SceneSize): CameraScene {
  const random = new RandomStream(7).split(size);
  const entities: NumberedEntity[] = [
    { name: "Field", number: 1, isStatic: true, bodies: [{ id: 1, name: "b", shapes: field() }] },
  ];
  const poses: Pose[] = [ORIGIN];
  for (let i = 0; i < FIGURES[size]; i++) {
    const shapes = figure(i % 2 === 0 ? BLUE : RED, PARTS[size], random);
    entities.push({ name: `Figure${i}`, number: i + 2, isStatic: false, bodies: [{ id: i + 2, name: "b", shapes }] });
    const position: Vec3 = [random.uniform(-3.5, 4), random.uniform(-2.8, 2.8), 0];
    poses.push({ position, orientation: fromAxisAngle([0, 0, 1], random.uniform(0, TAU)) });
  }
  const view = viewAt({ eye: [-4.2, 0, 0.75], target: [0, 0, 0.25] });
  const shadow = { center: [0, 0, 0] as const, reachM: 7, pixels: 1024 };
  return { name: size, entities, poses, lights: [sky(), sun([0.5, 0.35, -1])], view, shadow };
}

/** Camera poses of a robot that drives slowly. */
export function movingPoses(count: number): Pose[] {
  return Array.from({ length: count }, (_, k) =>
    lookAt([-4.2 + 0.02 * (k % 20), -1.2 * sin(0.01 * k), 0.75], [0, 0, 0.25]),
  );
}

/** Camera poses across the field, each looking across it. */
export function scatteredPoses(count: number): Pose[] {
  const random = new RandomStream(11).split("eyes");
  return Array.from({ length: count }, () => {
    const eye: Vec3 = [random.uniform(-4.3, 4.3), random.uniform(-2.8, 2.8), 0.7];
    return lookAt(eye, [0.3 * eye[0] + random.uniform(-1, 1), 0.3 * eye[1] + random.uniform(-1, 1), 0.25]);
  });
}
