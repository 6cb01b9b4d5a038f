import { describe, expect, it } from "vitest";
import { describeField } from "../field/FieldGeometry.js";
import { SSL_FieldShapeType } from "../wire/SslVision_pb.js";
import { gridCameras } from "./CameraLayout.js";
import { geometryPacket } from "./GeometryPacket.js";

describe("GeometryPacket", () => {
  const field = describeField({ type: "division-a" });
  const packet = geometryPacket(field, gridCameras(field, 4));

  it("[F3] has every size of division A in mm", () => {
    const { fieldLines: _, fieldArcs: __, ...sizes } = packet.field!;
    expect(sizes).toEqual({
      $typeName: "SSL_GeometryFieldSize",
      fieldLength: 12000,
      fieldWidth: 9000,
      goalWidth: 1800,
      goalDepth: 180,
      boundaryWidth: 300,
      penaltyAreaDepth: 1800,
      penaltyAreaWidth: 3600,
      centerCircleRadius: 500,
      lineThickness: 10,
      goalCenterToPenaltyMark: 8000,
      goalHeight: 160,
      ballRadius: 21.5,
      maxRobotRadius: 90,
      boundaryWidthGoalLine: 600,
      goalSubstitutionAreaWidth: 300,
    });
    expect(packet.calib.map(({ cameraId }) => cameraId)).toEqual([0, 1, 2, 3]);
    expect(packet.models?.straightTwoPhase).toMatchObject({ accSlide: -3, accRoll: -0.3, kSwitch: 0.667 });
  });

  it("[F3] has every line and arc by name and by number", () => {
    const shapes = [...packet.field!.fieldLines, ...packet.field!.fieldArcs];
    const names = Object.keys(SSL_FieldShapeType).filter((name) => Number.isNaN(Number(name)) && name !== "Undefined");
    expect(shapes.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { name, type, thickness } of shapes) {
      expect(SSL_FieldShapeType[type]).toBe(name);
      expect(thickness).toBe(10);
    }
    expect(packet.field!.fieldLines.find(({ name }) => name === "TopTouchLine")).toMatchObject({
      p1: { x: -6000, y: 4500 },
      p2: { x: 6000, y: 4500 },
    });
  });
});
