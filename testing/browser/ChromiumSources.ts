// Sources of a Chromium in order of preference: each lists possible paths, and some can fetch a browser.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium } from "playwright-core";

export interface ChromiumProgram {
  path: string;
  /** Folder of shared libraries shipped with the program, for systems that lack them. */
  libraries?: string;
}

export interface ChromiumSource {
  name: string;
  /** Possible paths of the program; they need not exist. */
  find(cache: string): ChromiumProgram[];
  /** Fetches one into the cache or the system, or throws. */
  fetch?(cache: string): void;
}

// ships the program inside the package; pinned to a version that starts on Debian 12 under Node 20
const NPM_PACKAGE = "@sparticuz/chromium";
const NPM_VERSION = "153.0.0";

const SYSTEM: ChromiumSource = {
  name: "the usual places",
  find: () => [...systemPaths(), chromium.executablePath()].filter((path) => path !== "").map((path) => ({ path })),
};

const NPM: ChromiumSource = {
  name: `npm install ${NPM_PACKAGE}@${NPM_VERSION} into .cache/chromium`,
  find: (cache) => {
    const path = join(cache, "npm", `chromium-${NPM_VERSION}`);
    return [{ path }, { path, libraries: join(cache, "npm", "lib") }];
  },
  fetch: (cache) => {
    if (process.platform !== "linux" || process.arch !== "x64") throw new Error("only for Linux on x64");
    const folder = join(cache, "npm");
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    run("npm", ["install", "--prefix", folder, ...flags, `${NPM_PACKAGE}@${NPM_VERSION}`]);
    // unpack the shared libraries, the software renderer, and last the program
    const packed = join(folder, "node_modules", NPM_PACKAGE, "bin");
    for (const archive of ["al2023.tar.br", "swiftshader.tar.br"]) {
      run("tar", ["-x", "-C", folder], brotliDecompressSync(readFileSync(join(packed, archive))));
    }
    const program = join(folder, `chromium-${NPM_VERSION}`);
    writeFileSync(`${program}.part`, brotliDecompressSync(readFileSync(join(packed, "chromium.br"))));
    chmodSync(`${program}.part`, 0o755);
    renameSync(`${program}.part`, program);
  },
};

const PLAYWRIGHT: ChromiumSource = {
  name: "playwright-core install chromium into .cache/chromium",
  find: (cache) => {
    const folder = join(cache, "playwright");
    if (!existsSync(folder)) return [];
    const programs = /(^|[/\\])(chrome-headless-shell|headless_shell|chrome|Chromium)(\.exe)?$/;
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => programs.test(path))
      .map((path) => ({ path: join(folder, path) }));
  },
  fetch: (cache) => {
    const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
    run(process.execPath, [cli, "install", "chromium", "--only-shell"], undefined, {
      PLAYWRIGHT_BROWSERS_PATH: join(cache, "playwright"),
    });
  },
};

const APT: ChromiumSource = {
  name: "apt-get install chromium",
  find: () => [{ path: "/usr/bin/chromium" }],
  fetch: () => {
    if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
      throw new Error("only for root on Debian or Ubuntu");
    run("apt-get", ["update", "-q"]);
    run("apt-get", ["install", "-y", "-q", "chromium"], undefined, { DEBIAN_FRONTEND: "noninteractive" });
  },
};

export const SOURCES: readonly ChromiumSource[] = [SYSTEM, NPM, PLAYWRIGHT, APT];

function systemPaths(): string[] {
  if (process.platform === "darwin") {
    const bundles = ["Chromium", "Google Chrome", "Microsoft Edge", "Brave Browser"];
    return bundles.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === "win32") {
    const { LOCALAPPDATA, PROGRAMFILES, "PROGRAMFILES(X86)": programFilesX86 } = process.env;
    const folders = [LOCALAPPDATA, PROGRAMFILES, programFilesX86].filter((folder) => folder !== undefined);
    const programs = ["Chromium/Application/chrome.exe", "Google/Chrome/Application/chrome.exe"];
    programs.push("Microsoft/Edge/Application/msedge.exe");
    return folders.flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), "/opt/google/chrome/chrome"];
}

function run(program: string, args: string[], input?: Uint8Array, extra: Record<string, string> = {}): void {
  const shell = process.platform === "win32" && program === "npm";
  const result = spawnSync(program, args, { env: { ...process.env, ...extra }, shell, ...(input ? { input } : {}) });
  if (result.status === 0) return;
  const lines = `${result.error?.message ?? ""}\n${result.stderr ?? ""}`.split("\n").filter(isTelling);
  throw new Error(`${program} failed: ${lines.slice(-3).join(" ").trim()}`);
}

// neither blank nor a line of a stack trace
function isTelling(line: string): boolean {
  return line.trim() !== "" && !/^\s+at /.test(line);
}
