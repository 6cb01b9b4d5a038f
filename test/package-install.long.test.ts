// [P1] [P2] [P3] The packed package in an empty folder: `npx ubersim`, the library, the TypeScript and the Python client work from there.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isThere } from "./clients/Programs.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const shell = process.platform === "win32";
const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];
/** Of the package as it is downloaded, and of everything that is installed, MB. */
const [MAX_PACKED_MB, MAX_INSTALLED_MB] = [20, 120];

let folder: string;
let tarball: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-packed-"));
  // the built files are there already
  const out = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder, ...QUIET], {
    cwd: ROOT,
    encoding: "utf8",
    shell,
    maxBuffer: 1 << 26,
  });
  const [{ filename }] = JSON.parse(out.slice(out.indexOf("[")));
  tarball = join(folder, filename.replace("@", "").replace("/", "-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "mine", "private": true, "type": "module" }');
  execFileSync("npm", ["install", ...QUIET, "--ignore-scripts", tarball], { cwd: folder, shell, stdio: "inherit" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesIn = (path: string): number => {
  const stats = statSync(path);
  return stats.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0) : stats.size;
};
const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { cwd: folder, encoding: "utf8", shell, timeout: 300_000 });

describe("[P1] the package in an empty folder", () => {
  test("is small (printed)", () => {
    const packed = statSync(tarball).size / 1e6;
    const installed = bytesIn(join(folder, "node_modules")) / 1e6;
    console.log(`packed ${packed.toFixed(1)} MB, installed with its dependencies ${installed.toFixed(1)} MB`);
    expect(packed).toBeLessThan(MAX_PACKED_MB);
    expect(installed).toBeLessThan(MAX_INSTALLED_MB);
  });

  test("npx ubersim validates, runs and shows the page", async () => {
    const robot = "node_modules/ubersim/robots/segway.xml";
    const checked = run("npx", ["ubersim", "validate", robot]);
    expect(checked.status, checked.stderr).toBe(0);
    expect(checked.stdout).toContain("Segway");
    const server = spawn(
      process.execPath,
      ["node_modules/ubersim/bin/ubersim.js", ...["run", "flat", "--port", "0", "--http", "0"]],
      { cwd: folder },
    );
    onTestFinished(() => {
      server.kill("SIGINT");
    });
    let said = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (text) => {
        said += text;
      });
    await expect.poll(() => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0], { timeout: 120_000 }).toBeDefined();
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) as RegExpExecArray;
    const page = await (await fetch(`${url}/`)).text();
    expect(page).toContain("<title>ÜberSim</title>");
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
    expect((await fetch(`${url}/${script}`)).status).toBe(200);
  });

  test("[P3] the library runs a world", () => {
    const program = `
import { Physics, readBody } from "ubersim";
const world = await Physics.create({ stepSec: 0.001 });
world.add({ name: "crate", bodies: [{ name: "Box", solids: [{ name: "s", shape: { kind: "Box", size: [0.4, 0.4, 0.4] }, mass: 5 }] }] },
  { position: [0, 0, 1], orientation: [0, 0, 0, 1] });
for (let i = 0; i < 2000; i++) world.step();
console.log(readBody(world, "crate", "Box").position[2].toFixed(2));
`;
    writeFileSync(join(folder, "crate.mjs"), program);
    expect(run(process.execPath, ["crate.mjs"]).stdout).toBe("0.20\n");
  });

  test.skipIf(!isThere("python3"))("[P2] the clients come with it and read what they need", () => {
    const clients = join(folder, "node_modules/ubersim/clients/python");
    for (const name of ["ubersim.py", "ssl_client.py", "usarsim.py"])
      expect(existsSync(join(clients, name))).toBe(true);
    const code =
      "import sys; sys.path.append(sys.argv[1]); import ubersim, ssl_client; print(len(ssl_client.Proto().messages) > 30)";
    expect(run("python3", ["-c", shell ? `"${code}"` : code, clients]).stdout.trim()).toBe("True");
    const loaded = run(process.execPath, [
      "--input-type=module",
      "-e",
      'import("ubersim/client").then((m) => console.log(typeof m.connect))',
    ]);
    expect(loaded.stdout).toBe("function\n");
  });
});
