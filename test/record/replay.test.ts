// A recording is watched: played by the clock, paused, stepped, and shown at any time, forward and back. The known answer is the recorded
// hash of each frame.

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { JOINT_PROPERTY } from "../../src/describe/entity/Joint.js";
import type { JournalFile } from "../../src/record/journal/JournalFile.js";
import { Playback } from "../../src/record/journal/Playback.js";
import { Replay } from "../../src/record/replay/Replay.js";
import { ReplayMarks } from "../../src/record/replay/ReplayMarks.js";
import { ReplayServer } from "../../src/server/record/ReplayServer.js";
import { Simulation } from "../../src/session/Simulation.js";
import { runLine } from "../../src/session/verbs/Verbs.js";
import { World } from "../../src/world/World.js";
import { boxRobot } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames, tellJoint } from "../../testing/builders/FakeClient.js";
import { MemoryRecord } from "../../testing/builders/MemoryRecord.js";

const { Vel } = JOINT_PROPERTY;

/** 900 frames of 1 ms: a robot drives, another joins at 0.1 s and leaves at 0.3 s, a reset at 0.6 s. */
let file: Promise<JournalFile> | undefined;
const recorded = (): Promise<JournalFile> => {
  file ??= World.create().then((world) => {
    const { file } = record(new Simulation(world, { rate: Number.POSITIVE_INFINITY }));
    world.dispose();
    return file;
  });
  return file;
};

function record(simulation: Simulation): MemoryRecord {
  const kept = MemoryRecord.of(simulation, { snapshotSec: 0.2 });
  const turn = (_: FakeClient, frame: number) => [tellJoint("Motor", Vel, Math.sin(frame / 7))];
  const first = FakeClient.connect(simulation, boxRobot({ at: "-1 0 0.1" }));
  runFrames(simulation, 100, [first], turn);
  const second = FakeClient.connect(simulation, boxRobot({ at: "2 0 0.1" }));
  runFrames(simulation, 200, [first, second], turn);
  second.session.hangUp();
  runFrames(simulation, 300, [first], turn);
  runLine({ simulation, nowMs: 0 }, "reset");
  runFrames(simulation, 300, [first], turn);
  return kept;
}

async function open(): Promise<Replay> {
  const playback = await Playback.create(await recorded());
  onTestFinished(() => playback.dispose());
  return new Replay(playback);
}

/** State hashes of all frames, played from start to end. */
async function straight(): Promise<readonly string[]> {
  const playback = await Playback.create(await recorded());
  onTestFinished(() => playback.dispose());
  const hashes: string[] = [];
  while (playback.next()) hashes.push(playback.simulation.hash());
  return hashes;
}

const settle = (replay: Replay) => {
  while (replay.isSeeking) replay.run(0);
};

describe("[X3] a replay", () => {
  test("plays by the clock, at a speed, pauses, steps, and begins again at its end", async () => {
    const replay = await open();
    expect(replay.toSec).toBeCloseTo(0.9, 9);
    const at = (nowMs: number) => {
      while (replay.run(nowMs) <= 0);
      return Math.round(replay.atSec * 1000);
    };
    expect(at(0)).toBe(1);
    expect(at(100)).toBe(101);
    replay.rate = 2;
    at(100);
    expect(at(200)).toBeCloseTo(302, -1);
    replay.pause();
    const { number } = replay.playback;
    at(300);
    expect(replay.playback.number).toBe(number);
    replay.stepFrames(3);
    at(300);
    expect([replay.playback.number, replay.isPaused]).toEqual([number + 3, true]);
    replay.resume();
    replay.rate = Number.POSITIVE_INFINITY;
    at(400);
    expect([replay.isAtEnd, replay.strayed]).toEqual([true, undefined]);
    replay.resume();
    settle(replay);
    expect(replay.atSec).toBe(0);
  });

  test("any order of times shows the recorded states", async () => {
    const replay = await open();
    const hashes = await straight();
    const times = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(times, (all) => {
        for (const ms of all) {
          replay.seek(ms / 1000);
          settle(replay);
          expect(replay.playback.number).toBe(ms);
          if (ms > 0) expect(replay.playback.simulation.hash()).toBe(hashes[ms - 1]);
        }
        expect(replay.strayed).toBeUndefined();
      }),
      { seed: 5, numRuns: 4 },
    );
  });

  test("has marks where robots join and leave and where the world was reset", async () => {
    const replay = await open();
    const marks = new ReplayMarks(replay.playback.file);
    while (!marks.isDone) marks.read(100);
    expect(marks.all.map(({ at, kind }) => `${at.toFixed(1)} ${kind}`)).toEqual([
      "0.0 robot",
      "0.1 robot",
      "0.3 robot",
      "0.6 reset",
    ]);
  });

  test("its server has the verbs of a replay, and refuses those that change the world", async () => {
    const playback = await Playback.create(await recorded());
    const server = await ReplayServer.open({ playback, file: "run.mcap", httpPort: 0 });
    onTestFinished(() => server.stop());
    const verb = async (name: string, args = {}) => {
      const body = JSON.stringify(args);
      const headers = { "content-type": "application/json" };
      return (await fetch(`${server.url}/api/${name}`, { method: "POST", body, headers })).json();
    };
    expect(await verb("pause")).toMatchObject({ result: 1, data: { isPaused: true } });
    expect(await verb("seek", { time: 0.25 })).toMatchObject({ result: 1, data: { time: 0.25 } });
    expect(await verb("list", { what: "robots" })).toMatchObject({ result: 1, data: ["Box", "Box-2"] });
    expect(await verb("seek", { time: 0.05 })).toMatchObject({ result: 1 });
    expect(await verb("list", { what: "robots" })).toMatchObject({ data: ["Box"] });
    expect(await verb("push", { name: "Box", impulse: [1, 0, 0] })).toMatchObject({
      result: 3,
      message: expect.stringContaining("ubersim fork"),
    });
    expect((await verb("seek", { time: -1 })).result).not.toBe(1);
    // of the playing, not of the simulation below it
    await verb("rate", { rate: 3 });
    expect((await verb("get")).data).toMatchObject({ isPaused: true, rate: 3, awaited: [], time: 0.05 });
    expect((await verb("get", { what: "rate" })).data).toBe(3);
    expect((await verb("help", { verb: "seek" })).message).toContain("seek time");
    expect((await verb("help")).data.map(({ name }: { name: string }) => name)).toContain("seek");
    expect((await verb("step", { count: 5 })).data.time).toBeCloseTo(0.055, 9);
  });
});
