// Stops a server on Ctrl-C, `kill` and the end of its terminal: clients get SERVER_STOPPED. The watchdog's thread sees to it
// that the process ends even if the main thread is busy.

import type { RunningServer } from "../server/Server.js";
import { STOP_SIGNALS } from "../server/watchdog/StopSignals.js";

/** Returns a function that ignores the signals again. */
export function stopOnSignals(server: RunningServer): () => void {
  const stop = () => void server.stop();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  return () => {
    for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
  };
}
