// The commands that put a measured trajectory beside a recorded run.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommandLine } from "../../src/cli/main.js";
import { testServer } from "../server/Servers.js";

let folder: string;
const pathOf = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-reference-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Exit code, and what is printed. */
async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const take = (text: string | Uint8Array): boolean => lines.push(String(text)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(take));
  try {
    return { code: await runCommandLine(args), text: lines.join("") };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test("[X3] compare and plot --reference: a pushed ball against itself, late and elsewhere", async () => {
  const file = pathOf("run.mcap");
  const server = await testServer({ world: "segway-yard", httpPort: false, record: { file } });
  await server.control.perform("pause", {});
  await server.control.perform("step", { count: 1500 });
  await server.stop();
  const body = "Rover/MainBody";
  expect((await run("export", file, `${body}/position`, "--rate", "100", "-o", pathOf("own.csv"))).code).toBe(0);
  const [, ...rows] = readFileSync(pathOf("own.csv"), "utf8").trim().split("\n");
  // measured 0.05 s later, in a frame that is turned by 90 degrees about z
  const turned = rows.map((row) => row.split(",").map(Number)).map(([t, x, y, z]) => [t + 0.05, y - 2, -(x - 1), z]);
  writeFileSync(pathOf("real.csv"), `time,x,y,z\n${turned.map((row) => row.join(",")).join("\n")}\n`);
  const flags = ["--reference", pathOf("real.csv"), "--reference-of", body];
  const frame = ["--reference-frame", `1,2,0,${Math.PI / 2}`];
  const late = await run("compare", file, ...flags, ...frame, "--json");
  expect(late.text).toContain("[");
  const [row] = JSON.parse(late.text);
  expect(row).toMatchObject({ name: `${body}/position`, unit: "m", delay: expect.closeTo(-0.05, 2) });
  const same = await run("compare", file, ...flags, ...frame, "--reference-offset", "-0.05");
  expect(same.text).toMatch(/Rover\/MainBody\/position +\d(\.\d+)?(e-\d+)? /);
  expect(Number(/position +(\S+)/.exec(same.text)?.[1])).toBeLessThan(0.002);
  const plot = await run("plot", file, `${body}/position`, ...flags, ...frame, "-o", pathOf("x.svg"));
  expect(plot.text).toContain("3 of them beside real.csv");
  expect(readFileSync(pathOf("x.svg"), "utf8")).toContain("dashed: real.csv");
  expect((await run("compare", file)).text).toContain("--reference FILE");
  expect((await run("plot", file, body, "--reference-of", "x", "-o", pathOf("y.svg"))).text).toContain(
    "needs --reference",
  );
  expect((await run("compare", file, "--reference", pathOf("real.csv"))).text).toContain("--reference-of ENTITY/BODY");
  expect((await run("compare", file, ...flags, "--reference-offset", "100")).text).toContain("no time that both have");
  expect((await run("compare", file, "--reference", pathOf("none.csv"))).text).toContain("FILE_MISSING");
});
