// The project's Markdown pages for tests: the list of pages, their text without code blocks, headings as the
// anchors that GitHub generates, and code blocks under a heading.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folders that no page needs to explain, for a tree without git: installed or built files. */
const NOT_OURS: ReadonlySet<string> = new Set(["node_modules", "dist"]);

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Paths relative to the project's root, with forward slashes. */
export const pathsIn = (folder: string, ending: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("node_modules"))
    .map((name) => join(folder, name))
    .sort();

let tracked: readonly string[] | undefined;

/** Top-level folders of the project that git tracks. A reader's own folder, such as the tutorial's `car`, is not one. */
export function topFolders(): readonly string[] {
  tracked ??= trackedFolders();
  return tracked;
}

/** Without git or outside of a checkout: all folders except the installed and built ones. */
function trackedFolders(): readonly string[] {
  const { stdout, status } = spawnSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  const files = status === 0 ? stdout.split("\0").filter((path) => path !== "") : [];
  const tops = files.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/")));
  const isOurs = (name: string): boolean =>
    !name.startsWith(".") && (files.length > 0 ? tops.includes(name) : !NOT_OURS.has(name));
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isOurs(entry.name))
    .map(({ name }) => name);
}

/** A folder and all folders in it, as "src/math/". */
export function foldersIn(folder: string): string[] {
  const inside = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [`${folder}/`, ...inside.flatMap(({ name }) => foldersIn(`${folder}/${name}`))];
}

/** Every page of the project except the changelog, which names files of earlier versions. */
export const pages = (): string[] => ["README.md", "CONTRIBUTING.md", "clients/README.md", ...pathsIn("docs", ".md")];

export const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "");

/** Anchor of each heading, as GitHub generates it. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

/** Links of a page without a target. */
export function brokenLinks(page: string): string[] {
  const links = [...withoutCode(readText(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split("#");
    const target = path === "" ? page : relative(ROOT, join(ROOT, dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(readText(target)).has(anchor);
  });
}

/** Paths of project files that a page names in `code`, and that do not exist. A star stands for any name. */
export function missingPaths(page: string): string[] {
  const tops = topFolders();
  const text = readText(page).replace(/\]\([^)\s]+\)|src="[^"]*"/g, "]");
  const named = [...text.matchAll(/(?<![\w./-])([\w.*-]+(?:\/[\w.*{}-]+)+\/?)/g)].map(([, path]) => path);
  return [...new Set(named)]
    .filter((path) => tops.includes(path.split("/")[0]) && !path.includes("{"))
    .map((path) => path.replace(/[.]$/, ""))
    .filter((path) => !exists(path));
}

function exists(path: string): boolean {
  const star = path.indexOf("*");
  if (star < 0) return existsSync(join(ROOT, path));
  const folder = path.slice(0, path.lastIndexOf("/", star));
  return existsSync(join(ROOT, folder));
}
