// The inner corners of a checkerboard are within 0.1 px of the positions by the pinhole and lens formulas (S3).
// The test finds the corners in the picture by brightness alone.

import { beforeAll, describe, expect, it } from "vitest";
import { atOrigin, type NumberedEntity, seenSolid, sky, viewAt } from "../../bench/camera/CameraScene.js";
import { sceneStateOf } from "../../bench/camera/OurPicture.js";
import { checker } from "../../bench/camera/TestTextures.js";
import { fromAxisAngle, multiply, type Quat, rotate } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { add, type Vec3 } from "../../src/math/Vec3.js";
import { Lens, type LensSettings, PLAIN_LENS, viewFor } from "../../src/render/lens/Lens.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import { pinhole } from "../../src/render/raster/View.js";
import { project } from "../../testing/camera/Eye.js";
import { findSaddles, grayOf } from "../../testing/camera/Saddles.js";

const SQUARES = 8;
const SQUARE_M = 0.12;
const SIDE_M = SQUARES * SQUARE_M;
const AT: Vec3 = [0.03, 1.6, 1.02];
/** Rolled, so that no edge is parallel to a line of pixel samples; the position of a parallel edge has an error of up to 0.2 px. */
const TURNED: Quat = multiply(
  fromAxisAngle([0, 0, 1], 0.35),
  multiply(fromAxisAngle([1, 0, 0], 0.2), fromAxisAngle([0, 1, 0], 0.2)),
);
const LIGHT = [240, 240, 240] as const;
const DARK = [20, 20, 20] as const;
const THICK_M = 0.01;
/** Squares are about 35 px wide. */
const REACH_PX = 10;
const SIZE = { width: 640, height: 480, fovDeg: 50 } as const;

/** Corners on the face of the board towards -y. */
const onBoard = (x: number, z: number): Vec3 => add(AT, rotate(TURNED, [x, -THICK_M / 2, z]));

/** A picture stretched over the face of one box. */
const painted = (): NumberedEntity[] => [
  seenSolid(
    "Board",
    1,
    { kind: "Box", size: [SIDE_M, THICK_M, SIDE_M] },
    {
      at: AT,
      turned: TURNED,
      texture: checker(SQUARES, LIGHT, DARK, 64),
    },
  ),
];

/** Boxes side by side, without textures. */
const laid = (): NumberedEntity[] =>
  Array.from({ length: SQUARES * SQUARES }, (_, i) => {
    const [c, r] = [i % SQUARES, Math.floor(i / SQUARES)];
    const at = add(AT, rotate(TURNED, [(c + 0.5) * SQUARE_M - SIDE_M / 2, 0, SIDE_M / 2 - (r + 0.5) * SQUARE_M]));
    const color = (c + r) % 2 === 0 ? LIGHT : DARK;
    return seenSolid(
      `Tile${i}`,
      i + 1,
      { kind: "Box", size: [SQUARE_M, THICK_M, SQUARE_M] },
      { at, turned: TURNED, color },
    );
  });

const LENSES: Readonly<Record<string, LensSettings>> = {
  "no lens": PLAIN_LENS,
  "a barrel": { ...PLAIN_LENS, radial: [-0.28, 0.09, 0], tangential: [0, 0] },
  "a pincushion": { ...PLAIN_LENS, radial: [0.18, 0.02, 0], tangential: [0, 0] },
  "all five numbers": { ...PLAIN_LENS, radial: [-0.2, 0.05, -0.01], tangential: [0.012, -0.008] },
};

let rasteriser: Rasteriser;
beforeAll(async () => {
  rasteriser = await Rasteriser.create();
});

/** Largest error of a corner, px. */
function worstCorner(entities: NumberedEntity[], lens: LensSettings): number {
  const { pose } = viewAt({ eye: [0, 0, 1], target: [0, 1.6, 1] });
  const sceneState = sceneStateOf({ entities, poses: atOrigin(entities), lights: [sky(0.9, [255, 255, 255])] });
  const drawn = rasteriser.draw(sceneState, viewFor(lens, { ...SIZE, pose }), {
    color: true,
    depth: false,
    segmentation: false,
  });
  const { color } = new Lens(lens, SIZE).apply(drawn, new RandomStream(1));
  const found = findSaddles(grayOf(color ?? new Uint8Array(), SIZE.width, SIZE.height), REACH_PX);
  const eye = pinhole(pose, SIZE.width, SIZE.height, SIZE.fovDeg);
  let worst = 0;
  for (let c = 1; c < SQUARES; c++)
    for (let r = 1; r < SQUARES; r++) {
      const { x, y } = project(eye, onBoard(c * SQUARE_M - SIDE_M / 2, SIDE_M / 2 - r * SQUARE_M), lens);
      worst = Math.max(worst, Math.min(...found.map((spot) => Math.hypot(spot.x - x, spot.y - y))));
    }
  return worst;
}

describe.each(Object.keys(LENSES))("a checkerboard through %s", (name) => {
  it("[S3] painted on a box: every corner within 0.1 px", () => {
    expect(worstCorner(painted(), LENSES[name])).toBeLessThan(0.1);
  });
  it("[S3] made of boxes: every corner within 0.1 px", () => {
    expect(worstCorner(laid(), LENSES[name])).toBeLessThan(0.1);
  });
});
