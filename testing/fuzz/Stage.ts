// A world in which streams are played, one after the other, and the bystander, which must not change. Everything is a
// function of the scripts: the wall clock is a counter of ticks.

import { readFileSync } from "node:fs";
import { DEFAULT_LIMITS, type DocumentLimits } from "../../src/describe/DocumentLimits.js";
import { JOINT_PROPERTY } from "../../src/describe/entity/Joint.js";
import { ERROR_TABLE, SimError } from "../../src/describe/SimError.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from "../../src/session/clients/SessionLimits.js";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { FakeClient, tellJoint } from "../builders/FakeClient.js";
import { fuzzKinds } from "./FuzzKinds.js";
import { GOOD_PNG } from "./FuzzPictures.js";
import type { Script } from "./Script.js";
import { bystanderText, plateText } from "./Specimens.js";
import type { FuzzEvent } from "./StreamMutation.js";

/** Small, so that a stream can reach them. */
export const FUZZ_LIMITS: SessionLimits = {
  ...DEFAULT_SESSION_LIMITS,
  clients: 6,
  messageBytes: 4096,
  messagesPerFrame: 200,
  aheadBytes: 8192,
  backlogBytes: 1 << 20,
};
export const FUZZ_DOCUMENT_LIMITS: DocumentLimits = {
  ...DEFAULT_LIMITS,
  bytes: 64 << 10,
  elements: 2000,
  bodies: 8,
  solids: 24,
  joints: 8,
  devices: 24,
  rays: 1000,
  triangles: 200,
  texels: 20_000,
  delays: 100,
};

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "ok.obj": "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
  "bad.obj": "v 0 0\nf 1 2 3\n",
  "bad.stl": "solid nothing",
  "picture.png": Buffer.from(GOOD_PNG, "base64"),
};

export const BYSTANDER = "Bystander";
/** Robots may raise events and use some verbs. None of them acts on the bystander. */
const REACTIONS = `
  <Trigger name="rung"> <Message>ring</Message> <Do>get {who}</Do> <Do>light Sun on=false</Do> </Trigger>
  <Trigger name="late"> <Message>later</Message> <Delay>0.01</Delay> <CoolDown>0.02</CoolDown> <Do>light Sun on=true</Do> </Trigger>
  <Trigger name="near"> <Box> <XSize>1</XSize> <YSize>1</YSize> <ZSize>1</ZSize> </Box> <Who>robots</Who> <On>leave</On> <Do>get {who}</Do> </Trigger>
  <Event name="after"> <After>rung</After> <Do>light Sky on=true</Do> </Event>
  <Static name="lift"> <Box name="deck"> <XSize>1</XSize> <YSize>1</YSize> <ZSize>0.1</ZSize> <Position>0.2 0 -0.06</Position> <SurfaceVelocity>0.5 0 0</SurfaceVelocity> </Box>
   <Path> <Mode>back-and-forth</Mode> <Point> <At>0.05</At> <Offset>0 0 -0.02</Offset> </Point> </Path> </Static>
  <Allow> <Verb>light</Verb> <Verb>get</Verb> </Allow>
`;
const WORLD = readFileSync("worlds/flat.xml", "utf8").replace("</World>", `${REACTIONS}</World>`);
const FAR = "-3000 5000 0.2";
/** Longer than every timeout: documents, stalled clients. */
const STALL_MS = 40_000;
/** Ticks after which all clients must have left, also those that sent answers ahead. */
const LEAVING_TICKS = 4000;

export interface StageOptions {
  readonly isNear?: boolean;
  readonly isAsync?: boolean;
}

/** Makes the offender leave properly instead of what the script does. */
export interface Politeness {
  readonly tick: number;
  /** Leaves at the end of that tick, because it gets one more frame within it. */
  readonly isLate: boolean;
  /** Number of bytes of the stream that are sent. */
  readonly bytes: number;
}

export interface Outcome {
  /** The tick in which the session ended; -1: it had no error. */
  readonly closedTick: number;
  /** Number of frames sent to the offender, and of its answers that were used. */
  readonly frames: number;
  readonly answers: number;
  /** Frame of the world at the end of the script. */
  readonly lastFrame: number;
  readonly code: string | undefined;
  /** True: it failed at the frame that was sent, or would have been sent, at the end of that tick. */
  readonly isLate: boolean;
  /** True: the offender closed the connection. */
  readonly hasHungUp: boolean;
  /** Codes that other clients got, which connect in large numbers. */
  readonly otherCodes: readonly string[];
  readonly problems: readonly string[];
}

/** Reads everything that the server sends and checks that it follows the protocol. */
class Offender extends FakeClient {
  readonly problems: string[] = [];

  override send(bytes: Uint8Array): void {
    if (this.isEnded) this.problems.push("something was sent after the end");
    if (this.error) this.problems.push("something was sent after the Error");
    super.send(bytes);
  }

  override end(): void {
    if (this.isEnded) this.problems.push("ended twice");
    super.end();
  }
}

export class Stage {
  readonly simulation: Simulation;
  readonly bystander: FakeClient;
  readonly #isAsync: boolean;
  #nowMs = 0;

  static async create({ isNear = false, isAsync = false }: StageOptions = {}): Promise<Stage> {
    const devices = fuzzKinds();
    const file = readWorldDocument(WORLD, { kinds: devices }).world;
    return new Stage(
      await World.create(file, { devices }),
      isNear ? plateText(BYSTANDER) : bystanderText(BYSTANDER, FAR),
      isAsync,
    );
  }

  private constructor(world: World, bystander: string, isAsync: boolean) {
    this.#isAsync = isAsync;
    this.simulation = new Simulation(world, {
      rate: isAsync ? 1 : Number.POSITIVE_INFINITY,
      isAsync,
      limits: FUZZ_LIMITS,
      documentLimits: FUZZ_DOCUMENT_LIMITS,
      readFile: readFuzzFile,
    });
    this.bystander = FakeClient.connect(this.simulation, bystander);
    this.#run();
    if (!this.bystander.hello) throw new Error(`no place for the bystander: ${this.bystander.error?.message}`);
  }

  get world(): World {
    return this.simulation.world;
  }

  hash(): string {
    return this.world.hashOf(BYSTANDER);
  }

  /** The bystander answers; the world runs at most one frame. */
  tick(): void {
    const { session } = this.bystander;
    if (session.owes || (this.#isAsync && session.state === "running")) {
      const { frame } = this.world;
      this.bystander.answer(tellJoint("Motor", JOINT_PROPERTY.Vel, ((frame * 7) % 11) - 5));
    }
    this.#run();
  }

  #run(): void {
    this.simulation.run(this.#nowMs);
    this.#nowMs += 1;
    // no longer needed
    this.bystander.frames.length = 0;
    this.bystander.bytes.length = 0;
  }

  play(script: Script, polite?: Politeness): Outcome {
    const { simulation } = this;
    const offender = new Offender(script.isLocal);
    const others: FakeClient[] = [];
    offender.session = simulation.connect(offender, this.#nowMs);
    let closedTick = -1;
    let answers = 0;
    let isLate = false;
    let hasHungUp = false;
    let [packet, event] = [0, 0];
    const isClosed = () => offender.session.state === "closed";
    for (let tick = 0; tick < script.ticks; tick++) {
      for (; packet < script.packets.length && script.packets[packet].tick <= tick; packet++) {
        const { from, to } = script.packets[packet];
        const end = Math.min(to, polite?.bytes ?? to);
        if (from < end) offender.sendBytes(script.bytes.slice(from, end));
      }
      if (polite?.tick === tick && !polite.isLate) offender.session.hangUp();
      for (; event < script.events.length && script.events[event].tick <= tick; event++)
        if (closedTick < 0) {
          hasHungUp ||= script.events[event].event === "hangUp";
          this.#happen(script.events[event].event, offender, others, polite !== undefined);
        }
      const { frame } = this.world;
      const sent = offender.frames.length;
      for (const one of others) if (one.session.owes) one.answer();
      this.tick();
      if (polite?.tick === tick && polite.isLate) offender.session.hangUp();
      if (closedTick >= 0) continue;
      if (isClosed()) closedTick = tick;
      // no frame for the offender in this step: it has answered all frames that it got
      else if (this.world.frame > frame && !offender.session.owes && offender.last?.time < this.world.timeSec)
        answers = offender.frames.length;
      answers = Math.max(answers, offender.frames.length - 1);
      isLate = isClosed() && offender.frames.length > sent && offender.last.time === this.world.timeSec;
      if (isClosed() && failedAfterStep(offender)) [isLate, answers] = [true, offender.frames.length];
    }
    const frames = offender.frames.length;
    const lastFrame = this.world.frame;
    this.#clear(offender, others, frames);
    return {
      closedTick,
      frames,
      answers,
      lastFrame,
      code: offender.error?.code,
      isLate,
      hasHungUp,
      otherCodes: others.flatMap(({ error }) => error?.code ?? []),
      problems: [...offender.problems, ...this.#judge(offender)],
    };
  }

  #happen(event: FuzzEvent, offender: Offender, others: FakeClient[], isPolite: boolean): void {
    const { simulation } = this;
    switch (event) {
      case "hangUp":
        if (!isPolite) offender.session.hangUp();
        break;
      case "deaf":
        if (!isPolite) offender.backlog = 2 << 20;
        break;
      case "stall":
        this.#nowMs += STALL_MS;
        break;
      case "visit":
        others.push(FakeClient.connect(simulation, bystanderText("Visitor", "30 30 1"), { nowMs: this.#nowMs }));
        break;
      case "crowd":
        for (let n = 0; n < 6; n++)
          others.push(
            FakeClient.connect(simulation, bystanderText(`Guest${n}`, `${30 + n} 40 1`), { nowMs: this.#nowMs }),
          );
        break;
      default:
        this.#control(event);
    }
  }

  #control(event: "reset" | "snapshot" | "restore" | "pause" | "step" | "resume"): void {
    const { simulation } = this;
    if (event === "reset") simulation.reset(this.#nowMs);
    else if (event === "snapshot") simulation.snapshot("fuzz");
    else if (event === "restore" && simulation.snapshots.includes("fuzz")) simulation.restore("fuzz", this.#nowMs);
    else if (event === "pause") simulation.pause();
    else if (event === "step") simulation.stepFrames(2);
    else if (event === "resume") simulation.resume();
  }

  /** All robots but the bystander leave. */
  #clear(offender: Offender, others: readonly FakeClient[], frames: number): void {
    this.simulation.resume();
    offender.backlog = 0;
    for (const one of [offender, ...others]) one.session.hangUp();
    for (let n = 0; n < LEAVING_TICKS; n++) {
      this.tick();
      if (this.simulation.sessions.length === 1 && this.world.robots.length === 1) return;
    }
    offender.problems.push(
      `still there after ${LEAVING_TICKS} ticks: ${this.world.robots.map(({ name }) => name)}, frames ${frames}`,
    );
  }

  #judge({ error, isEnded, session }: Offender): string[] {
    const problems: string[] = [];
    const { sessions, world } = this.simulation;
    if (error && !Object.hasOwn(ERROR_TABLE, error.code)) problems.push(`the unknown code ${error.code}`);
    if (error?.code === "INTERNAL") problems.push(`INTERNAL: ${error.message}`);
    if (session.error && session.error.code !== error?.code) problems.push(`${session.error.code} was not sent`);
    if (!isEnded) problems.push("its link was not ended");
    if (sessions.length !== 1) problems.push(`${sessions.length} sessions are left`);
    if (world.physics.names.join() !== `${BYSTANDER},ground,lift`) problems.push(`left behind: ${world.physics.names}`);
    if (this.bystander.error) problems.push(`the bystander got ${this.bystander.error.message}`);
    return problems;
  }

  dispose(): void {
    this.world.dispose();
  }
}

/** A plug-in's sensor failed after the step: the robot's body existed until the end of the step. */
const failedAfterStep = ({ error }: FakeClient): boolean => error?.message.includes("(sample of ") ?? false;

/** Reads one of the files of FILES. */
export function readFuzzFile(path: string): Uint8Array {
  if (!Object.hasOwn(FILES, path)) throw new SimError("FILE_MISSING", { where: "", found: path });
  const file = FILES[path];
  return typeof file === "string" ? new TextEncoder().encode(file) : Uint8Array.from(file);
}
