// A slow server does not drop clients: an answer that has arrived counts, even if the server was busy when the timeout
// passed.

import { expect, onTestFinished, test } from "vitest";
import { box } from "./Boxes.js";
import { startChild } from "./ChildClient.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { sleep, testServer } from "./Servers.js";

function beBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("[T4] a server that was busy reads the answers that have arrived before it drops or skips a client", async () => {
  const server = await testServer({ expect: ["A", "B"], stall: { policy: "drop", seconds: 0.3 } });
  const skip = '<Stall policy="skip" seconds="0.25"/>';
  for (const document of [box({ name: "A" }), box({ name: "B", at: "1 0 0", settings: skip })])
    killAfterwards(startChild(server.tcpPort, document));
  const { simulation } = server;
  const { world } = simulation;
  while (world.frame < 50) await sleep(5);
  let missed = 0;
  for (const session of simulation.sessions)
    session.missFrame = () => {
      missed++;
    };
  for (let i = 0; i < 5; i++) {
    beBusy(600);
    await sleep(30);
  }
  const { frame } = world;
  while (world.frame < frame + 50) await sleep(5);
  expect(world.robots.map(({ name }) => name)).toEqual(["A", "B"]);
  expect(missed).toBe(0);
});

test("[T4] a join that takes longer than the stall timeout drops no client", async () => {
  const server = await testServer({ stall: { policy: "drop", seconds: 0.3 } });
  const a = await RawClient.join(server.tcpPort, box({ name: "A" }), () => SIM_END);
  await a.until(({ frames }) => frames > 20);
  const { world } = server.simulation;
  const join = world.join.bind(world);
  world.join = (description) => {
    beBusy(600);
    return join(description);
  };
  const b = await RawClient.join(server.tcpPort, box({ name: "B", at: "1 0 0" }));
  await b.until(({ frames, isClosed }) => frames > 0 || isClosed);
  await sleep(100);
  b.answers = () => SIM_END;
  b.send(SIM_END);
  await b.until(({ frames, isClosed }) => frames > 20 || isClosed);
  expect(b.error).toBeUndefined();
});

test("[W8] a world that does not wait for clients enforces document timeouts too", async () => {
  const server = await testServer({ isAsync: true, limits: { documentSeconds: 0.1 } });
  await RawClient.join(server.tcpPort, box()).then((one) => one.until(({ frames }) => frames > 10));
  expect((await new RawClient(server.tcpPort).ended())?.code).toBe("DOCUMENT_LATE");
});

test("[T2] waiting costs no processor time", async () => {
  const server = await testServer({ rate: 1 });
  await RawClient.join(server.tcpPort, box()).then((one) => one.until(({ frames }) => frames > 0));
  await sleep(200);
  const before = process.cpuUsage();
  await sleep(500);
  const { user, system } = process.cpuUsage(before);
  // the client has not answered, so the server has nothing to do
  expect((user + system) / 1000).toBeLessThan(150);
});

function killAfterwards(child: { kill(): boolean }): void {
  onTestFinished(() => {
    child.kill();
  });
}
