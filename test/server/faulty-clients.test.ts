// Faulty clients over real sockets: each gets an Error with a code and its robot leaves. A robot beside it ends in the same
// state, bit for bit, as if the faulty client had left properly at that frame.

import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { badWork, LAST_FRAME, playArena, politeHash } from "./Arena.js";
import { startChild } from "./ChildClient.js";
import { join, type RawClient, SIM_END, tell, VEL } from "./RawClient.js";

const BAD_FRAMES = 150;

const number = (value: number): Uint8Array => new Uint8Array(new Float64Array([value]).buffer);
const ended = (bad: RawClient): Promise<unknown> => bad.ended();
const says = (bytes: Uint8Array) => async (bad: RawClient) => {
  bad.send(bytes);
  await ended(bad);
};

describe("the arena itself", () => {
  test("the same run gives the same hash; one frame more or less of the other robot changes the hash", async () => {
    const again = await playArena({ badFrames: BAD_FRAMES, deed: (bad) => bad.leave() });
    expect(again.hash).toBe(await politeHash(BAD_FRAMES));
    expect(again.code).toBeUndefined();
    expect(again.log).toContain("Bad left at 0.15 s");
    for (const frames of [BAD_FRAMES - 1, BAD_FRAMES + 1, LAST_FRAME])
      expect(await politeHash(frames)).not.toBe(again.hash);
  });
});

describe("[W7] an error of a client ends only its own session", () => {
  test.each<[string, string, Uint8Array]>([
    ["[W8] a length below its own header", "MESSAGE_TOO_SHORT", new Uint8Array([3, 0, 0, 0])],
    ["[W8] a length of 2 GB", "MESSAGE_TOO_LONG", new Uint8Array([255, 255, 255, 127])],
    ["[W8] a name without an end", "MESSAGE_UNNAMED", new Uint8Array([8, 0, 0, 0, 65, 65, 65, 65])],
    ["[W8] an unknown component", "COMPONENT_UNKNOWN", tell("Moter", VEL, 1)],
    ["[W8] a wrong size", "PAYLOAD_SIZE_WRONG", encodeMessage("Motor", new Uint8Array(7))],
    ["[W8] a reserved name", "MESSAGE_RESERVED", encodeMessage("FrameEnd")],
    ["[W4] NaN", "COMMAND_NOT_FINITE", tell("Motor", VEL, Number.NaN)],
    ["[W4] an infinite speed", "COMMAND_NOT_FINITE", tell("Motor", VEL, Number.POSITIVE_INFINITY)],
    ["[W4] an unknown property", "PARAMETER_UNKNOWN", tell("Motor", 99, 1)],
    ["[W3] a timestamp from the future", "TIMESTAMP_LATE", encodeMessage("Timestamp", number(1e6))],
    ["[W3] a timestamp that is no number", "NUMBER_NOT_FINITE", encodeMessage("Timestamp", number(Number.NaN))],
    ["a sensor that takes no messages", "COMPONENT_DEAF", tell("Tilt", VEL, 1)],
  ])("%s: %s", async (_, code, bytes) => {
    const outcome = await playArena({ badFrames: BAD_FRAMES, deed: says(bytes) });
    expect(outcome.code).toBe(code);
    expect(outcome.hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("[W3] half an answer, then the connection closes: the partial answer is ignored", async () => {
    const deed = (bad: RawClient) => {
      bad.send(tell("Motor", VEL, -50));
      return bad.leave();
    };
    const { hash, code } = await playArena({ badFrames: BAD_FRAMES, deed });
    expect(code).toBeUndefined();
    expect(hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("[W8] a flood of commands in one answer", async () => {
    const flood = join(...Array.from({ length: 11_000 }, () => tell("Motor", VEL, 1)));
    const outcome = await playArena({ badFrames: BAD_FRAMES, deed: says(flood) });
    expect(outcome.code).toBe("TOO_MANY_MESSAGES");
    expect(outcome.hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("[W8] a flood of bytes without a complete message", async () => {
    const flood = new Uint8Array(2 << 20);
    flood.set([255, 255, 15, 0]);
    const limits = { aheadBytes: 1 << 19 };
    const outcome = await playArena({ badFrames: BAD_FRAMES, deed: says(flood), server: { limits } });
    expect(outcome.code).toBe("TOO_FAR_AHEAD");
    expect(outcome.hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("a connection reset by the client", async () => {
    const deed = (bad: RawClient) => {
      bad.socket.resetAndDestroy();
    };
    const { hash } = await playArena({ badFrames: BAD_FRAMES, deed });
    expect(hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("a client process killed with SIGKILL", async () => {
    const outcome = await playArena({
      badFrames: BAD_FRAMES,
      deed: () => {},
      connect: async ({ tcpPort }, document) => {
        const child = startChild(tcpPort, document, BAD_FRAMES);
        await once(child.stdout, "data");
        child.kill("SIGKILL");
        await once(child, "exit");
        return undefined;
      },
    });
    expect(outcome.hash).toBe(await politeHash(BAD_FRAMES));
  });
});

describe("[T4] a client that stops answering", () => {
  test("drop: the client is disconnected after its timeout", async () => {
    const outcome = await playArena({
      badFrames: BAD_FRAMES,
      deed: ended as (bad: RawClient) => Promise<void>,
      server: { stall: { policy: "drop", seconds: 0.2 } },
    });
    expect(outcome.code).toBe("STALLED");
    expect(outcome.hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("drop, with the timeout of its own document", async () => {
    const outcome = await playArena({
      badFrames: BAD_FRAMES,
      deed: ended as (bad: RawClient) => Promise<void>,
      settings: '<Stall policy="drop" seconds="0.2"/>',
    });
    expect(outcome.code).toBe("STALLED");
    expect(outcome.hash).toBe(await politeHash(BAD_FRAMES));
  });

  test("wait, the default for local clients: the world waits until the client answers, and nothing is lost", async () => {
    let held = -1;
    const slow = await playArena({
      badFrames: BAD_FRAMES,
      deed: async (bad, { simulation }) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        held = simulation.world.frame;
        bad.answers = () => badWork(bad);
        bad.send(badWork(bad));
      },
    });
    expect(held).toBe(BAD_FRAMES);
    expect(slow.hash).toBe(await politeHash(LAST_FRAME));
  });

  test("skip: the world continues without its commands, and its next frame contains the number of missed frames", async () => {
    const outcome = await playArena({
      badFrames: BAD_FRAMES,
      settings: '<Stall policy="skip" seconds="0.5"/>',
      deed: async (bad, { simulation }) => {
        while (simulation.world.frame < LAST_FRAME - 50) await new Promise((resolve) => setTimeout(resolve, 5));
        bad.answers = () => SIM_END;
        bad.send(SIM_END);
        await bad.until(({ missed }) => missed > 0);
      },
    });
    expect(outcome.code).toBeUndefined();
    const silent = await playArena({
      badFrames: BAD_FRAMES,
      deed: (bad) => {
        bad.answers = () => SIM_END;
        bad.send(SIM_END);
      },
    });
    expect(outcome.hash).toBe(silent.hash);
  });
});

test("[W8] a client that answers ahead and does not read", { timeout: 120_000 }, async () => {
  const sensors = Array.from({ length: 200 }, (_, i) => `<PoseSensor name="Pose${i}"/>`).join("");
  const outcome = await playArena({
    badFrames: 10,
    inBase: sensors,
    server: { limits: { backlogBytes: 1 << 16 } },
    deed: async (bad, { simulation }) => {
      bad.socket.pause();
      bad.send(join(...Array.from({ length: LAST_FRAME + 100 }, () => SIM_END)));
      while (simulation.sessions.some(({ name }) => name === "Bad")) await new Promise((go) => setTimeout(go, 5));
      bad.socket.resume();
      await bad.ended();
    },
  });
  expect(outcome.code).toBe("BACKLOG_FULL");
  const left = outcome.log.map((line) => /^Bad left at ([\d.]+) s: BACKLOG_FULL/.exec(line)?.[1]).find(Boolean);
  const frame = Math.round(Number(left) * 1000);
  const polite = await playArena({
    badFrames: 10,
    deed: async (bad) => {
      bad.answers = () => (bad.frames > frame ? new Uint8Array(0) : SIM_END);
      bad.send(SIM_END);
      await bad.until(({ frames }) => frames > frame);
      await bad.leave();
    },
  });
  expect(outcome.hash).toBe(polite.hash);
});
