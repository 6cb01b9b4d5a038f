// Collects garbage after large work has ended (`collectSoon`), or when the process has grown (`watchMemory`): a camera memory
// that was given up, textures, copies of documents. V8 counts these little, because they are outside of its heap: an idle
// server would keep them for minutes. A collection holds the main thread for some 10 to 20 ms, so it is not done more often
// than large work ends.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Time for threads to end, whose memory is then free too, ms. Calls in this time count once. */
const DELAY_MS = 1000;
/** How often the memory is looked at, ms, and how much more than after the last collection is worth another one, bytes. */
const [WATCH_MS, MORE] = [2000, 96 << 20];

let collect: (() => void) | undefined;
let timer: NodeJS.Timeout | undefined;
/** Number of collections. */
let collections = 0;

/** Collects the garbage of this thread after a while. */
export function collectSoon(delayMs = DELAY_MS): void {
  if (timer) return;
  timer = setTimeout(() => {
    timer = undefined;
    collect ??= findCollector();
    collect();
    collections++;
  }, delayMs);
  timer.unref();
}

/**
 * Collects when the process has grown and grows no more, whatever it grew by: buffers of connections, frames, replies. Returns
 * a function that ends the watch.
 */
export function watchMemory(watchMs = WATCH_MS, more = MORE): () => void {
  let [least, last, seen] = [process.memoryUsage.rss(), 0, collections];
  const watch = setInterval(() => {
    const now = process.memoryUsage.rss();
    // what is left after a collection is in use
    if (seen !== collections) least = now;
    seen = collections;
    least = Math.min(least, now);
    if (now > least + more && now <= last) collectSoon(0);
    last = now;
  }, watchMs).unref();
  return () => clearInterval(watch);
}

/** The function exists only in contexts that are made after the flag is set. */
function findCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
