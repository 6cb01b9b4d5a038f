// Chooses the number of columns for tiles of one shape: the largest tiles that all fit into the area. Where they would
// be narrower than `minWidth`, as many columns of that width as fit, and the area scrolls.

interface TileArea {
  readonly width: number;
  readonly height: number;
}

interface TileShape {
  /** Width / height of the picture. */
  readonly aspect: number;
  /** Height of the caption below the picture, px. */
  readonly caption: number;
  readonly gap: number;
  readonly minWidth: number;
}

/** `size` is the width of a tile, px. */
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
