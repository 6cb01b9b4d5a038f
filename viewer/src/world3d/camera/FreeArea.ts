// The part of the canvas that panels leave free; the target of the view belongs in its middle. Panels name their side
// in `data-covers`. A folded side panel covers nothing, and the height of a side panel does not count, so that the
// view stays while its content changes. Menus, messages and dialogs do not count.

export interface Area {
  /** In CSS pixels of the canvas. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type CoveredSide = "top" | "left" | "right" | "bottom";

/** If less than this share of a dimension is free, the whole dimension counts as free. */
const MIN_SHARE = 0.3;
const COVERS = "[data-covers]";

export interface Cover {
  readonly side: CoveredSide;
  /** In CSS pixels of the canvas. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function freeArea(canvas: HTMLCanvasElement): Area {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const covers = [...document.querySelectorAll<HTMLElement>(COVERS)].flatMap((element): Cover[] => {
    const side = element.dataset.covers as CoveredSide;
    const isAside = side === "left" || side === "right";
    const rect = element.getBoundingClientRect();
    if (rect.width === 0 || (isAside && element.hasAttribute("data-folded"))) return [];
    const [x, y] = [-left, -top];
    return [{ side, left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y }];
  });
  return areaBeside(covers, width, height);
}

/** The area that the covers leave, or the whole width or height where too little is left. */
export function areaBeside(covers: readonly Cover[], width: number, height: number): Area {
  const edges = { left: 0, top: 0, right: width, bottom: height };
  for (const { side, left, top, right, bottom } of covers) {
    // beside the canvas, not over it
    if (right <= 0 || left >= width || bottom <= 0 || top >= height) continue;
    if (side === "left") edges.left = Math.max(edges.left, right);
    if (side === "right") edges.right = Math.min(edges.right, left);
    if (side === "top") edges.top = Math.max(edges.top, bottom);
    if (side === "bottom") edges.bottom = Math.min(edges.bottom, top);
  }
  const isWide = edges.right - edges.left >= MIN_SHARE * width;
  const isTall = edges.bottom - edges.top >= MIN_SHARE * height;
  const [x, right] = isWide ? [edges.left, edges.right] : [0, width];
  const [y, bottom] = isTall ? [edges.top, edges.bottom] : [0, height];
  return { x, y, width: right - x, height: bottom - y };
}

/** Calls `changed` when the size of a panel changes. Returns a function that unsubscribes. */
export function watchCovers(changed: () => void): () => void {
  const sizes = new ResizeObserver(changed);
  for (const element of document.querySelectorAll(COVERS)) sizes.observe(element);
  return () => sizes.disconnect();
}
