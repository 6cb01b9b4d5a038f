// Internal errors: if a device throws something other than a SimError, its robot is removed with INTERNAL and a stack in the
// log; the server and all other clients continue (W7).

import { expect, test } from "vitest";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import type { Device, DeviceType } from "../../src/devices/Device.js";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { box } from "./Boxes.js";
import { join, RawClient, SIM_END } from "./RawClient.js";
import { testServer } from "./Servers.js";

type When = "create" | "read" | "act" | "sample";

function brokenDevice(when: When): DeviceType<undefined> {
  const fail = (at: When): void => {
    if (at === when) throw new TypeError(`broken in ${at}`);
  };
  return {
    element: "Broken",
    summary: "throws what it should not",
    role: "sensor",
    read: () => undefined,
    sends: () => [{ name: "x", type: "float32", unit: "" }],
    takes: [],
    create: (): Device => {
      fail("create");
      let samples = 0;
      return {
        sample: () => {
          if (samples++ > 10) fail("sample");
          return [0];
        },
        read: () => {
          fail("read");
          return {};
        },
        act: () => fail("act"),
      };
    },
  };
}

test.each<When>(["create", "read", "act", "sample"])("[W7] a device that throws in %s", async (when) => {
  const devices = builtInDevices();
  devices.add(brokenDevice(when));
  const server = await testServer({ devices });
  const good = await RawClient.join(server.tcpPort, box({ name: "Good" }), () => SIM_END);
  await good.until(({ frames }) => frames > 10);
  const bad = await RawClient.join(
    server.tcpPort,
    box({ name: "Bad", at: "1 0 0", inBase: '<Broken name="B"/>' }),
    () => join(encodeMessage("B"), SIM_END),
  );
  expect((await bad.ended())?.code).toBe("INTERNAL");
  const { frames } = good;
  await good.until((one) => one.frames > frames + 100);
  expect(server.simulation.world.robots.map(({ name }) => name)).toEqual(["Good"]);
  expect(server.log.join("\n")).toMatch(/TypeError: broken in \w+\n +at /);
});

test("a hook that throws for a short time does not stop the world; one that keeps throwing does", async () => {
  let isBroken = true;
  const server = await testServer({
    beforeFrame: () => {
      if (isBroken) throw new TypeError("broken hook");
    },
  });
  isBroken = false;
  const good = await RawClient.join(server.tcpPort, box(), () => SIM_END);
  await good.until(({ frames }) => frames > 10);
  isBroken = true;
  expect((await good.ended())?.code).toBe("SERVER_STOPPED");
  await server.stopped;
  expect(server.log.join("\n")).toContain("the simulation stops after 10 errors in one frame");
});
