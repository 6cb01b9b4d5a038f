// [L3] The AIBO walks over a real connection, and aims its head.

import { describe, expect, test } from "vitest";
import { type Gait, PG22 } from "../../examples/legged/Gaits.js";
import { measureWalk } from "../../examples/legged/GaitTrial.js";
import { aimHead, headPoint } from "../../examples/legged/HeadAim.js";
import { Trot } from "../../examples/legged/Trot.js";
import { BODY } from "../../robots/AiboGeometry.js";
import type { Point } from "../../robots/DocumentParts.js";
import type { SimError } from "../../src/describe/SimError.js";
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

  test("refuses gaits and commands that make no sense", () => {
    const refused = (change: Partial<Gait>) => {
      try {
        new Trot({ ...PG22, ...change });
      } catch (problem) {
        const { code, where, allowed } = problem as SimError;
        return [code, where, allowed];
      }
      return undefined;
    };
    const code = "VALUE_OUT_OF_RANGE";
    expect(refused({ cycle: 0 })).toEqual([code, "gait PG22/cycle", "a number from 0.1 to 10 s"]);
    const range = "a number from 0.1 to 0.9";
    expect(refused({ front: { ...PG22.front, duty: 1 } })).toEqual([code, "gait PG22/front/duty", range]);
    expect(refused({ hind: { ...PG22.hind, height: Number.NaN } })?.[1]).toBe("gait PG22/hind/height");
    expect(refused({ top: { ...PG22.top, turn: Number.POSITIVE_INFINITY } })?.[1]).toBe("gait PG22/top/turn");
    const walk = () => new Trot(PG22).command({ ...STILL, turn: Number.NaN });
    expect(walk).toThrow("NUMBER_NOT_FINITE: the number is not finite at walk/turn");
  });
});
