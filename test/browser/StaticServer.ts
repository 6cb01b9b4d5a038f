// A small HTTP server for browser tests: serves the files below one folder on 127.0.0.1 and a free port.
// Left out: caching, ranges, listings. A path that leaves the folder gives 404.
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";

const MIME_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export interface StaticServer {
  /** For example http://127.0.0.1:40001, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/** Serves the files below `folder`, and `pages` for paths without a file. */
export async function startStaticServer(folder: string, pages: Record<string, string> = {}): Promise<StaticServer> {
  const root = normalize(join(folder, sep));
  const server = createServer((request, response) => {
    const path = decodePath(request.url ?? "/");
    if (path !== undefined && Object.hasOwn(pages, path)) answer(response, ".html", pages[path]);
    else void serveFile(response, root, path);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function serveFile(response: ServerResponse, root: string, path: string | undefined): Promise<void> {
  const file = path === undefined ? root : normalize(join(root, path));
  const content = file.startsWith(root) ? await readFile(file).catch(() => undefined) : undefined;
  if (content !== undefined) answer(response, extname(file), content);
  else response.writeHead(404, { "content-type": "text/plain" }).end(`not found: ${path}`);
}

function answer(response: ServerResponse, extension: string, content: string | Uint8Array): void {
  const type = MIME_TYPES[extension] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(content);
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return undefined;
  }
}
