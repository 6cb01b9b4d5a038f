// Films a world that a server runs at full speed (X4). The world waits before its first frame until its robots, their controllers and
// the shipped teams are there, so the first picture shows them, and the same film comes out each time.

import { setTimeout as sleep } from "node:timers/promises";
import type { Film } from "../../record/video/Film.js";
import type { Simulation } from "../../session/Simulation.js";
import { type RunningServer, type ServerOptions, startServer } from "../Server.js";
import { captionOf } from "./FilmCaption.js";

export interface WorldFilmOptions {
  readonly film: Film;
  /** True: the film cannot go on, as on a full disk. */
  readonly hasFailed: () => boolean;
  readonly server: ServerOptions;
  /** Called when the server runs and before the first frame; starts teams. Throws: nothing is filmed. */
  readonly prepare?: (server: RunningServer) => void;
  /** True: the game is over, the film ends. */
  readonly isOver?: (simulation: Simulation) => boolean;
}

/** How often to look whether the world may start, or has been paused, ms. */
const POLL_MS = 20;

/** Resolves when all frames were taken, or the server stops. Rejects with the error of a wrong camera. */
export async function filmWorld({ film, hasFailed, server, prepare, isOver }: WorldFilmOptions): Promise<void> {
  let phase: "waiting" | "filming" | "done" = "waiting";
  let problem: unknown;
  const running = await startServer({
    ...server,
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    beforeFrame: (simulation) => {
      if (phase === "filming")
        try {
          film.look(simulation.world, captionOf(simulation));
          if (film.isDone || hasFailed() || isOver?.(simulation)) phase = "done";
        } catch (thrown) {
          problem = thrown;
          phase = "done";
        }
      if (phase !== "filming") simulation.pause();
    },
  });
  const { simulation, control, stopped } = running;
  try {
    prepare?.(running);
    while (!simulation.isStarted && !simulation.isStopped) await sleep(POLL_MS);
    phase = "filming";
    await control.perform("resume", {});
    // an event of the world may pause or stop it: then the film ends
    while (!simulation.isPaused && !simulation.isStopped) await Promise.race([sleep(POLL_MS), stopped]);
    if (problem !== undefined) throw problem;
    film.finish();
  } finally {
    await running.stop();
  }
}
