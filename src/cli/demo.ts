// `ubersim demo`: a real server, and the 2004 paper's Segway connected to it over TCP. Every few seconds somebody pushes
// it with 10 to 20 N·s, and the terminal shows how it catches itself. Whoever likes connects a robot of their own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tiltOf } from "../../examples/BalancedSegway.js";
import { ride, type Sample } from "../../examples/SegwayRide.js";
import { connect } from "../client/index.js";
import { SimError } from "../describe/SimError.js";
import { RandomStream } from "../math/RandomStream.js";
import { cos, DEGREE, sin, TAU } from "../math/Trigonometry.js";
import type { Vec3 } from "../math/Vec3.js";
import { applyImpulse, readPose } from "../physics/Bodies.js";
import { type RunningServer, type ServerOptions, startServer } from "../server/Server.js";
import { packageRoot } from "../server/WorldSource.js";
import type { Simulation } from "../session/Simulation.js";
import { drawSideView } from "./SideView.js";

export interface DemoOptions {
  readonly rate: number;
  readonly seconds: number;
  readonly pushEvery: number;
  readonly seed: number;
  /** Undefined: the usual one if it is free. */
  readonly port: number | undefined;
}

/** Another name than the document's own, which is left for the visitor. */
const NAME = "Demo";
/** Its centre of mass stands over the axle when it leans back this far. */
const REST_TILT = -0.174;

export async function runDemo({ rate, seconds, pushEvery, seed, port }: DemoOptions): Promise<number> {
  const pushes = new Pushes(pushEvery, seed);
  let end: { readonly timeSec: number; readonly hash: string } | undefined;
  const beforeFrame = (simulation: Simulation): void => {
    const { world, isStopped } = simulation;
    if (isStopped || end) return;
    if (world.timeSec >= seconds || pushes.hasFallen) {
      end = { timeSec: world.timeSec, hash: world.hash() };
      simulation.stop();
    } else pushes.apply(simulation);
  };
  const server = await startDemoServer({ rate, seed, expect: [NAME], beforeFrame }, port);
  const stop = () => void server.stop();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log(greeting(server));
  const screen = new Screen(process.stdout.isTTY === true, server.simulation, pushes);
  await driveSegway(server, pushes);
  await server.stopped;
  screen.end();
  process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
  const { timeSec, hash } = end ?? { timeSec: server.simulation.world.timeSec, hash: undefined };
  console.log(
    `${pushes.hasFallen ? "It fell" : "Still standing"} after ${timeSec.toFixed(1)} s and ${pushes.count} pushes; ` +
      `largest lean ${(pushes.mostLean / DEGREE).toFixed(1)}°${hash ? `, state hash ${hash}` : ""}.`,
  );
  return pushes.hasFallen ? 1 : 0;
}

/** On the usual ports if they are free: two demos may run side by side. */
async function startDemoServer(options: ServerOptions, port: number | undefined): Promise<RunningServer> {
  if (port !== undefined) return startServer({ ...options, port, httpPort: 0 });
  try {
    return await startServer(options);
  } catch (problem) {
    if (!(problem instanceof SimError && problem.code === "PORT_UNAVAILABLE")) throw problem;
    return startServer({ ...options, port: 0, httpPort: 0 });
  }
}

function greeting({ tcpPort, url }: RunningServer): string {
  return `ÜberSim: the Segway of the 2004 paper balances on flat ground; now and then it is pushed. Ctrl-C ends it.
It is a client like any other, over TCP. Connect one of your own from another terminal:
  python3 clients/python/segway_balance.py --port ${tcpPort}
  node dist/examples/segway-balance.js --port ${tcpPort}
or tell the world what to do:  curl -X POST ${url}/api/help   (docs/protocol.md, docs/control.md)
`;
}

/** The client: its own document, the paper's controller, until the server stops. */
async function driveSegway({ tcpPort, simulation }: RunningServer, pushes: Pushes): Promise<void> {
  const text = readFileSync(join(packageRoot(), "robots/segway.xml"), "utf8");
  const document = text.replace(/<Name>.*?<\/Name>/, `<Name>${NAME}</Name>`);
  try {
    const robot = await connect({ port: tcpPort, document });
    const stands = await ride(robot, { seconds: Number.POSITIVE_INFINITY, look: (sample) => pushes.look(sample) });
    if (!stands) pushes.hasFallen = true;
    await robot.leave();
  } catch (problem) {
    if (!simulation.isStopped) throw problem;
  }
}

/** Pushes of 10 to 20 N·s in any direction: which ones depends on the seed and on simulated time alone. */
class Pushes {
  mostLean = 0;
  speed = 0;
  hasFallen = false;
  last: { readonly impulse: number; readonly timeSec: number } | undefined;
  readonly #every: number;
  readonly #stream: RandomStream;
  #count = 0;
  #frame = -1;

  constructor(every: number, seed: number) {
    this.#every = every;
    this.#stream = new RandomStream(seed).split("pushes");
  }

  get count(): number {
    return this.#count;
  }

  nextInSec(timeSec: number): number {
    return (this.#count + 1) * this.#every - timeSec;
  }

  /** Before each frame, which may be tried more than once. */
  apply({ world }: Simulation): void {
    const { frame, timeSec } = world;
    if (frame < this.#frame) this.#count = Math.floor(timeSec / this.#every);
    this.#frame = frame;
    if (this.nextInSec(timeSec) > 0 || !world.has(NAME)) return;
    this.#count++;
    const stream = this.#stream.split(String(this.#count));
    const [impulse, heading] = [stream.uniform(10, 20), stream.uniform(0, TAU)];
    applyImpulse(world.physics, NAME, "MainBody", [impulse * cos(heading), impulse * sin(heading), 0]);
    this.last = { impulse, timeSec };
  }

  look({ time, tilt, speed }: Sample): boolean {
    if (time > 3) this.mostLean = Math.max(this.mostLean, Math.abs(tilt - REST_TILT));
    this.speed = speed;
    return false;
  }
}

/** A live picture where there is a terminal, a line a second where there is none. */
class Screen {
  readonly #isLive: boolean;
  readonly #simulation: Simulation;
  readonly #pushes: Pushes;
  readonly #timer: NodeJS.Timeout;
  #lines = 0;

  constructor(isLive: boolean, simulation: Simulation, pushes: Pushes) {
    this.#isLive = isLive;
    this.#simulation = simulation;
    this.#pushes = pushes;
    this.#timer = setInterval(() => this.#show(), isLive ? 66 : 1000);
  }

  #show(): void {
    const { world, isStopped } = this.#simulation;
    if (isStopped || !world.has(NAME)) return;
    const pose = readPose(world.physics, NAME, "MainBody");
    const tilt = tiltOf(pose.orientation);
    const line = this.#line(pose.position, tilt);
    if (!this.#isLive) {
      console.log(line);
      return;
    }
    const { columns = 80 } = process.stdout;
    const picture = drawSideView({ place: pose.position[1], tilt }, Math.min(columns, 100) - 1);
    const back = this.#lines > 0 ? `\x1b[${this.#lines}A` : "";
    const text = [...picture, line.slice(0, columns)];
    process.stdout.write(`${back}${text.map((row) => `${row}\x1b[K`).join("\n")}\n`);
    this.#lines = text.length;
  }

  #line([x, y]: Vec3, tilt: number): string {
    const { time, factor, clients } = this.#simulation.status();
    const { last, speed } = this.#pushes;
    const push =
      last && time >= last.timeSec && time - last.timeSec < 1.5 ? `  <- ${last.impulse.toFixed(0)} N·s!` : "";
    const pace = factor === null ? "" : `${factor.toFixed(factor < 10 ? 2 : 0)}x real time  `;
    const others = clients.length > 1 ? `  ${clients.length - 1} more` : "";
    return (
      `t ${time.toFixed(1).padStart(6)} s  lean ${((tilt - REST_TILT) / DEGREE).toFixed(2).padStart(6)}°  ` +
      `speed ${speed.toFixed(2).padStart(5)} m/s  ${Math.sqrt(x * x + y * y).toFixed(2)} m from start  ` +
      `${pace}next push in ${Math.max(0, this.#pushes.nextInSec(time)).toFixed(0)} s${others}${push}`
    );
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isLive) console.log("");
  }
}
