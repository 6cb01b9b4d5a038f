// Where the views of a film are in its picture (X4): in rows of equal tiles, from the top left. A camera keeps its own aspect and leaves
// the rest of its tile black; a view fills its tile.

export interface FilmSize {
  readonly width: number;
  readonly height: number;
}

export interface Tile extends FilmSize {
  readonly x: number;
  readonly y: number;
}

/** Rows and columns whose tiles are closest to the aspect of the picture. */
export function tilesOf({ width, height }: FilmSize, count: number): readonly Tile[] {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const edge = (k: number, parts: number, whole: number): number => Math.floor((k * whole) / parts);
  return Array.from({ length: count }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const [x, y] = [edge(column, columns, width), edge(row, rows, height)];
    return { x, y, width: edge(column + 1, columns, width) - x, height: edge(row + 1, rows, height) - y };
  });
}

/** The largest tile of this shape in the middle of another. */
export function fitIn(tile: Tile, { width, height }: FilmSize): Tile {
  const scale = Math.min(tile.width / width, tile.height / height);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return {
    x: tile.x + Math.floor((tile.width - w) / 2),
    y: tile.y + Math.floor((tile.height - h) / 2),
    width: w,
    height: h,
  };
}

/** Video has colours for squares of two by two pixels. */
export const evenSize = ({ width, height }: FilmSize): FilmSize => ({
  width: 2 * Math.max(1, Math.round(width / 2)),
  height: 2 * Math.max(1, Math.round(height / 2)),
});
