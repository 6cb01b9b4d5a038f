// Three scenes on which pictures are compared with those of three.js: all kinds of shapes under a sun, robots on a soccer
// field, a room with lamps and no sun.

import type { MeshShape } from "../../src/describe/entity/Solid.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { sin } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import {
  atOrigin,
  type CameraScene,
  lamp,
  type NumberedEntity,
  type SolidOptions,
  seenSolid,
  sky,
  spot,
  sun,
  viewAt,
} from "./CameraScene.js";
import { soccerScene } from "./SoccerScene.js";
import { checker } from "./TestTextures.js";

const UPRIGHT = fromAxisAngle([1, 0, 0], Math.PI / 2);

/** A pyramid on a square, 1 m wide and high. */
const PYRAMID: MeshShape = {
  kind: "Mesh",
  vertices: [-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4],
};

const SIDE = 24;
const HILLS = Array.from(
  { length: SIDE * SIDE },
  (_, i) => 0.12 + 0.1 * sin((i % SIDE) * 0.6) * sin(Math.floor(i / SIDE) * 0.5),
);

/** Every kind of shape on a plane, one sun and its shadow. */
export function primitives(): CameraScene {
  const box = (size: Vec3) => ({ kind: "Box", size }) as const;
  const entities = [
    seenSolid("Ground", 1, { kind: "Plane" }, { color: [170, 176, 160], material: "Ground" }),
    seenSolid("Box", 2, box([0.5, 0.4, 0.6]), {
      at: [-1, 0.3, 0.3],
      turned: fromAxisAngle([0, 0, 1], 0.6),
      color: [200, 60, 50],
    }),
    seenSolid(
      "Ball",
      3,
      { kind: "Sphere", radius: 0.3 },
      { at: [0, 0.1, 0.3], color: [240, 150, 40], material: "Plastic" },
    ),
    seenSolid(
      "Drum",
      4,
      { kind: "Cylinder", radius: 0.22, length: 0.6 },
      { at: [0.9, 0.4, 0.22], color: [60, 110, 200] },
    ),
    seenSolid(
      "Post",
      5,
      { kind: "Cylinder", radius: 0.15, length: 0.9 },
      {
        at: [-0.2, 1.3, 0.45],
        turned: UPRIGHT,
        color: [230, 230, 225],
      },
    ),
    seenSolid(
      "Pill",
      6,
      { kind: "CappedCylinder", radius: 0.16, length: 0.5 },
      {
        at: [0.85, -0.5, 0.41],
        color: [70, 160, 90],
        material: "Rubber",
      },
    ),
    seenSolid("Pyramid", 7, PYRAMID, {
      at: [1.9, 1.6, 0],
      turned: fromAxisAngle([0, 0, 1], 0.3),
      color: [190, 170, 90],
    }),
    seenSolid(
      "Hills",
      8,
      { kind: "Heightfield", rows: SIDE, columns: SIDE, size: [1.8, 1.8], heights: HILLS },
      { at: [-2.1, 2.2, 0], color: [120, 140, 90], material: "Ground" },
    ),
    seenSolid("Crate", 9, box([0.5, 0.5, 0.5]), {
      at: [-0.7, -0.8, 0.25],
      texture: checker(4, [250, 250, 245], [30, 60, 120]),
    }),
  ];
  return {
    name: "primitives",
    entities,
    poses: atOrigin(entities),
    lights: [sky(), sun([0.45, 0.55, -1])],
    view: viewAt({ eye: [0.4, -3.2, 1.5], target: [0, 0.3, 0.3] }),
    shadow: { center: [0, 0.8, 0], reachM: 5, pixels: 2048 },
  };
}

/** Eleven robots and a ball near the camera of a twelfth. */
export const soccer = (): Promise<CameraScene> => soccerScene();

/** A room with walls, one point light under the ceiling and one spot on the table. */
export function room(): CameraScene {
  let number = 0;
  const box = (name: string, size: Vec3, options: SolidOptions): NumberedEntity =>
    seenSolid(name, ++number, { kind: "Box", size }, options);
  const wood = { color: [150, 110, 70], material: "Wood" } as const;
  const entities = [
    seenSolid("Floor", ++number, { kind: "Plane" }, { color: [140, 120, 100], material: "Wood" }),
    box("North", [5, 0.1, 2.6], { at: [0, 2.5, 1.3], color: [220, 215, 200] }),
    box("West", [0.1, 5, 2.6], { at: [-2.5, 0, 1.3], color: [200, 215, 220] }),
    box("East", [0.1, 5, 2.6], { at: [2.5, 0, 1.3], color: [220, 200, 195] }),
    box("Ceiling", [5, 5, 0.1], { at: [0, 0, 2.65], color: [240, 240, 240] }),
    box("Table", [1.4, 0.8, 0.05], { at: [0.3, 0.8, 0.72], ...wood }),
    ...[-0.6, 0.6].flatMap((x) =>
      [-0.3, 0.3].map((y) => box(`Leg ${x} ${y}`, [0.06, 0.06, 0.7], { at: [0.3 + x, 0.8 + y, 0.35], ...wood })),
    ),
    seenSolid(
      "Globe",
      ++number,
      { kind: "Sphere", radius: 0.16 },
      { at: [0.1, 0.8, 0.905], color: [60, 130, 190], material: "Plastic" },
    ),
    seenSolid(
      "Mug",
      ++number,
      { kind: "Cylinder", radius: 0.07, length: 0.16 },
      { at: [0.6, 0.7, 0.825], turned: UPRIGHT, color: [230, 80, 60] },
    ),
    box("Shelf", [0.35, 1.2, 1.6], { at: [-2.25, 1.2, 0.8], ...wood }),
    box("Chest", [0.8, 0.5, 0.5], { at: [-0.9, 1.9, 0.25], color: [90, 120, 90] }),
  ];
  return {
    name: "room",
    entities,
    poses: atOrigin(entities),
    lights: [sky(0.15), lamp("Ceiling", [-0.8, 0.2, 2.3], 0.9), spot("Desk", [0.9, 0.3, 2.2], [0.2, 0.9, 0.75], 1.2)],
    view: viewAt({ eye: [0.3, -2.2, 1.5], target: [0, 1, 0.9], fovDeg: 65 }),
    shadow: { center: [0, 0, 0], reachM: 5, pixels: 1024 },
  };
}
