// Plug-ins of a server over real sockets: registration and refusal. A plug-in that throws removes only its robot.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { box } from "./Boxes.js";
import { join, RawClient, SIM_END } from "./RawClient.js";
import { post, type TestServer, testServer } from "./Servers.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(joinPath(tmpdir(), "ubersim-plugins-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** Writes a separate module for every test, because Node loads a module only once. */
function put(code: string, ending = "mjs"): string {
  const path = joinPath(folder, `plug-${count++}.${ending}`);
  writeFileSync(path, code);
  return path;
}

/** A sensor that counts ticks, with some members of its type and of its devices replaced. */
function counter({ type = "", device = "" } = {}): string {
  return put(`export default (ubersim) => ubersim.device({
    element: "Counter", summary: "counts steps", role: "sensor",
    read: (element) => ({ from: element.number("From") ?? 0 }),
    sends: () => [{ name: "n", type: "float32", unit: "" }],
    takes: [{ name: "n", type: "uint8", unit: "" }],
    create: (settings, host) => {
      let n = settings.from;
      return {
        tick() { n++; },
        sample: () => [n],
        read: (payload) => ({ n: payload.getUint8(0) }),
        act: (command) => { n = command.n; },
        save: () => [n],
        restore: ([saved]) => { n = saved; },
        ${device}
      };
    },
    ${type}
  });`);
}

const document = (name: string, at = 0) =>
  box({ name, at: `${at} 0 0`, inBase: '<Counter name="Count"><From>10</From></Counter>' });
const answers = () => SIM_END;
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

async function counts(client: RawClient): Promise<number[]> {
  await client.until(({ frames }) => frames > 3);
  return client.messages
    .filter(({ name }) => name === "Count")
    .map(({ payload }) => viewOf(payload).getFloat32(0, true));
}

describe("[S6] a plug-in's device", () => {
  test("reads its XML, ticks, sends, takes messages, and is listed in Hello", async () => {
    const server = await testServer({ plugins: [counter()] });
    const client = await RawClient.join(server.tcpPort, document("A"), answers);
    expect((await counts(client)).slice(0, 3)).toEqual([11, 12, 13]);
    expect(JSON.stringify(client.hello)).toContain('"kind":"Counter","payload":"float32 n"');
    client.answers = () => join(encodeMessage("Count", new Uint8Array([200])), SIM_END);
    await client.until(({ messages }) =>
      messages.some(({ name, payload }) => name === "Count" && viewOf(payload).getFloat32(0, true) === 201),
    );
  });

  test("is saved, restored and reset with the world", async () => {
    const server = await testServer({ plugins: [counter()] });
    await post(server, "pause");
    await post(server, "spawn", { document: document("A") });
    await post(server, "step", { count: 5 });
    const hash = async () => (await post(server, "get", { what: "hash" })).data;
    const before = await hash();
    await post(server, "snapshot", { name: "s" });
    await post(server, "step", { count: 5 });
    const after = await hash();
    await post(server, "restore", { name: "s" });
    expect(await hash()).toBe(before);
    await post(server, "step", { count: 5 });
    expect(await hash()).toBe(after);
  });

  test("may be one of several, each from its own file", async () => {
    const other = put(`export default async (ubersim) => {
      await null;
      ubersim.device({ element: "Nothing", summary: "does nothing", role: "actuator", read: () => undefined,
        sends: () => [], takes: [], create: () => ({}) });
    };`);
    const server = await testServer({ plugins: [counter(), other] });
    const inBase = '<Counter name="Count"/><Nothing name="None"/>';
    const client = await RawClient.join(server.tcpPort, box({ inBase }), answers);
    expect((await counts(client))[0]).toBe(1);
  });
});

describe("[S6] a plug-in that throws ends only its robot's session, with an error that names the plug-in", () => {
  const boom = "{ throw new TypeError('boom'); }";
  /** A run with two robots, one with the device and one without. */
  async function play(plugin: string, act?: (bad: RawClient, server: TestServer) => void) {
    const server = await testServer({ plugins: [plugin] });
    const good = await RawClient.join(server.tcpPort, box({ name: "Good", at: "3 0 0" }), answers);
    await good.until(({ frames }) => frames > 1);
    const bad = await RawClient.join(server.tcpPort, document("Bad"), answers);
    await act?.(bad, server);
    await bad.ended();
    const { frames } = good;
    await good.until((now) => now.frames > frames + 20);
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["Good"]);
    return { error: bad.error, log: server.log.join("\n") };
  }
  const tells = (bad: RawClient) => {
    bad.answers = () => join(encodeMessage("Count", new Uint8Array([1])), SIM_END);
  };
  const asks = (verb: string) => async (bad: RawClient, server: TestServer) => {
    await bad.until(({ frames }) => frames > 3);
    const { result } = await post(server, verb, verb === "get" ? { what: "hash" } : {});
    expect(result).toBe(1);
  };

  test.each<[string, { type?: string; device?: string }, string, ((bad: RawClient, server: TestServer) => void)?]>([
    ["read of the document", { type: `read: () => ${boom},` }, "TypeError: boom (read of Counter"],
    ["create", { type: `create: () => ${boom},` }, "TypeError: boom (create of Counter"],
    ["sends", { type: `sends: () => ${boom},` }, "TypeError: boom (sends of Counter"],
    ["names", { type: `names: () => ${boom},` }, "TypeError: boom (names of Counter"],
    ["tick", { device: `tick() ${boom},` }, "TypeError: boom (tick of Counter"],
    ["a late tick", { device: `tick() { if (++n > 30) ${boom} },` }, "TypeError: boom (tick of Counter"],
    ["sample", { device: `sample() ${boom},` }, "TypeError: boom (sample of Counter"],
    ["read of a message", { device: `read() ${boom},` }, "TypeError: boom (read of a message of Counter", tells],
    ["act", { device: `act() ${boom},` }, "TypeError: boom (act of Counter", tells],
    ["save, for a snapshot", { device: `save() ${boom},` }, "TypeError: boom (save of Counter", asks("snapshot")],
    ["save, for the hash", { device: `save() ${boom},` }, "TypeError: boom (save of Counter", asks("get")],
    [
      "a thrown value that is no Error",
      { device: "tick() { throw { toString() { throw 1; } }; }," },
      "an object with toString",
    ],
    ["NaN", { device: "sample: () => [Number.NaN]," }, "n = NaN (sample of Counter"],
    ["too many numbers", { device: "sample: () => [1, 2]," }, "[1, 2] (sample of Counter"],
    ["a text instead of a number", { device: "sample: () => ['one']," }, 'n = "one" (sample of Counter'],
    ["a number instead of a list", { device: "sample: () => 1," }, "1 (sample of Counter"],
    ["a promise", { device: "async tick() { throw new Error('late'); }," }, "a promise (tick of Counter"],
    ["create without a device", { type: "create: () => 7," }, "7 (create of Counter"],
    ["no sample", { device: "sample: undefined," }, "no sample"],
    ["no restore", { device: "restore: undefined," }, "no restore"],
    ["a member that is no function", { device: "tick: 3," }, "3 (create of Counter"],
    ["a payload of an unknown type", { type: "sends: () => [{ name: 'n', type: 'real', unit: '' }]," }, "KIND_UNKNOWN"],
    ["settings with a cycle", { type: "read: () => { const a = {}; a.a = a; return a; }," }, "(read of Counter"],
    [
      "a command that is not plain data",
      { device: "read: () => ({ n: {} })," },
      "(read of a message of Counter",
      tells,
    ],
    ["a saved state with texts", { device: "save: () => ['one']," }, "(save of Counter", asks("snapshot")],
  ])("%s", async (_, parts, words, act) => {
    const plugin = counter(parts);
    const { error, log } = await play(plugin, act);
    expect(error?.code).toBe("PLUGIN_FAILED");
    expect(error?.message).toContain(words);
    expect(error?.message).toContain(`plug-in ${plugin.slice(folder.length + 1)}`);
    // before its robot joins, the device is named by its position in the document
    expect(error?.where).toMatch(/^Bad\/Count$|^Client\/.*Counter\[Count\]$|^Counter$/);
    if (words.includes("boom")) expect(log).toContain("TypeError: boom\n    at");
  });

  test("a SimError thrown in read is reported unchanged: the message is refused with that error", async () => {
    const plugin = counter({
      device:
        'read() { throw new ubersim.SimError("VALUE_OUT_OF_RANGE", { where: "Count", found: 1, allowed: "more" }); },',
    });
    const { error } = await play(plugin, tells);
    expect(error).toMatchObject({ code: "VALUE_OUT_OF_RANGE", where: "Count" });
  });

  test("a device that cannot be created again at reset: its robot is removed, the others are reset", async () => {
    const plugin = counter({
      type: "create: (s, host) => { if (host.physics.timeNs === 0) throw new Error('again'); return { tick() {}, sample: () => [1], read: () => ({}), act() {} }; },",
    });
    const { error } = await play(plugin, async (bad, server) => {
      await bad.until(({ frames }) => frames > 3);
      expect((await post(server, "reset")).result).toBe(1);
    });
    expect(error?.message).toContain("Error: again (create of Counter");
  });

  test("a device that cannot be restored: its robot is removed, the others are restored", async () => {
    const plugin = counter({ device: "restore() { throw new Error('never'); }," });
    const { error } = await play(plugin, async (bad, server) => {
      await bad.until(({ frames }) => frames > 3);
      await post(server, "snapshot", { name: "s" });
      expect((await post(server, "restore", { name: "s" })).result).toBe(1);
    });
    expect(error?.message).toContain("Error: never (restore of Counter");
  });
});

describe("[S6] an invalid plug-in is reported at the start", () => {
  const device = (change: string) => counter({ type: change });
  test.each<[string, () => string, string, string]>([
    ["no such file", () => joinPath(folder, "none.mjs"), "FILE_MISSING", "none.mjs"],
    ["a folder", () => folder, "FILE_MISSING", "--plugin"],
    ["a file with a syntax error", () => put("this is none"), "PLUGIN_REFUSED", "cannot be loaded"],
    ["throws at once", () => put("throw new RangeError('at once');"), "PLUGIN_REFUSED", "RangeError: at once"],
    ["no default export", () => put("export const a = 1;"), "PLUGIN_REFUSED", "without a function as default export"],
    [
      "throws when called",
      () => put("export default () => { throw new Error('no'); };"),
      "PLUGIN_REFUSED",
      "Error: no",
    ],
    ["rejects", () => put("export default async () => { throw new Error('no'); };"), "PLUGIN_REFUSED", "Error: no"],
    ["a name of a built-in", () => device('element: "Imu",'), "NAME_TAKEN", '"Imu"'],
    ["a name of a solid", () => device('element: "Box",'), "NAME_RESERVED", '"Box"'],
    ["a name of a joint", () => device('element: "JointHinge",'), "NAME_RESERVED", '"JointHinge"'],
    ["a name that XML does not allow", () => device('element: "a b",'), "NAME_MALFORMED", '"a b"'],
    ["no name", () => device("element: undefined,"), "NAME_MALFORMED", "nothing"],
    ["no summary", () => device("summary: undefined,"), "PLUGIN_REFUSED", "Counter/summary"],
    ["a joint", () => device('role: "joint",'), "PLUGIN_REFUSED", "Counter/role"],
    ["no read", () => device("read: undefined,"), "PLUGIN_REFUSED", "Counter/read"],
    ["no create", () => device("create: 1,"), "PLUGIN_REFUSED", "Counter/create"],
    [
      "takes with an unknown type",
      () => device("takes: [{ name: 'n', type: 'float', unit: '' }],"),
      "KIND_UNKNOWN",
      '"float32"?',
    ],
    ["a rate of 0", () => device("defaultRateHz: 0,"), "PLUGIN_REFUSED", "Counter/defaultRateHz"],
    ["a misspelt member", () => device("naems: () => [],"), "PROPERTY_UNKNOWN", 'Did you mean "names"?'],
    [
      "a device that is no object",
      () => put("export default (ubersim) => ubersim.device(3);"),
      "TYPE_WRONG",
      "found 3",
    ],
  ])("%s", async (_, plugin, code, words) => {
    const wrong = testServer({ plugins: [plugin()] });
    await expect(wrong).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  test("registration after loading is refused", async () => {
    const late = put(`export default (ubersim) => { globalThis.lateDoor = ubersim; };`);
    await testServer({ plugins: [late] });
    const { lateDoor } = globalThis as unknown as { lateDoor: { device(type: unknown): void } };
    expect(() => lateDoor.device({})).toThrow("PLUGIN_REFUSED");
  });
});

describe("[R8] robots of text files", () => {
  const cart = () =>
    put(`export default (ubersim) => ubersim.robotType({
      type: "Cube", summary: "a cube", keys: { SIZE: { above: 0, unit: "mm" } },
      read: ({ NAME, SIZE }) => {
        if (SIZE === 13) throw new Error("unlucky");
        if (SIZE === 14) return 14;
        const m = SIZE / 1000;
        return \`<Client><CSettings><Name>\${ubersim.escapeXml(NAME)}</Name></CSettings><Entity><RigidBodies><Body name="B">
          <Box name="X"><Mass>1</Mass><XSize>\${m}</XSize><YSize>\${m}</YSize><ZSize>\${m}</ZSize></Box>
          <PoseSensor name="Pose"/></Body></RigidBodies></Entity></Client>\`;
      } });`);
  const text = (size = "200", name = "A&B") => `# a cube\nTYPE = Cube\nNAME = ${name}\nSIZE = ${size} # mm\n`;

  test("[W1] over TCP, ended by %%; in spawn, by document and by file; in a world file", async () => {
    writeFileSync(joinPath(folder, "cube.robot"), text());
    writeFileSync(
      joinPath(folder, "cubes.xml"),
      '<World name="cubes"><Static name="ground"><Plane name="P"/></Static><Robot name="W" file="cube.robot"><Offset>9 0 0</Offset></Robot></World>',
    );
    const server = await testServer({ plugins: [cart()], world: joinPath(folder, "cubes.xml"), assets: folder });
    const client = await RawClient.join(server.tcpPort, text(), answers);
    await client.until(({ frames }) => frames > 2);
    const pose = client.messages.find(({ name }) => name === "Pose")?.payload as Uint8Array;
    expect(viewOf(pose).getFloat64(16, true)).toBeCloseTo(0.1, 6);
    for (const args of [
      { document: text("100"), position: [3, 0, 0] },
      { file: "cube.robot", position: [6, 0, 0] },
    ])
      expect((await post(server, "spawn", args)).message).toContain("A&B");
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["A&B", "A&B-2", "A&B-3", "W"]);
  });

  test.each([
    ["13", "PLUGIN_FAILED", "Error: unlucky (read of Cube"],
    ["14", "PLUGIN_FAILED", "14 (read of Cube"],
    ["-1", "VALUE_OUT_OF_RANGE", "line 4, column 1, SIZE"],
  ])("SIZE = %s: %s, and the server continues", async (size, code, words) => {
    const server = await testServer({ plugins: [cart()] });
    const client = await RawClient.join(server.tcpPort, text(size), answers);
    await client.ended();
    expect(client.error).toMatchObject({ code, message: expect.stringContaining(words) });
    const good = await RawClient.join(server.tcpPort, text(), answers);
    await good.until(({ frames }) => frames > 2);
  });
});
