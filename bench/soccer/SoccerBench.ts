// `npm run bench -- soccer`: division A, eleven against eleven, vision and commands at 60 Hz, under the conditions in which the
// league's two simulators were measured (docs/soccer.md). The server runs in a separate process; this process is both teams.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { toBinary } from "@bufbuild/protobuf";
import { SoccerClient } from "../../src/client/ssl/SoccerClient.js";
import { TEAMS } from "../../src/leagues/ssl/Team.js";
import { RobotControlSchema, SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { Crowd, type CrowdScene, packedHeap } from "./Crowd.js";
import { measureInProcess } from "./InProcess.js";
import type { PeerOrder, PeerReport } from "./SoccerPeer.js";
import { measureAcceleration, measureKick, measureReaction } from "./SoccerTrials.js";
import { VisionEar } from "./VisionEar.js";

export interface SoccerBenchOptions {
  /** Wall-clock time of each measurement. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const PEER = fileURLToPath(new URL("./SoccerPeer.js", import.meta.url));
const NOMINAL_MS = 1000 / 60;

export async function runSoccerBench({ seconds, say }: SoccerBenchOptions): Promise<void> {
  say("                                            here     grSim     ER-Force (both as in docs/soccer.md)");
  const line = (what: string, value: string, grSim = "", erForce = ""): void =>
    say(`${what.padEnd(40)}${value.padStart(10)}${grSim.padStart(10)}${erForce.padStart(13)}`);
  const [open, heap] = [await measureClocked("open", seconds), await measureClocked("heap", seconds)];
  line("CPU s per simulated s, driven", open.cpu.toFixed(2), "0.31", "0.10");
  line("CPU s per simulated s, heap of 22", heap.cpu.toFixed(2), "69", "0.16");
  line("  radius of the heap, m", heap.reach.toFixed(2));
  line("times real time at --rate 1, driven", open.factor.toFixed(3), "1", "1");
  line("times real time at --rate 1, heap", heap.factor.toFixed(3), "0.0145", "1");
  line("vision interval: sd, ms", open.jitterSd.toFixed(2), "0.95", "0.67");
  line("vision interval: p99 over nominal, ms", open.jitterP99.toFixed(2), "3", "1.6");
  line("end of step to datagram received: median, ms", open.wireMedian.toFixed(2));
  line("memory, MB", Math.max(open.rssMb, heap.rssMb).toFixed(0));
  for (const stepMs of [2, 5])
    for (const scene of ["open", "heap"] as const) {
      const over = await measureSynchronous(scene, stepMs, seconds);
      const inside = await measureInProcess(scene, stepMs, seconds);
      const peers = scene === "open" && stepMs === 5 ? ["3.65", "1"] : [];
      line(`best speed over TCP, ${scene}, ${stepMs} ms step`, `${over.toFixed(2)}x`, ...peers);
      line(
        `best speed in process, ${scene}, ${stepMs} ms step`,
        `${inside.toFixed(2)}x`,
        "",
        stepMs === 5 ? (scene === "open" ? "16.5" : "8.3") : "",
      );
    }
  await measureTrials(line);
}

type SayLine = (what: string, value: string, grSim?: string, erForce?: string) => void;

async function measureTrials(line: SayLine): Promise<void> {
  const ear = await VisionEar.open();
  const peer = await Peer.start({ stepMs: 2, rate: 1, visionPort: ear.port, isSynchronous: false });
  const field = { ear, ports: peer.ports };
  line("command to motion in vision: median, ms", (await measureReaction(field)).toFixed(0), "48", "78");
  const [often, seldom] = [await measureAcceleration(field, 60), await measureAcceleration(field, 10)];
  line("acceleration, commands at 60 Hz, m/s²", often.toFixed(2));
  line("acceleration, commands at 10 Hz, m/s²", seldom.toFixed(2), "a third", "the same");
  const kick = await measureKick(field);
  line("kicked at 6 m/s: speed, m/s", kick.speed.toFixed(2));
  line("  slide, m/s²", kick.slide.toFixed(2), "-10.3", "-3.9");
  line("  roll, m/s²", kick.roll.toFixed(2), "-0.70", "-0.35");
  peer.stop();
  ear.close();
}

/** Measures at real-time speed, over UDP. */
async function measureClocked(scene: CrowdScene, seconds: number) {
  const ear = await VisionEar.open();
  const peer = await Peer.start({ stepMs: 2, rate: 1, visionPort: ear.port, isSynchronous: false });
  const crowd = new Crowd(scene);
  if (scene === "heap") ear.send(toBinary(SimulatorCommandSchema, packedHeap()), peer.ports.control);
  const heard: (readonly [number, number])[] = [];
  ear.onFrame = (frame, ms) => {
    crowd.see(frame);
    if (frame.cameraId !== 0) return;
    heard.push([frame.frameNumber, ms]);
    for (const team of TEAMS) ear.send(toBinary(RobotControlSchema, crowd.commands(team)), peer.ports[team]);
  };
  // waits until the code is compiled and the speed is stable
  await sleep(3000);
  const before = await peer.ask();
  heard.length = 0;
  await sleep(1000 * seconds);
  const after = await peer.ask();
  peer.stop();
  ear.close();
  const simulated = after.timeSec - before.timeSec;
  const ends = new Map([...before.stepEnds, ...after.stepEnds]);
  const gaps = heard.slice(1).map(([, ms], i) => ms - heard[i][1]);
  return {
    cpu: (after.cpuSec - before.cpuSec) / simulated,
    factor: simulated / (after.wallSec - before.wallSec),
    rssMb: after.rssMb,
    reach: crowd.reach,
    jitterSd: deviation(gaps),
    jitterP99: quantile(gaps, 0.99) - NOMINAL_MS,
    wireMedian: quantile(
      heard.flatMap(([number, ms]) => (ends.has(number) ? [ms - (ends.get(number) as number)] : [])),
      0.5,
    ),
  };
}

/** Measures at full speed, both teams in lock step over TCP. */
async function measureSynchronous(scene: CrowdScene, stepMs: number, seconds: number): Promise<number> {
  const peer = await Peer.start({ stepMs, rate: null, visionPort: 10, isSynchronous: true });
  const simStep = stepMs === 5 ? 0.015 : 0.016;
  const [blue, yellow] = await Promise.all(TEAMS.map((team) => SoccerClient.connect({ port: peer.ports[team] })));
  const crowd = new Crowd(scene);
  let asked = 0;
  const step = async (): Promise<void> => {
    const simulatorCommand = asked++ === 0 && scene === "heap" ? packedHeap() : undefined;
    const answers = await Promise.all([
      blue.exchange({ simStep, simulatorCommand, robotControl: crowd.commands("blue") }),
      yellow.exchange({ simStep, robotControl: crowd.commands("yellow") }),
    ]);
    for (const frame of answers[0]?.detections ?? []) crowd.see(frame);
  };
  for (let i = 0; i < 150; i++) await step();
  const before = await peer.ask();
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; ) await step();
  const after = await peer.ask();
  blue.close();
  yellow.close();
  peer.stop();
  return (after.timeSec - before.timeSec) / (after.wallSec - before.wallSec);
}

class Peer {
  readonly ports: Readonly<Record<"control" | "blue" | "yellow", number>>;
  readonly #child: ChildProcess;

  static async start(order: PeerOrder): Promise<Peer> {
    const child = fork(PEER, [JSON.stringify(order)]);
    const [report] = (await once(child, "message")) as [PeerReport];
    return new Peer(child, report);
  }

  private constructor(child: ChildProcess, { ports }: PeerReport) {
    this.#child = child;
    if (!ports) throw new Error("the server has no ports");
    this.ports = ports;
  }

  async ask(): Promise<PeerReport> {
    this.#child.send("report");
    const [report] = (await once(this.#child, "message")) as [PeerReport];
    return report;
  }

  stop(): void {
    this.#child.disconnect();
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}
