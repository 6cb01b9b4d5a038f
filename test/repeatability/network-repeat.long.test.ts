// The same multi-client run over real TCP gives the same bits at every rate, with slow clients, in any join order (T1, T7).

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { SegwayPilot } from "../../examples/SegwayPilot.js";
import { connect, type RobotClient } from "../../src/client/index.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { startServer } from "../../src/server/Server.js";

const DOCUMENT = readFileSync(fileURLToPath(new URL("../../robots/segway.xml", import.meta.url)), "utf8");
const NAMES = ["Ada", "Bob", "Cyd"];
/** Actuators with latency and loss: their random streams must repeat too. */
const JITTER =
  "<Latency><Model>gamma</Model><Shape>2</Shape><ScaleMS>4</ScaleMS><Drop>0.05</Drop><Reorder>true</Reorder></Latency>";

interface Run {
  readonly rate: number;
  readonly seconds: number;
  readonly order?: readonly string[];
  /** Maximum delay of a client before some of its answers, ms. */
  readonly napMs?: number;
}

async function finalHash({ rate, seconds, order = NAMES, napMs = 0 }: Run): Promise<string> {
  let hash = "";
  const server = await startServer({
    port: 0,
    httpPort: 0,
    rate,
    expect: NAMES,
    beforeFrame: (simulation) => {
      if (simulation.isStopped || simulation.world.timeSec < seconds) return;
      hash = simulation.world.hash();
      simulation.stop();
    },
  });
  const clients: Promise<void>[] = [];
  for (const name of order) {
    const document = DOCUMENT.replace(/<Name>[^<]*<\/Name>/, `<Name>${name}</Name>`)
      .replace(/<LatencyMS>[^<]*<\/LatencyMS>/, "")
      .replace("</CSettings>", `${JITTER}</CSettings>`);
    clients.push(connect({ document, port: server.tcpPort }).then((robot) => drive(robot, napMs)));
    // so that the clients arrive in this order
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await Promise.all(clients);
  await server.stop();
  return hash;
}

async function drive(robot: RobotClient, napMs: number): Promise<void> {
  const pilot = new SegwayPilot();
  const naps = new RandomStream(robot.name);
  try {
    for await (const frame of robot.frames()) {
      const speed = pilot.wheelSpeed(frame.time, frame.number("Incmeter"));
      for (const wheel of ["LMotor", "RMotor"]) robot.motor(wheel, { axis: 2, Vel: speed, FMax: 80 });
      if (napMs > 0 && naps.uniform() < 0.02)
        await new Promise((resolve) => setTimeout(resolve, naps.uniform(0, napMs)));
    }
  } catch (problem) {
    expect(problem).toMatchObject({ code: "SERVER_STOPPED" });
  }
}

describe("repeated runs over the network", () => {
  const seconds = 1;

  test("[T1] [T2] [T7] any rate, slow clients and any join order give one hash", async () => {
    const max = await finalHash({ rate: Number.POSITIVE_INFINITY, seconds });
    expect(max).toMatch(/^[0-9a-f]{16}$/);
    expect(await finalHash({ rate: 1, seconds })).toBe(max);
    expect(await finalHash({ rate: Number.POSITIVE_INFINITY, seconds, napMs: 20 })).toBe(max);
    expect(await finalHash({ rate: Number.POSITIVE_INFINITY, seconds, order: ["Cyd", "Ada", "Bob"] })).toBe(max);
    expect(await finalHash({ rate: 3, seconds, napMs: 5, order: ["Bob", "Cyd", "Ada"] })).toBe(max);
  });
});
