// What hands do with the world: hover, select, drag; look around where there is nothing to drag. Outlines show what is
// meant.

import type { Scene, Vector3 } from "three";
import type { Connection } from "../../Connection.js";
import type { Store } from "../../Store.js";
import type { CameraRig } from "../camera/CameraRig.js";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";
import { Outline } from "../marks/Outline.js";
import type { Theme } from "../Theme.js";
import { DragHandle } from "./DragHandle.js";
import { type Hit, Picking } from "./Picking.js";
import type { PointerListener, ScreenPoint } from "./PointerInput.js";

const POINT_MS = 150;
const TURN_RATE = 0.0055;

export interface InteractionParts {
  readonly store: Store;
  readonly connection: Connection;
  readonly canvas: HTMLCanvasElement;
  readonly scene: Scene;
  readonly views: EntityViews;
  readonly rig: CameraRig;
}

export class Interaction implements PointerListener {
  readonly #parts: InteractionParts;
  readonly #wake: () => void;
  readonly #picking: Picking;
  readonly #drag: DragHandle;
  readonly #whole = new Outline({ order: 1, widthPx: 1.6, opacity: 0.5 });
  readonly #part = new Outline({ order: 2, widthPx: 2.4, opacity: 0.95 });
  readonly #hover = new Outline({ order: 3, widthPx: 1.8, opacity: 0.6 });
  #pointer: ScreenPoint | undefined;
  #hasPointed = false;
  #pointedMs = 0;
  #hovered: { readonly entity: string; readonly body: string } | undefined;
  #grabbed: Hit | undefined;

  constructor(parts: InteractionParts, wake: () => void) {
    this.#parts = parts;
    this.#wake = wake;
    this.#picking = new Picking(parts.views, parts.rig, parts.canvas);
    this.#drag = new DragHandle(parts, this.#picking);
  }

  use(theme: Theme): void {
    this.#whole.color(theme.accent);
    this.#part.color(theme.accent);
    this.#hover.color(theme.hover);
    this.#drag.color(theme.accent);
  }

  hover(place: ScreenPoint | undefined): void {
    this.#pointer = place;
    this.#hasPointed = true;
    this.#wake();
  }

  click(place: ScreenPoint): void {
    const hit = this.#picking.pick(place);
    this.#parts.store.select(hit && { entity: hit.entity.entity.name, part: hit.body.body.name });
  }

  doubleClick(place: ScreenPoint): void {
    const hit = this.#picking.pick(place);
    if (hit) this.#parts.rig.focus(hit.entity);
    else {
      const point = this.#picking.point(place);
      if (point) this.#parts.rig.orbit.goal.target.copy(point);
    }
    this.#wake();
  }

  /** On whatever is there. */
  pointAt(place: ScreenPoint): Vector3 | undefined {
    return this.#picking.point(place);
  }

  /** A finger does not hover: it drags what has been selected before. */
  canGrab(place: ScreenPoint, isTouch: boolean): boolean {
    const hit = this.#picking.pick(place);
    const isSelected = hit?.entity.entity.name === this.#parts.store.selection?.entity;
    this.#grabbed = hit && !hit.entity.entity.isStatic && (isSelected || !isTouch) ? hit : undefined;
    return this.#grabbed !== undefined;
  }

  grab(place: ScreenPoint): void {
    if (!this.#grabbed) return;
    const { entity, body } = this.#grabbed;
    const { store } = this.#parts;
    if (store.selection?.entity !== entity.entity.name || store.selection.part !== body.body.name)
      store.select({ entity: entity.entity.name, part: body.body.name });
    this.#drag.begin(this.#grabbed, place);
    this.#parts.canvas.style.cursor = "grabbing";
    this.#wake();
  }

  drag(place: ScreenPoint, isUpright: boolean): void {
    this.#drag.to(place, isUpright);
    this.#wake();
  }

  drop(): void {
    this.#drag.end();
    this.#parts.canvas.style.cursor = "";
    this.#wake();
  }

  turn(dx: number, dy: number): void {
    this.#parts.rig.orbit.turn(-TURN_RATE * dx, TURN_RATE * dy);
    this.#wake();
  }

  pan(dx: number, dy: number): void {
    const scale = 0.9 / this.#parts.canvas.clientHeight;
    this.#parts.rig.orbit.pan(-dx * scale, dy * scale);
    this.#wake();
  }

  zoom(factor: number, place: ScreenPoint | undefined): void {
    const { rig } = this.#parts;
    rig.orbit.zoom(factor, place && !rig.subject ? this.#picking.point(place) : undefined);
    this.#wake();
  }

  reset(): void {
    this.#parts.rig.reset();
    this.#wake();
  }

  /** Before a picture is drawn; gives whether it has to be. */
  update(now: number, hasMoved: boolean): boolean {
    const { canvas, store, views } = this.#parts;
    const drags = this.#drag.update();
    // things also move away from under a pointer that rests
    const isOld = hasMoved && this.#pointer !== undefined && now - this.#pointedMs > POINT_MS;
    if ((this.#hasPointed || isOld) && !this.#drag.isActive) this.#point(now);
    this.#hasPointed = false;
    const { clientWidth, clientHeight } = canvas;
    for (const outline of [this.#whole, this.#part, this.#hover]) outline.resize(clientWidth, clientHeight);
    const selected = views.get(store.selection?.entity ?? "");
    const part = selected && bodyOfPart(selected, store.selection?.part);
    const hovered = views.get(this.#hovered?.entity ?? "")?.find(this.#hovered?.body);
    // through its own eye, a robot has no outline
    const isEye = store.settings.camera === "eye" && selected !== undefined;
    const isNews = [
      this.#whole.show(selected && !isEye ? selected.bodies : []),
      this.#part.show(part && !isEye ? [part] : []),
      this.#hover.show(hovered && hovered !== part ? [hovered] : []),
    ];
    return drags || isNews.includes(true);
  }

  dispose(): void {
    this.#drag.dispose();
    for (const outline of [this.#whole, this.#part, this.#hover]) outline.dispose();
    this.#parts.canvas.style.cursor = "";
  }

  #point(now: number): void {
    this.#pointedMs = now;
    const hit = this.#pointer && this.#picking.pick(this.#pointer);
    this.#hovered = hit && { entity: hit.entity.entity.name, body: hit.body.body.name };
    const cursor = hit ? (hit.entity.entity.isStatic ? "pointer" : "grab") : "";
    if (this.#parts.canvas.style.cursor !== cursor) this.#parts.canvas.style.cursor = cursor;
  }
}

/** A body itself, or the one on which a joint or a sensor of that name sits. */
function bodyOfPart({ entity, bodies }: EntityView, part: string | undefined): BodyView | undefined {
  if (part === undefined) return undefined;
  const joint = entity.joints.find(({ name }) => name === part);
  const sensor = entity.sensors.find(({ name }) => name === part);
  const names = [part, sensor?.body, joint?.body2, joint?.body1];
  return names.map((name) => bodies.find(({ body }) => body.name === name)).find((view) => view !== undefined);
}
