// What hands do on the canvas, told apart: hovering, clicking, dragging a body, turning and moving the view, zooming;
// with a mouse, with one or two fingers, with keys.

export interface Place {
  /** In CSS pixels of the page's viewport. */
  readonly x: number;
  readonly y: number;
}

export interface PointerListener {
  hover(place: Place | undefined): void;
  click(place: Place): void;
  doubleClick(place: Place): void;
  /** Whether there is something at this place to be dragged. */
  canGrab(place: Place, isTouch: boolean): boolean;
  grab(place: Place): void;
  drag(place: Place, isUpright: boolean): void;
  drop(): void;
  /** Pixels. */
  turn(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, place: Place | undefined): void;
  reset(): void;
}

const CLICK_PX = 4;
const TOUCH_CLICK_PX = 9;
const KEY_PX = 40;
const WHEEL_RATE = 0.0014;

type Manner = "armed" | "drag" | "turn" | "pan" | "pinch";

export class PointerInput {
  readonly #canvas: HTMLCanvasElement;
  readonly #listener: PointerListener;
  readonly #fingers = new Map<number, Place>();
  readonly #ended = new AbortController();
  #manner: Manner | undefined;
  #start: Place = { x: 0, y: 0 };
  #hasMoved = false;

  constructor(canvas: HTMLCanvasElement, listener: PointerListener) {
    this.#canvas = canvas;
    this.#listener = listener;
    canvas.style.touchAction = "none";
    if (!canvas.hasAttribute("tabindex")) canvas.tabIndex = 0;
    const { signal } = this.#ended;
    canvas.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.#up(event, true), { signal });
    canvas.addEventListener("pointercancel", (event) => this.#up(event, false), { signal });
    canvas.addEventListener("lostpointercapture", (event) => this.#up(event, false), { signal });
    canvas.addEventListener("pointerleave", () => this.#manner ?? listener.hover(undefined), { signal });
    canvas.addEventListener("dblclick", ({ clientX: x, clientY: y }) => listener.doubleClick({ x, y }), { signal });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  get isBusy(): boolean {
    return this.#manner !== undefined;
  }

  dispose(): void {
    this.#end();
    this.#ended.abort();
  }

  #down(event: PointerEvent): void {
    this.#canvas.focus({ preventScroll: true });
    this.#canvas.setPointerCapture(event.pointerId);
    const place = { x: event.clientX, y: event.clientY };
    this.#fingers.set(event.pointerId, place);
    if (this.#fingers.size === 2 && this.#manner !== "drag") this.#manner = "pinch";
    if (this.#fingers.size > 1) return;
    this.#start = place;
    this.#hasMoved = false;
    if (event.button !== 0 || event.ctrlKey || event.metaKey) this.#manner = "pan";
    else if (this.#listener.canGrab(place, event.pointerType === "touch")) this.#manner = "armed";
    else this.#manner = event.shiftKey ? "pan" : "turn";
  }

  #move(event: PointerEvent): void {
    const place = { x: event.clientX, y: event.clientY };
    const before = this.#fingers.get(event.pointerId);
    if (!before || !this.#manner) {
      if (event.pointerType !== "touch") this.#listener.hover(place);
      return;
    }
    if (this.#manner === "pinch") {
      this.#pinch(event.pointerId, place);
      return;
    }
    const least = event.pointerType === "touch" ? TOUCH_CLICK_PX : CLICK_PX;
    if (!this.#hasMoved && Math.hypot(place.x - this.#start.x, place.y - this.#start.y) < least) return;
    this.#fingers.set(event.pointerId, place);
    if (!this.#hasMoved) {
      this.#hasMoved = true;
      if (this.#manner === "armed") {
        this.#manner = "drag";
        this.#listener.grab(this.#start);
      } else this.#listener.hover(undefined);
    }
    if (this.#manner === "drag") this.#listener.drag(place, event.shiftKey);
    else if (this.#manner === "turn") this.#listener.turn(place.x - before.x, place.y - before.y);
    else if (this.#manner === "pan") this.#listener.pan(place.x - before.x, place.y - before.y);
  }

  #pinch(id: number, place: Place): void {
    const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
    const before = this.#fingers.get(id)!;
    this.#hasMoved = true;
    this.#fingers.set(id, place);
    if (!other) return;
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    const wide = (p: Place) => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
    this.#listener.zoom(wide(before) / wide(place), middle);
    this.#listener.pan((place.x - before.x) / 2, (place.y - before.y) / 2);
  }

  #up(event: PointerEvent, isDone: boolean): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#fingers.size > 0) {
      // one finger of two stays: it goes on turning
      if (this.#manner === "pinch" && this.#fingers.size === 1) this.#manner = "turn";
      return;
    }
    const isClick = isDone && !this.#hasMoved && this.#manner !== "pan" && this.#manner !== "pinch";
    const place = { x: event.clientX, y: event.clientY };
    this.#end();
    if (isClick) this.#listener.click(place);
    if (isDone && event.pointerType !== "touch") this.#listener.hover(place);
  }

  #end(): void {
    if (this.#manner === "drag") this.#listener.drop();
    this.#manner = undefined;
    this.#fingers.clear();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const rate = event.ctrlKey ? 6 * WHEEL_RATE : WHEEL_RATE;
    const amount = Math.max(-0.7, Math.min(0.7, event.deltaY * lines * rate));
    this.#listener.zoom(Math.exp(amount), { x: event.clientX, y: event.clientY });
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = (dx: number, dy: number) => {
      if (event.shiftKey) this.#listener.pan(-KEY_PX * dx, -KEY_PX * dy);
      else this.#listener.turn(-KEY_PX * dx, -KEY_PX * dy);
    };
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(-1, 0),
      ArrowRight: () => move(1, 0),
      ArrowUp: () => move(0, -1),
      ArrowDown: () => move(0, 1),
      "+": () => this.#listener.zoom(0.8, undefined),
      "=": () => this.#listener.zoom(0.8, undefined),
      "-": () => this.#listener.zoom(1.25, undefined),
      Home: () => this.#listener.reset(),
      Escape: () => this.#end(),
    };
    const act = acts[event.key];
    if (!act || (event.key === "Escape" && !this.#manner)) return;
    event.preventDefault();
    act();
  }
}
