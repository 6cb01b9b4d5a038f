import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { packageRoot } from "./PackageRoot.js";
import { DEFAULT_WORLD, readWorld } from "./WorldSource.js";

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
      const { file, directory, warnings } = readWorld(name, options);
      expect(file.physics.name).toBe(DEFAULT_WORLD);
      expect(directory).toBe(join(packageRoot(), "worlds"));
      expect(warnings).toEqual([]);
    },
  );

  test("a user's file has precedence over a shipped world; its paths are relative to its folder", () => {
    const path = join(folder, "mine.xml");
    writeFileSync(path, '<World name="mine"/>');
    expect(readWorld(path, options)).toMatchObject({ file: { physics: { name: "mine" } }, directory: folder });
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
