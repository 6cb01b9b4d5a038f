// A plot as SVG.

import { type Canvas, TEXT_COLOR, TEXT_SIZE } from "./Canvas.js";

export class SvgCanvas implements Canvas {
  readonly width: number;
  readonly height: number;
  readonly #elements: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  line(points: readonly number[], color: string, width: number): void {
    const pairs: string[] = [];
    for (let i = 0; i < points.length; i += 2) pairs.push(`${round(points[i])},${round(points[i + 1])}`);
    this.#elements.push(
      `<polyline points="${pairs.join(" ")}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"/>`,
    );
  }

  text(x: number, y: number, text: string, align: "start" | "middle" | "end"): void {
    this.#elements.push(`<text x="${round(x)}" y="${round(y)}" text-anchor="${align}">${escapeXml(text)}</text>`);
  }

  file(): string {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="${TEXT_SIZE}" fill="${TEXT_COLOR}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${this.#elements.join("\n")}
</svg>
`;
  }
}

const round = (x: number): number => Math.round(x * 100) / 100;

const ESCAPES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (one) => ESCAPES[one]);
