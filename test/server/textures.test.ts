// Textures over HTTP, for viewers: PNG with exactly the same pixels, with the same access rules as other requests.

import { decode } from "fast-png";
import { expect, test } from "vitest";
import { outlineTexture, type Texture } from "../../src/describe/entity/Texture.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import type { RunningServer } from "../../src/server/Server.js";
import { testServer } from "./Servers.js";

const WORLD = `<World name="w"><Static name="Wall"><Box name="B"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize>
  <Texture><Checker><Colors>#ff8000 #0040c0</Colors><Squares>3 2</Squares></Checker></Texture></Box></Static></World>`;

const world = () => readWorldDocument(WORLD, { kinds: builtInDevices() }).world;

function textureIn({ simulation }: RunningServer): { texture: Texture; path: string } {
  const texture = simulation.world.physics.entity("Wall").bodies[0].solids[0].texture as Texture;
  const { digest, width, height } = outlineTexture(texture);
  return { texture, path: `/texture/${digest}-${width}x${height}.png` };
}

test("[X1] a texture is a PNG with exactly the same pixels, cached without a time limit", async () => {
  const server = await testServer({ world: world() });
  const { texture, path } = textureIn(server);
  const answer = await fetch(`${server.url}${path}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const { width, height, data, channels } = decode(new Uint8Array(await answer.arrayBuffer()));
  expect([width, height, channels]).toEqual([texture.width, texture.height, 4]);
  expect(Buffer.from(data as Uint8Array)).toEqual(Buffer.from(texture.pixels));
  const head = await fetch(`${server.url}${path}`, { method: "HEAD" });
  expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
});

test("[E4] unknown textures are 404; a client without control rights gets none", async () => {
  const server = await testServer({ world: world(), token: "secret" });
  const { path } = textureIn(server);
  const ask = async (way: string, init: RequestInit = {}) => (await fetch(`${server.url}${way}`, init)).status;
  const headers = { authorization: "Bearer secret" };
  expect(await ask(path, { headers })).toBe(200);
  expect(await ask(path)).toBe(401);
  expect(await ask(path, { headers: { authorization: "Bearer guess" } })).toBe(401);
  expect(await ask(path, { headers, method: "POST" })).toBe(405);
  for (const other of ["/texture/0123456789abcdef-3x2.png", "/texture/", "/texture/../x.png", `${path}/..`])
    expect(await ask(other, { headers }), other).toBe(404);
});
