// Terminals, pipes and files (W8): what clients send does not reach the terminal raw, a closed or full pipe does not end the
// server, errors show nothing of other files, and too few descriptors are reported by a code.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../../testing/programs/ServerProcess.js";
import { box } from "../server/Boxes.js";
import { RawClient, SIM_END } from "../server/RawClient.js";
import { post, sleep, testServer } from "../server/Servers.js";

const folder = mkdtempSync(join(tmpdir(), "ubersim-terminal-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("[W8] control and format characters of a name are escaped in the log", async () => {
  const server = await testServer();
  for (const sign of ["\u009b", "\u009d", "\u0090", "\u007f", "\u202e", "\u2066"]) {
    const client = await RawClient.join(server.tcpPort, box({ name: `R${sign}31m` }), () => SIM_END);
    await client.until(({ frames, error }) => frames > 0 || error !== undefined);
    client.socket.destroy();
    await sleep(20);
  }
  expect(server.log.join("")).toMatch(/\\u009b31m/);
  expect(server.log.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("[W8] a closed stdout, and words such as constructor at the prompt, do not end the server", async () => {
  const server = await ServerProcess.run(["--rate", "max"]);
  onTestFinished(() => server.kill());
  server.child.stdin?.write("constructor\n__proto__\nget time\n");
  await server.until(() => (server.out.match(/VERB_UNKNOWN/g) ?? []).length === 2);
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  for (let i = 0; i < 3; i++) {
    const client = await RawClient.join(server.tcpPort, box(), () => SIM_END);
    await client.until(({ frames }) => frames > 2);
    await client.leave();
  }
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("[R11] errors of files do not show their content or where they are", async () => {
  writeFileSync(join(folder, "secret.txt"), "password = hunter2\n");
  writeFileSync(join(folder, "secret.xml"), "<Passwords><hunter2/></Passwords>");
  const server = await testServer({ assets: folder });
  const latency = "<Latency><Model>trace</Model><File>FILE</File></Latency>";
  const client = (file: string) => RawClient.join(server.tcpPort, box({ settings: latency.replace("FILE", file) }));
  for (const file of ["secret.txt", "secret.xml", "none.txt", "."]) {
    const errors = [
      JSON.stringify(await (await client(file)).ended()),
      JSON.stringify(await post(server, "spawn", { file })),
    ];
    for (const error of errors) {
      expect(error).toMatch(/[A-Z]+_[A-Z]+/);
      expect(error).not.toContain("hunter2");
      expect(error).not.toContain(folder);
    }
  }
});

test("[R11] replies to verbs that write and read files show no absolute path, and a pipe is not read", async () => {
  const [recordings, world] = [join(folder, "recordings"), join(folder, "own.xml")];
  mkdirSync(recordings);
  execFileSync("mkfifo", [join(recordings, "pipe.snapshot")]);
  writeFileSync(world, '<World name="own"/>');
  const server = await testServer({ world, recordings });
  const calls: readonly (readonly [string, object])[] = [
    ...["one.mcap", "one.mcap"].map((text) => ["record", { action: "start", text }] as const),
    ...["one.snapshot", "one.snapshot"].map((name) => ["snapshot", { name }] as const),
    ...["pipe.snapshot", "none.snapshot"].map((name) => ["restore", { name }] as const),
    ["save", {}],
    ["save", { file: "other.xml" }],
  ];
  const replies: unknown[] = [];
  for (const [verb, args] of calls) replies.push(await post(server, verb, args));
  expect(JSON.stringify(replies)).not.toContain(folder);
  const codes = replies.map((reply) => (reply as { data: { code?: string } }).data.code);
  expect(codes).toEqual([
    undefined,
    "FILE_EXISTS",
    undefined,
    "FILE_EXISTS",
    "FILE_MISSING",
    "FILE_MISSING",
    undefined,
    undefined,
  ]);
});

test("[W7] an error that nothing has caught is logged, and the server goes on", async () => {
  const plugin = join(folder, "late.mjs");
  const run = "() => { setTimeout(() => { throw new Error('late'); }); setTimeout(() => Promise.reject('later')); }";
  writeFileSync(plugin, `export default (u) => u.action({ name: "fail", summary: "fails", run: ${run} });`);
  const server = await ServerProcess.run(["--rate", "max", "--plugin", plugin]);
  onTestFinished(() => server.kill());
  server.child.stdin?.write("call fail\n");
  await server.until(() => /internal error: Error: late.*internal error: later/s.test(server.out));
  const client = await RawClient.join(server.tcpPort, box(), () => SIM_END);
  await client.until(({ frames }) => frames > 2);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("too few file descriptors: FILES_EXHAUSTED, or a server that runs", async () => {
  const args = ["run", "--port", "0", "--http", "0", "--headless"];
  const few = new ServerProcess(args, { shell: "ulimit -n 32" });
  expect((await few.ended).code).toBe(1);
  expect(few.err).toMatch(/^FILES_EXHAUSTED: [^\n]*ulimit[^\n]*\n$/);
  const server = new ServerProcess(args, { shell: "ulimit -n 64" });
  onTestFinished(() => server.kill());
  await server.until(() => server.isEnded || server.out.includes("robots"));
  if (!server.isEnded) return;
  expect((await server.ended).code).toBe(1);
  expect(server.err).toMatch(/^FILES_EXHAUSTED: [^\n]*ulimit[^\n]*\n$/);
});
