// The map of the field, seen from above: lines, robots as numbered discs with their heading, the ball and its path, the ball placement
// position. A click on a robot selects it, a click on the field moves the camera there, a double click follows the robot.

import type { FieldGeometry } from "../../../../src/leagues/ssl/field/FieldGeometry.js";
import { make } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import { type MapColors, type MapScale, paintMap } from "./MapPaint.js";
import { fieldOf, matchOf } from "./MatchState.js";
import { BallPath, seenRobots } from "./SeenPlayers.js";

const NEAR_PX = 12;

export class FieldMap {
  readonly element: HTMLElement;
  readonly #canvas = make("canvas", { class: "field-map", role: "img", "aria-label": "The field from above" });
  readonly #page: Page;
  readonly #path: BallPath;
  #field: FieldGeometry | undefined;

  constructor(page: Page) {
    this.#page = page;
    const { store, updates } = page;
    this.#path = new BallPath(store);
    this.element = make("section", { class: "map", "aria-label": "Map", hidden: true }, this.#canvas);
    const paint = updates.throttled(() => this.#paint());
    for (const topic of ["poses", "guest", "scene", "selection", "settings"] as const) store.on(topic, paint);
    new ResizeObserver(paint).observe(this.#canvas);
    this.#canvas.addEventListener("click", (event) => this.#click(event, false));
    this.#canvas.addEventListener("dblclick", (event) => this.#click(event, true));
  }

  #paint(): void {
    const { store } = this.#page;
    const field = fieldOf(store);
    this.element.hidden = !field || !store.settings.showMap;
    if (!field || this.element.hidden) return;
    if (field !== this.#field) {
      const { halfX, halfY } = extentOf(field);
      this.#canvas.style.aspectRatio = String(halfX / halfY);
      this.#field = field;
    }
    const scale = this.#scale(field);
    const context = scale && this.#canvas.getContext("2d");
    if (!context) return;
    paintMap(context, scale, {
      field,
      robots: seenRobots(store),
      path: this.#path.points,
      time: store.time,
      designated: matchOf(store)?.designated,
      selected: store.selection?.entity,
      colors: colorsOf(this.#canvas),
    });
  }

  /** In device pixels. */
  #scale(field: FieldGeometry): MapScale | undefined {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return undefined;
    const ratio = window.devicePixelRatio;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const { halfX, halfY } = extentOf(field);
    return { halfX, halfY, pxPerM: clientWidth / 2 / halfX, ratio };
  }

  #click(event: MouseEvent, isDouble: boolean): void {
    const { store, world } = this.#page;
    const field = fieldOf(store);
    const scale = field && this.#scale(field);
    if (!scale) return;
    const [x, y] = [event.offsetX / scale.pxPerM - scale.halfX, scale.halfY - event.offsetY / scale.pxPerM];
    const away = (robot: { x: number; y: number }) => Math.hypot(robot.x - x, robot.y - y);
    const [nearest] = [...seenRobots(store)].sort((a, b) => away(a) - away(b));
    if (nearest && away(nearest) * scale.pxPerM < NEAR_PX) {
      store.select({ entity: nearest.name });
      if (isDouble) store.set({ camera: "follow" });
    } else if (!isDouble) {
      store.set({ camera: "orbit" });
      world?.lookAt([x, y, 0]);
    }
  }
}

/** Half lengths of the shown area, m: field, boundary and goals. */
function extentOf(field: FieldGeometry): { halfX: number; halfY: number } {
  const air = 0.03 * field.fieldLength;
  return {
    halfX: field.fieldLength / 2 + Math.max(field.boundaryWidthGoalLine, field.goalDepth + 0.05) + air,
    halfY: field.fieldWidth / 2 + field.boundaryWidth + air,
  };
}

/** Colours of the style sheet, in the light or dark theme. */
function colorsOf(element: HTMLElement): MapColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    grass: color("grass"),
    border: color("grass-2"),
    line: color("chalk"),
    blue: color("team-blue"),
    yellow: color("team-yellow"),
    other: color("line-2"),
    ball: color("ball"),
    onBlue: color("on-team-blue"),
    onYellow: color("on-team-yellow"),
  };
}
