// The paper's Segway over the network, driven from TypeScript, Python and C against the real server. segway.long.test.ts has
// the rides of three minutes and the falls by latency.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { measureLatePose } from "../../examples/LatePose.js";
import { ride, type Sample } from "../../examples/SegwayRide.js";
import { traceToSvg } from "../../examples/SegwayTrace.js";
import { connect, connectWebSocket } from "../../src/client/index.js";
import { runHosted } from "../../testing/programs/ProgramHost.js";
import { FakeServer } from "./FakeServer.js";
import { ROOT, run } from "./Programs.js";
import { STOPPED } from "./Rides.js";
import {
  APPENDIX_A,
  buildC,
  document,
  driveTypeScript,
  expectSameRide,
  expectTypeScriptBalance,
  hasC,
  hasPython,
  startRideServer,
} from "./SegwayRides.js";

const scratch = mkdtempSync(join(tmpdir(), "ubersim-clients-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("Appendix A, byte for byte, with its 20 ms of latency", () => {
  // segway.long.test.ts: for three minutes, after which it rests at its start; and from Python
  it("[P2] [T5] TypeScript balances it", () => expectTypeScriptBalance(8));

  // segway.long.test.ts: for 12 s
  it.skipIf(!hasPython)("[P2] [M5] Python and TypeScript drive it with the same bits", async () => {
    const samples = await expectSameRide(3, "1:0.1");
    expect(traceToSvg(samples, "a < b")).toMatch(/^<svg [\s\S]*a &lt; b[\s\S]*<\/svg>\n$/);
  });

  // segway.long.test.ts: for 20 s
  it.skipIf(!hasC)("[W2] C balances it; the program builds without warnings and reports errors", async () => {
    const program = await buildC(scratch);
    const { server, ...rides } = await startRideServer();
    const port = String(rides.port);
    const rode = await run(program, [APPENDIX_A, "5", "127.0.0.1", port]);
    expect(rode).toMatchObject({ code: 0, err: "" });
    expect(rode.out).toMatch(/^still standing after 5\.000 s, tilt -0\.[12]\d+ rad, at -?0\.\d+ m\n$/);
    const clown = join(scratch, "clown.xml");
    writeFileSync(clown, "<Clown/>");
    const refused = await run(program, [clown, "1", "127.0.0.1", port]);
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining('"code":"ELEMENT_UNKNOWN"') });
    expect((await run(program, [])).err).toMatch(/^usage: /);
    const stopped = await FakeServer.start(STOPPED);
    expect(await run(program, [APPENDIX_A, "1", "127.0.0.1", String(stopped.port)])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^still standing after 0\.001 s/),
      err: expect.stringContaining("SERVER_STOPPED"),
    });
    await stopped.close();
    await server.stop();
    expect(await run(program, [APPENDIX_A, "1", "127.0.0.1", port])).toMatchObject({
      code: 2,
      err: `no server at 127.0.0.1:${port}\n`,
    });
  });

  it("[W1] [M5] over WebSocket the ride is the same, bit for bit", async () => {
    const tcp = await startRideServer();
    await driveTypeScript(tcp.port, 3);
    await tcp.server.stop();
    const { server, hashes } = await startRideServer();
    const url = `${server.url?.replace("http", "ws")}/client`;
    const robot = await connectWebSocket({ document, url });
    expect(await ride(robot, { seconds: 3 })).toBe(true);
    await robot.leave();
    // an empty world runs on until its server stops
    expect(hashes.length).toBeGreaterThanOrEqual(3);
    expect(hashes.slice(0, 3)).toEqual(tcp.hashes.slice(0, 3));
  });

  it("[T8] after a reset during the ride the controller starts afresh and the robot stands again", async () => {
    const { server, port } = await startRideServer();
    const robot = await connect({ document, port });
    let resets = 0;
    let last: Sample | undefined;
    const stands = await ride(robot, {
      seconds: 5,
      look: (sample, frame) => {
        last = sample;
        if (frame.isReset) resets++;
        else if (resets === 0 && sample.time > 1.5) server.simulation.reset(performance.now());
        return false;
      },
    });
    await robot.leave();
    expect([stands, resets, last?.time]).toEqual([true, 1, 5]);
  });
});

describe("the examples as programs", () => {
  const EXAMPLE = "dist/examples/segway-balance.js";
  const program = `${ROOT}${EXAMPLE}`;

  it("[P2] segway-balance balances, writes traces and plots; --help; wrong arguments are reported", async () => {
    const files = ["node.csv", "node.svg"].map((name) => join(scratch, name));
    const { server, ...rides } = await startRideServer();
    const port = ["--port", String(rides.port)];
    const args = [program, "--document", APPENDIX_A, "--seconds", "2", "--trace", files[0], "--plot", files[1]];
    const rode = await run("node", [...args, ...port]);
    expect(rode).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^Still standing after 2\.000 s/) });
    const rows = readFileSync(files[0], "utf8").trimEnd().split("\n");
    expect([rows[0], rows.length]).toEqual(["t_s,tilt_rad,commanded_speed_m_s,position_m", 2002]);
    expect(readFileSync(files[1], "utf8")).toContain("CMU, balanced over the network");
    expect((await runHosted(EXAMPLE, ["--help"])).out).toMatch(/^Usage: /);
    const odd = await runHosted(EXAMPLE, ["--script", "5:x"]);
    expect(odd).toMatchObject({ code: 2, err: expect.stringContaining('"5:x" is not SECONDS:RADIANS') });
    const stopping = run("node", [program, "--document", APPENDIX_A, ...port]);
    setTimeout(() => void server.stop(), 1500);
    expect(await stopping).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(/^The server stopped\. Still standing after /),
    });
    const alone = await run("node", [...args, ...port]);
    expect(alone).toMatchObject({ code: 2, err: expect.stringMatching(/^CONNECTION_FAILED.* In a checkout .*\n$/) });
  });

  it.skipIf(!hasPython)("[W6] ubersim.py lists a robot's devices and prints their samples", async () => {
    const { port } = await startRideServer();
    const look = [`${ROOT}clients/python/ubersim.py`, APPENDIX_A, "--seconds", "0.25", "--port", String(port)];
    const { code, out, err } = await run("python3", look);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("CMU: a frame every 0.001 s\n  Incmeter (Inclinometer): float32 pitch\n");
    expect(out.match(/^t = 0\.[012]00 s {2}Incmeter: /gm)?.length).toBe(3);
  });
});

describe("the latency experiment", () => {
  it("[T5] with 100 ms of latency a robot at 3.5 m/s is 0.35 m away from its reported position", async () => {
    const { speed, error } = await measureLatePose(3.5, 100);
    expect(speed).toBeCloseTo(3.5, 2);
    expect(error).toBeCloseTo(0.35, 3);
  });
});
