import { describe, expect, test } from "vitest";
import { refusal } from "../../../../testing/builders/Refusal.js";
import type { BoxShape, CylinderShape, Solid } from "../../../describe/entity/Solid.js";
import { readWorldDocument } from "../../../describe/world/WorldDocument.js";
import { IDENTITY } from "../../../math/Quat.js";
import { Physics } from "../../../physics/Physics.js";
import { RayPattern } from "../../../physics/Rays.js";
import { builtInKinds } from "../../Leagues.js";
import { sizeElement } from "../../shared/FieldSizes.js";
import { leggedDrawing } from "./LeggedField.js";
import { leggedFieldIn } from "./LeggedFieldElement.js";
import { describeLeggedField, LEGGED_SIZES } from "./LeggedGeometry.js";

const read = (inside = "", attributes = "") =>
  readWorldDocument(`<World name="w"><LeggedField${attributes}>${inside}</LeggedField></World>`, {
    kinds: builtInKinds(),
  }).world;
const solidsOf = (inside = "") => {
  const [field] = read(inside).physics.entities;
  const solids = field.bodies.flatMap((body) => body.solids);
  return {
    names: solids.map(({ name }) => name),
    get: (name: string) => solids.find((solid) => solid.name === name) as Solid,
  };
};

describe("[L4] <LeggedField>", () => {
  test("has the sizes of 2005: 5.4 x 3.6 m of lines on a carpet of 6 x 4 m", () => {
    const field = leggedFieldIn(read());
    expect(field).toEqual(describeLeggedField());
    expect(field).toMatchObject({ fieldLength: 5.4, fieldWidth: 3.6, goalWidth: 0.8, penaltyAreaDepth: 0.65 });
    const { size } = solidsOf().get("Sheet").shape as BoxShape;
    expect(size[0]).toBeCloseTo(6, 1);
    expect(size[1]).toBeCloseTo(4, 1);
  });

  test.each(LEGGED_SIZES)("takes %s from its element", (size) => {
    const value = describeLeggedField()[size] * 0.9;
    const field = leggedFieldIn(read(`<${sizeElement(size)}>${value}</${sizeElement(size)}>`));
    expect(field).toEqual({ ...describeLeggedField(), [size]: value });
  });

  test("a wrong size is refused at its line, an unknown element by its name", () => {
    const wide = refusal(() => read("\n<GoalWidth>4</GoalWidth>"));
    expect(wide).toMatchObject({ code: "VALUE_OUT_OF_RANGE", line: 2 });
    expect(wide.where).toContain("GoalWidth");
    expect(refusal(() => read("<Walls>1</Walls>")).code).toBe("ELEMENT_UNKNOWN");
    expect(refusal(() => read("<GoalMaterial>Cheese</GoalMaterial>")).code).toBe("MATERIAL_UNKNOWN");
  });

  test("has a yellow goal at -x and a sky-blue goal at +x, without walls around the field", () => {
    const solids = solidsOf();
    expect(solids.get("LeftGoalBack").color).toEqual([250, 215, 20]);
    expect(solids.get("RightGoalBack").color).toEqual([60, 165, 235]);
    // inside: 0.8 m wide, 0.3 m deep behind the line
    const [top, back] = [solids.get("RightGoalTop"), solids.get("RightGoalBack")];
    expect(top.pose.position[1] - (top.shape as BoxShape).size[1] / 2).toBeCloseTo(0.4, 9);
    expect(back.pose.position[0] - (back.shape as BoxShape).size[0] / 2).toBeCloseTo(2.7 + 0.0125 + 0.3, 9);
    expect(solids.names.filter((name) => name.includes("Wall"))).toEqual([]);
  });

  test("a ray of a sensor ends at the carpet, also on a line", async () => {
    const physics = await Physics.create(read().physics);
    const distances = new Float64Array(1);
    const down = new RayPattern(new Float64Array([0, 0, -1]));
    down.cast(physics, { position: [0, 1, 1], orientation: IDENTITY }, { maxDistance: 2 }, distances);
    physics.dispose();
    expect(distances[0]).toBeCloseTo(1, 9);
  });

  test("has four beacons: at +y the goal's colour above pink, at -y below it", () => {
    const solids = solidsOf();
    const bands = (name: string) => ["Foot", "Lower", "Upper"].map((part) => solids.get(`${name}Beacon${part}`));
    const [pink, yellow, blue] = [
      [255, 90, 170],
      [250, 215, 20],
      [60, 165, 235],
    ];
    const expected = {
      LeftTop: [pink, yellow],
      LeftBottom: [yellow, pink],
      RightTop: [pink, blue],
      RightBottom: [blue, pink],
    };
    for (const [name, colors] of Object.entries(expected)) {
      const [foot, lower, upper] = bands(name);
      expect([lower.color, upper.color]).toEqual(colors);
      const x = name.startsWith("Left") ? -1.35 : 1.35;
      expect(foot.pose.position.slice(0, 2)).toEqual([x, name.endsWith("Top") ? 1.95 : -1.95]);
      expect(lower.pose.position[2]).toBeCloseTo(0.25, 9);
      expect(upper.pose.position[2]).toBeCloseTo(0.35, 9);
      expect((upper.shape as CylinderShape).radius).toBe(0.05);
    }
    expect(solidsOf("<BeaconHeight>0</BeaconHeight>").names.filter((name) => name.includes("Beacon"))).toEqual([]);
  });

  test("has lines of 25 mm: boundary, halfway, penalty areas, and a circle of 0.36 m", () => {
    const { lines, arcs, lineThickness } = leggedDrawing(describeLeggedField());
    expect(lineThickness).toBe(0.025);
    expect(lines).toHaveLength(11);
    expect(arcs).toEqual([{ name: "CenterCircle", center: [0, 0], radius: 0.18 }]);
  });
});
