// A client of USARSim's protocol. Lines come in, and go out over the link. Its robot is an ordinary session with a
// sink for its frames, so joining, limits, latency and removal are those of every client. The world never waits for it. A line with an
// error changes nothing, is answered by NFO {Error CODE}, and the connection goes on.

import { asSimError, explainError, SimError, showValue } from "../../describe/SimError.js";
import { TakenNumbers } from "../../devices/Sample.js";
import type { Report } from "../../world/ReportOutbox.js";
import type { Robot } from "../../world/Robot.js";
import type { DeviceMessage, FrameSink } from "../clients/FrameSink.js";
import type { Link } from "../clients/Link.js";
import type { Session } from "../clients/Session.js";
import type { Simulation } from "../Simulation.js";
import { LineReader } from "./LineReader.js";
import { configuration, geometry, startPoses } from "./UsarAnswers.js";
import { UsarCommands } from "./UsarCommands.js";
import { isSameName, UsarLine, writeLine } from "./UsarLine.js";
import { readInit, STATUS_HZ } from "./UsarRobot.js";
import { sensorLine } from "./UsarSensors.js";
import { statusLines } from "./UsarStatus.js";

export interface UsarClientOptions {
  readonly simulation: Simulation;
  readonly link: Link;
  /** Address of the client, for the log. */
  readonly address: string;
  /** Takes the cost of a line from its share; true: the line is refused. */
  readonly isTooMuch: (cost: number) => boolean;
  /** Reads the document of a robot that this port may name. */
  readonly readRobot: (name: string) => string;
  /** SET {Type Camera} {Robot r} {Name c}: what the image server shows to this client, or to {Client address}. */
  readonly show: (client: string | undefined, robot: string, camera: string) => void;
  readonly nowMs: () => number;
}

/** Additional cost of lines in shares of DRIVE. */
const COSTS: Readonly<Record<string, number>> = { INIT: 500, GETCONF: 10, GETGEO: 10, GETSTARTPOSES: 10 };
const TYPES = ["INIT", "DRIVE", "MULTIDRIVE", "SET", "MISPKG", "ACT", "GETCONF", "GETGEO", "GETSTARTPOSES"];
/** A client with more unread output misses lines, bytes. */
const MAX_UNREAD = 1 << 18;

export class UsarClient implements FrameSink {
  readonly #options: UsarClientOptions;
  readonly #reader = new LineReader();
  readonly #encoder = new TextEncoder();
  #session: Session | undefined;
  #commands: UsarCommands | undefined;
  /** Newest sample of every joint. */
  readonly #joints = new Map<string, readonly number[]>();
  #statusSec = Number.NEGATIVE_INFINITY;
  #missed = 0;
  #isRefusing = false;
  /** Codes of errors that are in the log. */
  readonly #logged = new Set<string>();

  constructor(options: UsarClientOptions) {
    this.#options = options;
    const { name } = options.simulation.world.file.physics;
    this.#send([
      writeLine("NFO", [
        ["Gametype", "USARSim"],
        ["Level", name],
        ["TimeLimit", 0],
      ]),
    ]);
  }

  // ---- lines of the client

  receive(bytes: Uint8Array): void {
    for (const line of this.#reader.push(bytes)) {
      if (this.#session?.state === "closed") return;
      this.#read(line);
    }
  }

  hangUp(): void {
    if (this.#session) this.#session.hangUp();
    else this.#options.link.end();
  }

  /** Input that is not a whole line yet, bytes. */
  get inputBytes(): number {
    return this.#reader.held;
  }

  /** In the world. */
  get robotName(): string | undefined {
    return this.#session?.state === "running" ? this.#session.name : undefined;
  }

  /** Ends the connection. */
  refuse(error: SimError): void {
    if (this.#session) this.#session.fail(error);
    else {
      this.fail(error);
      this.#options.link.end();
    }
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** Every line counts, also one that cannot be read: its error is an answer too. */
  #read(text: string | SimError): void {
    try {
      if (this.#mustRefuse(1)) return;
      if (text instanceof SimError) throw text;
      const line = UsarLine.read(text);
      if (!TYPES.includes(line.type))
        throw new SimError("LINE_UNKNOWN", { where: "line", found: showValue(line.type), allowed: TYPES.join(", ") });
      if (this.#mustRefuse(COSTS[line.type] ?? 0)) return;
      this.#perform(line);
    } catch (problem) {
      this.#report(asSimError(problem, "USARSim"));
    }
  }

  /** Only the first refused line of a flood gets an error. */
  #mustRefuse(cost: number): boolean {
    const wasRefusing = this.#isRefusing;
    this.#isRefusing = this.#options.isTooMuch(cost);
    if (this.#isRefusing && !wasRefusing)
      throw new SimError("TOO_MANY_MESSAGES", {
        where: "USARSim",
        found: "more lines",
        allowed: "fewer lines per second",
        advice: "Send each command once per frame of the robot, and INIT once per connection.",
      });
    return this.#isRefusing;
  }

  #perform(line: UsarLine): void {
    const { simulation } = this.#options;
    if (line.type === "GETSTARTPOSES") this.#send([startPoses(simulation.world)]);
    else if (line.type === "INIT") this.#init(line);
    else this.#command(line);
  }

  #command(line: UsarLine): void {
    const { commands, session } = this.#running();
    const { description } = session;
    if (line.type === "GETCONF" && description) this.#send([configuration(line, description, commands.axes)]);
    else if (line.type === "GETGEO" && description) this.#send([geometry(line, description, commands.axes)]);
    else {
      const messages = this.#messages(line, commands);
      // all of them or none
      if (messages.length > 0) session.command(messages);
      commands.commit();
    }
  }

  #init(line: UsarLine): void {
    const { simulation, link, nowMs } = this.#options;
    if (this.#session)
      throw new SimError("STATE_WRONG", {
        where: "INIT",
        found: "a second INIT",
        advice: "Open a connection for each robot.",
      });
    const description = readInit(line, simulation, this.#options.readRobot);
    this.#commands = new UsarCommands(description);
    this.#session = simulation.connect(link, nowMs(), description, this);
  }

  #running(): { readonly session: Session; readonly commands: UsarCommands } {
    const [session, commands] = [this.#session, this.#commands];
    if (session?.state === "running" && commands) return { session, commands };
    const found = session ? "a robot that has not joined the world yet" : "no robot";
    throw new SimError("STATE_WRONG", {
      where: "USARSim",
      found,
      advice: "Send INIT first, and wait for the first STA line.",
    });
  }

  #messages(line: UsarLine, commands: UsarCommands): readonly DeviceMessage[] {
    if (line.type !== "SET") return commands.read(line);
    const type = line.text("Type");
    if (isSameName(type, "Joint")) return commands.read(line);
    if (!isSameName(type, "Camera"))
      throw new SimError("LINE_UNSUPPORTED", { where: "SET/Type", found: showValue(type), allowed: "Joint, Camera" });
    const robot = line.find("Robot") ?? this.#session?.name ?? "";
    this.#options.show(line.find("Client"), robot, line.text("Name"));
    return [];
  }

  // ---- lines to the client

  join(_robot: Robot): void {
    this.#joints.clear();
    this.#statusSec = Number.NEGATIVE_INFINITY;
  }

  frame(timeSec: number, reports: readonly Report[]): void {
    const lines: string[] = [];
    for (const { device, sample } of reports) {
      if (!(sample instanceof TakenNumbers)) continue;
      if (device.type.role === "joint") this.#joints.set(device.name, sample.values);
      else lines.push(sensorLine(device.description.kind, device.name, timeSec, sample.values));
    }
    if (timeSec >= this.#statusSec && this.#commands) {
      this.#statusSec = timeSec + 1 / STATUS_HZ;
      lines.unshift(...statusLines(timeSec, this.#commands, this.#joints));
    }
    if (lines.length === 0) return;
    if (this.#options.link.backlog > MAX_UNREAD) this.#missed += lines.length;
    else this.#send(lines);
  }

  fail(error: SimError): void {
    this.#send([errorLine(error)]);
  }

  #report(error: SimError): void {
    const { simulation, address } = this.#options;
    // the client gets every error, the log each kind once
    if (!this.#logged.has(error.code)) simulation.options.log(`USARSim client ${address}: ${explainError(error)}`);
    this.#logged.add(error.code);
    this.#send([errorLine(error)]);
  }

  #send(lines: readonly string[]): void {
    const { link, simulation } = this.#options;
    const missed = this.#missed > 0 && link.backlog <= MAX_UNREAD ? [writeLine("NFO", [["Missed", this.#missed]])] : [];
    if (missed.length > 0) this.#missed = 0;
    link.send(this.#encoder.encode([...missed, ...lines].map((line) => `${line}\r\n`).join("")));
    const { backlogBytes } = simulation.options.limits;
    if (link.backlog <= backlogBytes) return;
    const error = new SimError("BACKLOG_FULL", {
      where: "USARSim",
      found: `${link.backlog} bytes`,
      allowed: `at most ${backlogBytes} bytes`,
    });
    if (this.#session) this.#session.fail(error);
    else link.end();
  }
}

const errorLine = ({ code, message, advice }: SimError): string =>
  writeLine("NFO", [
    ["Error", code],
    ["Message", message],
    ["Advice", advice],
  ]);
