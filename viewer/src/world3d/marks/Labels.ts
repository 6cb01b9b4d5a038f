// Names above robots, as HTML so that they are sharp at every size. A name that overlaps a nearer one or is far away is
// hidden.

import { Vector3 } from "three";
import { LEAGUE_SCENES } from "../../leagues/LeagueScenes.js";
import type { Store } from "../../Store.js";
import type { CameraRig } from "../camera/CameraRig.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";

const MAX_AWAY_M = 60;
const ABOVE_PX = 10;
const GAP_PX = 4;

interface Label {
  readonly element: HTMLSpanElement;
  readonly top: number;
  width: number;
  height: number;
}

interface Spot {
  readonly label: Label;
  readonly x: number;
  readonly y: number;
  readonly away: number;
}

export class Labels {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #layer = document.createElement("div");
  readonly #labels = new Map<EntityView, Label>();
  #place = "";

  constructor(canvas: HTMLCanvasElement, store: Store, views: EntityViews) {
    this.#canvas = canvas;
    this.#store = store;
    this.#views = views;
    this.#layer.className = "world3d-labels";
    this.#layer.setAttribute("aria-hidden", "true");
  }

  useDark(isDark: boolean): void {
    this.#layer.classList.toggle("dark", isDark);
  }

  update({ camera, viewpoint }: CameraRig): void {
    const { showLabels, camera: mode } = this.#store.settings;
    this.#layer.hidden = !showLabels;
    if (!showLabels) return;
    this.#attach();
    this.#sync();
    const seen = new Vector3();
    const spots: Spot[] = [];
    for (const [view, label] of this.#labels) {
      const isSelected = view.entity.name === this.#store.selection?.entity;
      label.element.classList.toggle("selected", isSelected);
      view.center(seen);
      seen.z += label.top;
      const away = seen.distanceTo(viewpoint);
      seen.project(camera);
      const isOwnEye = isSelected && mode === "eye";
      if (seen.z > 1 || Math.abs(seen.x) > 1.1 || Math.abs(seen.y) > 1.1 || away > MAX_AWAY_M || isOwnEye) {
        label.element.classList.remove("shown");
        continue;
      }
      const x = ((seen.x + 1) / 2) * this.#canvas.clientWidth - label.width / 2;
      const y = ((1 - seen.y) / 2) * this.#canvas.clientHeight - label.height - ABOVE_PX;
      // the selected name is never hidden
      spots.push({ label, x, y, away: isSelected ? 0 : away });
    }
    this.#show(spots.sort((a, b) => a.away - b.away));
  }

  dispose(): void {
    this.#layer.remove();
    this.#labels.clear();
  }

  #show(spots: readonly Spot[]): void {
    const taken: Spot[] = [];
    for (const spot of spots) {
      const { label, x, y } = spot;
      const isFree = taken.every(
        (other) =>
          Math.abs(x + label.width / 2 - other.x - other.label.width / 2) >
            (label.width + other.label.width) / 2 + GAP_PX || Math.abs(y - other.y) > label.height + GAP_PX,
      );
      // the number of a player in a crowd gets small and moves aside, but stays
      const isCrowded = !isFree && label.element.dataset.team !== undefined;
      label.element.classList.toggle("crowded", isCrowded);
      label.element.classList.toggle("shown", isFree || isCrowded);
      if (!isFree && !isCrowded) continue;
      if (isFree) taken.push(spot);
      label.element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    }
  }

  /** Places the layer exactly over the canvas. */
  #attach(): void {
    if (!this.#layer.isConnected) this.#canvas.after(this.#layer);
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.#canvas;
    const place = `left:${offsetLeft}px;top:${offsetTop}px;width:${clientWidth}px;height:${clientHeight}px`;
    if (place !== this.#place) this.#layer.style.cssText = place;
    this.#place = place;
  }

  #sync(): void {
    const robots = [...this.#views.all()].filter(({ entity }) => entity.role === "robot");
    for (const [view, { element }] of this.#labels)
      if (!robots.includes(view)) {
        element.remove();
        this.#labels.delete(view);
      }
    const added = robots.filter((view) => !this.#labels.has(view) && view.bodies.some(({ isPlaced }) => isPlaced));
    for (const view of added) {
      const element = document.createElement("span");
      // players are labelled by colour and number
      const { name } = view.entity;
      const label = LEAGUE_SCENES.map(({ labelOf }) => labelOf(this.#store, name)).find((one) => one !== undefined);
      element.textContent = label?.text ?? name;
      if (label) element.dataset.team = label.team;
      element.addEventListener("click", () => this.#store.select({ entity: name }));
      // the wheel and double clicks act on the view below
      element.addEventListener("wheel", (event) => this.#canvas.dispatchEvent(new WheelEvent("wheel", event)));
      element.addEventListener("dblclick", (event) => this.#canvas.dispatchEvent(new MouseEvent("dblclick", event)));
      this.#layer.append(element);
      const bounds = this.#views.bounds([view]);
      // height above the centre when the robot joins
      const top = bounds ? Math.min(bounds.radius, bounds.center.z + bounds.radius - view.center().z) * 0.9 : 0.2;
      this.#labels.set(view, { element, top, width: 0, height: 0 });
    }
    for (const view of added) {
      const label = this.#labels.get(view)!;
      label.width = label.element.offsetWidth;
      label.height = label.element.offsetHeight;
    }
  }
}
