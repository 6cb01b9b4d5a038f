// The lines of a text around a position that an error names.

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Finds "line 3, column 14" or "3:14". */
export function findPosition(text: string): TextPosition | undefined {
  const match = /line (\d+)(?:,? column (\d+))?/i.exec(text) ?? /\b(\d+):(\d+)\b/.exec(text);
  return match ? { line: Number(match[1]), column: Number(match[2] ?? 1) } : undefined;
}

const AROUND = 2;
const WIDEST = 160;

/** Numbered lines, with a caret under the position. */
export function excerptOf(
  text: string,
  { line, column }: TextPosition,
): { readonly text: string; readonly isMarked: boolean }[] {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  const out: { text: string; isMarked: boolean }[] = [];
  for (let i = first; i <= last; i++) {
    out.push({ text: `${String(i).padStart(width)}  ${lines[i - 1].slice(0, WIDEST)}`, isMarked: i === line });
    if (i === line && column <= WIDEST) out.push({ text: `${" ".repeat(width + 1 + column)}^`, isMarked: true });
  }
  return out;
}
