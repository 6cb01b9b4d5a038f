// Reads <Texture> of a solid (S3): a PNG from a <File> or as base64 <Data>, a <Checker>, or <Stripes>. <TileSize> is the size
// of one tile in metres. A file is read once, even if several solids use it.

import { spaciousBytes } from "../../math/LargeBytes.js";
import { checkSize } from "../Check.js";
import { readNamedFile } from "../files/DocumentFile.js";
import { type PngPixels, parsePng } from "../files/PngFile.js";
import { SimError, showValue } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { describeTexture, type Texture } from "./Texture.js";

const SOURCES = ["File", "Data", "Checker", "Stripes"] as const;

export function readTexture(solid: XmlReader, context: DocumentContext): Texture | undefined {
  const element = solid.child("Texture");
  return element?.attempt(() => readElement(element, solid, context));
}

function readElement(element: XmlReader, solid: XmlReader, context: DocumentContext): Texture {
  if (solid.name === "Mesh") throw element.error("TEXTURE_UNMAPPED", { found: "a Mesh" });
  const given = element.all(SOURCES);
  if (given.length !== 1)
    throw element.error(given.length === 0 ? "ELEMENT_MISSING" : "PROPERTY_MISPLACED", {
      found: given.length === 0 ? "no image" : given.map(({ name }) => `<${name}>`).join(" beside "),
      allowed: `one of ${SOURCES.map((name) => `<${name}>`).join(", ")}`,
    });
  const tileM = readTile(element);
  const texture = readSource(given[0], tileM, context);
  element.finish();
  return texture;
}

type Tile = Texture["tileM"];

function readTile(element: XmlReader): Tile {
  const tile = element.numbers("TileSize");
  if (tile === undefined) return undefined;
  if (tile.length !== 2)
    throw element.error("LENGTH_WRONG", { found: `${tile.length} numbers`, allowed: "two numbers in m" }, "TileSize");
  for (const side of tile) element.at(() => checkSize(side, ""), "TileSize");
  return [tile[0], tile[1]];
}

function readSource(source: XmlReader, tileM: Tile, context: DocumentContext): Texture {
  const make = (pixels: PngPixels): Texture => {
    context.count("texels", source, pixels.width * pixels.height);
    return source.at(() => describeTexture({ ...pixels, tileM }, ""));
  };
  if (source.name === "File") return readFile(source, tileM, context, make);
  if (source.name === "Data") return make(source.at(() => parsePng(decodeBase64(source.ownText()))));
  return make(source.name === "Checker" ? drawChecker(source) : drawStripes(source));
}

/** Textures of files that are already read: by document, then by path and tile size. */
const known = new WeakMap<DocumentContext, Map<string, Texture>>();

function readFile(
  element: XmlReader,
  tileM: Tile,
  context: DocumentContext,
  make: (pixels: PngPixels) => Texture,
): Texture {
  const named = element.ownText();
  const key = `${element.element.document.file ?? ""}\n${named}\n${tileM?.join(" ") ?? ""}`;
  const ofDocument = known.get(context) ?? new Map<string, Texture>();
  known.set(context, ofDocument);
  const made = ofDocument.get(key);
  if (made) return made;
  const { bytes } = readNamedFile(named, element, context);
  const texture = make(element.at(() => parsePng(bytes)));
  ofDocument.set(key, texture);
  return texture;
}

function decodeBase64(text: string): Uint8Array {
  let decoded: string;
  try {
    decoded = atob(text);
  } catch {
    throw new SimError("TEXTURE_UNREADABLE", { where: "", found: showValue(text), allowed: "a PNG as base64" });
  }
  const bytes = spaciousBytes(decoded.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
  return bytes;
}

// ---- drawn patterns

type Rgb = readonly [number, number, number];
const MAX_SQUARES = 256;

function drawChecker(element: XmlReader): PngPixels {
  const colors = readColors(element, 2);
  const squares = element.needed("Squares");
  const counts = squares.ownNumbers();
  if (counts.length !== 2)
    throw squares.error("LENGTH_WRONG", {
      found: `${counts.length} numbers`,
      allowed: "two numbers: columns and rows",
    });
  for (const n of counts)
    if (!Number.isInteger(n) || n < 1 || n > MAX_SQUARES)
      throw squares.error("VALUE_OUT_OF_RANGE", { found: n, allowed: `whole numbers from 1 to ${MAX_SQUARES}` });
  return drawSquares(counts[0], counts[1], (x, y) => colors[(x + y) % 2]);
}

/** Stripes side by side, from left to right; the colours repeat. */
function drawStripes(element: XmlReader): PngPixels {
  const colors = readColors(element, MAX_SQUARES);
  const count = element.number("Count", { min: 1, max: MAX_SQUARES, whole: true }) ?? colors.length;
  return drawSquares(count, 1, (x) => colors[x % colors.length]);
}

/** Each square has several pixels, so that its edges stay sharp when the texture is filtered. */
function drawSquares(across: number, down: number, colorAt: (x: number, y: number) => Rgb): PngPixels {
  const side = Math.min(32, Math.max(4, Math.floor(256 / Math.max(across, down))));
  const [width, height] = [across * side, down * side];
  const pixels = spaciousBytes(4 * width * height);
  for (let row = 0, o = 0; row < height; row++)
    for (let column = 0; column < width; column++, o += 4) {
      pixels.set(colorAt(Math.floor(column / side), Math.floor(row / side)), o);
      pixels[o + 3] = 255;
    }
  return { width, height, pixels };
}

/** At least two colours #rrggbb. */
function readColors(owner: XmlReader, max: number): readonly Rgb[] {
  const element = owner.needed("Colors");
  const words = element.ownText().split(/[\s,]+/);
  const allowed = max === 2 ? "two colours #rrggbb" : `2 to ${max} colours #rrggbb`;
  const colors = words.map((word) => {
    if (!/^#[0-9a-fA-F]{6}$/.test(word)) throw element.error("VALUE_OUT_OF_RANGE", { found: showValue(word), allowed });
    return [1, 3, 5].map((i) => Number.parseInt(word.slice(i, i + 2), 16)) as unknown as Rgb;
  });
  if (colors.length < 2 || colors.length > max)
    throw element.error("LENGTH_WRONG", { found: `${colors.length} colours`, allowed });
  return colors;
}
