// Events of a world file over real sockets: the same run for slow clients and any order of joining; viewers get them; `list` names them.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { validateFile } from "../../src/cli/validate.js";
import { worldText } from "../../src/cli/WorldSummary.js";
import { connect } from "../../src/client/index.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { box } from "./Boxes.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { post, sleep, testServer } from "./Servers.js";
import { ViewClient } from "./ViewClient.js";

const WORLD = `<World name="stage">
  <Static name="ground"><Plane name="Surface"/></Static>
  <Light name="Sun" type="sun"/>
  <Object name="Ball"><RigidBodies><Body name="Skin">
    <Sphere name="Hull"><Mass>1</Mass><Radius>0.1</Radius><Position>0 2 0.1</Position></Sphere>
  </Body></RigidBodies></Object>
  <Event name="gust"> <At>0.02</At> <Every>0.03</Every> <Times>4</Times> <Jitter>0.02</Jitter>
    <Do>push A 1 0 0</Do> <Do>push Ball 0.1 0.2 0</Do> </Event>
  <Event name="dusk"> <After>gust</After> <At>0.01</At> <Do>light Sun intensity=0.3</Do> <Do>push Nobody 0 0 1</Do> </Event>
  <Event name="visit"> <At>0.05</At> <Do>spawn segway name=Guest position="5 5 0"</Do> </Event>
</World>`;

const folder = mkdtempSync(joinPath(tmpdir(), "events-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = joinPath(folder, "stage.xml");
writeFileSync(file, WORLD);

const SECONDS = 0.2;

/** The last hash of a run with two clients, optionally with a reset in the middle. */
async function ride(order: readonly string[], napMs: number, isReset = false): Promise<string> {
  let hash = "";
  let hasReset = !isReset;
  const server = await testServer({
    world: file,
    expect: ["A", "B"],
    beforeFrame: (simulation) => {
      if (simulation.isStopped) return;
      if (!hasReset && simulation.world.timeSec >= 0.1) {
        hasReset = true;
        simulation.reset(0);
      }
      if (simulation.world.timeSec < SECONDS) return;
      hash = simulation.world.hash();
      simulation.stop();
    },
  });
  const clients: RawClient[] = [];
  for (const name of order) {
    const client = await RawClient.join(server.tcpPort, box({ name, at: name === "A" ? "0 0 0.11" : "2 0 0.11" }));
    client.answers = () => SIM_END;
    clients.push(client);
    await sleep(napMs);
  }
  await server.stopped;
  for (const client of clients) expect(client.error?.code).toBe("SERVER_STOPPED");
  expect(server.log.filter((line) => line.startsWith("event dusk: push Nobody"))).toHaveLength(1);
  return hash;
}

describe("events over real sockets", () => {
  test("[E2] [M5] [T8] any order of joining gives the same hash, also after a reset", async () => {
    const hash = await ride(["A", "B"], 0);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(await ride(["B", "A"], 30)).toBe(hash);
    expect(await ride(["A", "B"], 10, true)).toBe(hash);
  });

  test("[E3] [E4] viewers, also later ones, get failed events; list shows the next events", async () => {
    let isFirst = true;
    const server = await testServer({
      world: file,
      beforeFrame: (simulation) => {
        if (isFirst) simulation.pause();
        isFirst = false;
      },
    });
    const isNews = /^event dusk: push Nobody 0 0 1: ENTITY_UNKNOWN/;
    const viewer = await ViewClient.open(server);
    await post(server, "step", { count: 60 });
    await viewer.until(() => viewer.all("log").some(({ line }) => isNews.test(line)));
    const late = await ViewClient.open(server);
    await late.until(() => late.all("past").length > 0);
    expect(late.all("past")[0].lines.filter((line) => isNews.test(line))).toHaveLength(1);
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["Guest"]);
    const { data } = await post(server, "list", { what: "events" });
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["dusk", "gust", "visit"]);
    expect(data[2]).toEqual({ name: "visit", happened: 1, next: null });
    expect(data[1].next).toBeGreaterThan(0.05);
  });

  test("[R10] validate lists events, and reports the line of a wrong one", async () => {
    const args = { files: [file], json: false, lenient: false };
    const verdict = await validateFile(file, args, builtInDevices());
    expect(verdict.ok).toBe(true);
    // A joins with its client, Guest by an event; an entity named Nobody never exists, so there is a warning
    expect(verdict.hints).toEqual([
      { text: expect.stringMatching(/^"push A 1 0 0" names "A", which is not in the world/), line: 7, column: 3 },
      { text: expect.stringContaining('"push Nobody 0 0 1" names "Nobody"'), line: 9, column: 3 },
    ]);
    const text = worldText(verdict.world as NonNullable<typeof verdict.world>);
    expect(text).toMatch(/gust +at 0.02 s, every 0.03 s, 4 times, up to 0.02 s late +push A 1 0 0; push Ball/);
    expect(text).toMatch(/dusk +0.01 s after gust +light Sun/);
    const bad = joinPath(folder, "bad.xml");
    writeFileSync(bad, WORLD.replace("push A 1 0 0", "pull A 1 0 0"));
    const { errors } = await validateFile(bad, args, builtInDevices());
    expect(errors).toMatchObject([{ code: "VERB_MISPLACED", line: 8, column: 5 }]);
    await expect(testServer({ world: bad })).rejects.toMatchObject({ code: "VERB_MISPLACED", line: 8 });
  });
});

const DOOR = `<World name="door">
  <Static name="ground"><Plane name="Surface"/></Static>
  <Light name="Lamp" type="point"><On>false</On></Light>
  <Trigger name="mat"> <Box> <XSize>1</XSize> <YSize>1</YSize> <ZSize>0.1</ZSize> <Position>0 2 0.05</Position> </Box>
    <Who>robots</Who> <Do>light Lamp on</Do> </Trigger>
  <Trigger name="bell"> <Message>ring</Message> <Do>push {who} 0 0 1</Do> </Trigger>
  <Allow> <Who>A</Who> <Verb>move</Verb> </Allow>
</World>`;

/** A robot rings, asks to be moved onto the mat, and leaves; its replies, and the hash. */
async function visit(napMs: number): Promise<{ replies: readonly unknown[]; hash: string; log: readonly string[] }> {
  const world = joinPath(folder, "door.xml");
  writeFileSync(world, DOOR);
  let hash = "";
  const server = await testServer({
    world,
    expect: ["A"],
    beforeFrame: (simulation) => {
      if (simulation.isStopped || simulation.world.timeSec < 0.05) return;
      expect(simulation.world.lights[0].on).toBe(true);
      expect(simulation.world.triggers.status.map(({ name, count }) => [name, count])).toEqual([
        ["bell", 1],
        ["mat", 1],
      ]);
      hash = simulation.hash();
      simulation.stop();
    },
  });
  const document = box({ name: "A", at: "0 0 0.11" });
  const robot = await connect({ port: server.tcpPort, document });
  const replies: unknown[] = [];
  let n = 0;
  for await (const frame of robot.frames()) {
    replies.push(...frame.replies);
    if (n === 3) robot.raise("ring");
    if (n === 6) for (const line of ["move A 0 2 0.2", "remove A"]) robot.console(line);
    if (napMs > 0 && n++ < 10) await sleep(napMs);
    else n++;
  }
  await server.stopped;
  return { replies, hash, log: server.log };
}

test("[E2] [E4] [M5] a robot rings, is moved by its own word and steps on a mat, the same for a slow client", async () => {
  const quick = await visit(0);
  expect(quick.replies).toMatchObject([
    { line: "move A 0 2 0.2", result: 1 },
    { line: "remove A", result: 4, data: { code: "VERB_FORBIDDEN" } },
  ]);
  expect((await visit(5)).hash).toBe(quick.hash);
});

test("[R10] validate lists triggers and allowed verbs, without a hint for {who}", async () => {
  const path = joinPath(folder, "door.xml");
  writeFileSync(path, DOOR);
  const verdict = await validateFile(path, { files: [path], json: false, lenient: false }, builtInDevices());
  expect(verdict.hints).toEqual([]);
  const text = worldText(verdict.world as NonNullable<typeof verdict.world>);
  expect(text).toMatch(/bell +enter: message +robots, objects/);
  expect(text).toMatch(/mat +0 s after its trigger +light Lamp on/);
  expect(text).toContain("allowed to A: move");
});
