import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  type ContactValues,
  describeMaterial,
  MaterialMatrix,
  mixMaterials,
  SHIPPED_MATERIALS,
  SHIPPED_PAIRS,
} from "./Material.js";

describe("[M3] material matrix", () => {
  test("ships the materials of the specification", () => {
    const shipped = "Carpet Default Glass GolfBall Ground OmniWheel Plastic Rubber Steel Wood".split(" ");
    expect(new MaterialMatrix().names).toEqual(shipped);
  });

  test("a pair that is not listed mixes: means of friction and restitution, maxima of rolling and spinning", () => {
    const a = describeMaterial({ name: "A", friction: 0.2, staticFriction: 0.4, restitution: 0.4, rolling: 0.01 });
    const b = describeMaterial({ name: "B", friction: 0.8, restitution: 0.9, rolling: 0.002, spinning: 0.03 });
    const mix = mixMaterials(a, b);
    expect(mix.friction).toBeCloseTo(0.4, 15);
    expect(mix.staticFriction).toBeCloseTo(Math.sqrt(0.4 * 0.8), 15);
    expect(mix.restitution).toBeCloseTo(0.6, 15);
    expect(mix).toMatchObject({ rolling: 0.01, spinning: 0.03, friction2: undefined, stiffness: undefined });
  });

  test("a second friction value mixes with the other side's only one; springs stand in a row", () => {
    const omni = describeMaterial({ name: "O", friction: 0.9, friction2: 0.04, stiffness: 1000 });
    const floor = describeMaterial({ name: "F", friction: 0.25, stiffness: 3000 });
    expect(mixMaterials(omni, floor).friction2).toBeCloseTo(0.1, 15);
    expect(mixMaterials(omni, floor).stiffness).toBeCloseTo(750, 12);
    expect(mixMaterials(omni, describeMaterial({ name: "Rigid" })).stiffness).toBe(1000);
  });

  test("the mix is symmetric, and static friction is never below sliding friction", () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    const material = fc
      .record({ friction: value, more: value, restitution: value, rolling: value, spinning: value })
      .map(({ more, ...rest }) => describeMaterial({ name: "M", ...rest, staticFriction: rest.friction + more }));
    fc.assert(
      fc.property(material, material, (a, b) => {
        expect(mixMaterials(a, b)).toEqual(mixMaterials(b, a));
        expect(mixMaterials(a, b).staticFriction).toBeGreaterThanOrEqual(mixMaterials(a, b).friction);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test("a listed pair overrides the mix, whichever side is named first", () => {
    const matrix = new MaterialMatrix();
    const before = matrix.pair("Steel", "Wood");
    matrix.setPair({ a: "Wood", b: "Steel", friction: 0.11 });
    expect(matrix.pair("Steel", "Wood")).toEqual({ ...before, friction: 0.11, staticFriction: 0.11 });
    expect(matrix.pair("Wood", "Steel")).toEqual(matrix.pair("Steel", "Wood"));
  });

  test("values that are left out keep the pair's earlier values", () => {
    const matrix = new MaterialMatrix();
    matrix.setPair({ a: "Rubber", b: "Ground", restitution: 0.7 });
    expect(matrix.pair("Ground", "Rubber")).toMatchObject({ friction: 0.8, staticFriction: 0.9, restitution: 0.7 });
  });

  test("a changed material changes its mixes, not its listed pairs, and counts as a change", () => {
    const matrix = new MaterialMatrix();
    const { version } = matrix;
    matrix.setMaterial({ name: "Rubber", friction: 0.2 });
    expect(matrix.version).toBeGreaterThan(version);
    expect(matrix.pair("Rubber", "Ground").friction).toBe(0.8);
    expect(matrix.pair("Rubber", "Ground").staticFriction).toBe(0.9);
    expect(matrix.pair("Rubber", "Wood").friction).toBeCloseTo(Math.sqrt(0.2 * 0.4), 15);
  });

  test("a factor after the name multiplies the friction in all pairs, listed or mixed, and keeps the rest", () => {
    const matrix = new MaterialMatrix();
    expect(matrix.pair("OmniWheel*1.5", "Carpet")).toEqual({
      ...matrix.pair("OmniWheel", "Carpet"),
      friction: 0.8 * 1.5,
      staticFriction: 0.8 * 1.5,
    });
    expect(matrix.pair("Wood", "Steel*2").friction).toBe(2 * matrix.pair("Wood", "Steel").friction);
    expect(matrix.material("Rubber*0.5").friction).toBe(matrix.material("Rubber").friction / 2);
    for (const wrong of ["Rubber*0", "Rubber*x", "Rubber*", "Ruber*2", "Rubber*1e3"])
      expect(() => matrix.material(wrong)).toThrow("MATERIAL_UNKNOWN");
    matrix.setMaterial({ name: "Odd*2", friction: 0.3 });
    expect(matrix.pair("Odd*2", "Odd*2").friction).toBeCloseTo(0.3, 15);
  });

  test("restore brings back the saved matrix", () => {
    const matrix = new MaterialMatrix();
    matrix.setMaterial({ name: "Ice", friction: 0.02, stiffness: 5e4, damping: 10 });
    matrix.setPair({ a: "Ice", b: "Steel", friction: 0.01, restitution: 0.9 });
    const saved = matrix.save();
    matrix.setMaterial({ name: "Slush", friction: 0.3 });
    matrix.setPair({ a: "Ice", b: "Steel", friction: 0.5 });
    const { version } = matrix;
    matrix.restore(saved);
    expect(matrix.version).toBeGreaterThan(version);
    expect(matrix.save()).toEqual(saved);
    expect(matrix.names).not.toContain("Slush");
    expect(matrix.pair("Steel", "Ice").friction).toBe(0.01);
  });

  test("an unknown material is an error that lists the known ones and the nearest", () => {
    const matrix = new MaterialMatrix();
    const error = refusal(() => matrix.pair("Ruber", "Ground"));
    expect(error).toMatchObject({ code: "MATERIAL_UNKNOWN", found: '"Ruber"', advice: 'Did you mean "Rubber"?' });
    for (const name of matrix.names) expect(error.allowed).toContain(name);
    const saved = matrix.save();
    expect(refusal(() => matrix.setPair({ a: "Steel", b: "Cheese", friction: 1 })).code).toBe("MATERIAL_UNKNOWN");
    expect(matrix.save()).toEqual(saved);
  });

  test.each<[Partial<ContactValues>, string]>([
    [{ friction: -0.1 }, "Friction"],
    [{ friction: Number.NaN }, "Friction"],
    [{ friction: 0.5, staticFriction: 0.4 }, "StaticFriction"],
    [{ friction2: -1 }, "Friction2"],
    [{ restitution: 1.1 }, "Restitution"],
    [{ tangentialRestitution: 1.1 }, "TangentialRestitution"],
    [{ bounceSpeed: -1 }, "BounceSpeed"],
    [{ rolling: Number.POSITIVE_INFINITY }, "Rolling"],
    [{ spinning: -1 }, "Spinning"],
    [{ stiffness: 0 }, "Stiffness"],
    [{ damping: Number.NaN }, "Damping"],
  ])("refuses %o", (values, part) => {
    const matrix = new MaterialMatrix();
    const saved = matrix.save();
    expect(refusal(() => matrix.setMaterial({ name: "Bad", ...values }))).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      where: `Material Bad/${part}`,
    });
    expect(refusal(() => matrix.setPair({ a: "Steel", b: "Wood", ...values })).where).toBe(`Pair Steel/Wood/${part}`);
    expect(matrix.save()).toEqual(saved);
  });
});

describe("docs/materials.md", () => {
  const page = readFileSync(new URL("../../../docs/materials.md", import.meta.url), "utf8");
  const columns = "friction staticFriction friction2 restitution bounceSpeed rolling spinning stiffness damping".split(
    " ",
  );

  /** The rows of the table under a heading: name, values, source. */
  function tableUnder(heading: string): { name: string; values: string[]; source: string }[] {
    const section = page.split(`\n## ${heading}\n`)[1].split("\n\nThe figures")[0].split("\n## ")[0];
    const lines = section.split("\n").filter((line) => line.startsWith("|"));
    return lines.slice(2).map((line) => {
      const [name, ...cells] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return { name, values: cells.slice(0, columns.length), source: cells[columns.length] };
    });
  }
  const print = (values: ContactValues) => columns.map((key) => String(values[key as keyof ContactValues] ?? "-"));

  test("prints the shipped materials", () => {
    const rows = tableUnder("Materials");
    expect(rows.map(({ name, values }) => ({ name, values }))).toEqual(
      SHIPPED_MATERIALS.map((one) => ({ name: one.name, values: print(describeMaterial(one)) })),
    );
    for (const { source } of rows) expect(source.length).toBeGreaterThan(10);
  });

  test("prints the shipped pairs", () => {
    const matrix = new MaterialMatrix();
    const rows = tableUnder("Pairs");
    expect(rows.map(({ name, values }) => ({ name, values }))).toEqual(
      SHIPPED_PAIRS.map(({ a, b }) => ({ name: `${a} / ${b}`, values: print(matrix.pair(a, b)) })),
    );
    for (const { source } of rows) expect(source.length).toBeGreaterThan(10);
  });
});
