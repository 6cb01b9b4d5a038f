// A file that grows while the simulation runs [X2]: what is left of it when the disk is slower than the run.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { SimError } from "../../describe/SimError.js";
import { RecordingFile } from "./RecordingFile.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test("[X2] a queue that grows without end ends the file after a whole write, and says so once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "recording-file-"));
  folders.push(folder);
  const path = join(folder, "run.mcap");
  const errors: SimError[] = [];
  const file = new RecordingFile({ path, shown: path }, (error) => errors.push(error));
  const chunk = new Uint8Array(1 << 23).fill(7);
  file.write(chunk);
  file.write(new Uint8Array((1 << 28) + 1));
  file.write(chunk);
  await file.close();
  await new Promise(setImmediate);
  expect(errors.map(({ code }) => code)).toEqual(["RECORDING_ENDED"]);
  expect([0, chunk.length]).toContain(statSync(path).size);
});
