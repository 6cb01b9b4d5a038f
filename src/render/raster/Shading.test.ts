// S3: light, shadow and textures, compared with formulas.

import { beforeAll, describe, expect, test } from "vitest";
import { along, light, project, sceneStateOf, seen, type Thing } from "../../../testing/builders/SeenThings.js";
import type { Light } from "../../describe/world/WorldFile.js";
import { ORIGIN } from "../../math/Pose.js";
import { fromAxisAngle } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { EXPOSURE, linearToSrgb, MIN_AMBIENT, srgbToLinear } from "../scene/Lighting.js";
import { Rasteriser } from "./Rasteriser.js";
import { pinhole, type View } from "./View.js";

const COLOR = { color: true, depth: false, segmentation: false };
let rasteriser: Rasteriser;
beforeAll(async () => {
  rasteriser = await Rasteriser.create();
});

function colors(things: readonly Thing[], lights: readonly Light[], view: View): (at: Vec3) => number[] {
  const { color, width } = rasteriser.draw(sceneStateOf(seen(...things), lights), view, COLOR);
  const kept = Uint8Array.from(color!);
  return (at) => {
    const [x, y] = project(view, at);
    const i = 4 * (Math.floor(y) * width + Math.floor(x));
    return [...kept.subarray(i, i + 3)];
  };
}

const WALL: Thing = { shape: { kind: "Box", size: [6, 1, 6] }, at: [0, 4.5, 0], color: [120, 160, 200] };
const VIEW = pinhole(ORIGIN, 320, 240, 60);
const lit = (color: readonly number[], amount: number): number[] =>
  color.map((c) => linearToSrgb(Math.min(1, srgbToLinear(c) * EXPOSURE * (MIN_AMBIENT + amount))));
function expectColor(found: readonly number[], expected: readonly number[]): void {
  for (let k = 0; k < 3; k++)
    expect(Math.abs(found[k] - expected[k]), `${found} for ${expected}`).toBeLessThanOrEqual(1);
}

describe("[S3] light", () => {
  test("a sun of intensity 1 at normal incidence shows the surface's colour; at other angles less, by the cosine", () => {
    const sun = (direction: Vec3): Light[] => [light("sun", { pose: along(direction) })];
    // reflected from the surroundings: 0.18, halfway between above and below
    expectColor(colors([WALL], sun([0, 1, 0]), VIEW)([0.5, 4, 0.3]), lit([120, 160, 200], 1 + 0.18 * 0.85));
    expectColor(colors([WALL], sun([1, 1, 0]), VIEW)([0.5, 4, 0.3]), lit([120, 160, 200], Math.SQRT1_2 + 0.18 * 0.85));
    expectColor(colors([WALL], sun([0, -1, 0]), VIEW)([0.5, 4, 0.3]), lit([120, 160, 200], 0.18 * 0.85));
  });

  test("a point light 2 m away is as bright as a sun, and four times weaker at 4 m", () => {
    const lamp = (y: number): Light[] => [light("point", { pose: along([0, 1, 0], [0, y, 0]) })];
    expectColor(colors([WALL], lamp(2), VIEW)([0.01, 4, 0]), lit([120, 160, 200], 1));
    expectColor(colors([WALL], lamp(0), VIEW)([0.01, 4, 0]), lit([120, 160, 200], 0.25));
  });

  test("a spot shines in its cone and nowhere else", () => {
    const at = colors([WALL], [light("spot", { pose: along([0, 1, 0], [0, 2, 0]) })], VIEW);
    expectColor(at([0.01, 4, 0]), lit([120, 160, 200], 1));
    // the cone ends 0.7 rad from the axis
    expectColor(at([0, 4, 2 * Math.tan(0.75)]), lit([120, 160, 200], 0));
    expect(at([0, 4, 2 * Math.tan(0.6)])[0]).toBeGreaterThan(lit([120, 160, 200], 0)[0] + 3);
  });

  test("several suns add up; a light that is off has no effect", () => {
    const suns = [
      light("sun", { pose: along([0, 1, 0]), intensity: 0.3 }),
      light("sun", { pose: along([0, 1, 0]), intensity: 0.2 }),
    ];
    expectColor(colors([WALL], suns, VIEW)([0, 4, 0]), lit([120, 160, 200], 0.5 * (1 + 0.18 * 0.85)));
    expectColor(colors([WALL], [{ ...suns[0], on: false }], VIEW)([0, 4, 0]), lit([120, 160, 200], 0));
  });

  test("the sky is brighter at the horizon than above, and dark without lights", () => {
    const sky = (lights: readonly Light[]) => colors([], lights, VIEW);
    expect(sky([])([0, 10, 0.2])[0]).toBeGreaterThan(sky([])([0, 10, 5])[0]);
    expect(sky([light("sun", { on: false })])([0, 10, 0.2])[0]).toBeLessThan(120);
  });

  test("smooth surfaces have a highlight, rough ones have none", () => {
    const ball = (material: string): number => {
      const thing: Thing = { shape: { kind: "Sphere", radius: 1 }, at: [0, 4, 0], material, color: [60, 60, 60] };
      return colors([thing], [light("sun", { pose: along([0, 1, 0]) })], VIEW)([0, 3, 0])[1];
    };
    expect(ball("GolfBall")).toBeGreaterThan(ball("Ground") + 20);
  });

  test("glass shows half of the background", () => {
    const pane: Thing = {
      shape: { kind: "Box", size: [2, 0.1, 2] },
      at: [0, 2, 0],
      material: "Glass",
      color: [0, 0, 0],
    };
    const at = colors([WALL, pane], [light("ambient")], VIEW);
    const through = srgbToLinear(at([0, 4, 0])[1]) / srgbToLinear(at([2.2, 4, 0])[1]);
    expect(through).toBeGreaterThan(0.45);
    expect(through).toBeLessThan(0.55);
  });
});

const FLOOR: Thing = { shape: { kind: "Plane" }, isStatic: true };
const POLE: Thing = { shape: { kind: "Box", size: [0.4, 0.4, 2] }, at: [0, 0, 1], color: [250, 60, 60] };
const ABOVE = pinhole({ position: [0, -1, 9], orientation: fromAxisAngle([1, 0, 0], -1.45) }, 320, 240, 60);

describe("[S3] shadow", () => {
  // down at 45° towards +x: the pole of 2 m throws a shadow of 2 m
  const sun = [light("sun", { pose: along([1, 0, -1]) })];

  test("lies exactly where the sun's rays are blocked", () => {
    const [with_, without] = [colors([FLOOR, POLE], sun, ABOVE), colors([FLOOR], sun, ABOVE)];
    for (let x = -2.95; x < 3; x += 0.1)
      for (let y = -1.95; y < 2; y += 0.1) {
        const isUnderPole = Math.abs(x) < 1 && Math.abs(y) < 0.6 && x < 0.5;
        const isRim = Math.abs(x - 2.2) < 0.08 || Math.abs(Math.abs(y) - 0.2) < 0.08;
        if (isUnderPole || isRim) continue;
        const isDark = x > 0 && x < 2.2 && Math.abs(y) < 0.2;
        const [a, b] = [with_([x, y, 0])[1], without([x, y, 0])[1]];
        if (isDark) expect(a, `${x} ${y}`).toBeLessThan(b - 20);
        else if (Math.abs(y) > 0.6 || x > 2.3 || x < -0.4) expect(a, `${x} ${y}`).toBe(b);
      }
  });

  test("no self-shadowing: lit faces are uniform", () => {
    const tilted: Thing = {
      shape: { kind: "Box", size: [3, 3, 0.5] },
      turned: fromAxisAngle([0, 1, 0.3], 0.4),
      at: [0, 0, 1],
    };
    const at = colors([tilted], sun, ABOVE);
    const seenColors = new Set<number>();
    for (let x = -0.9; x <= 0.9; x += 0.05) for (let y = -0.9; y <= 0.9; y += 0.05) seenColors.add(at([x, y, 1.3])[1]);
    expect(seenColors.size).toBe(1);
  });

  test("stays sharp when one entity is far away", () => {
    const stray: Thing = { shape: { kind: "Sphere", radius: 0.1 }, at: [3000, 800, -2000] };
    const far: Thing = { ...stray, at: [-40_000, 9, 0] };
    const [alone, together] = [
      colors([FLOOR, POLE, POLE], sun, ABOVE),
      colors([FLOOR, POLE, POLE, stray, far], sun, ABOVE),
    ];
    for (let x = 0.6; x < 3; x += 0.2) expect(together([x, 0.05, 0]), `${x}`).toEqual(alone([x, 0.05, 0]));
  });

  test("only the first sun casts one", () => {
    const two = [light("sun", { pose: along([0, 0, -1]) }), ...sun];
    const at = colors([FLOOR, POLE], two, ABOVE);
    expect(at([1.5, 0.05, 0])).toEqual(at([-1.5, 0.05, 0]));
  });
});

/** Four quarters: red green / blue white, as seen upright. */
const QUARTERS = ((): Thing["texture"] => {
  const pixels = new Uint8Array(4 * 64 * 64);
  const palette = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  for (let i = 0; i < 64 * 64; i++) pixels.set([...palette[((i >> 11) << 1) | ((i % 64) >> 5)], 255], 4 * i);
  return { width: 64, height: 64, pixels, tileM: undefined };
})();
const name = ([r, g, b]: readonly number[]): string =>
  r > 128 && g > 128 ? "white" : r > 128 ? "red" : g > 128 ? "green" : b > 128 ? "blue" : "none";
/** Colours of the four quarters in reading order, seen from `eye` towards the middle. */
function quarters(thing: Thing, eye: Vec3, orientation = ORIGIN.orientation): string {
  const view = pinhole({ position: eye, orientation }, 160, 160, 30);
  const { color } = rasteriser.draw(sceneStateOf(seen(thing), [light("ambient")]), view, COLOR);
  return [
    [72, 72],
    [87, 72],
    [72, 87],
    [87, 87],
  ]
    .map(([c, r]) => name([...color!.subarray(4 * (160 * r + c), 4 * (160 * r + c) + 3)]))
    .join(" ");
}
const UPRIGHT = "red green blue white";
const turn = (axis: Vec3, angle: number) => fromAxisAngle(axis, angle);

describe("[S3] textures lie upright, seen from outside", () => {
  const box: Thing = { shape: { kind: "Box", size: [1, 1, 1] }, texture: QUARTERS };
  test.each<[string, Vec3, ReturnType<typeof turn>]>([
    ["-y", [0, -3, 0], turn([0, 0, 1], 0)],
    ["+y", [0, 3, 0], turn([0, 0, 1], Math.PI)],
    ["-x", [-3, 0, 0], turn([0, 0, 1], -Math.PI / 2)],
    ["+x", [3, 0, 0], turn([0, 0, 1], Math.PI / 2)],
    ["top, +y up", [0, 0, 3], turn([1, 0, 0], -Math.PI / 2)],
  ])("a box from %s", (_, eye, orientation) => {
    expect(quarters(box, eye, orientation)).toBe(UPRIGHT);
  });

  test("a box from below shows its texture unmirrored", () => {
    expect(quarters(box, [0, 0, -3], turn([1, 0, 0], Math.PI / 2))).toBe("white blue green red");
  });

  test("on a sphere u starts at -x and runs counter-clockwise seen from +z: +x shows the middle", () => {
    const ball: Thing = { shape: { kind: "Sphere", radius: 0.6 }, texture: QUARTERS };
    expect(quarters(ball, [3, 0, 0], turn([0, 0, 1], Math.PI / 2))).toBe(UPRIGHT);
    expect(quarters(ball, [-3, 0, 0], turn([0, 0, 1], -Math.PI / 2))).toBe("green red white blue");
    const pill: Thing = { shape: { kind: "CappedCylinder", radius: 0.3, length: 0.8 }, texture: QUARTERS };
    expect(quarters(pill, [3, 0, 0], turn([0, 0, 1], Math.PI / 2))).toBe(UPRIGHT);
  });

  test("a cylinder's caps show the whole picture, +z up", () => {
    const drum: Thing = { shape: { kind: "Cylinder", radius: 0.6, length: 1 }, texture: QUARTERS };
    expect(quarters(drum, [0, -3, 0])).toBe(UPRIGHT);
    expect(quarters(drum, [0, 3, 0], turn([0, 0, 1], Math.PI))).toBe(UPRIGHT);
    // its side, +y up: +x shows the middle
    const standing = { ...drum, turned: turn([1, 0, 0], Math.PI / 2) };
    expect(quarters(standing, [3, 0, 0], turn([0, 0, 1], Math.PI / 2))).toBe(UPRIGHT);
  });

  test("a plane is tiled by the metre from its origin, +x right and +y up; a heightfield is covered once", () => {
    const down = turn([1, 0, 0], -Math.PI / 2);
    expect(quarters({ ...FLOOR, texture: QUARTERS }, [0.5, -0.5, 2], down)).toBe(UPRIGHT);
    expect(quarters({ ...FLOOR, texture: QUARTERS }, [7.5, 3.5, 2], down)).toBe(UPRIGHT);
    const two = { ...QUARTERS!, tileM: [2, 2] as const };
    expect(quarters({ ...FLOOR, texture: two }, [1, -1, 2], down)).toBe(UPRIGHT);
    const heights = Array.from({ length: 9 }, () => 0);
    const field = { kind: "Heightfield", rows: 3, columns: 3, size: [2, 2], heights } as const;
    expect(quarters({ shape: field, texture: QUARTERS }, [0, 0, 2], down)).toBe(UPRIGHT);
    expect(quarters({ shape: field, texture: two }, [1, -1, 2], down).split(" ")[0]).toBe("red");
  });

  test("a distant texture shows its mean light", () => {
    const pixels = new Uint8Array(4 * 64 * 64).fill(255);
    for (let i = 0; i < 64 * 64; i++) if ((i + (i >> 6)) % 2) pixels.fill(0, 4 * i, 4 * i + 3);
    const texture = { width: 64, height: 64, pixels, tileM: [0.01, 0.01] as const };
    const view = pinhole({ position: [0, 0, 1], orientation: turn([1, 0, 0], -0.3) }, 160, 120, 45);
    const { color } = rasteriser.draw(sceneStateOf(seen({ ...FLOOR, texture }), [light("ambient")]), view, COLOR);
    const mean = linearToSrgb(EXPOSURE * (MIN_AMBIENT + 1) * 0.5);
    for (let i = 60 * 160; i < 120 * 160; i += 17) expect(Math.abs(color![4 * i] - mean)).toBeLessThanOrEqual(3);
  });

  test("where it is not opaque, the colour below shows", () => {
    const texture = { width: 1, height: 1, pixels: Uint8Array.of(255, 255, 255, 0), tileM: undefined };
    const at = colors([{ ...WALL, texture }], [light("ambient")], VIEW);
    expect(at([0, 4, 0])).toEqual(colors([WALL], [light("ambient")], VIEW)([0, 4, 0]));
  });
});
