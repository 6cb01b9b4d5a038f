// Turns pointer gestures into hovering, selecting, dragging and camera motion. Outlines mark the hovered and selected
// bodies.

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

interface InteractionParts {
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

  /** The editor's handles. */
  isTaken: () => boolean = () => false;

  /** True: a mark of the editor has taken the click. */
  takesClick: (place: ScreenPoint) => boolean = () => false;

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

  /** The first click selects the entity, the next one the part of it that is under the pointer. */
  click(place: ScreenPoint): void {
    if (this.takesClick(place)) return;
    const { store } = this.#parts;
    if (store.measured) {
      const point = this.#picking.point(place);
      if (point) store.measure([point.x, point.y, point.z]);
      return;
    }
    const hit = this.#picking.pick(place);
    if (!hit) {
      store.select(undefined);
      return;
    }
    const { name } = hit.entity.entity;
    const isAgain = store.selection?.entity === name;
    store.select(isAgain ? { entity: name, part: hit.body.body.name } : { entity: name });
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

  /** The point of the world under a screen point. */
  pointAt(place: ScreenPoint): Vector3 | undefined {
    return this.#picking.point(place);
  }

  /** Height of the ground or thing below a place, without an entity, m; 0 if there is none. */
  floorBelow(entity: string, place: Vector3): number {
    return this.#picking.below(place, entity) ?? 0;
  }

  /** Touch has no hovering, so a finger drags only what is selected. */
  canGrab(place: ScreenPoint, isTouch: boolean): boolean {
    // the past cannot be changed
    const { isEditing, behindSec, measured, settings } = this.#parts.store;
    const isHandled = settings.drag === "arrows" || settings.drag === "rings";
    if (isEditing || behindSec !== undefined || measured || isHandled) return false;
    const hit = this.#picking.pick(place);
    const isSelected = hit?.entity.entity.name === this.#parts.store.selection?.entity;
    this.#grabbed = hit && !hit.entity.entity.isStatic && (isSelected || !isTouch) ? hit : undefined;
    return this.#grabbed !== undefined;
  }

  grab(place: ScreenPoint): void {
    if (!this.#grabbed) return;
    const { entity } = this.#grabbed;
    const { store } = this.#parts;
    if (store.selection?.entity !== entity.entity.name) store.select({ entity: entity.entity.name });
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

  /** Called before each frame. Returns whether the frame has to be drawn. */
  update(now: number, hasMoved: boolean): boolean {
    const { canvas, store, views } = this.#parts;
    const drags = this.#drag.update();
    // bodies also move under a resting pointer
    const isOld = hasMoved && this.#pointer !== undefined && now - this.#pointedMs > POINT_MS;
    if ((this.#hasPointed || isOld) && !this.#drag.isActive) this.#point(now);
    this.#hasPointed = false;
    const { clientWidth, clientHeight } = canvas;
    for (const outline of [this.#whole, this.#part, this.#hover]) outline.resize(clientWidth, clientHeight);
    const selected = views.get(store.selection?.entity ?? "");
    const part = selected && bodyOfPart(selected, store.selection?.part);
    const hovered = views.get(this.#hovered?.entity ?? "")?.find(this.#hovered?.body);
    // no outline of the robot whose view is shown
    const isEye = store.settings.camera === "eye" && selected !== undefined;
    const changes = [
      this.#whole.show(selected && !isEye ? selected.bodies : []),
      this.#part.show(part && !isEye ? [part] : []),
      this.#hover.show(hovered && hovered !== part ? [hovered] : []),
    ];
    return drags || changes.includes(true);
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

/** The body of that name, or the body that carries the joint or sensor of that name. */
function bodyOfPart({ entity, bodies }: EntityView, part: string | undefined): BodyView | undefined {
  if (part === undefined) return undefined;
  const joint = entity.joints.find(({ name }) => name === part);
  const sensor = entity.sensors.find(({ name }) => name === part);
  const names = [part, sensor?.body, joint?.body2, joint?.body1];
  return names.map((name) => bodies.find(({ body }) => body.name === name)).find((view) => view !== undefined);
}
