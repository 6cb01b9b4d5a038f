// Draws lines over a common x axis, one panel below the other, as SVG. Labels stand above their panel, clear of the lines.

export interface Line {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly color: string;
  readonly name?: string;
  /** Draws a dot at each point. */
  readonly dots?: boolean;
}

export interface Panel {
  readonly label: string;
  readonly lines: readonly Line[];
  /** A labelled range of x. */
  readonly shade?: { readonly from: number; readonly to: number; readonly text: string };
}

export interface LinePlot {
  readonly title: string;
  readonly xLabel: string;
  readonly panels: readonly Panel[];
  /** Height of each panel; default: 150. */
  readonly height?: number;
}

const [WIDTH, LEFT, RIGHT, TOP, GAP] = [900, 70, 20, 64, 40];
/** Space between the names of two lines. */
const NAME_WIDTH = 80;
/** Maximum number of points across the picture; more would not be visible. */
const MAX_POINTS = 2000;

export function drawLinePlot({ title, xLabel, panels, height = 150 }: LinePlot): string {
  const xRange = rangeOf(panels.flatMap((panel) => panel.lines.flatMap((line) => line.points.map(([x]) => x))));
  const drawn = panels.map((panel, i) => drawPanel(panel, { top: TOP + i * (height + GAP), height }, xRange));
  const bottom = TOP + panels.length * (height + GAP) - GAP;
  const x = scale(xRange, LEFT, WIDTH - RIGHT);
  const ticks = ticksOf(xRange).map((at) => text(x(at), bottom + 18, at.toString(), "middle"));
  const marks = ticksOf(xRange).map(
    (at) => `<line x1="${x(at)}" x2="${x(at)}" y1="${bottom}" y2="${bottom + 4}" stroke="#bbb"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 48}" font-family="sans-serif" font-size="12" fill="#444">
<rect width="${WIDTH}" height="${bottom + 48}" fill="#fcfcfa"/>
<text x="${LEFT}" y="24" font-size="15" fill="#222">${escapeText(title)}</text>
${drawn.join("\n")}
${marks.join("")}${ticks.join("")}${text((LEFT + WIDTH - RIGHT) / 2, bottom + 38, xLabel, "middle")}
</svg>
`;
}

type Range = readonly [low: number, high: number];

interface Place {
  readonly top: number;
  readonly height: number;
}

function drawPanel({ label, lines, shade }: Panel, { top, height }: Place, xRange: Range): string {
  const yRange = padded(rangeOf(lines.flatMap((line) => line.points.map(([, y]) => y))));
  const [x, y] = [scale(xRange, LEFT, WIDTH - RIGHT), scale(yRange, top + height, top)];
  const grid = ticksOf(yRange).map((at) => {
    const color = at === 0 ? "#a8a8a0" : "#e4e4de";
    const tick = text(LEFT - 6, round(y(at) + 4), at.toString(), "end");
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(at)}" y2="${y(at)}" stroke="${color}"/>${tick}`;
  });
  const shaded = shade
    ? `<rect x="${x(shade.from)}" y="${top}" width="${x(shade.to) - x(shade.from)}" height="${height}" fill="#f6dcd8"/>${text((x(shade.from) + x(shade.to)) / 2, top + height / 2, shade.text, "middle")}`
    : "";
  const named = lines.filter(({ name }) => name);
  const names = named.map(({ name = "", color }, i) =>
    text(WIDTH - RIGHT - NAME_WIDTH * (named.length - 1 - i), top - 8, name, "end", color),
  );
  return [
    shaded,
    ...grid,
    `<rect x="${LEFT}" y="${top}" width="${WIDTH - RIGHT - LEFT}" height="${height}" fill="none" stroke="#bbb"/>`,
    text(LEFT, top - 8, label, "start", "#222"),
    ...lines.map((line) => drawLine(line, x, y)),
    ...names,
  ].join("");
}

function drawLine({ points, color, dots }: Line, x: (v: number) => number, y: (v: number) => number): string {
  const every = Math.ceil(points.length / MAX_POINTS);
  const kept = points.filter((_, i) => i % every === 0);
  const path = kept.map(([px, py], i) => `${i === 0 ? "M" : "L"}${x(px)},${y(py)}`).join("");
  const marks = dots ? kept.map(([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="3" fill="${color}"/>`) : [];
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.6"/>${marks.join("")}`;
}

function scale([low, high]: Range, from: number, to: number): (value: number) => number {
  return (value) => round(from + ((value - low) / (high - low)) * (to - from));
}

/** Rounded to a tenth of a picture unit. */
const round = (place: number): number => Math.floor(place * 10 + 0.5) / 10;

function rangeOf(values: readonly number[]): Range {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (low > high) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}

const padded = ([low, high]: Range): Range => [low - 0.08 * (high - low), high + 0.08 * (high - low)];

/** Four to ten round numbers in the range. */
function ticksOf([low, high]: Range): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / 4));
  const step = power * ([1, 2, 5].findLast((n) => n * power <= (high - low) / 4) ?? 1);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(10)),
  );
}

function text(x: number, y: number, words: string, anchor: "start" | "middle" | "end", fill = "#444"): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}">${escapeText(words)}</text>`;
}

const escapeText = (words: string): string => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
