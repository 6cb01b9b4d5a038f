// [L3] The AIBO walks over a real connection, and aims its head.

import { describe, expect, test } from "vitest";
import { type Gait, PG22 } from "../../examples/legged/Gaits.js";
import { measureWalk } from "../../examples/legged/GaitTrial.js";
import { aimHead, headPoint } from "../../examples/legged/HeadAim.js";
import { QrioWalk } from "../../examples/legged/QrioWalk.js";
import { Trot } from "../../examples/legged/Trot.js";
import { BODY } from "../../robots/AiboGeometry.js";
import type { Point } from "../../robots/DocumentParts.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { cross, length, normalize, sub } from "../../src/math/Vec3.js";

const STILL = { forward: 0, left: 0, turn: 0 };

describe("[L3] gaits of the AIBO", () => {
  // walk.long.test.ts: two metres, sideways, turning, kicks and falls
  test("walks at 0.25 m/s or more, straight within 10 degrees", async () => {
    const trial = await measureWalk(PG22, { ...STILL, forward: 0.32 }, 1.5);
    expect(trial.hasFallen).toBe(false);
    expect(trial.forward).toBeGreaterThan(0.25);
    expect(trial.swerve).toBeLessThan(10 * DEGREE);
  });

  test("the camera looks at any point in reach", () => {
    const points: Point[] = [
      [600, 0, -60],
      [300, 200, -80],
      [250, -60, -90],
      [400, 300, 150],
      [1500, 700, 0],
    ];
    for (const point of points) {
      const { NeckTilt, NeckPan, NeckNod } = aimHead(point);
      const angles = [NeckTilt, NeckPan, NeckNod] as const;
      const from = headPoint(angles, sub(BODY.camera, BODY.nod));
      const to = headPoint(angles, sub([BODY.camera[0] + 100, 0, BODY.camera[2]], BODY.nod));
      const off = cross(normalize(sub(to, from)), normalize(sub(point, from)));
      expect(length(off)).toBeLessThan(1e-5);
    }
  });

  test("refuses gaits and commands that make no sense, with a code, the place and what is allowed", () => {
    const refused = (gait: Gait, where: string) =>
      expect(() => new Trot(gait)).toThrow(expect.objectContaining({ where, allowed: expect.anything() }));
    refused({ ...PG22, cycle: 0 }, "gait PG22/cycle");
    refused({ ...PG22, front: { ...PG22.front, duty: 1 } }, "gait PG22/front/duty");
    refused({ ...PG22, hind: { ...PG22.hind, height: Number.NaN } }, "gait PG22/hind/height");
    refused({ ...PG22, hind: { ...PG22.hind, lift: "20" as unknown as number } }, "gait PG22/hind/lift");
    refused({ ...PG22, hind: undefined as unknown as Gait["hind"] }, "gait PG22/hind/height");
    refused({ ...PG22, top: { ...STILL, turn: Number.POSITIVE_INFINITY } }, "gait PG22/top/turn");
    expect(() => new Trot({ ...PG22, cycle: 0 })).toThrow("VALUE_OUT_OF_RANGE");
    expect(() => new Trot(PG22).command({ ...STILL, turn: Number.NaN })).toThrow("gait PG22/turn");
    expect(() => new QrioWalk().command({ ...STILL, left: Number.NaN })).toThrow("NUMBER_NOT_FINITE");
  });
});
