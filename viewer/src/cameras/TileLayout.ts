// How many columns let tiles of one shape fill a room best: the largest tiles of which all fit in; where they would become
// too small, so many of the least size as fit beside each other, and the room scrolls.

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface TileShape {
  /** Of the picture: width / height. */
  readonly aspect: number;
  /** Below the picture, px. */
  readonly caption: number;
  readonly gap: number;
  readonly least: number;
}

/** Columns, and the width of a tile, px. */
export function tile(count: number, { width, height }: Room, shape: TileShape): { columns: number; size: number } {
  const { aspect, caption, gap, least } = shape;
  const most = Math.max(1, Math.floor((width + gap) / (Math.min(least, width) + gap)));
  let best = { columns: most, size: 0 };
  for (let columns = 1; columns <= Math.min(count, most); columns++) {
    const rows = Math.ceil(count / columns);
    const across = (width - (columns - 1) * gap) / columns;
    const down = ((height - (rows - 1) * gap) / rows - caption) * aspect;
    const size = Math.floor(Math.min(across, down));
    if (size > best.size) best = { columns, size };
  }
  if (best.size >= Math.min(least, width)) return best;
  return { columns: most, size: Math.floor((width - (most - 1) * gap) / most) };
}
