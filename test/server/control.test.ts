// The control interface over real HTTP and WebSocket, while clients run.

import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { RunningServer } from "../../src/server/Server.js";
import { box } from "./Boxes.js";
import { join, RawClient, SIM_END, tell, VEL } from "./RawClient.js";
import { type Answer, post, sleep, testServer } from "./Servers.js";

const worker = async (server: RunningServer, name = "Box", at = "0 0 0"): Promise<RawClient> => {
  const client = await RawClient.join(server.tcpPort, box({ name, at }));
  // commands depend on simulated time only
  client.answers = () => join(tell("Motor", VEL, Math.round(client.time * 1000) % 9), SIM_END);
  return client;
};

class ApiSocket {
  readonly #socket: WebSocket;
  #id = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open({ url }: RunningServer, headers: Record<string, string> = {}): Promise<ApiSocket> {
    const socket = new WebSocket(`${url?.replace("http", "ws")}/api`, { headers });
    await once(socket, "open");
    return new ApiSocket(socket);
  }

  async ask(verb: string, args?: unknown): Promise<Answer & { id: unknown }> {
    const id = ++this.#id;
    return this.say(JSON.stringify({ id, verb, args }));
  }

  async say(text: string): Promise<Answer & { id: unknown }> {
    this.#socket.send(text);
    const [data] = await once(this.#socket, "message");
    return JSON.parse(String(data));
  }
}

describe("[E4] POST /api/VERB", () => {
  test("[T8] pause, step and get: the answer arrives when the frames are done", async () => {
    const server = await testServer({ expect: ["Box"] });
    await post(server, "pause");
    await worker(server);
    for (const [count, frame] of [
      [1, 1],
      [99, 100],
      [400, 500],
    ]) {
      const answer = await post(server, "step", { count });
      expect(answer).toMatchObject({ status: 200, result: 1, data: { frame, isPaused: true, framesToGo: 0 } });
      expect((await post(server, "get", { what: "frame" })).data).toBe(frame);
    }
    expect((await post(server, "get", { what: "hash" })).data).toBe(server.simulation.world.hash());
  });

  test("[T8] step names the clients it waits for", async () => {
    const server = await testServer({ expect: ["Box"], replyTimeoutMs: 50 });
    const before = await post(server, "step", { count: 3 });
    expect(before).toMatchObject({ result: 1, data: { framesToGo: 3, waitingFor: ["Box"] } });
    const client = await RawClient.join(server.tcpPort, box());
    await client.until(({ frames }) => frames === 1);
    const { message, data } = await post(server, "step", { count: 5 });
    expect(message).toBe("5 frames to go, waiting for Box");
    expect(data).toMatchObject({ frame: 0, framesToGo: 5 });
    client.answers = () => SIM_END;
    client.send(SIM_END);
    await client.until(({ frames }) => frames === 6);
  });

  test("[T8] reset and restore give the same bits as the first time, with clients that stay", async () => {
    const server = await testServer({ expect: ["A", "B"] });
    await post(server, "pause");
    const [a] = await Promise.all([worker(server, "A"), worker(server, "B", "1 0 0")]);
    const hashAfter = async (count: number): Promise<string> => {
      await post(server, "step", { count });
      return (await post(server, "get", { what: "hash" })).data;
    };
    const [at100, at200] = [await hashAfter(100), await hashAfter(100)];
    expect((await post(server, "reset")).data).toMatchObject({ time: 0, frame: 0 });
    expect(await hashAfter(100)).toBe(at100);
    expect((await post(server, "snapshot", { name: "here" })).data.name).toBe("here");
    expect(await hashAfter(100)).toBe(at200);
    expect(await hashAfter(50)).not.toBe(at200);
    expect((await post(server, "restore", { name: "here" })).data).toMatchObject({ frame: 100 });
    expect((await post(server, "get", { what: "hash" })).data).toBe(at100);
    expect(await hashAfter(100)).toBe(at200);
    expect(a.messages.filter(({ name }) => name === "Reset").length).toBe(2);
    expect(a.isClosed).toBe(false);
  });

  test("[T8] reset, snapshot and restore while the world runs at full speed", async () => {
    const server = await testServer({ expect: ["A", "B"] });
    const [a, b] = await Promise.all([worker(server, "A"), worker(server, "B", "1 0 0")]);
    await a.until(({ frames }) => frames > 50);
    await post(server, "snapshot", { name: "s" });
    for (let i = 0; i < 5; i++) {
      expect((await post(server, "reset")).result).toBe(1);
      await sleep(10);
      expect((await post(server, "restore", { name: "s" })).result).toBe(1);
      await sleep(10);
    }
    expect(a.messages.filter(({ name }) => name === "Reset").length).toBe(10);
    const { frames } = b;
    await b.until((one) => one.frames > frames + 100);
    expect([a.error, b.error]).toEqual([undefined, undefined]);
  });

  test("[T8] restore closes clients that the snapshot does not know, and removes robots without a client", async () => {
    const server = await testServer();
    const a = await worker(server, "A");
    await a.until(({ frames }) => frames > 5);
    await post(server, "snapshot", { name: "alone" });
    const b = await worker(server, "B", "1 0 0");
    await b.until(({ frames }) => frames > 5);
    await post(server, "snapshot", { name: "both" });
    await post(server, "restore", { name: "alone" });
    expect((await b.ended())?.code).toBe("NOT_IN_SNAPSHOT");
    await post(server, "restore", { name: "both" });
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["A"]);
    const { frames } = a;
    await a.until((one) => one.frames > frames + 20);
  });

  test("[T2] rate", async () => {
    const server = await testServer();
    expect((await post(server, "rate", { rate: 2.5 })).data.rate).toBe(2.5);
    expect((await post(server, "rate", { rate: "max" })).data.rate).toBeNull();
    expect((await post(server, "get", { what: "rate" })).data).toBeNull();
  });

  test("get and list report robots, bodies, joints, devices, clients and objects", async () => {
    const server = await testServer({ expect: ["Box"] });
    await post(server, "pause");
    await worker(server);
    await post(server, "step", { count: 50 });
    const get = async (what: string, name?: string) => (await post(server, "get", { what, name })).data;
    expect(await get("status")).toMatchObject({
      world: "flat",
      frame: 50,
      clients: [{ name: "Box", state: "running" }],
    });
    expect((await get("robot", "Box")).bodies.map(({ name }: { name: string }) => name)).toEqual(["Arm", "Base"]);
    expect(await get("Box")).toEqual(await get("robot", "Box"));
    const body = await get("Box/Base");
    expect(body.position[2]).toBeCloseTo(0.1, 2);
    expect(body).toEqual(await get("body", "Box/Base"));
    const joint = await get("Box/Motor");
    expect(joint).toMatchObject({ name: "Box/Motor", kind: "Hinge" });
    expect(joint.axes[0].position).toBeGreaterThan(0);
    expect(await get("component", "Box/Tilt")).toMatchObject({
      kind: "Inclinometer",
      sent: [{ pitch: expect.any(Number) }],
    });
    expect(await get("ground")).toMatchObject({ name: "ground", isStatic: true });
    expect((await post(server, "list")).data).toMatchObject({ robots: ["Box"], objects: ["ground"], snapshots: [] });
  });

  test.each<[string, unknown, number, number, string]>([
    ["paus", {}, 404, 0, 'Did you mean "pause"?'],
    ["restore", { name: "nosuch" }, 404, 2, "SNAPSHOT_UNKNOWN"],
    ["get", { what: "Nobody" }, 404, 2, "ENTITY_UNKNOWN"],
    ["get", { what: "ground/Motor" }, 404, 2, "COMPONENT_UNKNOWN"],
    ["get", { what: "body", name: "ground" }, 400, 100, "ROBOT/NAME"],
    ["step", { count: 0 }, 400, 100, "a whole number from 1"],
    ["step", { count: 1.5 }, 400, 100, "a whole number from 1"],
    ["step", { cuont: 1 }, 400, 100, 'Did you mean "count"?'],
    ["rate", {}, 400, 100, "ARGUMENT_WRONG"],
    ["rate", { rate: -1 }, 400, 100, '"max"'],
    ["rate", { rate: "fast" }, 400, 100, '"max"'],
    ["list", { what: "robot" }, 400, 100, 'Did you mean "robots"?'],
    ["pause", [1], 400, 100, "a JSON object"],
    ["pause", "{", 400, 101, "REQUEST_MALFORMED"],
    ["pause", `{"a":"${"x".repeat(100_000)}"}`, 413, 102, "REQUEST_TOO_LARGE"],
  ])("%s %j: status %i, result %i", async (verb, args, status, result, text) => {
    const server = await testServer();
    const answer = await post(server, verb, args);
    expect(answer).toMatchObject({ status, result });
    expect(answer.message).toContain(text);
  });

  test("a request without a body has no arguments; other methods and paths are refused; GET / describes the server", async () => {
    const server = await testServer();
    const url = server.url as string;
    expect(await (await fetch(`${url}/api/pause`, { method: "POST" })).json()).toMatchObject({ result: 1 });
    expect((await fetch(`${url}/api/pause`)).status).toBe(405);
    expect((await fetch(`${url}/nosuch`)).status).toBe(404);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`127.0.0.1:${server.tcpPort}`);
  });

  test("a request that never ends, and bytes that are not HTTP, do not affect other clients", async () => {
    const server = await testServer();
    const port = server.httpPort as number;
    const [slow, odd] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    slow.write(`POST /api/pause HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\n{`);
    odd.on("error", () => {}).write("\0\0\0 nonsense\r\n\r\n");
    await once(odd.resume(), "close");
    expect((await post(server, "get")).result).toBe(1);
    slow.destroy();
  });

  test("stop: answered, then everything closes", async () => {
    const server = await testServer();
    const client = await worker(server);
    await client.until(({ frames }) => frames > 5);
    expect(await post(server, "stop")).toMatchObject({ status: 200, result: 1 });
    expect((await client.ended())?.code).toBe("SERVER_STOPPED");
    await server.stopped;
    await expect(fetch(server.url as string)).rejects.toThrow();
  });
});

describe("[E4] WebSocket /api", () => {
  test("carries {id, verb, args} and answers {id, result, message, data}", async () => {
    const server = await testServer({ expect: ["Box"] });
    const api = await ApiSocket.open(server);
    await api.ask("pause");
    await worker(server);
    expect(await api.ask("step", { count: 10 })).toMatchObject({ id: 2, result: 1, data: { frame: 10 } });
    expect(await api.ask("snapshot")).toMatchObject({ id: 3, result: 1, data: { name: "snapshot-1" } });
    expect(await api.ask("step")).toMatchObject({ id: 4, data: { frame: 11 } });
    expect(await api.ask("restore", { name: "snapshot-1" })).toMatchObject({ id: 5, data: { frame: 10 } });
    expect(await api.ask("reset")).toMatchObject({ id: 6, data: { frame: 0 } });
    expect(await api.ask("nosuch")).toMatchObject({ id: 7, result: 0 });
    expect(await api.say("{")).toMatchObject({ id: null, result: 101 });
    expect(await api.say("[]")).toMatchObject({ id: null, result: 101 });
    expect(await api.say('{"id":"x"}')).toMatchObject({ id: "x", result: 101 });
    expect(await api.ask("stop")).toMatchObject({ id: 8, result: 1 });
  });
});

/** Sends headers that fetch does not allow to set. */
function status(port: number, headers: Record<string, string>, method = "POST", path = "/api/get"): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject);
    asked.end();
  });
}

function upgrade(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

describe("[E4] Host and Origin are checked on loopback too", () => {
  test.each(["127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT", "LOCALHOST:PORT"])(
    "Host %s is accepted",
    async (host) => {
      const { httpPort = 0 } = await testServer();
      expect(await status(httpPort, { host: host.replace("PORT", String(httpPort)) })).toBe(200);
    },
  );

  test.each([
    "evil.example:PORT",
    "evil.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost.evil.example:PORT",
    "",
    "a b",
  ])("Host %s is refused", async (host) => {
    const { httpPort = 0 } = await testServer();
    const headers = { host: host.replace("PORT", String(httpPort)) };
    expect(await status(httpPort, headers)).toBe(403);
    expect(await status(httpPort, headers, "GET", "/")).toBe(403);
    if (host === "") return;
    for (const path of ["/client", "/api"]) expect(await upgrade(httpPort, path, headers)).toBe(403);
  });

  test.each<[string, number]>([
    ["http://127.0.0.1:PORT", 200],
    ["http://localhost:PORT", 200],
    ["http://evil.example", 403],
    ["http://localhost", 403],
    ["http://localhost:1", 403],
    ["https://localhost:PORT", 403],
    ["null", 403],
    ["file://", 403],
  ])("Origin %s: %i", async (pattern, expected) => {
    const server = await testServer();
    const port = server.httpPort as number;
    const origin = pattern.replace("PORT", String(port));
    expect((await post(server, "get", {}, { origin })).status).toBe(expected);
    for (const path of ["/client", "/api"])
      expect(await upgrade(port, path, { origin })).toBe(expected === 200 ? 101 : 403);
  });
});

test("[E4] --allow-origin: pages of that origin may ask, call verbs and read the replies; no other page", async () => {
  const origin = "http://localhost:5173";
  const server = await testServer({ allowOrigins: [origin] });
  const url = `${server.url}/api/get`;
  // fetch does not send the Origin that it is given: browsers do
  const ask = async (method: string, from: string) => {
    const asked = request(url, { method, headers: { origin: from, "content-type": "application/json" } });
    asked.end(method === "POST" ? "{}" : undefined);
    const [{ statusCode, headers }] = await once(asked, "response");
    return [statusCode, headers["access-control-allow-origin"]];
  };
  expect(await ask("OPTIONS", origin)).toEqual([204, origin]);
  expect((await ask("POST", origin))[1]).toBe(origin);
  expect(await upgrade(server.httpPort as number, "/api", { origin })).toBe(101);
  expect(await ask("OPTIONS", "http://localhost:5174")).toEqual([403, undefined]);
  expect(await ask("POST", "http://localhost:5174")).toEqual([403, undefined]);
});

describe("[E4] the token", () => {
  const off = { host: "0.0.0.0" };

  test("on an address other than loopback one is generated; control needs it, a robot does not", async () => {
    const server = await testServer(off);
    const { token = "", httpPort = 0 } = server;
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const host = `127.0.0.1:${httpPort}`;
    expect(await status(httpPort, { host })).toBe(401);
    expect(await status(httpPort, { host, authorization: "Bearer nosuch" })).toBe(401);
    expect(await status(httpPort, { host, authorization: `Basic ${token}` })).toBe(401);
    expect(await status(httpPort, { host, authorization: `Bearer ${token}` })).toBe(200);
    expect(await status(httpPort, { host }, "POST", `/api/get?token=${token}`)).toBe(200);
    expect(await status(httpPort, { host }, "POST", `/api/get?token=${token}x`)).toBe(401);
    expect(await upgrade(httpPort, "/api", {})).toBe(401);
    expect(await upgrade(httpPort, `/api?token=${token}`, {})).toBe(101);
    expect(await upgrade(httpPort, "/client", {})).toBe(101);
    const page = await (await fetch(`${server.url}/`)).text();
    expect(page).not.toContain(token);
    const robot = await worker(server);
    await robot.until(({ frames }) => frames > 5);
  });

  test("on an address other than loopback every address of the machine is accepted as Host, a foreign name is not", async () => {
    const { token = "", httpPort = 0 } = await testServer(off);
    const authorization = `Bearer ${token}`;
    expect(await status(httpPort, { host: `192.168.7.7:${httpPort}`, authorization })).toBe(200);
    expect(await status(httpPort, { host: `evil.example:${httpPort}`, authorization })).toBe(403);
  });

  test("a token that was set is needed on loopback too", async () => {
    const server = await testServer({ token: "secret" });
    expect((await post(server, "get")).result).toBe(103);
    expect((await post(server, "get", {}, { authorization: "Bearer secret" })).result).toBe(1);
  });
});
