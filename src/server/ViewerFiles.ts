// The built viewer (dist/viewer), served as plain files: index.html at /, the rest by name. Names of assets carry a hash of
// their content, so a browser may keep them for good; the page itself is asked for every time.

import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { assetReader } from "./Assets.js";
import { packageRoot } from "./WorldSource.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Where `npm run build` puts it. */
export const viewerDirectory = (): string => join(packageRoot(), "dist", "viewer");

export interface ViewerFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly cache: string;
}

/** Undefined: there is no such file, or it is none of the viewer's. */
export function readViewerFile(directory: string, path: string): ViewerFile | undefined {
  const name = path === "/" ? "index.html" : path.slice(1);
  const type = TYPES[extname(name).toLowerCase()];
  if (type === undefined || /[\0\\]/.test(name) || name.split("/").some((part) => part === "" || part.startsWith(".")))
    return undefined;
  try {
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return { bytes: assetReader(directory)(name), type, cache };
  } catch {
    return undefined;
  }
}

export function sendViewerFile(response: ServerResponse, { bytes, type, cache }: ViewerFile, withBody: boolean): void {
  response.writeHead(200, {
    "content-type": type,
    "content-length": bytes.length,
    "cache-control": cache,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
  });
  response.end(withBody ? bytes : undefined);
}
