// References with known differences from a run.

import { describe, expect, test } from "vitest";
import { fromAxisAngle } from "../../math/Quat.js";
import { cos, PI, sin } from "../../math/Trigonometry.js";
import type { Signal } from "../signals/SignalTable.js";
import { compare } from "./Comparison.js";
import { Reference } from "./Reference.js";
import { readReferenceText } from "./ReferenceText.js";
import { ReferenceView } from "./ReferenceView.js";

const AS_IS = { offsetSec: 0, place: undefined };
const times = Array.from({ length: 1001 }, (_, i) => i / 100);
const curve = (name: string, value: (t: number) => number, unit = "m"): Signal => ({
  name,
  unit,
  times,
  values: times.map(value),
});

describe("[X3] comparison with a reference", () => {
  test("rms, maximum and delay of a sine that is late by 0.137 s", () => {
    const reference = new Reference("real", [curve("A/v", (t) => 2 * sin(t))], AS_IS);
    const [row] = compare([curve("A/v", (t) => 2 * sin(t - 0.137))], reference);
    // the difference is 4 sin(0.0685) cos(t - 0.0685)
    expect(row.max).toBeCloseTo(4 * sin(0.0685), 4);
    expect(row.rms).toBeCloseTo((4 * sin(0.0685)) / Math.SQRT2, 2);
    expect(row.delay).toBeCloseTo(0.137, 3);
    expect(row.rmsShifted).toBeLessThan(1e-3);
    // another origin does not hide it
    const [moved] = compare([curve("A/v", (t) => 7 + 2 * sin(t - 0.137))], reference);
    expect(moved.delay).toBeCloseTo(0.137, 3);
    expect(moved.rmsShifted).toBeCloseTo(7, 2);
  });

  test("a position is a distance, an orientation an angle; what does not move has no delay", () => {
    const run = [
      curve("A/B/position.x", (t) => t),
      curve("A/B/position.y", () => 1),
      curve("A/B/orientation.x", () => 0, ""),
      curve("A/B/orientation.y", () => 0, ""),
      curve("A/B/orientation.z", () => sin(0.1), ""),
      curve("A/B/orientation.w", () => cos(0.1), ""),
      curve("A/still", () => 5),
      curve("A/only here", () => 5),
    ];
    const text = `time,x,y,heading\n${times.map((t) => `${t},${t + 3},${1 + 4},0`).join("\n")}\n`;
    const signals = [...readReferenceText(text, "A/B"), curve("A/still", () => 4)];
    const rows = compare(run, new Reference("real", signals, AS_IS));
    expect(rows.map(({ name, unit }) => [name, unit])).toEqual([
      ["A/B/position", "m"],
      ["A/B/orientation", "rad"],
      ["A/still", "m"],
    ]);
    const [position, orientation, still] = rows;
    expect([position.rms, position.max]).toEqual([expect.closeTo(5), expect.closeTo(5)]);
    expect(orientation.rms).toBeCloseTo(0.2);
    expect([still.rms, still.delay]).toEqual([1, undefined]);
  });

  test("an offset moves its times; a frame moves and turns its poses, and leaves a height out that was not measured", () => {
    const signals = readReferenceText("t;x;y;heading\n0;1;0;0\n1;2;0;0\n", "A/B");
    const place = { position: [10, 20, 5], orientation: fromAxisAngle([0, 0, 1], PI / 2) } as const;
    const reference = new Reference("real", signals, { offsetSec: 3, place });
    expect(reference.at("A/B/position.x", 3.5)).toBeCloseTo(10);
    expect(reference.at("A/B/position.y", 3.5)).toBeCloseTo(21.5);
    expect(reference.at("A/B/orientation.z", 3.5)).toBeCloseTo(sin(PI / 4));
    expect(reference.signals.has("A/B/position.z")).toBe(false);
    expect([reference.at("A/B/position.x", 2.9), reference.at("A/B/position.x", 4.1)]).toEqual([undefined, undefined]);
    expect(reference.frames).toEqual(["A/B"]);
  });
});

describe("a reference as CSV", () => {
  test("exports are read, with quoted names and empty cells", () => {
    const signals = readReferenceText('time,"A/B, C/x",A/y\n0,1,\n0.5,,2\n1,3,4\n', undefined);
    expect(signals).toEqual([
      { name: "A/B, C/x", unit: "", times: [0, 1], values: [1, 3] },
      { name: "A/y", unit: "", times: [0.5, 1], values: [2, 4] },
    ]);
  });

  test.each([
    ["", /line 1.*a header/],
    ["x,y\n1,2\n", /line 1.*a header/],
    ["time,x\n", /line 2.*no row/],
    ["time,a\n1,2,3\n", /line 2.*3 cells/],
    ["time,a\n1,two\n", /line 2.*"two".*a number/],
    ["time,a\n1,2\n0.5,3\n", /line 3.*0\.5.*not before 1/],
    ["time,a\n,2\n", /line 2.*\(empty\)/],
    ["time,x,y\n0,1,2\n", /--reference-of ENTITY\/BODY/],
  ])("%j says what is wrong and where", (text, message) => {
    expect(() => readReferenceText(text, undefined)).toThrow(message);
  });

  test("viewers get a long one in fewer points", () => {
    const long = Array.from({ length: 100_000 }, (_, i) => i / 1000);
    const signal = { name: "A/v", unit: "", times: long, values: long };
    const view = new ReferenceView(new Reference("real", [signal], AS_IS));
    const { signals } = JSON.parse(view.all[0]);
    expect(signals["A/v"].times).toHaveLength(20_000);
    expect(signals["A/v"].times.at(-1)).toBe(99.999);
    expect([view.update().length, view.update().length]).toEqual([1, 0]);
  });
});
