// Clients that send generated documents (testing/attack/CostlyDocument.ts) and answer frames like a robot, one after the other.
// Their robots are far away from the honest ones: what these feel may not change, and touching would be physics.

import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeMessage, MessageReader } from "../../src/session/clients/Codec.js";
import { costlyDocument } from "../../testing/attack/CostlyDocument.js";

const SIM_END = encodeMessage("SimEnd");
/** Distance to the honest robots, m. Bodies of a document lie on its positive side. */
const FAR = 2000;
/** Places of robots that are there at the same time, and their distance, m. */
const [PLACES, APART] = [4, 2000];
/** Frames that a robot stays for; a robot that gets fewer leaves after STAY_MS. */
const STAY_FRAMES = 20;
const STAY_MS = 5000;

interface DocumentAttack {
  readonly port: number;
  /** A document of a seed, at an Offset. */
  readonly write?: (seed: number, at: string) => { readonly plan: string; readonly text: string };
  readonly firstSeed: number;
  readonly untilMs: number;
  /** Gets what is being done, for the report. */
  readonly note: (deed: string) => void;
}

/** Sends documents of consecutive seeds until the time is over; gives their number. */
export async function sendDocuments({
  port,
  write = costlyDocument,
  firstSeed,
  untilMs,
  note,
}: DocumentAttack): Promise<number> {
  let count = 0;
  const one = async (place: number): Promise<void> => {
    while (performance.now() < untilMs) {
      const seed = firstSeed + count++;
      const { plan, text } = write(seed, `${FAR + APART * place} ${FAR} 0`);
      note(`seed ${seed} (${plan})`);
      await visit(port, text);
    }
  };
  await Promise.all(Array.from({ length: PLACES }, (_, place) => one(place)));
  return count;
}

async function visit(port: number, text: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  const reader = new MessageReader();
  let frames = 0;
  const isOver = new Promise<void>((resolve) => {
    socket.on("error", () => {}).on("close", () => resolve());
    socket.on("connect", () => socket.write(`${text}%%`));
    socket.on("data", (bytes) => {
      reader.push(bytes);
      for (let message = reader.next(); message; message = reader.next()) {
        if (message.name !== "FrameEnd") continue;
        if (++frames > STAY_FRAMES) resolve();
        else socket.write(SIM_END);
      }
    });
  });
  await Promise.race([isOver, sleep(STAY_MS)]);
  socket.destroy();
}
