// The part of the canvas that nothing covers for long: panels lie over the picture, and what is looked at belongs in the
// middle of what is left. Panels say by `data-covers` on which side they stand; one that is folded covers nothing at the
// sides, and how tall a side panel is does not matter, so that the view stays while its content changes. Menus, messages
// and dialogs come and go and do not count.

export interface Area {
  /** In CSS pixels of the canvas. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type CoveredSide = "top" | "left" | "right" | "bottom";

/** A smaller share than this is no place to look at things. */
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

/** What the covers leave; all of it along a side where that is too little. */
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

/** Calls when panels have changed their sizes, come or gone; gives a function that ends it. */
export function watchCovers(changed: () => void): () => void {
  const sizes = new ResizeObserver(changed);
  for (const element of document.querySelectorAll(COVERS)) sizes.observe(element);
  return () => sizes.disconnect();
}
