// Recognises gestures on the canvas: hovering, clicking, dragging a body, rotating, panning and zooming the view; with a
// mouse, one or two fingers, or keys.

export interface ScreenPoint {
  /** In CSS pixels of the page's viewport. */
  readonly x: number;
  readonly y: number;
}

export interface PointerListener {
  hover(point: ScreenPoint | undefined): void;
  click(point: ScreenPoint): void;
  doubleClick(point: ScreenPoint): void;
  /** True: the pointer acts on something else. */
  isTaken(): boolean;
  /** Whether there is something to drag at this point. */
  canGrab(point: ScreenPoint, isTouch: boolean): boolean;
  grab(point: ScreenPoint): void;
  drag(point: ScreenPoint, isUpright: boolean): void;
  drop(): void;
  /** Pixels. */
  turn(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, point: ScreenPoint | undefined): void;
  reset(): void;
}

const CLICK_PX = 4;
const TOUCH_CLICK_PX = 9;
const KEY_PX = 40;
const WHEEL_RATE = 0.0014;

type Gesture = "armed" | "drag" | "turn" | "pan" | "pinch";

export class PointerInput {
  readonly #canvas: HTMLCanvasElement;
  readonly #listener: PointerListener;
  readonly #fingers = new Map<number, ScreenPoint>();
  readonly #ended = new AbortController();
  #gesture: Gesture | undefined;
  #start: ScreenPoint = { x: 0, y: 0 };
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
    canvas.addEventListener("pointerleave", () => this.#gesture ?? listener.hover(undefined), { signal });
    canvas.addEventListener("dblclick", ({ clientX: x, clientY: y }) => listener.doubleClick({ x, y }), { signal });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  get isBusy(): boolean {
    return this.#gesture !== undefined;
  }

  dispose(): void {
    this.#end();
    this.#ended.abort();
  }

  #down(event: PointerEvent): void {
    this.#canvas.focus({ preventScroll: true });
    if (this.#listener.isTaken()) return;
    this.#canvas.setPointerCapture(event.pointerId);
    const point = { x: event.clientX, y: event.clientY };
    this.#fingers.set(event.pointerId, point);
    if (this.#fingers.size === 2 && this.#gesture !== "drag") this.#gesture = "pinch";
    if (this.#fingers.size > 1) return;
    this.#start = point;
    this.#hasMoved = false;
    if (event.button !== 0 || event.ctrlKey || event.metaKey) this.#gesture = "pan";
    else if (this.#listener.canGrab(point, event.pointerType === "touch")) this.#gesture = "armed";
    else this.#gesture = event.shiftKey ? "pan" : "turn";
  }

  #move(event: PointerEvent): void {
    const point = { x: event.clientX, y: event.clientY };
    const before = this.#fingers.get(event.pointerId);
    if (!before || !this.#gesture) {
      if (event.pointerType !== "touch") this.#listener.hover(point);
      return;
    }
    if (this.#gesture === "pinch") {
      this.#pinch(event.pointerId, point);
      return;
    }
    const minMovePx = event.pointerType === "touch" ? TOUCH_CLICK_PX : CLICK_PX;
    if (!this.#hasMoved && Math.hypot(point.x - this.#start.x, point.y - this.#start.y) < minMovePx) return;
    this.#fingers.set(event.pointerId, point);
    if (!this.#hasMoved) {
      this.#hasMoved = true;
      if (this.#gesture === "armed") {
        this.#gesture = "drag";
        this.#listener.grab(this.#start);
      } else this.#listener.hover(undefined);
    }
    if (this.#gesture === "drag") this.#listener.drag(point, event.shiftKey);
    else if (this.#gesture === "turn") this.#listener.turn(point.x - before.x, point.y - before.y);
    else if (this.#gesture === "pan") this.#listener.pan(point.x - before.x, point.y - before.y);
  }

  #pinch(id: number, point: ScreenPoint): void {
    const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
    const before = this.#fingers.get(id)!;
    this.#hasMoved = true;
    this.#fingers.set(id, point);
    if (!other) return;
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
    const wide = (p: ScreenPoint) => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
    this.#listener.zoom(wide(before) / wide(point), middle);
    this.#listener.pan((point.x - before.x) / 2, (point.y - before.y) / 2);
  }

  #up(event: PointerEvent, isDone: boolean): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#fingers.size > 0) {
      // after a pinch the remaining finger rotates the view
      if (this.#gesture === "pinch" && this.#fingers.size === 1) this.#gesture = "turn";
      return;
    }
    const isClick = isDone && !this.#hasMoved && this.#gesture !== "pan" && this.#gesture !== "pinch";
    const point = { x: event.clientX, y: event.clientY };
    this.#end();
    if (isClick) this.#listener.click(point);
    if (isDone && event.pointerType !== "touch") this.#listener.hover(point);
  }

  #end(): void {
    if (this.#gesture === "drag") this.#listener.drop();
    this.#gesture = undefined;
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
    if (!act || (event.key === "Escape" && !this.#gesture)) return;
    event.preventDefault();
    act();
  }
}
