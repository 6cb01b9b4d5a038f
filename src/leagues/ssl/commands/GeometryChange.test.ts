import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal } from "../../../../testing/builders/Refusal.js";
import { SoccerMatch } from "../../../../testing/builders/SoccerMatch.js";
import { describeField } from "../field/FieldGeometry.js";
import { SSL_GeometryDataSchema } from "../wire/SslVision_pb.js";
import { fieldFromWire } from "./GeometryChange.js";

const A = { fieldLength: 12_000, fieldWidth: 9000, goalWidth: 1800, goalDepth: 180, boundaryWidth: 300 };
const B = describeField({ type: "division-b" });
const read = (field: Partial<typeof A> & Record<string, number>) =>
  fieldFromWire(create(SSL_GeometryDataSchema, { field }), B);

describe("geometry", () => {
  let soccer: SoccerMatch;
  beforeAll(async () => {
    soccer = await SoccerMatch.create({}, { robots: (name) => name === "Blue-3" || name === "Yellow-0" });
  });
  afterAll(() => soccer.close());

  it("[F3] a field of a division's length has that division's other sizes, unless set", () => {
    expect(read(A)).toEqual(describeField({ type: "division-a" }));
    expect(read({ ...A, penaltyAreaWidth: 3000, boundaryWidth: 500 })).toMatchObject({
      penaltyAreaWidth: 3,
      penaltyAreaDepth: 1.8,
      boundaryWidth: 0.5,
      boundaryWidthGoalLine: 0.5,
    });
    expect(read({ ...A, fieldLength: 10_000, fieldWidth: 7000 })).toMatchObject({
      fieldLength: 10,
      penaltyAreaDepth: 1,
    });
  });

  it("[F3] impossible sizes are refused", () => {
    expect(refusal(() => read({ ...A, goalWidth: 18_000 }))).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      where: "config/geometry/field/goal_width",
      found: "18000",
      allowed: "1 to 8100 mm, 0.9 of the field_width",
    });
    expect(refusal(() => read({ ...A, fieldLength: -1 })).code).toBe("VALUE_OUT_OF_RANGE");
    expect(refusal(() => read({ fieldLength: 9000 })).code).toBe("FIELD_MISSING");
    expect(refusal(() => fieldFromWire(create(SSL_GeometryDataSchema), B)).code).toBe("FIELD_MISSING");
  });

  it("[F3] sizes that packets do not state cause no error: a small field has thin goal walls", () => {
    const small = { fieldLength: 400, fieldWidth: 300, goalWidth: 100, goalDepth: 50, boundaryWidth: 50 };
    const rest = { penaltyAreaWidth: 100, penaltyAreaDepth: 50, centerCircleRadius: 50, goalCenterToPenaltyMark: 100 };
    expect(read({ ...small, ...rest }).goalWallThickness).toBeCloseTo(0.012, 9);
  });

  it("[F3] applied while it runs: walls, goals and vision are the new ones; no robot moves", () => {
    soccer.control({ teleportBall: { x: 4.2, y: 1, z: 0, vx: 3, vy: 0, vz: 0, roll: true } });
    const before = soccer.robot("Blue-3");
    expect(soccer.config({ geometry: { field: A } })).toEqual([]);
    expect(soccer.robot("Blue-3")).toEqual(before);
    soccer.step(0.5);
    // the wall of division B stood at 4.8 m
    expect(soccer.ball.position[0]).toBeGreaterThan(5.2);
    expect(soccer.match.geometry().field?.fieldLength).toBe(12_000);
    const sent = soccer.packets.flatMap((p) =>
      p.channel === "vision" && p.message.geometry ? [p.message.geometry] : [],
    );
    expect(sent.at(-1)?.field?.fieldLength).toBe(12_000);
    expect(soccer.config({ geometry: { field: { ...A, goalWidth: 9500 } } })).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(soccer.match.field.goalWidth).toBe(1.8);
  });

  it("[F3] a robot inside a new wall is put beside it", () => {
    soccer.config({ geometry: { field: A } });
    soccer.control({ teleportRobot: [{ id: { id: 3, team: 2 }, x: 4.82, y: 1.5, orientation: 0 }] });
    soccer.step(0.1);
    expect(soccer.robot("Blue-3").x).toBeCloseTo(4.82, 3);
    expect(
      soccer.config({ geometry: { field: { ...A, fieldLength: 9000, fieldWidth: 6000, goalWidth: 1000 } } }),
    ).toEqual([]);
    soccer.step(0.2);
    const { x, vx } = soccer.robot("Blue-3");
    expect(Math.abs(x - 4.825)).toBeGreaterThan(0.1);
    expect(Math.abs(vx)).toBeLessThan(0.1);
  });
});
