// The shipped teams in real games: as separate clients over TCP, as separate programs, and in one process. Also SoccerClient
// without a server and after a lost connection. The games are short: docs/soccer.md has the results of ten minutes.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { SelfPlay } from "../../bench/soccer/SelfPlay.js";
import { SoccerClient, type SoccerCommand } from "../../src/client/ssl/SoccerClient.js";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import { Brain } from "../../teams/ssl/Brain.js";
import { commandOf, teamInput } from "../../teams/ssl/ProtocolAdapter.js";
import { STYLES } from "../../teams/ssl/Style.js";
import { sleep, testServer } from "../server/Servers.js";
import { freePort } from "./UdpPeer.js";

const STEP_SEC = 0.016;
const PROGRAM = fileURLToPath(new URL("../../dist/teams/ssl/team.js", import.meta.url));

const GAME = {
  world: "soccer-b",
  httpPort: false,
  seed: 3,
  soccer: { epochSec: 0, realism: "friendly", referee: "built-in", halfSec: 60, expect: ["blue", "yellow"] },
} as const;

async function startGame() {
  const server = await testServer(GAME);
  return { server, ports: (server.ssl as NonNullable<typeof server.ssl>).ports };
}

async function playOverTcp(team: TeamColor, port: number, rounds: number): Promise<void> {
  const client = await SoccerClient.connect({ port });
  const brain = new Brain(team, STYLES[team === "blue" ? "passing" : "direct"], GAME.seed);
  let commands: readonly SoccerCommand[] = [];
  for (let round = 0; round < rounds; round++) {
    const answer = await client.ask(STEP_SEC, commands);
    if (!answer) throw new Error("the server has stopped");
    expect(answer.errors).toEqual([]);
    commands = brain.think(teamInput(answer)).map(commandOf);
  }
  client.close();
}

describe("a game", () => {
  it("[F6] is the same over TCP and in one process, bit for bit, and begins with a kick-off", async () => {
    const rounds = 280;
    const { server, ports } = await startGame();
    await Promise.all((["blue", "yellow"] as const).map((team) => playOverTcp(team, ports[team], rounds)));
    const alone = await SelfPlay.create({ world: "soccer-b", seed: 3, halfSec: 60, realism: "friendly" });
    let [fastest, nearestInStop] = [0, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round++) {
      alone.step();
      const { ball, robots } = alone.match.fieldState();
      if (ball) fastest = Math.max(fastest, Math.hypot(...ball.velocity));
      if (alone.match.status().command === "STOP" && ball)
        for (const { x, y, radius } of robots)
          nearestInStop = Math.min(nearestInStop, Math.hypot(x - ball.position[0], y - ball.position[1]) - radius);
    }
    expect(server.simulation.world.timeSec).toBeCloseTo(rounds * STEP_SEC, 9);
    expect(alone.simulation.hash()).toBe(server.simulation.hash());
    expect(alone.match.status()).toMatchObject({ stage: "NORMAL_FIRST_HALF" });
    // a robot has kicked, at most as fast as the rules allow
    expect(fastest).toBeGreaterThan(1.5);
    expect(fastest).toBeLessThan(6.63);
    expect(nearestInStop).toBeGreaterThan(0.5);
  });

  it("[F6] is played by programs that end when the server does", async () => {
    const { server, ports } = await startGame();
    const ends = (["blue", "yellow"] as const).map((team) => run("--team", team, "--port", `${ports[team]}`));
    while (server.simulation.world.timeSec < 5) await sleep(20);
    const command = matchOf(server.simulation)?.status().command;
    await server.stop();
    const [blue, yellow] = await Promise.all(ends);
    expect(command).toBe("NORMAL_START");
    expect(blue).toMatchObject({ code: 0, errors: "" });
    expect(yellow).toMatchObject({ code: 0, errors: "" });
    expect(blue.words).toContain("blue plays passing");
    expect(yellow.words).toContain("yellow plays direct");
  });
});

describe("docs/how-to/soccer-team.md", () => {
  it("the printed team runs unchanged, and kicks the ball", async () => {
    const server = await testServer({ ...GAME, soccer: { ...GAME.soccer, referee: "none", expect: ["blue"] } });
    const page = readFileSync(new URL("../../docs/how-to/soccer-team.md", import.meta.url), "utf8");
    const printed = /```js\n(import \{ SoccerClient \}[\s\S]*?)```/.exec(page)?.[1] ?? "";
    const code = printed.replace(/^import .*$/m, "").replace("port: 10301", `port: ${server.ssl?.ports.blue}`);
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    const ended = new AsyncFunction("SoccerClient", code)(SoccerClient);
    const match = matchOf(server.simulation)!;
    const isKicked = (): boolean => Math.hypot(...(match.fieldState().ball?.velocity ?? [])) > 1;
    while (!isKicked() && server.simulation.world.timeSec < 10) await sleep(5);
    expect(server.simulation.world.timeSec).toBeLessThan(10);
    await server.stop();
    await ended;
  });
});

describe("SoccerClient", () => {
  it("reports an address without a server and what to start; so does the program", async () => {
    const port = await freePort();
    await expect(SoccerClient.connect({ port })).rejects.toMatchObject({ code: "CONNECTION_FAILED" });
    const { code, errors } = await run("--team", "blue", "--port", `${port}`, "--wait", "0");
    expect(code).toBe(2);
    expect(errors).toContain(`127.0.0.1:${port}: ECONNREFUSED`);
    expect(errors).toContain("run soccer-b");
  });

  it("returns undefined when the server closes the connection, and throws for an invalid answer", async () => {
    const port = await listen((socket) => socket.end());
    const polite = await SoccerClient.connect({ port });
    expect(await polite.ask(STEP_SEC, [])).toBeUndefined();
    expect(await polite.ask(STEP_SEC, [])).toBeUndefined();
    const rude = await SoccerClient.connect({ port: await listen((socket) => socket.write("\x05hello")) });
    await expect(rude.ask(STEP_SEC, [])).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await expect(rude.ask(STEP_SEC, [])).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });

  it("reports errors of a command, and keeps the geometry", async () => {
    const { ports } = await startGame();
    const [blue, yellow] = await Promise.all([
      SoccerClient.connect({ port: ports.blue }),
      SoccerClient.connect({ port: ports.yellow }),
    ]);
    const first = await Promise.all([blue.ask(STEP_SEC, [{ id: 15, forward: 1 }]), yellow.ask(STEP_SEC, [])]);
    expect(first[0]?.errors).toHaveLength(1);
    expect(first[1]?.errors).toEqual([]);
    const [again] = await Promise.all([blue.ask(STEP_SEC, [{ id: 1, turn: 2 }]), yellow.ask(STEP_SEC, [])]);
    expect(again?.geometry?.field?.fieldLength).toBe(9000);
    expect(again?.feedback.map(({ id }) => id)).toEqual([1]);
    expect(() => {
      void blue.ask(STEP_SEC, []);
      void blue.ask(STEP_SEC, []);
    }).toThrow("await it first");
    blue.close();
    yellow.close();
  });
});

async function listen(take: (socket: import("node:net").Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => {});
    take(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

function run(...words: string[]): Promise<{ code: number | null; words: string; errors: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    errors += text;
  });
  onTestFinished(() => void child.kill());
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, words: output, errors })));
}
