// /metrics of a running server (X5): the format, the numbers, who may read it, what it costs.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { boxRobot } from "../../testing/builders/BoxRobot.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { post, type TestServer, testServer } from "./Servers.js";

const ROOT = new URL("../../", import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

async function metricsOf(server: TestServer, query = ""): Promise<string> {
  const response = await fetch(`${server.url}/metrics${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return response.text();
}

/** The value of a line; undefined: there is none. */
function valueIn(text: string, name: string): number | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const LINE = /^([a-z_]+)(?:_bucket|_sum|_count)?(?:\{[a-z_]+="(?:[^"\\]|\\.)*"\})? (?:[-+0-9.e]+|\+Inf|NaN)$/;

/** What `promtool check metrics` checks too. */
function check(text: string): void {
  const typed = new Map<string, string>();
  const lines = text.trimEnd().split("\n");
  for (const line of lines) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
    if (type) {
      expect(typed.has(type[1]), line).toBe(false);
      typed.set(type[1], type[2]);
      expect(type[1].endsWith("_total"), line).toBe(type[2] === "counter");
    } else if (!line.startsWith("# HELP ")) {
      expect(line).toMatch(LINE);
      const name = line.replace(/[{ ].*/, "");
      expect(typed.has(name) || typed.get(name.replace(/_(bucket|sum|count)$/, "")) === "histogram", line).toBe(true);
    }
  }
  const series = lines.filter((line) => !line.startsWith("#")).map((line) => line.replace(/ [^ ]*$/, ""));
  expect(series.filter((one, i) => series.indexOf(one) !== i)).toEqual([]);
}

describe("/metrics", () => {
  test("[X5] tells frames, phases, waits and queues of a world with a client", async () => {
    const server = await testServer({ world: "flat", rate: Number.POSITIVE_INFINITY });
    const nasty = `Ro"b\\o{t}`;
    const robot = boxRobot({ name: nasty });
    const client = await RawClient.join(server.tcpPort, robot, () => SIM_END);
    await client.until(({ frames }) => frames > 5);
    expect(server.metrics.isOn).toBe(false);
    check(await metricsOf(server));
    expect(server.metrics.isOn).toBe(true);
    const before = client.frames;
    await client.until(({ frames }) => frames > before + 50);
    const text = await metricsOf(server);
    check(text);
    expect(valueIn(text, "ubersim_frame_seconds_count")).toBeGreaterThan(40);
    expect(valueIn(text, "ubersim_frames_total")).toBeGreaterThan(50);
    expect(valueIn(text, `ubersim_frame_phase_seconds_total{phase="physics"}`)).toBeGreaterThan(0);
    const label = nasty.replace(/\\/g, "\\\\").replace(/"/g, '\\"');
    expect(valueIn(text, `ubersim_client_answers_total{client="${label}"}`)).toBeGreaterThan(40);
    expect(valueIn(text, `ubersim_client_wait_seconds_total{client="${label}"}`)).toBeGreaterThan(0);
    expect(valueIn(text, `ubersim_clients{state="running"}`)).toBe(1);
    expect(valueIn(text, "ubersim_robots")).toBe(1);
    expect(valueIn(text, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
  });

  test("[X5] frames never go back with the time of the world", async () => {
    const server = await testServer({ world: "flat", rate: 1 });
    await post(server, "step", { count: 20 });
    await post(server, "reset");
    await post(server, "step", { count: 5 });
    const text = await metricsOf(server);
    expect(valueIn(text, "ubersim_frames_total")).toBeGreaterThanOrEqual(25);
    expect(valueIn(text, "ubersim_time_seconds")).toBe(0.005);
    expect(valueIn(text, "ubersim_rewinds_total")).toBe(1);
    expect(valueIn(text, "ubersim_paused")).toBe(1);
  });

  test("[X5] needs the token, refuses other methods, and other pages", async () => {
    const server = await testServer({ world: "flat", token: "secret" });
    const url = `${server.url}/metrics`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: "Bearer secret" } })).status).toBe(200);
    expect((await metricsOf(server, "?token=secret")).length).toBeGreaterThan(1000);
    const headers = { authorization: "Bearer secret" };
    expect((await fetch(url, { method: "POST", headers })).status).toBe(405);
    expect(await (await fetch(url, { method: "HEAD", headers })).text()).toBe("");
    expect((await fetch(url, { headers: { ...headers, origin: "http://evil.example" } })).status).toBe(403);
  });

  test("[X5] docs/metrics.md lists every metric with its type, and the dashboard uses only these", async () => {
    const soccer = await testServer({ world: "soccer-b" });
    const text = await metricsOf(soccer);
    check(text);
    const served = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
    // clients' metrics and the speed have no values here
    const listed = new Map(
      [...readText("docs/metrics.md").matchAll(/^\| `(\w+)` +\| (\w+) /gm)].map(([, name, type]) => [name, type]),
    );
    for (const [name, type] of served) expect(`${name} ${listed.get(name)}`).toBe(`${name} ${type}`);
    const later = [...listed.keys()].filter((name) => !served.has(name));
    expect(later.filter((name) => !name.startsWith("ubersim_client_") && name !== "ubersim_real_time_factor")).toEqual(
      [],
    );
    const used = [...readText("docs/grafana/ubersim.json").matchAll(/\b(?:ubersim|process|nodejs)_\w+/g)].map(
      ([name]) => name,
    );
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !listed.has(name.replace(/_(bucket|sum|count)$/, "")) && !listed.has(name))).toEqual(
      [],
    );
  });
});
