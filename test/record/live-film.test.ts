// The verb `record video`, and what /metrics tells of recordings.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testServer } from "../server/Servers.js";

test("[X4] [X5] a running world is filmed over a reset, changes no bit, and wrong requests leave no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ubersim-film-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (name: string): string => join(folder, name);
  const hashes: string[] = [];
  for (const isFilmed of [true, false]) {
    const server = await testServer({ world: "two-rooms", recordings: folder });
    const say = (line: string) => server.control.performLine(line);
    await say("pause");
    await say("reset");
    if (isFilmed) {
      expect(await say("record video run.mp4 nosuch")).toMatchObject({ result: 2 });
      expect((await say("record video ../run.mp4")).result).toBe(100);
      expect((await say('record video run.mp4 "0 0 1 to 0 0 1"')).result).toBe(100);
      expect(existsSync(pathOf("run.mp4"))).toBe(false);
      expect((await say('record video run.webm "0 -4 3 to 0 0 0; 4 -4 3 to 0 0 0" true')).message).toContain(
        "run.webm",
      );
      expect((await say('record video run.mp4 "0 -4 3 to 0 0 0"')).message).toBe("recording run.mp4");
      expect((await say("record video run.mp4")).message).toContain("FILE_EXISTS");
      expect((await say("record start run.mcap")).result).toBe(1);
    }
    await say("step 60");
    await say("reset");
    await say("step 60");
    hashes.push(server.simulation.hash());
    if (!isFilmed) continue;
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/ubersim_recordings 3\n/);
    expect(text).toMatch(/ubersim_recording_backlog_bytes \d+\n/);
    expect(text).toMatch(/ubersim_recorded_bytes_total [1-9]\d*\n/);
    expect((await say("record stop run.mp4")).message).toMatch(/^recorded run\.mp4: 0\.1 s/);
    await server.stop();
    expect(readFileSync(pathOf("run.mp4")).subarray(4, 8).toString()).toBe("ftyp");
    expect(readFileSync(pathOf("run.webm")).subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(server.log.join("\n")).toMatch(/film run\.mp4: \d/);
  }
  expect(hashes[0]).toBe(hashes[1]);
});
