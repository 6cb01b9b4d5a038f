// What leagues add to the 3D view: marks on the field, short labels of players, the area that the first view shows.

import type { PerspectiveCamera, Scene } from "three";
import type { SceneBody, SceneShape } from "../../../src/render/scene/Scene.js";
import type { Store } from "../Store.js";
import type { EntityViews } from "../world3d/entities/EntityViews.js";
import { leggedScene } from "./legged/LeggedScene.js";
import { sslScene } from "./ssl/MatchScene.js";

export interface LeagueScene {
  /** True: the league draws this shape itself. */
  drawsItself(body: SceneBody, shape: SceneShape): boolean;
  /** Label of a player; undefined: the robot's name. */
  labelOf(store: Store, robot: string): LeagueLabel | undefined;
  /** Half lengths along x and y of the area that the first view shows, m; undefined: the world has no such league. */
  areaOf(store: Store): readonly [x: number, y: number] | undefined;
  createMarks(scene: Scene, canvas: HTMLCanvasElement, store: Store, views: EntityViews): LeagueMarks;
}

export interface LeagueLabel {
  readonly text: string;
  readonly team: string;
}

/** Marks that a league draws over the world. */
export interface LeagueMarks {
  /** Called after poses arrived. */
  applyPoses(): void;
  /** Called before each frame. */
  update(camera: PerspectiveCamera): void;
  dispose(): void;
}

export const LEAGUE_SCENES: readonly LeagueScene[] = [sslScene, leggedScene];
