// [L4] The start of a game of the shipped players of the four-legged league: real processes, real connections. game.long.test.ts plays on.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { playGame } from "../../bench/legged/GameTrial.js";
import { testServer } from "../server/Servers.js";

const PLAYER = "dist/examples/legged/team/player.js";

test("the same seed gives the same game", async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const play = () => playGame({ seed: 3, seconds: 2, players: ["Red-2", "Blue-1"], print });
  const one = await play();
  expect(lines.filter((line) => /error|ignored|cannot/i.test(line))).toEqual([]);
  expect(one).toMatchObject({ score: { red: 0, blue: 0 }, falls: 0 });
  expect(one.simulatedSec).toBeCloseTo(2, 1);
  expect(one.ballShare).toBeGreaterThan(0);
  const two = await play();
  expect(two.hash).toBe(one.hash);
});

test("a player that is told nonsense says what it needs", () => {
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

test("a player whose server is gone ends by itself", async () => {
  const server = await testServer({ world: "legged-league", expect: ["Red-2"], legged: { address: false } });
  const words = ["--team", "red", "--number", "2", "--server", `127.0.0.1:${server.tcpPort}`];
  const child = spawn(process.execPath, [PLAYER, ...words], { stdio: "ignore" });
  const exit = once(child, "exit");
  while (server.simulation.world.robots.length === 0) await wait(50);
  await server.stop();
  expect((await exit)[0]).toBe(0);
});
