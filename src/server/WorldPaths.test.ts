// A copy of a shipped world finds its files from anywhere (E1, E5).

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { builtInKinds } from "../leagues/Leagues.js";
import { worldPath } from "./WorldPaths.js";
import { readWorld } from "./WorldSource.js";

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "ubersim-paths-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test("[E1] a path is relative to its file first, then to the shipped worlds; nothing else of the package is reached", () => {
  const directory = scratch();
  const from = join(directory, "worlds");
  mkdirSync(from);
  expect(existsSync(worldPath(from, "../robots/segway.xml"))).toBe(true);
  expect(existsSync(worldPath(from, "controllers/visit.js"))).toBe(true);
  expect(worldPath(from, "../package.json")).toBe(join(directory, "package.json"));
  mkdirSync(join(directory, "robots"));
  writeFileSync(join(directory, "robots/segway.xml"), "mine");
  expect(worldPath(from, "../robots/segway.xml")).toBe(join(directory, "robots/segway.xml"));
});

test("[E5] a shipped world with robots and controllers is saved in another directory, and opens there", () => {
  const directory = scratch();
  const options = { devices: builtInKinds(), lenient: false };
  const { text, file } = readWorld("two-rooms", options);
  const path = join(directory, "mine.xml");
  writeFileSync(path, text?.text ?? "");
  const again = readWorld(path, options);
  expect(again.text?.save(`${again.text.text}<!-- mine -->\n`, "other.xml")).toBe("other.xml");
  expect(readFileSync(join(directory, "other.xml"), "utf8")).toContain("<!-- mine -->");
  expect(again.file.robots).toEqual(file.robots);
});
