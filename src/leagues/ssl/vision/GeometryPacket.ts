// The field in geometry packets (F3): sizes in mm, named lines and arcs, one calibration per camera, and the ball model.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { TAU } from "../../../math/Trigonometry.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import { fieldArcs, fieldLines } from "../field/FieldLines.js";
import {
  SSL_FieldShapeType,
  type SSL_GeometryData,
  SSL_GeometryDataSchema,
  type SSL_GeometryFieldSizeSchema,
} from "../wire/SslVision_pb.js";
import { calibrationOf } from "./Calibration.js";
import type { VisionCamera } from "./VisionCamera.js";

/** The ball's deceleration when sliding and rolling (m/s², and the share of the kick speed at which it rolls) and its bounces; measured values are in docs/soccer.md. */
export const BALL_MODEL = Object.freeze({
  accSlide: -3.0,
  accRoll: -0.3,
  kSwitch: 0.667,
  dampingXyFirstHop: 0.66,
  dampingXyOtherHops: 0.95,
  dampingZ: 0.5,
});

/** m, rule book. */
const BALL_RADIUS = 0.0215;
const LARGEST_ROBOT_RADIUS = 0.09;
/** m behind the goal line from which a robot of division A may be replaced. */
const SUBSTITUTION_AREA = 0.3;

const mm = (metres: number): number => metres * 1000;
const wholeMm = (metres: number): number => Math.round(metres * 1000);

export function geometryPacket(field: FieldGeometry, cameras: readonly VisionCamera[]): SSL_GeometryData {
  const { accSlide, accRoll, kSwitch, dampingXyFirstHop, dampingXyOtherHops, dampingZ } = BALL_MODEL;
  return create(SSL_GeometryDataSchema, {
    field: fieldSize(field),
    calib: cameras.map((camera, id) => calibrationOf(id, camera)),
    models: {
      straightTwoPhase: { accSlide, accRoll, kSwitch },
      chipFixedLoss: { dampingXyFirstHop, dampingXyOtherHops, dampingZ },
    },
  });
}

function fieldSize(field: FieldGeometry): MessageInitShape<typeof SSL_GeometryFieldSizeSchema> {
  return {
    fieldLength: wholeMm(field.fieldLength),
    fieldWidth: wholeMm(field.fieldWidth),
    goalWidth: wholeMm(field.goalWidth),
    goalDepth: wholeMm(field.goalDepth),
    boundaryWidth: wholeMm(field.boundaryWidth),
    ...shapes(field),
    penaltyAreaDepth: wholeMm(field.penaltyAreaDepth),
    penaltyAreaWidth: wholeMm(field.penaltyAreaWidth),
    centerCircleRadius: wholeMm(field.centerCircleRadius),
    lineThickness: wholeMm(field.lineThickness),
    goalCenterToPenaltyMark: wholeMm(field.goalCenterToPenaltyMark),
    goalHeight: wholeMm(field.goalHeight),
    ballRadius: mm(BALL_RADIUS),
    maxRobotRadius: mm(LARGEST_ROBOT_RADIUS),
    boundaryWidthGoalLine: wholeMm(field.boundaryWidthGoalLine),
    ...(field.type === "division-a" && { goalSubstitutionAreaWidth: wholeMm(SUBSTITUTION_AREA) }),
  };
}

function shapes(field: FieldGeometry) {
  const thickness = mm(field.lineThickness);
  const point = ([x, y]: readonly [number, number]) => ({ x: mm(x), y: mm(y) });
  return {
    fieldLines: fieldLines(field).map(({ name, from, to }) => ({
      name,
      p1: point(from),
      p2: point(to),
      thickness,
      type: shapeType(name),
    })),
    fieldArcs: fieldArcs(field).map(({ name, center, radius }) => ({
      name,
      center: point(center),
      radius: mm(radius),
      a1: 0,
      a2: TAU,
      thickness,
      type: shapeType(name),
    })),
  };
}

const shapeType = (name: string): SSL_FieldShapeType =>
  SSL_FieldShapeType[name as keyof typeof SSL_FieldShapeType] ?? SSL_FieldShapeType.Undefined;
