// How many columns let tiles of one shape fill a room best: the largest tiles of which all fit in; where they would become
// too small, so many of the least size as fit beside each other, and the room scrolls.

export interface TileArea {
  readonly width: number;
  readonly height: number;
}

export interface TileShape {
  /** Of the picture: width / height. */
  readonly aspect: number;
  /** Below the picture, px. */
  readonly caption: number;
  readonly gap: number;
  readonly minWidth: number;
}

/** Columns, and the width of a tile, px. */
export function layoutTiles(
  count: number,
  { width, height }: TileArea,
  shape: TileShape,
): { columns: number; size: number } {
  const { aspect, caption, gap, minWidth } = shape;
  const maxColumns = Math.max(1, Math.floor((width + gap) / (Math.min(minWidth, width) + gap)));
  let best = { columns: maxColumns, size: 0 };
  for (let columns = 1; columns <= Math.min(count, maxColumns); columns++) {
    const rows = Math.ceil(count / columns);
    const across = (width - (columns - 1) * gap) / columns;
    const down = ((height - (rows - 1) * gap) / rows - caption) * aspect;
    const size = Math.floor(Math.min(across, down));
    if (size > best.size) best = { columns, size };
  }
  if (best.size >= Math.min(minWidth, width)) return best;
  return { columns: maxColumns, size: Math.floor((width - (maxColumns - 1) * gap) / maxColumns) };
}
