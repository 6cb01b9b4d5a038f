// The part of the canvas that nothing covers: the page lays its panels over the picture, and what is looked at belongs in
// the middle of what is left. Found by asking what lies at points along a cross.

export interface Area {
  /** In CSS pixels of the canvas. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const POINTS = 40;
/** A smaller share than this is no place to look at things. */
const LEAST_SHARE = 0.3;

export function freeArea(canvas: HTMLCanvasElement): Area {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const isFree = (x: number, y: number) => document.elementFromPoint(left + x, top + y) === canvas;
  const across = longestRun((share) => isFree(share * width, height / 2));
  const middle = ((across.from + across.to) / 2) * width;
  const down = longestRun((share) => isFree(middle, share * height));
  return {
    x: across.from * width,
    y: down.from * height,
    width: (across.to - across.from) * width,
    height: (down.to - down.from) * height,
  };
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Of the way from 0 to 1; all of it if there is none that is worth it. */
export function longestRun(isFree: (share: number) => boolean): Run {
  let best: Run = { from: 0, to: 0 };
  let from: number | undefined;
  for (let i = 0; i <= POINTS; i++) {
    const free = i < POINTS && isFree((i + 0.5) / POINTS);
    if (free) from ??= i / POINTS;
    else if (from !== undefined) {
      if (i / POINTS - from > best.to - best.from) best = { from, to: i / POINTS };
      from = undefined;
    }
  }
  return best.to - best.from < LEAST_SHARE ? { from: 0, to: 1 } : best;
}
