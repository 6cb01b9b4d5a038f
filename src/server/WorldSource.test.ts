import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { packageRoot } from "./PackageRoot.js";
import { DEFAULT_WORLD, readWorld, recordedSource } from "./WorldSource.js";

const options = { devices: builtInDevices(), lenient: false };
const folder = mkdtempSync(join(tmpdir(), "ubersim-worlds-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the root of the package is the folder of package.json", () => {
  expect(readdirSync(packageRoot())).toContain("package.json");
});

describe("readWorld", () => {
  test.each([DEFAULT_WORLD, `${DEFAULT_WORLD}.xml`, join(packageRoot(), "worlds", `${DEFAULT_WORLD}.xml`)])(
    "finds %s",
    (name) => {
      const { file, controller, warnings } = readWorld(name, options);
      expect(file.physics.name).toBe(DEFAULT_WORLD);
      expect(controller("a.mjs", "R")).toBe(join(packageRoot(), "worlds", "a.mjs"));
      expect(warnings).toEqual([]);
    },
  );

  test("a user's file has precedence over a shipped world; its paths are relative to its folder", () => {
    const path = join(folder, "mine.xml");
    writeFileSync(path, '<World name="mine"/>');
    const { file, controller } = readWorld(path, options);
    expect(file.physics.name).toBe("mine");
    expect(controller("a.mjs", "R")).toBe(join(folder, "a.mjs"));
  });

  test("an unknown name is refused with the shipped names and the nearest of them", () => {
    const error = refusal(() => readWorld("flta", options));
    expect(error).toMatchObject({ code: "FILE_MISSING", where: "world" });
    expect(error.allowed).toContain(DEFAULT_WORLD);
    expect(error.advice).toBe('Did you mean "flat"?');
  });

  test("a folder is no world; bytes that are no UTF-8 are refused", () => {
    expect(refusal(() => readWorld(folder, options)).code).toBe("FILE_MISSING");
    const path = join(folder, "latin1.xml");
    writeFileSync(path, Buffer.from([0x3c, 0xe4, 0x3e]));
    expect(refusal(() => readWorld(path, options))).toMatchObject({ code: "XML_MALFORMED", where: path });
  });

  test("an error of the document names file and line", () => {
    const path = join(folder, "broken.xml");
    writeFileSync(path, '<World name="x">\n<Clown/>\n</World>');
    expect(refusal(() => readWorld(path, options))).toMatchObject({ code: "ELEMENT_UNKNOWN", line: 2 });
  });
});

test("[X3] a recording runs no program: its controllers are shipped ones, or in a directory that the user gives", () => {
  const trusted = join(folder, "trusted");
  mkdirSync(trusted);
  for (const file of [join(folder, "evil.mjs"), join(trusted, "good.mjs")]) writeFileSync(file, "");
  symlinkSync(join(folder, "evil.mjs"), join(trusted, "link.mjs"));
  const { file } = readWorld(DEFAULT_WORLD, options);
  const find = (module: string, directory?: string) => recordedSource(file, directory).controller(module, "R");
  const [shipped] = readdirSync(join(packageRoot(), "worlds", "controllers"));
  expect(find(`controllers/${shipped}`)).toBe(join(packageRoot(), "worlds", "controllers", shipped));
  expect(find("good.mjs", trusted)).toBe(join(trusted, "good.mjs"));
  const up = "../".repeat(30);
  const evil = [join(folder, "evil.mjs"), `${up}${folder}/evil.mjs`, "../evil.mjs", "link.mjs", "none.mjs", ".", ""];
  for (const module of evil)
    for (const directory of [undefined, trusted])
      expect(refusal(() => find(module, directory))).toMatchObject({ code: "CONTROLLER_FAILED", where: "R" });
  expect(refusal(() => find("good.mjs")).advice).toContain("--controllers");
});
