// Viewers with wrong, too many or unauthorised requests; the page and its files.

import { once } from "node:events";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/server/Server.js";
import { VIEW_VERSION } from "../../src/session/view/ViewProtocol.js";
import { playground } from "./Playground.js";
import { sleep, testServer } from "./Servers.js";
import { ViewClient } from "./ViewClient.js";

async function connected(server: RunningServer, headers?: Record<string, string>, query?: string): Promise<ViewClient> {
  const client = new ViewClient(server, headers, query);
  await once(client.socket, "open");
  return client;
}

/** The HTTP status with which a WebSocket is refused. */
async function refused(server: RunningServer, headers: Record<string, string>, query = ""): Promise<number> {
  const client = new ViewClient(server, headers, query);
  const [, response] = await once(client.socket, "unexpected-response");
  return response.statusCode;
}

describe("[X1] [E4] messages of a viewer", () => {
  test("another protocol version gets an error and is closed", async () => {
    const server = await testServer();
    const client = await connected(server);
    client.say({ type: "hello", version: VIEW_VERSION + 1 });
    await client.until(() => client.closeCode !== undefined);
    expect(client.closeCode).toBe(1008);
    expect(client.messages).toEqual([
      { type: "error", code: "VERSION_WRONG", message: expect.stringContaining("version 2") },
    ]);
  });

  test("messages before hello are refused", async () => {
    const server = await testServer();
    const client = await connected(server);
    client.say({ type: "verb", id: 1, verb: "stop", args: {} });
    await client.until(() => client.messages.length === 1);
    expect(client.messages[0]).toMatchObject({ type: "error", code: "STATE_WRONG" });
    expect(server.simulation.isStopped).toBe(false);
  });

  test.each<[string, string]>([
    ["{", "REQUEST_MALFORMED"],
    ["", "REQUEST_MALFORMED"],
    ["[]", "REQUEST_MALFORMED"],
    ["null", "REQUEST_MALFORMED"],
    ['{"type":"toString"}', "REQUEST_MALFORMED"],
    ['{"type":"verb","verb":"pause"}', "REQUEST_MALFORMED"],
    ['{"type":"verb","id":"a","verb":"pause"}', "REQUEST_MALFORMED"],
    ['{"type":"line","id":1}', "REQUEST_MALFORMED"],
    ['{"type":"watch","values":"all","contacts":true}', "REQUEST_MALFORMED"],
    [`{"type":"watch","values":[${Array(300).fill('"a/b"')}],"contacts":true}`, "REQUEST_MALFORMED"],
    ['{"type":"hello","version":1}', "STATE_WRONG"],
  ])("%s is answered with an error, and the connection stays", async (text, code) => {
    const server = await testServer();
    const client = await ViewClient.open(server);
    client.say(text);
    await client.until(() => client.all("error").length === 1);
    expect(client.all("error")[0].code).toBe(code);
    expect((await client.verb("get", { what: "frame" })).result).toBe(1);
  });

  test("binary is answered with an error", async () => {
    const client = await ViewClient.open(await testServer());
    client.socket.send(new Uint8Array(100));
    await client.until(() => client.all("error").length === 1);
  });

  test("verbs and lines get the same answers and errors as over HTTP", async () => {
    const client = await ViewClient.open(await testServer());
    expect(await client.verb("pauze")).toMatchObject({ result: 0, data: { code: "VERB_UNKNOWN" } });
    expect(await client.verb("push", { name: "x", impulse: 1 })).toMatchObject({ result: 100 });
    expect(await client.line("rate 2")).toMatchObject({ result: 1, data: { rate: 2 } });
    expect(await client.line("")).toMatchObject({ result: 0 });
  });

  test("a flood of messages is dropped, reported once, and delays no other client", async () => {
    const server = await testServer({ world: playground(), rate: 1 });
    const [bad, good] = [await ViewClient.open(server), await ViewClient.open(server)];
    const { frame } = server.simulation.world;
    for (let i = 0; i < 20_000; i++) bad.say({ type: "verb", id: 1000 + i, verb: "get", args: {} });
    expect((await good.verb("get", { what: "frame" })).result).toBe(1);
    await bad.until(() => bad.all("error").length > 0);
    expect(bad.all("error")[0].code).toBe("TOO_MANY_REQUESTS");
    await good.until(() => server.simulation.world.frame > frame + 100);
    expect(bad.all("reply").length).toBeLessThan(3000);
    await sleep(1100);
    expect((await bad.verb("get", { what: "frame" })).result).toBe(1);
  });
});

describe("[E4] access to the view", () => {
  test("a page of another origin, or with another host name, is refused", async () => {
    const server = await testServer();
    expect(await refused(server, { origin: "http://evil.example" })).toBe(403);
    expect(await refused(server, { host: `evil.example:${server.httpPort}` })).toBe(403);
    const own = await connected(server, { origin: server.url as string });
    own.socket.close();
  });

  test("a token is accepted in hello or in the address", async () => {
    const server = await testServer({ token: "secret" });
    const client = await ViewClient.open(server, "secret");
    expect((await client.verb("get", { what: "frame" })).result).toBe(1);
    expect(await refused(server, {}, "?token=guess")).toBe(401);
    const byAddress = await connected(server, {}, "?token=secret");
    byAddress.say({ type: "hello", version: VIEW_VERSION });
    await byAddress.until(() => byAddress.fullUpdates > 0);
    for (const token of [undefined, "guess"]) {
      const wrong = await connected(server);
      wrong.say({ type: "hello", version: VIEW_VERSION, ...(token ? { token } : {}) });
      await wrong.until(() => wrong.closeCode !== undefined);
      expect(wrong.messages).toMatchObject([{ type: "error", code: "TOKEN_WRONG" }]);
    }
  });

  test("[T8] stopping the server closes viewers", async () => {
    const server = await testServer();
    const client = await ViewClient.open(server);
    await server.stop();
    await client.until(() => client.closeCode === 1001);
  });
});

describe("[X1] the page", () => {
  const directory = mkdtempSync(join(tmpdir(), "viewer-"));
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "index.html"), "<!doctype html><title>viewer</title>");
  writeFileSync(join(directory, "assets", "index-1a2b.js"), "export {};");
  writeFileSync(join(directory, ".secret.json"), "{}");
  writeFileSync(join(directory, "notes.txt"), "not a kind of file that pages have");
  symlinkSync("/etc/hostname", join(directory, "assets", "out.json"));

  const get = (server: RunningServer, path: string) => fetch(`${server.url}${path}`);

  test("is served at / and revalidated every time; its assets are cached without a time limit", async () => {
    const server = await testServer({ viewer: directory });
    const page = await get(server, "/");
    expect(await page.text()).toContain("<title>viewer");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const asset = await get(server, "/assets/index-1a2b.js");
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(asset.headers.get("cache-control")).toContain("immutable");
    const head = await fetch(`${server.url}/`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get(server, "/?token=abc")).status).toBe(200);
  });

  test.each([
    "/nothing.js",
    "/.secret.json",
    "/notes.txt",
    "/assets/out.json",
    "/assets/../../package.json",
    "/%2e%2e/package.json",
    "/..%2f..%2fetc%2fhostname.json",
    "/assets%5c..%5cindex.html",
    "/assets/%00.js",
    "/index.html/",
  ])("%s is not served", async (path) => {
    const server = await testServer({ viewer: directory });
    // sent unchanged; fetch would normalise the path
    const status = await new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: server.httpPort, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(404);
  });

  test("if it is not built, a plain text says so", async () => {
    const page = await get(await testServer(), "/");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("The viewer is not built. Build it with: npm run build");
  });
});
