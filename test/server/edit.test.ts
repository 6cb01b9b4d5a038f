// [E5] The verbs of the editor over HTTP, in a real server: edits of a running world, two editors, errors at their fields, saving.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ElementView } from "../../src/describe/edit/DocumentView.js";
import { isSameData } from "../../src/describe/edit/SameData.js";
import { WorldEditor } from "../../src/describe/edit/WorldEditor.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import type { RunningServer } from "../../src/server/Server.js";
import { readWorld } from "../../src/server/WorldSource.js";
import { World } from "../../src/world/World.js";
import { type Answer, post, testServer } from "./Servers.js";

const TEXT = `<World name="yard">
  <!-- keep me -->
  <Static name="floor"> <Plane name="P"/> </Static>
  <Static name="wall"> <Box name="B"> <XSize>1</XSize> <YSize>0.2</YSize> <ZSize>1</ZSize> <Position>0 2 0.5</Position> </Box> </Static>
</World>
`;
const CRATE = `<Object name="crate"><RigidBodies><Body name="Body"><Box name="Skin"><Mass>1</Mass><XSize>0.4</XSize><YSize>0.4</YSize><ZSize>0.4</ZSize><Position>0 0 1</Position></Box></Body></RigidBodies></Object>`;

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "ubersim-edit-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of verbs are checked by the expectations
const run = async (server: RunningServer, verb: string, args: object = {}): Promise<Answer & { data: any }> =>
  (await post(server, verb, JSON.stringify(args))) as never;

function find({ attributes, id, children }: ElementView, name: string): string | undefined {
  if (attributes.name === name) return id;
  for (const child of children) {
    const found = find(child, name);
    if (found) return found;
  }
  return undefined;
}

async function yard(): Promise<{ server: RunningServer; path: string; id: (name: string) => Promise<string> }> {
  const path = join(directory(), "yard.xml");
  writeFileSync(path, TEXT);
  const server = await testServer({ world: path });
  const id = async (name: string) => find((await run(server, "document")).data.root, name) as string;
  return { server, path, id };
}

test("[E5] add, move, undo, change and save; the saved file starts with the hash of a reset", async () => {
  const { server, path, id } = await yard();
  const lamp = `<Light name="lamp" type="point"><Position>0 0 3</Position></Light>`;
  const ops = [
    { op: "add", xml: CRATE },
    { op: "add", xml: lamp },
  ];
  expect((await run(server, "edit", { ops, as: "a" })).result).toBe(1);
  expect(server.simulation.world.has("crate")).toBe(true);
  expect(server.simulation.world.lights.some(({ name }) => name === "lamp")).toBe(true);
  await run(server, "edit", { ops: [{ op: "place", id: await id("crate"), move: [1, 0, 0] }], as: "a" });
  expect((await run(server, "undo", { as: "a" })).data).toMatchObject({ undo: 1, redo: 1, revision: 4 });
  await run(server, "edit", { ops: [{ op: "set", id: await id("Skin"), field: "Mass", value: 3 }], as: "a" });
  expect((await run(server, "save")).data.file).toBe(basename(path));
  const saved = readFileSync(path, "utf8");
  expect(saved).toContain("<!-- keep me -->");
  expect(saved).toContain("<Mass>3</Mass>");
  await run(server, "pause");
  await run(server, "reset");
  const world = await World.create(readWorld(path, { devices: builtInKinds(), lenient: false }).file);
  onTestFinished(() => world.dispose());
  expect(server.simulation.world.hash()).toBe(world.hash());
});

test("[E5] a refused change names its field; nothing has changed", async () => {
  const { server, path, id } = await yard();
  const wall = await id("B");
  const before = server.simulation.world.file;
  const bad = await run(server, "edit", { ops: [{ op: "set", id: wall, field: "XSize", value: -1 }] });
  expect(bad.data).toMatchObject({ code: "SIZE_NOT_POSITIVE", problems: [{ id: wall, field: "XSize" }] });
  expect(server.simulation.world.file).toBe(before);
  expect((await run(server, "document", { what: "text" })).data.text).toBe(TEXT);
  writeFileSync(path, `${TEXT}<!-- by another program -->`);
  expect((await run(server, "save")).data.code).toBe("EDIT_CONFLICT");
  expect((await run(server, "save", { file: "../x.xml" })).data.code).toBe("ARGUMENT_WRONG");
  expect((await run(server, "save", { file: "copy.xml" })).result).toBe(1);
});

test("[E5] two editors: a stale change of the same element is refused, of another one it is not", async () => {
  const { server, id } = await yard();
  const [wall, base] = [await id("B"), 1];
  const set = (value: number) => [{ op: "set", id: wall, field: "XSize", value }];
  expect((await run(server, "edit", { ops: set(2), base, as: "a" })).result).toBe(1);
  expect((await run(server, "edit", { ops: set(3), base, as: "b" })).data.code).toBe("EDIT_CONFLICT");
  expect((await run(server, "edit", { ops: [{ op: "add", xml: CRATE }], base, as: "b" })).result).toBe(1);
  expect((await run(server, "undo", { as: "a" })).result).toBe(1);
  expect(server.simulation.world.has("crate")).toBe(true);
});

test("[W8] [E5] an edit reads no file that the world did not name, and names no other program", async () => {
  const folder = directory();
  const path = join(folder, "yard.xml");
  const robot = `<Client><CSettings><Name>r</Name></CSettings>${CRATE.replace(/<.?Object[^>]*>/g, (tag) => (tag[1] === "/" ? "</Entity>" : "<Entity>"))}</Client>`;
  const files: Record<string, string> = {
    "named.xml": "<World name='n'><Light name='Own' type='sun'/></World>",
    "secret.txt": "root:x:0:0:hunter2",
    "secret.xml": "<World name='n'><Light name='hunter2' type='sun'/></World>",
    "robot.xml": robot,
    "code.js": "",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(path, TEXT.replace("</World>", `<Include file="named.xml"/></World>`));
  const server = await testServer({ world: path });
  const add = async (xml: string) => run(server, "edit", { ops: [{ op: "add", xml }] });
  for (const named of [
    `<Include file="secret.xml"/>`,
    `<Include file="nothing.xml"/>`,
    `<Include file="../${folder.split("/").at(-1)}/secret.xml"/>`,
    `<Robot name="r" file="secret.txt"/>`,
    `<Robot name="r" controller="code.js">${robot}</Robot>`,
    `<Object name="o">${CRATE.slice(CRATE.indexOf("<Rigid")).replace("</Box>", "<Texture><File>secret.txt</File></Texture></Box>")}`,
  ]) {
    const { message, data } = await add(named);
    expect(data.code).toBe("FILE_FORBIDDEN");
    expect(message).not.toMatch(/hunter2|root:x/);
  }
  expect((await add(`<Include file="named.xml"/>`)).data.code).toBe("NAME_TAKEN");
  const shipped = new URL("../../robots/segway.xml", import.meta.url).pathname;
  const climb = `${"../".repeat(folder.split("/").length - 1)}${shipped.slice(1)}`;
  expect((await add(`<Robot name="s" file="${climb}"/>`)).result).toBe(1);
  expect(JSON.stringify((await run(server, "document")).data.root)).toContain("Own");
});

const WORLDS = new URL("../../worlds/", import.meta.url);
const names = readdirSync(WORLDS).filter((name) => name.endsWith(".xml"));

test.each(names)(
  "[E5] %s: the same text when nothing has changed, and the same hash after open, save, open",
  async (name) => {
    const path = new URL(name, WORLDS).pathname;
    const { file, text } = readWorld(path, { devices: builtInKinds(), lenient: false });
    const editor = new WorldEditor(text as NonNullable<typeof text>);
    expect(editor.text).toBe(readFileSync(path, "utf8"));
    editor.propose([{ op: "add", xml: CRATE }], { editor: "me" }).accept();
    const back = editor.undo("me");
    back.accept();
    expect(editor.text).toBe(readFileSync(path, "utf8"));
    expect(isSameData(back.world.physics.entities, file.physics.entities)).toBe(true);
    const hashes: string[] = [];
    for (const one of [file, back.world]) {
      const world = await World.create(one);
      hashes.push(world.hash());
      world.dispose();
    }
    expect(hashes[0]).toBe(hashes[1]);
  },
);
