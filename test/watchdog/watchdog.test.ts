// [S6] The watchdog names the plug-in that hangs and ends the process with code 3. watchdog.long.test.ts has the other calls.

import { expect, test } from "vitest";
import { put, sensor, start, startWorld, testHangingControllers, testHangingPlugins } from "./WatchdogSuite.js";

testHangingPlugins(["tick", "promises"]);
testHangingControllers(["never waits"]);

test("one that blocks in a system call, where no debugger reaches it, is named and killed", async () => {
  const sleeps = 'spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 20000)"], { stdio: "ignore" });';
  put("hang-system.mjs", `import { spawnSync } from "node:child_process";\n${sensor(`tick() { ${sleeps} },`)}`);
  const outcome = await startWorld("hang.xml", "--plugin", "hang-system.mjs").outcome;
  expect(outcome.err).toMatch(/PLUGIN_HANGS.*plug-in hang-system\.mjs, Hanger: .*in a blocking system call/);
  expect(outcome.code).not.toBe(0);
});

test("the watchdog runs for validate too", async () => {
  put("hang-validate.mjs", sensor("tick() { for (;;); },"));
  const outcome = await start("validate", "hang.xml", "--plugin", "hang-validate.mjs", "--watchdog", "0.5").outcome;
  expect(outcome).toMatchObject({ code: 3, err: expect.stringContaining("PLUGIN_HANGS") });
});

test("--watchdog off disables the watchdog; a slow plug-in that returns in time is not ended", async () => {
  put("slow.mjs", sensor("tick() { const t = Date.now() + 60; while (Date.now() < t); },"));
  const slow = await startWorld("hang.xml", "--plugin", "slow.mjs", "--seconds", "0.02").outcome;
  expect(slow).toMatchObject({ code: 0, err: "" });
  // waits without using the processor
  const sleeps = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
  put("hang-off.mjs", sensor(`tick() { console.log("ticks"); ${sleeps} },`));
  const { child, outcome } = startWorld("hang.xml", "--plugin", "hang-off.mjs", "--watchdog", "off");
  await new Promise<void>((resolve) =>
    child.stdout?.on("data", (text) => {
      if (String(text).includes("ticks")) resolve();
    }),
  );
  const first = await Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 2000, "hangs"))]);
  expect(first).toBe("hangs");
  child.kill("SIGKILL");
  expect((await outcome).err).toBe("");
});
