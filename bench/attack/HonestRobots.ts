// Two honest robots in lock-step: each drives its arm back and forth, for a fixed number of frames or as long as the attack takes,
// so that the world never waits for them. The digest of everything that they receive must not depend on what other clients do.

import { createHash, type Hash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { encodeMessage, MessageReader } from "../../src/session/clients/Codec.js";

export const HONEST_NAMES = ["HonestA", "HonestB"] as const;
const VEL = 2;
/** Frames from one checkpoint to the next. */
export const CHECKPOINT = 100;
const SIM_END = encodeMessage("SimEnd");

/** A cube with an arm on a motor. */
export const cube = (name: string, at: string, inBase = ""): string => `<Client>
 <CSettings><Name>${name}</Name><Offset>${at}</Offset></CSettings>
 <Entity><RigidBodies>
   <Body name="Base"><Box name="Cube"><Mass>2</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box><Inclinometer name="Tilt"/>${inBase}</Body>
   <Body name="Arm"><Box name="Bar"><Mass>1</Mass><XSize>0.15</XSize><YSize>0.1</YSize><ZSize>0.05</ZSize><Position>0 0 0.2</Position></Box></Body>
  </RigidBodies>
  <Joints><JointHinge name="Motor"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.15</AnchorPos><Axis>0 0 1</Axis>
    <Motor axis="1"><FMax>5</FMax></Motor><Rate>100</Rate></JointHinge></Joints>
 </Entity></Client>`;

function answer(frame: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, VEL, true);
  view.setFloat32(4, frame % 40 < 20 ? 2 : -2, true);
  return Buffer.concat([encodeMessage("Motor", new Uint8Array(view.buffer)), SIM_END]);
}

class HonestRobot {
  readonly done: Promise<string>;
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  readonly #hash: Hash = createHash("sha256");
  /** Digest of everything received up to each checkpoint. */
  readonly digests: string[] = [];
  #last: number;
  #frames = 0;

  constructor(port: number, document: string, frames: number, pauseMs: number) {
    this.#last = frames;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.done = new Promise((resolve, reject) => {
      this.#socket.on("connect", () => this.#socket.write(`${document}%%`));
      this.#socket.on("error", reject);
      this.#socket.on("close", () => reject(new Error(`an honest robot lost its connection at frame ${this.#frames}`)));
      this.#socket.on("data", (bytes) => {
        this.#reader.push(bytes);
        for (let message = this.#reader.next(); message; message = this.#reader.next()) {
          if (message.name === "Error") return reject(new Error(Buffer.from(message.payload).toString()));
          if (message.name === "Hello") continue;
          this.#hash.update(message.name).update(message.payload);
          if (message.name !== "FrameEnd") continue;
          this.#frames++;
          const digest = this.#hash.copy().digest("hex").slice(0, 16);
          if (this.#frames % CHECKPOINT === 0) this.digests.push(digest);
          if (this.#frames > this.#last) return resolve(digest);
          const bytes = answer(this.#frames);
          setTimeout(() => this.#socket.write(bytes), pauseMs);
        }
      });
    });
    this.done.catch(() => {});
  }

  get frames(): number {
    return this.#frames;
  }

  /** Stops after this frame. */
  stopAt(frame: number): void {
    this.#last = frame;
  }

  end(): void {
    this.#socket.removeAllListeners("close").destroy();
  }
}

/** What honest robots received: digests of both at every checkpoint. */
export type Received = readonly string[];

export class HonestRobots {
  readonly #robots: readonly HonestRobot[];

  /** `frames`: number of frames until they stop; infinite: until `finish`. */
  constructor(port: number, frames: number, pauseMs: number, names: readonly string[] = HONEST_NAMES) {
    this.#robots = names.map((name, i) => new HonestRobot(port, cube(name, `${2 * i} -6 0`), frames, pauseMs));
  }

  /** One digest over what both received. */
  async digest(): Promise<string> {
    return (await Promise.all(this.#robots.map(({ done }) => done))).join(" ");
  }

  /** Lets them go on to the next checkpoint, at least to `minFrames`; gives the digests of all checkpoints. */
  async finish(minFrames: number): Promise<Received> {
    const frames = Math.max(minFrames, ...this.#robots.map((robot) => robot.frames + 1));
    for (const robot of this.#robots) robot.stopAt(CHECKPOINT * Math.ceil(frames / CHECKPOINT));
    await this.digest();
    return this.#robots[0].digests.map((_, i) => this.#robots.map(({ digests }) => digests[i]).join(" "));
  }

  end(): void {
    for (const robot of this.#robots) robot.end();
  }
}
