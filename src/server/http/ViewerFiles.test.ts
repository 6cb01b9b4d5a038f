import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readViewerFile } from "./ViewerFiles.js";

const folder = mkdtempSync(join(tmpdir(), "ubersim-viewer-"));
const outside = `${folder}-outside.js`;
mkdirSync(join(folder, "assets"));
mkdirSync(join(folder, ".hidden"));
writeFileSync(join(folder, "index.html"), "<p>page</p>");
writeFileSync(join(folder, "assets/app-1a2b.js"), "1");
writeFileSync(join(folder, "notes.txt"), "x");
writeFileSync(join(folder, ".hidden/a.js"), "x");
writeFileSync(outside, "x");
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(outside);
});

const textOf = (path: string) => Buffer.from(readViewerFile(folder, path)?.bytes ?? []).toString();

test("the page is at / and is never cached; assets are cached for good", () => {
  expect(readViewerFile(folder, "/")).toMatchObject({ type: "text/html; charset=utf-8", cache: "no-cache" });
  expect(textOf("/")).toBe("<p>page</p>");
  const asset = readViewerFile(folder, "/assets/app-1a2b.js");
  expect(asset).toMatchObject({ type: "text/javascript; charset=utf-8", cache: expect.stringContaining("immutable") });
});

test("a file that changed is read again", () => {
  expect(textOf("/index.html")).toBe("<p>page</p>");
  writeFileSync(join(folder, "index.html"), "<p>another page</p>");
  expect(textOf("/index.html")).toBe("<p>another page</p>");
});

test.each([
  ["a file outside", `/../${outside.split("/").at(-1)}`],
  ["a hidden folder", "/.hidden/a.js"],
  ["an empty part", "/assets//app-1a2b.js"],
  ["a backslash", "/assets\\app-1a2b.js"],
  ["a zero byte", "/index.html\0.js"],
  ["a type that the viewer does not have", "/notes.txt"],
  ["a missing file", "/assets/none.js"],
  ["a folder", "/assets"],
])("%s is not served", (_, path) => {
  expect(readViewerFile(folder, path)).toBeUndefined();
});
