// [L4] A match of the four-legged league with real sockets: packets of the game controller, robots that come, fail and go. The robots are
// small boxes with a radio, so that the tests are quick: the league asks only for their names.

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { aiboDocument } from "../../robots/Aibo.js";
import { connect, type RobotClient } from "../../src/client/index.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { type LeggedGuest, leggedGuest } from "../../src/leagues/legged/LeggedGuest.js";
import { decodeGameController, type GameControllerData } from "../../src/leagues/legged/wire/GameControllerPacket.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { listOverlaps } from "../../src/physics/Queries.js";
import type { ServerOptions } from "../../src/server/Server.js";
import { readWorld } from "../../src/server/WorldSource.js";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { sleep, type TestServer, testServer } from "../server/Servers.js";

/** A box of 20 x 20 x 10 cm that gets 50 frames a second. */
const box = (name: string): string => `<Client>
  <CSettings><Name>${name}</Name><ControlRate>50</ControlRate></CSettings>
  <Entity><RigidBodies><Body name="Body">
    <Box name="Hull"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.1</ZSize><Position>0 0 0.05</Position></Box>
    <Radio name="Radio"><Channel>${name.startsWith("Red") ? 1 : 2}</Channel></Radio>
  </Body></RigidBodies></Entity>
</Client>`;

const match = (expect: readonly string[], more: ServerOptions = {}): Promise<TestServer> =>
  testServer({
    world: "legged-league",
    httpPort: false,
    ...more,
    legged: { referee: "built-in", address: false, expect, ...more.legged },
  });

const join = (server: TestServer, name: string): Promise<RobotClient> =>
  connect({ document: box(name), port: server.tcpPort });

/** Listens to a port of this machine. */
async function listen() {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const heard: Uint8Array[] = [];
  socket.on("message", (bytes) => heard.push(bytes));
  onTestFinished(() => void socket.close());
  return { port: socket.address().port, heard };
}

const statusOf = (server: TestServer) => (server.simulation.guest("legged") as LeggedGuest).status();

/** Answers frames until a condition holds. */
const driveUntil = (robot: RobotClient, isOver: (time: number, game: GameControllerData | undefined) => boolean) => {
  let game: GameControllerData | undefined;
  return robot.drive((frame) => {
    for (const bytes of frame.messages("Radio")) game = decodeGameController(bytes) ?? game;
    return isOver(frame.time, game);
  });
};

describe("[L4] packets of the game controller", () => {
  test.each([4, 6] as const)("version %i arrives by UDP, and by the robots' radios", async (packetVersion) => {
    const { port, heard } = await listen();
    const server = await match(["Red-1"], { legged: { expect: ["Red-1"], address: "127.0.0.1", port, packetVersion } });
    expect(server.legged).toEqual({ address: "127.0.0.1", port });
    const robot = await join(server, "Red-1");
    const states = new Set<string>();
    await driveUntil(robot, (time, game) => {
      if (game) states.add(game.state);
      return time >= 4;
    });
    await sleep(100);
    expect([...states]).toEqual(["initial", "ready"]);
    const packets = heard.map((bytes) => decodeGameController(bytes));
    expect(heard.every((bytes) => bytes.length === (packetVersion === 4 ? 120 : 116))).toBe(true);
    // one every half second and one after each change
    expect(packets.length).toBeGreaterThanOrEqual(8);
    expect(packets.at(-1)).toMatchObject({ state: "ready", kickOffTeam: "red", secsRemaining: 600 });
    // only Red-1 is there
    expect(packets.at(-1)?.teams.red.players.map(({ penalty }) => penalty)).toEqual([0, 9, 9, 9]);
    await robot.leave();
  });

  test("an address that cannot be reached is logged once, and the game goes on", async () => {
    const server = await match(["Red-1"], { legged: { expect: ["Red-1"], address: "255.255.255.255", port: 9 } });
    const robot = await join(server, "Red-1");
    await driveUntil(robot, (time) => time >= 2);
    expect(server.log.filter((line) => line.includes("game controller:")).length).toBeLessThanOrEqual(1);
    await robot.leave();
  });
});

describe("[L4] robots of a match", () => {
  test("the first frame waits for all players; one that never comes can be given up", async () => {
    const server = await match(["Blue-1", "Red-1"]);
    const robot = join(server, "Red-1");
    await sleep(300);
    expect(server.simulation.awaited).toEqual(["Blue-1"]);
    expect(server.simulation.world.frame).toBe(0);
    server.simulation.giveUp("Blue-1");
    const red = await robot;
    await driveUntil(red, (time) => time >= 0.1);
    // placed in its own half by the referee
    const { x } = placeOf(server, "Red-1");
    expect(x).toBeLessThan(-1.9);
    await red.leave();
  });

  test("a player that is lost counts as damaged; when it comes back it waits beside the field", async () => {
    const server = await match(["Blue-1", "Red-1"]);
    const [blue, red] = await Promise.all([join(server, "Blue-1"), join(server, "Red-1")]);
    const lost = driveUntil(red, (time) => time >= 3.5).then(() => red.leave());
    const seen: number[] = [];
    let again: Promise<RobotClient> | undefined;
    const comeBack = async (): Promise<RobotClient> => {
      const robot = await join(server, "Red-1");
      void driveUntil(robot, () => false);
      return robot;
    };
    await driveUntil(blue, (time, game) => {
      const penalty = game?.teams.red.players[0].penalty ?? 0;
      if (seen.at(-1) !== penalty) seen.push(penalty);
      if (time >= 5 && !again) again = comeBack();
      if (again && penalty === 7) return true;
      return time >= 60;
    });
    await lost;
    expect(seen).toEqual([0, 9, 7]);
    expect(Math.abs(placeOf(server, "Red-1").y)).toBeGreaterThan(2.2);
    expect(statusOf(server).events.map(({ text }) => text)).toContain("Red-1 is gone");
    await Promise.all([blue.leave(), again?.then((robot) => robot.leave())]);
  });

  test("a player that hangs or sends nonsense is dropped and logged; the others play on", async () => {
    const server = await match(["Blue-1", "Red-1", "Red-2"], { stall: { policy: "drop", seconds: 0.3 } });
    const [blue, hangs, babbles] = await Promise.all(["Blue-1", "Red-1", "Red-2"].map((name) => join(server, name)));
    // one frame, then no answer
    await hangs.nextFrame();
    await babbles.nextFrame();
    babbles.send("Radio", new Uint8Array(5000));
    const gone = babbles.nextFrame().catch((problem) => problem.code);
    await driveUntil(blue, (time) => time >= 4);
    expect(await gone).toBe("PAYLOAD_SIZE_WRONG");
    expect(server.log.join("\n")).toMatch(/Red-1.*STALLED/);
    expect(server.log.join("\n")).toMatch(/Red-2.*PAYLOAD_SIZE_WRONG/);
    expect(statusOf(server)).toMatchObject({ state: "ready" });
    expect(statusOf(server).teams.red.removed).toHaveLength(4);
    await blue.leave();
  });

  test("without a --stall of the user a match drops robots that hang", async () => {
    const server = await match([]);
    expect((server.simulation.guest("legged") as LeggedGuest).stall?.policy).toBe("drop");
    const free = await testServer({ world: "legged-league", httpPort: false });
    expect((free.simulation.guest("legged") as LeggedGuest).stall).toBeUndefined();
    expect(statusOf(free).referee).toBe("none");
  });

  test("[T8] [M5] the same seed gives the same game", async () => {
    const run = async (): Promise<string> => {
      const server = await match(["Blue-1", "Red-1"], { seed: 5 });
      const robots = await Promise.all(["Blue-1", "Red-1"].map((name) => join(server, name)));
      const play = (robot: RobotClient) =>
        robot.drive((frame) => {
          if (Math.round(frame.time * 50) % 10 === 0) robot.send("Radio", Uint8Array.of(1, 2, 3));
          return frame.time >= 6;
        });
      await Promise.all(robots.map(play));
      const hash = server.simulation.hash();
      await Promise.all(robots.map((robot) => robot.leave()));
      return hash;
    };
    expect(await run()).toEqual(await run());
  });
});

describe("[L4] AIBOs that the referee places", () => {
  test("stand on the carpet, also after a fall", async () => {
    const kinds = builtInKinds();
    const { file } = readWorld("legged-league", { devices: kinds, lenient: false, limits: undefined });
    const world = await World.create(file, { devices: kinds });
    onTestFinished(() => world.dispose());
    const { robot } = readRobotDocument(aiboDocument({ name: "Red-2", team: "red" }), { kinds });
    const simulation = new Simulation(world, {
      rate: Number.POSITIVE_INFINITY,
      guests: [leggedGuest({ referee: "built-in" })],
    });
    // on its back, off the field
    simulation.spawn({ ...robot, offset: [1, -2.6, 0.4], orientation: fromAxisAngle([0, 1, 0], Math.PI) });
    const place = () => (simulation.guest("legged") as LeggedGuest).match.fieldState().robots[0];
    expect(place().isUpright).toBe(false);
    simulation.run(0);
    expect(place()).toMatchObject({ isUpright: true, y: expect.closeTo(-1.7, 1) });
    const lowest = () => Math.min(...listOverlaps(world.physics, "Red-2", 0.1).map(({ distance }) => distance));
    expect(lowest()).toBeCloseTo(0, 3);
    for (let k = 0; k < 300; k++) simulation.run(0);
    expect(place().isUpright).toBe(true);
    expect(lowest()).toBeCloseTo(0, 3);
  });
});

function placeOf({ simulation }: TestServer, name: string): { x: number; y: number } {
  const match = (simulation.guest("legged") as LeggedGuest).match;
  const robot = match.fieldState().robots.find((one) => one.name === name);
  return { x: robot?.x ?? Number.NaN, y: robot?.y ?? Number.NaN };
}
