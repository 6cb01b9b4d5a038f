// [L4] The start of a game of the shipped players of the four-legged league: real processes, real connections. game.long.test.ts plays on.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { playGame } from "../../bench/legged/GameTrial.js";
import type { LeggedStatus } from "../../src/leagues/legged/LeggedStatus.js";
import { testServer } from "../server/Servers.js";

const PLAYER = "dist/examples/legged/team/player.js";

test("[L4] the same seed gives the same game, with players as processes and inside this one", async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const play = (isInside: boolean) => playGame({ seed: 3, seconds: 2, players: ["Red-2", "Blue-1"], isInside, print });
  const one = await play(false);
  expect(lines.filter((line) => /error|ignored|cannot/i.test(line))).toEqual([]);
  expect(one).toMatchObject({ score: { red: 0, blue: 0 }, falls: 0 });
  expect(one.simulatedSec).toBeCloseTo(2, 1);
  expect(one.ballShare).toBeGreaterThan(0);
  const two = await play(true);
  expect(two.hash).toBe(one.hash);
});

test("[L4] [T8] the same seed gives the same score: a player alone walks the ball into the goal, twice in the same way", async () => {
  const play = (isInside: boolean) => playGame({ seed: 3, seconds: 40, players: ["Red-2"], isInside, print: () => {} });
  const [one, two] = [await play(false), await play(true)];
  expect(one.score).toEqual({ red: 1, blue: 0 });
  expect(two.score).toEqual(one.score);
  expect(two.hash).toBe(one.hash);
}, 600_000);

test("[L4] a player's process that is killed or stopped is lost and logged; the others play on", async () => {
  const names = ["Blue-2", "Red-2", "Red-3"];
  const server = await testServer({
    world: "legged-league",
    httpPort: false,
    expect: names,
    stall: { policy: "drop", seconds: 2 },
    legged: { referee: "built-in", address: false },
  });
  const children = names.map((name) => {
    const [team, number] = name.toLowerCase().split("-");
    const words = ["--team", team, "--number", number, "--server", `127.0.0.1:${server.tcpPort}`];
    return spawn(process.execPath, [PLAYER, ...words], { stdio: "ignore" });
  });
  const { simulation } = server;
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await wait(50);
  };
  try {
    await until(() => simulation.world.timeSec > 1);
    children[1].kill("SIGKILL");
    await until(() => !simulation.world.has("Red-2"));
    children[2].kill("SIGSTOP");
    await until(() => !simulation.world.has("Red-3"));
    const lost = simulation.world.timeSec;
    await until(() => simulation.world.timeSec > lost + 3);
    expect(simulation.world.has("Blue-2")).toBe(true);
    expect(server.log.join("\n")).toMatch(/Red-2 left/);
    expect(server.log.join("\n")).toMatch(/Red-3.*STALLED/);
    const status = simulation.guest("legged")?.status?.() as LeggedStatus;
    expect(status.state).toBe("ready");
    expect(status.teams.red.removed.map(({ penalty }) => penalty)).toEqual(Array(4).fill("not in the world"));
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
}, 120_000);

test("[L4] a player that is told nonsense says what it needs", () => {
  const run = (...words: string[]) => spawnSync(process.execPath, [PLAYER, ...words], { encoding: "utf8" });
  for (const [words, text] of [
    [["--number", "2"], "--team is missing: red or blue is needed"],
    [["--team", "red", "--number", "5"], "--number 5: a whole number from 1 to 4 is needed"],
    [["--team", "red", "--number", "1", "--server", "here"], "--server here: HOST:PORT is needed"],
    [["--team", "red", "--number", "1", "--gc-port", "x"], "--gc-port x: a whole number from 1 to 65535 is needed"],
    [["--fly"], "--fly"],
  ] as const) {
    const { status, stderr } = run(...words);
    expect(status).toBe(2);
    expect(stderr).toContain(text);
    expect(stderr).toContain("Usage: player.js");
  }
  const { status, stderr } = run("--team", "red", "--number", "1", "--server", "127.0.0.1:1");
  expect(status).toBe(1);
  expect(stderr).toContain("CONNECTION_FAILED");
});

test("[L4] a player whose server is gone ends by itself", async () => {
  const server = await testServer({ world: "legged-league", expect: ["Red-2"], legged: { address: false } });
  const words = ["--team", "red", "--number", "2", "--server", `127.0.0.1:${server.tcpPort}`];
  const child = spawn(process.execPath, [PLAYER, ...words], { stdio: "ignore" });
  const exit = once(child, "exit");
  while (server.simulation.world.robots.length === 0) await wait(50);
  await server.stop();
  expect((await exit)[0]).toBe(0);
});
