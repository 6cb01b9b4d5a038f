import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REPOSITORY } from "../../testing/browser/Chromium.js";
import { type StaticServer, startStaticServer } from "./StaticServer.js";

let server: StaticServer;
beforeAll(async () => {
  server = await startStaticServer(`${REPOSITORY}test/`, { "/page": "<p>hello" });
});
afterAll(() => server.close());

// sends the path unchanged; fetch would normalise it
function requestRaw(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

test("serves files and given pages with their types", async () => {
  const page = await fetch(`${server.url}/page`);
  expect([page.status, page.headers.get("content-type"), await page.text()]).toEqual([
    200,
    "text/html; charset=utf-8",
    "<p>hello",
  ]);
  const whole = await startStaticServer(REPOSITORY);
  const types = ["package.json", "bin/ubersim.js", "node_modules/@mujoco/mujoco/mujoco.wasm"].map(async (path) => {
    const response = await fetch(`${whole.url}/${path}`);
    await response.arrayBuffer();
    return response.headers.get("content-type");
  });
  expect(await Promise.all(types)).toEqual(["application/json", "text/javascript; charset=utf-8", "application/wasm"]);
  await whole.close();
});

test("a missing file, a folder and a path that leaves the folder give 404", async () => {
  for (const path of ["/none.js", "/browser", "/../package.json", "/%2e%2e/package.json", "/..%2fpackage.json", "/%zz"])
    expect(await requestRaw(path), path).toMatch(/^HTTP\/1.1 404/);
  expect(await requestRaw("/browser/StaticServer.ts")).toMatch(/^HTTP\/1.1 200/);
});
