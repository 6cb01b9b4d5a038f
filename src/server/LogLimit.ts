// Limits the log (W8): lines that clients cause, by joining and leaving or by errors, must not fill a disk. A burst passes; of more
// lines PER_SECOND do, and the number of the others is logged.

import { performance } from "node:perf_hooks";
import { RequestLimiter } from "./http/RequestLimiter.js";

/** Lines per second for long, and at once. */
const [PER_SECOND, BURST] = [50, 2000];
/** Longer lines are cut, characters. */
const MAX_LENGTH = 10_000;
/** How long lines are left out before their number is logged, ms. */
const COUNT_MS = 1000;

/** Gives a function that logs lines within the limit. */
export function limitLog(log: (line: string) => void, nowMs = () => performance.now()): (line: string) => void {
  const limiter = new RequestLimiter(PER_SECOND, BURST);
  let left = 0;
  const tell = (): void => {
    log(`(${left} lines were left out of the log: more than ${PER_SECOND} a second)`);
    left = 0;
  };
  return (line) => {
    if (!limiter.isTooMuch(nowMs())) log(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} ...` : line);
    else if (left++ === 0) setTimeout(tell, COUNT_MS).unref();
  };
}
