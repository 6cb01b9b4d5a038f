// Checks docs/library.md: its tables list every export of the package's entry points, its Node examples run in another
// project, and its browser example is built by Vite with the printed configuration and gives the hash that Node gives.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Physics } from "../src/index.js";

import { ROOT, readText } from "../testing/builders/Pages.js";
import { connectChromium } from "../testing/runner/SharedChromium.js";
import { startStaticServer } from "./browser/StaticServer.js";

const PAGE = readText("docs/library.md");

const sectionOf = (heading: string): string => {
  const from = PAGE.indexOf(`\n## ${heading}\n`);
  expect(from).toBeGreaterThan(0);
  const to = PAGE.indexOf("\n## ", from + 1);
  return PAGE.slice(from, to < 0 ? undefined : to);
};
const blocksOf = (heading: string, language: string): string[] =>
  [...sectionOf(heading).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, code]) => code,
  );

/** Names that a module exports, types included. */
function exportsOf(file: string): string[] {
  const text = readText(file).replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) => names.split(","));
  const own = [...text.matchAll(/export (?:class|interface|function|const|type) (\w+)/g)].map(([, name]) => name);
  const whole = [...text.matchAll(/export (?:type )?\* from "(.+)\.js"/g)].flatMap(([, path]) =>
    exportsOf(join(dirname(file), `${path}.ts`)),
  );
  return [
    ...whole,
    ...lists.map((name) => name.replace(/^\s*type\s|^.*\sas\s/g, "").trim()).filter(Boolean),
    ...own,
  ].sort();
}

describe("docs/library.md", () => {
  test.each([
    ["ubersim", "src/index.ts"],
    ["ubersim/client", "src/client/index.ts"],
    ["ubersim/server", "src/server/index.ts"],
    ["ubersim/soccer", "src/client/ssl/SoccerClient.ts"],
  ])("lists every export of %s, and no other", (name, file) => {
    const listed = [...sectionOf(`Exports of \`${name}\``).matchAll(/^\| `(\w+)` /gm)].map(([, one]) => one);
    expect(listed.sort()).toEqual(exportsOf(file));
  });

  test("names every entry point of package.json", () => {
    const { exports } = JSON.parse(readText("package.json"));
    for (const entry of Object.keys(exports)) expect(PAGE).toContain(`\`${entry.replace(/^\./, "ubersim")}\``);
  });
});

describe("[P3] the examples of docs/library.md in another project", () => {
  let folder: string;
  const save = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ubersim-library-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/ubersim"), "dir");
    save("package.json", '{ "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the Node examples run unchanged", () => {
    const [world, server] = blocksOf("In Node", "js").map((code, i) => {
      save(`example-${i}.mjs`, code);
      return execFileSync(process.execPath, [`example-${i}.mjs`], { cwd: folder, encoding: "utf8" });
    });
    expect(world).toMatch(/^after 0\.5 s: \d\.\d\d m, hash [0-9a-f]{16}\n$/);
    expect(server).toMatch(/^Segway: pitch -?0\.\d{3} rad\n$/);
  });

  test("Vite builds the page with the printed configuration, and its hash equals that of Node", async () => {
    const [main, config] = blocksOf("In the browser", "js");
    const [html] = blocksOf("In the browser", "html");
    save("index.html", html);
    save("main.js", main);
    save("vite.config.js", config);
    const built = spawnSync(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build"], { cwd: folder });
    expect(built.stderr.toString()).not.toContain("error");
    expect(built.status).toBe(0);
    expect(readdirSync(join(folder, "dist/assets")).some((name) => name.endsWith(".wasm"))).toBe(true);
    expect(await textOfPage(join(folder, "dist"))).toBe(`the crate lies at 0.200 m, hash ${await hashInNode()}`);
  });
});

async function textOfPage(folder: string): Promise<string> {
  const [browser, server] = await Promise.all([connectChromium(), startStaticServer(folder)]);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/index.html`);
    await page.waitForFunction("!document.querySelector('#out').textContent.startsWith('loading')");
    return (await page.textContent("#out")) ?? "";
  } finally {
    await Promise.all([browser.close(), server.close()]);
  }
}

async function hashInNode(): Promise<string> {
  const physics = await Physics.create({ stepSec: 0.001 });
  const solid = { name: "Wood", shape: { kind: "Box", size: [0.4, 0.4, 0.4] }, mass: 5 } as const;
  physics.add(
    { name: "crate", bodies: [{ name: "Box", solids: [solid] }] },
    { position: [0, 0, 1], orientation: [0, 0, 0, 1] },
  );
  for (let i = 0; i < 1000; i++) physics.step();
  return physics.hash();
}
