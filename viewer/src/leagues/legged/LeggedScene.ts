// A match of the four-legged league in the 3D view: lines of the field, the path of the ball, numbers of players.

import { type PerspectiveCamera, type Scene, Vector3 } from "three";
import { leggedDrawing } from "../../../../src/leagues/legged/field/LeggedField.js";
import { LEGGED_TEAMS } from "../../../../src/leagues/legged/LeggedTeam.js";
import type { Store } from "../../Store.js";
import type { EntityViews } from "../../world3d/entities/EntityViews.js";
import { Trail } from "../../world3d/marks/Trail.js";
import type { LeagueMarks, LeagueScene } from "../LeagueScenes.js";
import { FieldLines, isFieldLines } from "../shared/FieldLines.js";
import { seenBall, TRAIL_SEC } from "../shared/SeenBall.js";
import { TeamRings } from "../shared/TeamRings.js";
import { leggedFieldOf } from "./LeggedState.js";

const BALL_COLOR = 0xff6a00;
const TRAIL_PX = 3;

export const leggedScene: LeagueScene = {
  drawsItself: isFieldLines,
  labelOf: (store, robot) => {
    const key = leggedFieldOf(store) && LEGGED_TEAMS.robotKey(robot);
    return key && { text: String(key.id), team: key.team };
  },
  areaOf: (store) => {
    const field = leggedFieldOf(store);
    return field && [field.fieldLength / 2 + field.carpetMarginGoalLine, field.fieldWidth / 2 + field.carpetMargin];
  },
  createMarks: (scene, canvas, store, views) => new LeggedMarks(scene, canvas, store, views),
};

class LeggedMarks implements LeagueMarks {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #rings: TeamRings;
  readonly #lines: FieldLines;
  readonly #trail: Trail;

  constructor(scene: Scene, canvas: HTMLCanvasElement, store: Store, views: EntityViews) {
    this.#canvas = canvas;
    this.#store = store;
    this.#views = views;
    this.#rings = new TeamRings(scene);
    this.#lines = new FieldLines(scene);
    this.#trail = new Trail(scene, TRAIL_SEC);
  }

  applyPoses(): void {
    const ball = leggedFieldOf(this.#store) && seenBall(this.#store);
    if (ball) this.#trail.add(new Vector3(...ball), this.#store.time);
  }

  update(camera: PerspectiveCamera): void {
    const field = leggedFieldOf(this.#store);
    const { width, height, clientWidth, clientHeight } = this.#canvas;
    this.#lines.update(field, field && (() => leggedDrawing(field)), width, height);
    const teamOf = (robot: string) => (field ? LEGGED_TEAMS.robotKey(robot)?.team : undefined);
    this.#rings.update(this.#views, teamOf, { camera, height: clientHeight });
    this.#trail.mesh.visible = field !== undefined && this.#store.entities.has("Ball");
    if (this.#trail.mesh.visible) this.#trail.update(BALL_COLOR, TRAIL_PX, clientWidth, clientHeight);
  }

  dispose(): void {
    this.#lines.dispose();
    this.#rings.dispose();
    this.#trail.dispose();
  }
}
