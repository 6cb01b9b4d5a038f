// `npm run bench -- viewer`: cost of viewers (X1). 22 moving robots of 6 bodies with none, one and ten viewers in
// another process. Measures the CPU time of this process within updates, including sending, because wall-clock time
// depends on other load. Aim: ten viewers at 30 updates a second below 10 % of one core. Then the page in a browser
// (PageBench.ts).

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { runPageBench } from "./PageBench.js";

const PEER = fileURLToPath(new URL("./ViewerPeer.js", import.meta.url));
const ROBOTS = 22;
const ARMS = 5;
const UPDATES_PER_SECOND = 30;
const AIM = 0.1;

interface ViewerBenchOptions {
  /** Simulated time of each run, s. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

interface Run {
  readonly hash: string;
  readonly updates: number;
  /** CPU time of one update for all viewers, ms. */
  readonly updateMs: number;
  /** Bytes of one update for one viewer, poses only. */
  readonly bytes: number;
}

export async function runViewerBench({ seconds, say }: ViewerBenchOptions): Promise<void> {
  say(`${ROBOTS} robots of ${ARMS + 1} bodies, ${seconds} s simulated at full speed, updates at 30 a second`);
  say("viewers   updates   bytes an update   CPU an update ms   share of one core   a viewer   hash");
  const runs: Run[] = [];
  for (const viewers of [0, 1, 10]) {
    const run = await measure(viewers, seconds);
    runs.push(run);
    const share = (run.updateMs * UPDATES_PER_SECOND) / 1000;
    const cells = [
      viewers,
      run.updates,
      run.bytes.toFixed(0),
      run.updateMs.toFixed(3),
      `${(100 * share).toFixed(2)} %`,
      viewers === 0 ? "-" : `${((100 * share) / viewers).toFixed(2)} %`,
      run.hash,
    ];
    say(cells.map((cell, i) => String(cell).padStart([7, 10, 18, 19, 20, 11, 19][i])).join(""));
  }
  const share = (runs[2].updateMs * UPDATES_PER_SECOND) / 1000;
  say(
    `ten viewers: ${(100 * share).toFixed(2)} % of one core, aim below ${100 * AIM} %: ${share < AIM ? "met" : "MISSED"}`,
  );
  const isSame = runs.every(({ hash }) => hash === runs[0].hash);
  say(`the hash is ${isSame ? "the same with and without them" : "NOT THE SAME"}`);
  const isPageGood = await measureInBrowser(seconds, say);
  if (!isSame || share >= AIM || !isPageGood) process.exitCode = 1;
}

/** The same robots in real time, in a real browser. */
async function measureInBrowser(seconds: number, say: (line: string) => void): Promise<boolean> {
  const server = await startServer({ port: 0, httpPort: 0 });
  try {
    for (let i = 0; i < ROBOTS; i++) await server.control.perform("spawn", { document: spider(`R${i}`) });
    return await runPageBench(server, seconds, say);
  } finally {
    await server.stop();
  }
}

async function measure(viewers: number, seconds: number): Promise<Run> {
  const server = await startServer({ port: 0, httpPort: 0, rate: Number.POSITIVE_INFINITY, replyTimeoutMs: 600_000 });
  const { control, simulation } = server;
  await control.perform("pause", {});
  await control.perform("reset", {});
  for (let i = 0; i < ROBOTS; i++) await control.perform("spawn", { document: spider(`R${i}`) });
  const meter = measureUpdates(server);
  const child = viewers > 0 ? fork(PEER, [`${server.url?.replace("http", "ws")}/view`, String(viewers)]) : undefined;
  while (server.views.viewers.size < viewers) await new Promise((resolve) => setTimeout(resolve, 10));
  await control.perform("step", { count: 200 });
  const before = child && (await totalsOf(child));
  meter.reset();
  await control.perform("step", { count: Math.round(seconds * 1000) });
  const { updates, cpuMs } = meter.read();
  const after = child && (await totalsOf(child));
  const traffic =
    after && before ? { updates: after.updates - before.updates, bytes: after.bytes - before.bytes } : undefined;
  const hash = simulation.world.hash();
  await server.stop();
  child?.disconnect();
  return {
    hash,
    updates,
    updateMs: updates > 0 ? cpuMs / updates : 0,
    bytes: traffic && traffic.updates > 0 ? traffic.bytes / traffic.updates : 0,
  };
}

async function totalsOf(child: ChildProcess): Promise<{ updates: number; bytes: number }> {
  child.send("how much?");
  const [totals] = await once(child, "message");
  return totals;
}

/** CPU time spent within updates. */
function measureUpdates({ views }: RunningServer) {
  let updates = 0;
  let micros = 0;
  const update = views.update.bind(views);
  views.update = (nowMs) => {
    const start = process.cpuUsage();
    update(nowMs);
    const { user, system } = process.cpuUsage(start);
    updates++;
    micros += user + system;
  };
  return {
    reset: () => {
      updates = 0;
      micros = 0;
    },
    read: () => ({ updates, cpuMs: micros / 1000 }),
  };
}

/** A body with five arms that always move. */
function spider(name: string): string {
  const arms = Array.from({ length: ARMS }, (_, i) => i);
  const place = (i: number) => `${(0.12 * (i - 2)).toFixed(2)} 0 0.32`;
  return `<Client><CSettings><Name>${name}</Name></CSettings><Entity>
    <RigidBodies>
      <Body name="Base"><Box name="Plate"><Mass>10</Mass><XSize>0.7</XSize><YSize>0.4</YSize><ZSize>0.2</ZSize></Box></Body>
      ${arms
        .map(
          (i) => `<Body name="Arm${i}"><Box name="Bar${i}"><Mass>0.5</Mass><XSize>0.05</XSize><YSize>0.3</YSize>
            <ZSize>0.05</ZSize><Position>${place(i)}</Position></Box></Body>`,
        )
        .join("")}
    </RigidBodies>
    <Joints>
      ${arms
        .map(
          (
            i,
          ) => `<JointHinge name="Motor${i}"><Body1>Arm${i}</Body1><Body2>Base</Body2><AnchorPos>${place(i)}</AnchorPos>
            <Axis>1 0 0</Axis><Motor axis="1"><Vel>${2 + i}</Vel><FMax>5</FMax></Motor></JointHinge>`,
        )
        .join("")}
    </Joints>
  </Entity></Client>`;
}
