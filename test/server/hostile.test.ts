// Hostile programs and pages over real sockets: malformed, oversized, endless and too many requests. Each is refused with a
// code or disconnected; the simulation continues in the same state.

import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { RunningServer } from "../../src/server/Server.js";
import { MAX_WAITING } from "../../src/server/VerbQueue.js";
import { playground } from "./Playground.js";
import { PING, RawSocket, TEXT, webSocketFrame } from "./RawSocket.js";
import { post, sleep, testServer } from "./Servers.js";
import { ViewClient } from "./ViewClient.js";

const hostLine = ({ httpPort }: RunningServer): string => `Host: 127.0.0.1:${httpPort}\r\n`;
const statusOf = (answer: string): number => Number(answer.split(" ")[1]);
const codeOf = (answer: string): string | undefined => /"code":"(\w+)"/.exec(answer)?.[1];

/** Sends one request to /api and gives the answer. */
async function ask(
  socket: WebSocket,
  request: unknown,
): Promise<{ id: unknown; result: number; data: { code?: string } }> {
  socket.send(typeof request === "string" ? request : JSON.stringify(request));
  const [data] = await once(socket, "message");
  return JSON.parse(String(data));
}

/** Reads until a number of answers have arrived. */
function countAnswers({ socket }: RawSocket, wanted: number): Promise<number> {
  let [count, rest] = [0, ""];
  return new Promise((resolve) => {
    socket.on("data", (bytes) => {
      const pieces = (rest + bytes.toString("latin1")).split('{"id":');
      count += pieces.length - 1;
      rest = (pieces.at(-1) as string).slice(-5);
      if (count >= wanted) resolve(count);
    });
  });
}

async function openApi({ url }: RunningServer): Promise<WebSocket> {
  const socket = new WebSocket(`${url?.replace("http", "ws")}/api`);
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

describe("[E4] malformed requests", () => {
  test.each<[string, number]>([
    ["//127.0.0.1/api/pause", 404],
    ["//evil.example/api/pause", 404],
    ["http://evil.example/api/pause", 400],
    ["/api//pause", 404],
    ["/x/../api/../api//pause", 404],
    ["*", 400],
    ["/api/%zz", 400],
  ])("POST %s is not /api/pause", async (path, status) => {
    const server = await testServer();
    const answer = await RawSocket.ask(server, `POST ${path} HTTP/1.1\r\n${hostLine(server)}Content-Length: 0\r\n\r\n`);
    expect(statusOf(answer)).toBe(status);
    expect(server.simulation.isPaused).toBe(false);
  });

  test("two Host or Origin headers are refused", async () => {
    const server = await testServer();
    const own = `http://127.0.0.1:${server.httpPort}`;
    for (const more of ["Host: evil.example\r\n", `Origin: ${own}\r\nOrigin: ${own}\r\n`]) {
      const text = `POST /api/pause HTTP/1.1\r\n${hostLine(server)}${more}Content-Length: 0\r\n\r\n`;
      expect(statusOf(await RawSocket.ask(server, text))).toBe(403);
    }
    expect(server.simulation.isPaused).toBe(false);
  });

  test("the page refuses other methods and lists its own", async () => {
    const server = await testServer();
    const answer = await fetch(`${server.url}/`, { method: "PUT", body: "x" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("a refusal contains neither the token nor a long address in full", async () => {
    const server = await testServer({ token: "secret-token" });
    for (const path of ["/nothing?token=secret-token", `/${"a".repeat(9000)}`]) {
      const answer = await (await fetch(`${server.url}${path}`)).text();
      expect(answer).toContain("REQUEST_MALFORMED");
      expect(answer).not.toContain("secret");
      expect(answer.length).toBeLessThan(1000);
    }
  });

  test("bytes that are not HTTP, and endless headers, get an error", async () => {
    const server = await testServer();
    const odd = await RawSocket.ask(server, "\0\0\0 nonsense\r\n\r\n", /\}\n$/);
    expect([statusOf(odd), codeOf(odd)]).toEqual([400, "REQUEST_MALFORMED"]);
    const long = await RawSocket.ask(server, `GET / HTTP/1.1\r\n${hostLine(server)}X: ${"a".repeat(100_000)}`, /\}\n$/);
    expect([statusOf(long), codeOf(long)]).toEqual([431, "REQUEST_TOO_LARGE"]);
  });

  test("[W8] an incomplete request is ended after a timeout", async () => {
    const server = await testServer();
    const answer = await RawSocket.ask(server, `GET / HTTP/1.1\r\n${hostLine(server)}X: a`, /\}\n$/);
    expect([statusOf(answer), codeOf(answer)]).toEqual([408, "REQUEST_MALFORMED"]);
  });

  test("[W8] a Content-Length above the limit is refused before the body arrives", async () => {
    const server = await testServer();
    const head = `POST /api/pause HTTP/1.1\r\n${hostLine(server)}Content-Length: 99999999\r\n`;
    for (const expectation of ["", "Expect: 100-continue\r\n"]) {
      const answer = await RawSocket.ask(server, `${head}${expectation}\r\n`, /\}\n/);
      expect([statusOf(answer), codeOf(answer)]).toEqual([413, "REQUEST_TOO_LARGE"]);
    }
    const raw = new RawSocket(server).read();
    raw.socket.write(
      `POST /api/get HTTP/1.1\r\n${hostLine(server)}Content-Length: 15\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(raw.socket, "data");
    expect(statusOf(raw.text)).toBe(100);
    raw.socket.write('{"what":"time"}');
    await once(raw.socket, "end");
    expect(raw.text).toContain('"result":1');
  });

  test("[W8] the sender of a body of 40 MB can read the reason of the refusal", async () => {
    const server = await testServer();
    expect(await post(server, "get", "x".repeat(40_000_000))).toMatchObject({ status: 413, result: 102 });
  });

  test("[W8] a refused WebSocket is closed even if the other end keeps its side open", async () => {
    const server = await testServer();
    const raw = await RawSocket.open(server, "/nothing");
    raw.read();
    await once(raw.socket, "end");
    // the connection is half-open: the client notices only by writing
    while (!raw.isClosed) {
      raw.socket.write("x");
      await sleep(5);
    }
    expect(statusOf(raw.text)).toBe(400);
  });
});

describe("[E4] a page of another origin", () => {
  test("is foreign too if its host is an IP address with the same port", async () => {
    const server = await testServer({ host: "0.0.0.0" });
    const { httpPort: port, url, token = "" } = server;
    const authorization = `Bearer ${token}`;
    const open = async (origin: string): Promise<number> => {
      const socket = new WebSocket(`${url?.replace("http", "ws")}/client`, { headers: { origin } });
      socket.on("error", () => {});
      const [, answer] = await Promise.race([once(socket, "open"), once(socket, "unexpected-response")]);
      socket.terminate();
      return answer?.statusCode ?? 101;
    };
    expect(await open(`http://203.0.113.7:${port}`)).toBe(403);
    expect(await open(`http://[2001:db8::7]:${port}`)).toBe(403);
    expect(await open(`http://127.0.0.1:${port}`)).toBe(101);
    expect((await post(server, "get", {}, { authorization, origin: `http://203.0.113.7:${port}` })).status).toBe(403);
    // Host and Origin are equal: it is the server's own page
    const own = `Host: 203.0.113.7:${port}\r\nOrigin: http://203.0.113.7:${port}\r\nAuthorization: ${authorization}\r\n`;
    expect(statusOf(await RawSocket.ask(server, `POST /api/get HTTP/1.1\r\n${own}Content-Length: 0\r\n\r\n`))).toBe(
      200,
    );
  });

  test("may not frame answers, read them or get a referrer; headers forbid it, and type sniffing", async () => {
    const server = await testServer();
    const answers = [
      await fetch(`${server.url}/`),
      await fetch(`${server.url}/none`),
      await fetch(`${server.url}/api/x`),
    ];
    for (const { headers } of answers) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("[W8] WebSockets that flood", () => {
  const pings = Buffer.concat(Array.from({ length: 200 }, () => webSocketFrame(PING, new Uint8Array(125))));

  test.each(["/view", "/api", "/client"])("pings on %s whose pongs are not read end the connection", async (path) => {
    const server = await testServer();
    const raw = await RawSocket.open(server, path);
    await raw.pour(pings, 100_000_000);
    expect(raw.isClosed).toBe(true);
    expect((await post(server, "get")).result).toBe(1);
  });

  test("occasional pings are answered", async () => {
    const socket = await openApi(await testServer());
    socket.ping("there?");
    expect(String((await once(socket, "pong"))[0])).toBe("there?");
    socket.terminate();
  });

  test("the server stops reading from a client of /api that does not read, and loses no answer", async () => {
    const server = await testServer();
    const { control } = server;
    const perform = control.perform.bind(control);
    let heard = 0;
    control.perform = (verb, args) => {
      heard++;
      return perform(verb, args);
    };
    const COUNT = 60_000;
    const raw = await RawSocket.open(server, "/api");
    const request = webSocketFrame(TEXT, Buffer.from('{"verb":"help","id":7}'));
    raw.socket.write(Buffer.concat(Array.from({ length: COUNT }, () => request)));
    for (let before = -1; heard > before; await sleep(1000)) before = heard;
    const heardUnread = heard;
    expect(heardUnread).toBeGreaterThan(0);
    expect(await countAnswers(raw, COUNT)).toBe(COUNT);
    expect(heard).toBeGreaterThan(2 * heardUnread);
  });

  const segway = (i: number) => ({ id: 1000 + i, verb: "spawn", args: { file: "segway", position: [0, i, 1] } });
  const COUNT = 250;

  test("slow verbs use up a viewer's rate limit faster: what was read before waits or is refused, another viewer takes turns", async () => {
    const server = await testServer({ rate: 1 });
    const [client, honest] = [await ViewClient.open(server), await ViewClient.open(server)];
    for (let i = 0; i < COUNT; i++) client.say({ type: "verb", ...segway(i) });
    await client.until(() => client.all("error").length + client.all("reply").length > 0, 60_000);
    const frame = await honest.verb("get", { what: "frame" });
    expect(frame.result).toBe(1);
    const robots = server.simulation.world.robots.length;
    // the queue of the first viewer is not served first
    expect(robots).toBeLessThan(MAX_WAITING);
    const refused = () => client.all("reply").filter(({ result }) => result === 106).length;
    await client.until(() => refused() + client.all("error").length > 0, 60_000);
    await client.until(() => client.all("reply").filter(({ result }) => result === 1).length > 0, 60_000);
    expect(server.simulation.world.robots.length).toBeLessThanOrEqual(MAX_WAITING + 1);
  });

  test("/api: verbs beyond the queue get an error, others are answered in turn", async () => {
    const server = await testServer({ rate: 1 });
    const [api, honest] = [await openApi(server), await openApi(server)];
    const results: number[] = [];
    api.on("message", (data) => results.push(JSON.parse(String(data)).result));
    for (let i = 0; i < COUNT; i++) api.send(JSON.stringify(segway(i)));
    while (!results.includes(106)) await sleep(5);
    expect(await ask(honest, { id: 1, verb: "get", args: { what: "frame" } })).toMatchObject({ id: 1, result: 1 });
    expect(results.filter((result) => result === 1).length).toBeLessThan(MAX_WAITING);
    while (results.length < COUNT) await sleep(20);
    expect(server.simulation.world.robots.length).toBe(results.filter((result) => result === 1).length);
    for (const socket of [api, honest]) socket.terminate();
  });
});

describe("[E4] [W8] long requests over WebSocket", () => {
  const robot = (letters: number): string => `<Client> <!--${"x".repeat(letters)}-->
    <CSettings> <Name>Long</Name> </CSettings>
    <Entity> <RigidBodies> <Body name="B"> <Sphere name="S"> <Mass>1</Mass> <Radius>0.1</Radius> </Sphere> </Body>
    </RigidBodies> </Entity> </Client>`;
  const spawn = (letters: number) => ({ id: 1, verb: "spawn", args: { document: robot(letters) } });

  test("/api takes documents as long as HTTP does, and reports what is too long", async () => {
    const server = await testServer();
    const api = await openApi(server);
    expect(await ask(api, spawn(3_000_000))).toMatchObject({ id: 1, result: 1, data: { name: "Long" } });
    expect(await ask(api, spawn(5_000_000))).toMatchObject({ id: 1, result: 4, data: { code: "DOCUMENT_TOO_LARGE" } });
    expect(await ask(api, spawn(9_000_000))).toMatchObject({ id: 1, result: 102, data: { code: "REQUEST_TOO_LARGE" } });
    const long = { id: 2, verb: "get", args: { what: "x".repeat(100_000) } };
    expect(await ask(api, long)).toMatchObject({ id: 2, result: 102, data: { code: "REQUEST_TOO_LARGE" } });
    expect(await ask(api, { id: "i".repeat(1000), verb: "get" })).toMatchObject({ id: null, result: 101 });
    expect(await ask(api, { id: {}, verb: "get" })).toMatchObject({ id: null, result: 101 });
    api.terminate();
  });

  test("/api: a message far above the limit closes only that connection", async () => {
    const server = await testServer();
    const api = await openApi(server);
    api.send("x".repeat(20_000_000));
    expect((await once(api, "close"))[0]).toBe(1009);
    expect((await post(server, "get")).result).toBe(1);
  });

  test("/view: the same limits for documents and arguments; long lines and verbs are refused", async () => {
    const client = await ViewClient.open(await testServer());
    expect(await client.verb("spawn", { document: robot(1_000_000) })).toMatchObject({ result: 1 });
    expect(await client.verb("get", { what: "x".repeat(100_000) })).toMatchObject({ result: 102 });
    client.say({ type: "line", id: 1, line: "a ".repeat(100_000) });
    client.say({ type: "verb", id: 1, verb: "x".repeat(1000), args: {} });
    await client.until(() => client.all("error").length === 2);
    expect(client.all("error").map(({ code }) => code)).toEqual(["REQUEST_MALFORMED", "REQUEST_MALFORMED"]);
  });
});

describe("[E4] refused requests change nothing", () => {
  const REFUSED: readonly (readonly [string, string])[] = [
    ["step", "{"],
    ["step", "[]"],
    ["step", '{"__proto__":{"count":5}}'],
    ["step", '{"constructor":{"prototype":{"count":5}}}'],
    ["step", '{"count":1e999}'],
    ["step", '{"count":NaN}'],
    ["step", "[".repeat(60_000)],
    ["__proto__", "{}"],
    ["constructor", "{}"],
    ["pause\u0000", "{}"],
    ["move", '{"name":"Ball","position":[1e999,0,0]}'],
    ["move", '{"name":"Ball","position":[0,0,1],"heading":-1e999}'],
    ["move", '{"name":"Ball","position":[0,0,1],"orientation":[1e308,1e308,1e308,1e308]}'],
    ["move", '{"name":["Ball"],"position":[0,0,1]}'],
    ["push", '{"name":"Ball","impulse":[1e308,0,0]}'],
    ["gravity", '{"to":[0,0,1e308]}'],
    ["set", '{"what":"__proto__/Friction","to":1}'],
    ["set", '{"what":"Rubber/constructor","to":1}'],
    ["remove", '{"name":"__proto__"}'],
    ["restore", '{"name":"constructor"}'],
    ["light", '{"name":"__proto__","on":false}'],
    ["spawn", '{"file":"../../../etc/passwd"}'],
    ["spawn", `{"file":"segway","name":"${"x".repeat(200)}"}`],
    ["spawn", '{"document":"<!DOCTYPE a [<!ENTITY b SYSTEM \\"file:///etc/passwd\\">]><Client>&b;</Client>"}'],
    ["spawn", `{"document":"${"<a>".repeat(1000)}"}`],
    ["spawn", `{"document":"${"x".repeat(5_000_000)}"}`],
    ["get", `{"what":"${"x".repeat(100_000)}"}`],
  ];

  test("the hash is the same after refused requests of every kind on every interface", async () => {
    const server = await testServer({ world: playground(), replyTimeoutMs: 1000 });
    await post(server, "pause");
    const hash = server.simulation.world.hash();
    const api = await openApi(server);
    const client = await ViewClient.open(server);
    for (const [verb, args] of REFUSED) {
      const answer = await post(server, encodeURIComponent(verb), args);
      expect([verb, args.slice(0, 80), answer.result]).not.toContain(1);
      expect(answer.result, `${verb} ${args.slice(0, 80)}`).not.toBe(105);
      const request = `{"id":1,"verb":${JSON.stringify(verb)},"args":${args}}`;
      expect((await ask(api, request)).result).not.toBe(1);
      client.say(`{"type":"verb",${request.slice(1)}`);
    }
    client.say({ type: "line", id: 2, line: "move Ball 0 0 1e999" });
    const answers = () => client.all("error").length + client.all("reply").length;
    await client.until(() => answers() === REFUSED.length + 1);
    expect(client.all("reply").filter(({ result }) => result === 1)).toEqual([]);
    await fetch(`${server.url}/api/step`);
    await post(server, "step", {}, { origin: "http://evil.example" });
    expect(server.simulation.world.hash()).toBe(hash);
    expect(({} as { count?: unknown }).count).toBeUndefined();
    api.terminate();
  });
});
