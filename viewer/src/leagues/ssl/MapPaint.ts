// Draws the map of a field on a canvas: the field first, then the robots, the ball last.

import type { FieldGeometry } from "../../../../src/leagues/ssl/field/FieldGeometry.js";
import { fieldArcs, fieldLines, penaltyMarks } from "../../../../src/leagues/ssl/field/FieldLines.js";
import { TRAIL_SEC } from "../shared/SeenBall.js";
import type { SeenRobot, TrailPoint } from "./SeenPlayers.js";

export interface MapScale {
  /** From the middle to the edges, m. */
  readonly halfX: number;
  readonly halfY: number;
  /** In CSS pixels. */
  readonly pxPerM: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export interface MapColors {
  readonly grass: string;
  readonly border: string;
  readonly line: string;
  readonly blue: string;
  readonly yellow: string;
  /** Of robots that belong to no team. */
  readonly other: string;
  readonly ball: string;
  readonly onBlue: string;
  readonly onYellow: string;
}

export interface MapContent {
  readonly field: FieldGeometry;
  readonly robots: readonly SeenRobot[];
  readonly path: readonly TrailPoint[];
  readonly time: number;
  readonly designated: readonly [number, number] | undefined;
  readonly selected: string | undefined;
  readonly colors: MapColors;
}

const MIN_ROBOT_PX = 7.5;
const ROBOT_M = 0.09;
const BALL_PX = 3.2;
const MIN_LINE_PX = 1;
const TAU = 2 * Math.PI;

export function paintMap(context: CanvasRenderingContext2D, scale: MapScale, content: MapContent): void {
  const { halfX, halfY, pxPerM, ratio } = scale;
  const k = ratio * pxPerM;
  // m, x to the right, y up
  context.setTransform(k, 0, 0, -k, k * halfX, k * halfY);
  const px = 1 / pxPerM;
  paintField(context, content, scale);
  if (content.designated) paintMark(context, content.designated, px, content.colors.ball);
  for (const robot of content.robots) paintRobot(context, robot, px, content);
  paintBall(context, content, px);
}

function paintField(context: CanvasRenderingContext2D, { field, colors }: MapContent, scale: MapScale): void {
  const { halfX, halfY, pxPerM } = scale;
  const [x, y] = [field.fieldLength / 2, field.fieldWidth / 2];
  context.fillStyle = colors.border;
  context.fillRect(-halfX, -halfY, 2 * halfX, 2 * halfY);
  context.fillStyle = colors.grass;
  context.fillRect(-x, -y, 2 * x, 2 * y);
  context.strokeStyle = colors.line;
  context.fillStyle = colors.line;
  context.lineWidth = Math.max(field.lineThickness, MIN_LINE_PX / pxPerM);
  context.beginPath();
  for (const { from, to } of fieldLines(field)) {
    context.moveTo(...from);
    context.lineTo(...to);
  }
  for (const { center, radius } of fieldArcs(field)) {
    context.moveTo(center[0] + radius, center[1]);
    context.arc(...center, radius, 0, TAU);
  }
  const [goal, depth] = [field.goalWidth / 2, field.goalDepth];
  for (const side of [-1, 1]) {
    context.moveTo(side * x, goal);
    context.lineTo(side * (x + depth), goal);
    context.lineTo(side * (x + depth), -goal);
    context.lineTo(side * x, -goal);
  }
  context.stroke();
  for (const { center, radius } of penaltyMarks(field)) disc(context, center, Math.max(radius, 1.5 / pxPerM));
}

function paintRobot(context: CanvasRenderingContext2D, robot: SeenRobot, px: number, content: MapContent): void {
  const { x, y, heading, key, name } = robot;
  const { colors, selected } = content;
  const radius = Math.max(ROBOT_M, MIN_ROBOT_PX * px);
  context.fillStyle = key ? colors[key.team] : colors.other;
  context.strokeStyle = name === selected ? colors.line : "rgb(0 0 0 / 55%)";
  context.lineWidth = (name === selected ? 2 : 1) * px;
  // robots have a flat front
  const cut = 0.65;
  context.beginPath();
  context.arc(x, y, radius, heading + cut, heading + TAU - cut);
  context.closePath();
  context.fill();
  context.stroke();
  // a small disc shows its heading by a line
  context.lineWidth = 2 * px;
  context.strokeStyle = content.colors.line;
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  context.beginPath();
  context.moveTo(x + 0.8 * radius * c, y + 0.8 * radius * s);
  context.lineTo(x + 1.4 * radius * c, y + 1.4 * radius * s);
  context.stroke();
  if (!key) return;
  context.save();
  context.translate(x, y);
  context.scale(px, -px);
  context.fillStyle = key.team === "blue" ? colors.onBlue : colors.onYellow;
  context.font = `600 ${Math.max(9, Math.min(13, (1.25 * radius) / px)).toFixed(1)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(key.id), 0, 0.5);
  context.restore();
}

/** The ball placement position: a cross in a ring. */
function paintMark(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  px: number,
  color: string,
): void {
  context.strokeStyle = color;
  context.lineWidth = 1.5 * px;
  context.beginPath();
  context.arc(x, y, 6 * px, 0, TAU);
  context.moveTo(x - 9 * px, y);
  context.lineTo(x + 9 * px, y);
  context.moveTo(x, y - 9 * px);
  context.lineTo(x, y + 9 * px);
  context.stroke();
}

function paintBall(context: CanvasRenderingContext2D, { path, time, colors }: MapContent, px: number): void {
  context.strokeStyle = colors.ball;
  context.lineCap = "round";
  context.lineWidth = 2 * px;
  path.forEach((point, i) => {
    const before = path[i - 1];
    if (!before) return;
    context.globalAlpha = Math.max(0, 1 - (time - point.time) / TRAIL_SEC);
    context.beginPath();
    context.moveTo(before.x, before.y);
    context.lineTo(point.x, point.y);
    context.stroke();
  });
  context.globalAlpha = 1;
  const ball = path.at(-1);
  if (!ball) return;
  context.fillStyle = colors.ball;
  context.strokeStyle = "rgb(0 0 0 / 60%)";
  context.lineWidth = px;
  disc(context, [ball.x, ball.y], BALL_PX * px);
  context.stroke();
}

function disc(context: CanvasRenderingContext2D, [x, y]: readonly [number, number], radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, TAU);
  context.fill();
}
