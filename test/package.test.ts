// The package in a user's project: plain `tsc --strict` accepts its declarations, and everything
// they declare can be imported.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

const PROGRAM = `
import { type BodyState, DEGREE, type EntityInput, fromAxisAngle, Physics, readBody, type Vec3 } from "ubersim";
import { SegwayBalance } from "ubersim/examples/SegwayBalance";
import { segway } from "ubersim/robots/Segway";

const up: Vec3 = [0, 0, 1];
const ball: EntityInput = {
  name: "ball",
  bodies: [{ name: "B", solids: [{ name: "S", shape: { kind: "Sphere", radius: 0.1 }, mass: 1 }] }],
};
const world = await Physics.create({ gravity: [0, 0, 0] });
world.add(ball, { position: up, orientation: fromAxisAngle(up, 10 * DEGREE) });
world.add({ ...world.entity("ball"), name: "twin" }, { position: [1, 0, 1], orientation: [0, 0, 0, 1] });
world.step();
const state: BodyState = readBody(world, "twin", "B");
console.log(state.position.join(" "), typeof segway, typeof SegwayBalance);
`;

describe("[P3] the package in another project", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ubersim-user-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/ubersim"), "dir");
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "program.ts"), PROGRAM);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("plain tsc --strict compiles against it, without skipLibCheck, and the program runs", () => {
    const options = "--strict --target es2022 --lib es2022,dom --module nodenext".split(" ");
    const { stdout } = spawnSync(process.execPath, [TSC, ...options, "--types", "", "program.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    const output = execFileSync(process.execPath, ["program.js"], { cwd: folder, encoding: "utf8" });
    expect(output).toBe("1 0 1 function function\n");
  });
});
