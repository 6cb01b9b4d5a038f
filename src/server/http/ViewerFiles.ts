// Serves the built viewer (dist/viewer) as plain files: index.html at /, the others by name. Names of assets contain a hash
// of their content, so browsers may cache them forever; index.html is always revalidated.

import { statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { assetReader } from "../Assets.js";
import { packageRoot } from "../PackageRoot.js";
import { pagePolicy, SAFE_HEADERS } from "./ResponseHeaders.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Where `npm run build` writes the viewer. */
export const viewerDirectory = (): string => join(packageRoot(), "dist", "viewer");

interface ViewerFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly cache: string;
}

interface CachedFile {
  readonly bytes: Uint8Array;
  readonly stamp: string;
}

/** Cache by path. An entry is replaced when the file has changed; there are at most as many entries as files. */
const cached = new Map<string, CachedFile>();

/** Undefined: the viewer has no such file. */
export function readViewerFile(directory: string, path: string): ViewerFile | undefined {
  const name = path === "/" ? "index.html" : path.slice(1);
  const type = TYPES[extname(name).toLowerCase()];
  if (type === undefined || /[\0\\]/.test(name) || name.split("/").some((part) => part === "" || part.startsWith(".")))
    return undefined;
  try {
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return { bytes: readCached(directory, name), type, cache };
  } catch {
    return undefined;
  }
}

function readCached(directory: string, name: string): Uint8Array {
  const path = join(directory, name);
  const { mtimeMs, size, ino } = statSync(path);
  const stamp = `${mtimeMs} ${size} ${ino}`;
  const known = cached.get(path);
  if (known?.stamp === stamp) return known.bytes;
  const bytes = assetReader(directory)(name);
  cached.set(path, { bytes, stamp });
  return bytes;
}

export function sendViewerFile(response: ServerResponse, { bytes, type, cache }: ViewerFile, withBody: boolean): void {
  response.writeHead(200, {
    "content-type": type,
    "content-length": bytes.length,
    "cache-control": cache,
    ...SAFE_HEADERS,
    "content-security-policy": pagePolicy(response.req.headers.host ?? ""),
  });
  response.end(withBody ? bytes : undefined);
}
