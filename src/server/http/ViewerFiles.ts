// The built viewer (dist/viewer), served as plain files: index.html at /, the rest by name. Names of assets carry a hash of
// their content, so a browser may keep them for good; the page itself is asked for every time.

import { statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { assetReader } from "../Assets.js";
import { packageRoot } from "../WorldSource.js";
import { pagePolicy, SAFE_HEADERS } from "./ResponseHeaders.js";

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

interface KeptFile {
  readonly bytes: Uint8Array;
  readonly stamp: string;
}

/** Read once for all who ask, until the file is another; there are no more than files in the directory. */
const kept = new Map<string, KeptFile>();

/** Undefined: there is no such file, or it is none of the viewer's. */
export function readViewerFile(directory: string, path: string): ViewerFile | undefined {
  const name = path === "/" ? "index.html" : path.slice(1);
  const type = TYPES[extname(name).toLowerCase()];
  if (type === undefined || /[\0\\]/.test(name) || name.split("/").some((part) => part === "" || part.startsWith(".")))
    return undefined;
  try {
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return { bytes: readKept(directory, name), type, cache };
  } catch {
    return undefined;
  }
}

function readKept(directory: string, name: string): Uint8Array {
  const path = join(directory, name);
  const { mtimeMs, size, ino } = statSync(path);
  const stamp = `${mtimeMs} ${size} ${ino}`;
  const known = kept.get(path);
  if (known?.stamp === stamp) return known.bytes;
  const bytes = assetReader(directory)(name);
  kept.set(path, { bytes, stamp });
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
