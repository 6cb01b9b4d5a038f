// Two robots, one standing on the other, in lock-step at full speed. "Good" answers every frame up to the last. "Bad"
// misbehaves at a given frame. The state of Good at the end is one hash: if the misbehaviour of Bad affects Good, the
// hash differs from that of a run in which Bad leaves properly.

import { type RunningServer, type ServerOptions, startServer } from "../../src/server/Server.js";
import { box } from "./Boxes.js";
import { join, RawClient, SIM_END, tell, VEL } from "./RawClient.js";

export const LAST_FRAME = 400;

export interface ArenaOptions {
  /** Bad answers frames 0 to badFrames - 1, then `deed` is called. */
  readonly badFrames: number;
  readonly deed: (bad: RawClient, server: RunningServer) => Promise<void> | void;
  readonly server?: ServerOptions;
  readonly settings?: string;
  readonly inBase?: string;
  /** Connects Bad in another way; it must answer `badFrames` frames by itself. */
  readonly connect?: (server: RunningServer, document: string) => Promise<RawClient | undefined>;
}

export interface ArenaOutcome {
  /** Hash of Good in the last frame. */
  readonly hash: string;
  /** Code of the Error that Bad received. */
  readonly code: string | undefined;
  readonly log: readonly string[];
}

/** Turns the arm back and forth. */
const work = ({ frames }: RawClient): Uint8Array => join(tell("Motor", VEL, frames % 40 < 20 ? 2 : -2), SIM_END);

export const badWork = ({ frames }: RawClient): Uint8Array =>
  join(tell("Motor", VEL, frames % 30 < 15 ? 3 : -3), SIM_END);

export async function playArena({ badFrames, deed, ...options }: ArenaOptions): Promise<ArenaOutcome> {
  const log: string[] = [];
  const server = await startServer({
    port: 0,
    httpPort: 0,
    rate: Number.POSITIVE_INFINITY,
    expect: ["Bad", "Good"],
    ...options.server,
    log: (line) => log.push(line),
  });
  try {
    const good = await RawClient.join(server.tcpPort, box({ name: "Good" }));
    good.answers = () => (good.frames > LAST_FRAME ? new Uint8Array(0) : work(good));
    const document = box({
      name: "Bad",
      at: "0 0 0.43",
      ...(options.settings ? { settings: options.settings } : {}),
      ...(options.inBase ? { inBase: options.inBase } : {}),
    });
    const bad = options.connect
      ? await options.connect(server, document)
      : await connectBad(server, document, badFrames);
    if (bad) {
      await bad.until(({ frames, isClosed }) => frames > badFrames || isClosed);
      await deed(bad, server);
    }
    await good.until(({ frames, isClosed }) => frames > LAST_FRAME || isClosed);
    // the world waits now: Good does not answer the last frame
    const hash = server.simulation.world.hashOf("Good");
    if (bad?.error === undefined) bad?.socket.destroy();
    return { hash, code: bad?.error?.code, log };
  } finally {
    await server.stop();
  }
}

async function connectBad(server: RunningServer, document: string, badFrames: number): Promise<RawClient> {
  const bad = await RawClient.join(server.tcpPort, document);
  bad.answers = () => (bad.frames > badFrames ? new Uint8Array(0) : badWork(bad));
  return bad;
}

const polite = new Map<number, Promise<ArenaOutcome>>();

/** Outcome for Good if Bad leaves properly instead of answering that frame. */
export function politeHash(badFrames: number): Promise<string> {
  let outcome = polite.get(badFrames);
  if (!outcome) {
    outcome = playArena({ badFrames, deed: (bad) => bad.leave() });
    polite.set(badFrames, outcome);
  }
  return outcome.then(({ hash }) => hash);
}
