// The thread that watches the main thread (Watchdog.ts). When the main thread has not moved for the limit, this one pauses
// it through the inspector, which works within an endless loop and on every system, and reads its stack. If the stack is in
// a call of a plug-in, or in the module of a controller, this thread reports it and ends the process. The simulator's own
// work may last OWN_WORK times as long. After a stop signal the main thread has STOP_MS to end the process itself.

import { writeSync } from "node:fs";
import { type Debugger, Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { SimError } from "../../describe/SimError.js";
import { listenToSignals } from "./StopSignals.js";
import { BEAT, HANDLE, WATCHDOG_EXIT_CODE, type WatchdogData, type WatchdogMessage } from "./Watchdog.js";

/** Timeout for the main thread to pause; in a blocking system call it does not, and the process is killed, ms. */
const PAUSE_TIMEOUT_MS = 3000;
/** How many timeouts a process that computes gets: on a busy machine it takes long to pause. */
const MAX_TIMEOUTS = 5;
/** Computing time in a timeout that shows that the process is not blocked, ms. */
const COMPUTES_MS = 300;
/** Maximum number of single steps to find a known module on the stack. */
const MAX_STEPS = 20;
/** The simulator's own work may last this many times the limit of a call. */
const OWN_WORK = 6;
/** Time for the main thread to end the process after a stop signal, and to obey this thread then, ms. */
const [STOP_MS, OBEY_MS] = [1800, 400];

const { beat, limitSec, signals } = workerData as WatchdogData;
const words = new Int32Array(beat);
/** Names of modules, by URL. */
const modules = new Map<string, string>();
const kinds = new Map<number, string>();
let isServing = false;
parentPort?.on("message", (message: WatchdogMessage) => {
  if ("url" in message) modules.set(message.url, message.caller);
  else if ("kind" in message) kinds.set(message.kind, message.caller);
  else isServing = message.isServing;
});

const limitMs = limitSec * 1000;
const pollMs = Math.min(500, Math.max(5, limitMs / 20));
let turn = Atomics.load(words, BEAT.turn);
/** How long the counter has not changed. */
let unchangedMs = 0;
let nextInspectMs = limitMs;
let polledMs = performance.now();

function poll(): void {
  const nowMs = performance.now();
  const now = Atomics.load(words, BEAT.turn);
  if (now !== turn) {
    [unchangedMs, nextInspectMs] = [0, limitMs];
    turn = now;
    // time in which this thread did not run either counts little: the machine was suspended or overloaded
  } else unchangedMs += Math.min(nowMs - polledMs, 2 * pollMs);
  polledMs = nowMs;
  if (unchangedMs <= nextInspectMs) return;
  nextInspectMs += limitMs;
  inspect();
}
if (limitMs < Number.POSITIVE_INFINITY) setInterval(poll, pollMs);

// ---- stop signals

let isStopping = false;
listenToSignals(signals, () => {
  // a second signal does not wait
  if (isStopping) endAfterSignal();
  else setTimeout(endAfterSignal, STOP_MS);
  isStopping = true;
});

parentPort?.postMessage("ready");

/** Makes the main thread end the process, even within an endless loop. */
function endAfterSignal(): void {
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.evaluate", { expression: `${MAIN}.end(process.exitCode ?? 0)` });
  // in a blocking system call it does not obey
  setTimeout(() => process.kill(process.pid, "SIGKILL"), OBEY_MS);
}

// ---- a main thread that does not move

/** The object of Watchdog.ts in the main thread. */
const MAIN = `globalThis[Symbol.for("${HANDLE}")]`;

/** The plug-in kind that is being called; undefined: none. */
const calledKind = (): string | undefined => kinds.get(Atomics.load(words, BEAT.kind));

type Frames = readonly Debugger.CallFrame[];

/** At most one at a time: two debuggers would wait for each other. */
let isInspecting = false;

/** Pauses the main thread and reads its stack. */
function inspect(): void {
  if (isInspecting) return;
  isInspecting = true;
  const session = new Session();
  const urls = new Map<string, string>();
  let steps = 0;
  const release = (): void => {
    isInspecting = false;
    cancel();
    session.removeAllListeners();
    session.disconnect();
  };
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.on("Debugger.paused", ({ params: { callFrames } }) => {
    const caller = calledKind() ?? moduleIn(callFrames, urls);
    // between two promises the stack has no module of a controller
    const isFound = caller !== undefined || isOwnWorkEndless();
    if (!isFound && steps++ < MAX_STEPS) return void session.post("Debugger.stepInto");
    // a session that disconnects resumes the main thread
    if (!isFound) return release();
    cancel();
    end(session, caller, callFrames, placeIn(callFrames, urls));
  });
  const hasPaused = (): boolean => steps > 0;
  const cancel = waitToPause(hasPaused, () => {
    const caller = calledKind();
    // it paused and a single step has no end, as in an empty loop: the next inspection does not step
    const isFound = caller !== undefined || (steps === 0 && isOwnWorkEndless());
    // the main thread has continued in the meantime
    if (!isFound || Atomics.load(words, BEAT.turn) !== turn) return release();
    report(caller, "in a blocking system call");
    process.kill(process.pid, "SIGKILL");
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
}

/**
 * Calls `giveUp` after the timeout, or after a few if the process computes and has not paused. Returns a function that cancels
 * the call.
 */
function waitToPause(hasPaused: () => boolean, giveUp: () => void, timeouts = MAX_TIMEOUTS): () => void {
  const before = process.cpuUsage();
  let cancel = (): void => clearTimeout(timeout);
  const timeout = setTimeout(() => {
    const { user, system } = process.cpuUsage(before);
    const computes = user + system > 1000 * COMPUTES_MS;
    if (timeouts > 1 && computes && !hasPaused()) cancel = waitToPause(hasPaused, giveUp, timeouts - 1);
    else giveUp();
  }, PAUSE_TIMEOUT_MS);
  return () => cancel();
}

const isOwnWorkEndless = (): boolean => isServing && unchangedMs > OWN_WORK * limitMs;

/** Reads the device's name from the main thread, reports it, and makes the main thread end the process. */
function end(session: Session, caller: string | undefined, [{ callFrameId }]: Frames, place: string | undefined): void {
  const isCall = calledKind() !== undefined;
  const expression = isCall ? `${MAIN}.call()` : "undefined";
  let name = caller;
  let isReported = false;
  const reportOnce = (): void => {
    if (!isReported) report(name, place === undefined ? "inside the engine" : `now at ${place}`);
    isReported = true;
  };
  setTimeout(() => {
    reportOnce();
    process.kill(process.pid, "SIGKILL");
  }, PAUSE_TIMEOUT_MS);
  session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression }, (_, answer) => {
    if (answer?.result.type === "string") name = answer.result.value;
    reportOnce();
    session.post("Runtime.evaluate", { expression: `${MAIN}.end(${WATCHDOG_EXIT_CODE})` });
  });
}

function moduleIn(frames: Frames, urls: ReadonlyMap<string, string>): string | undefined {
  for (const { location } of frames) {
    const caller = modules.get(urls.get(location.scriptId) ?? "");
    if (caller !== undefined) return caller;
  }
  return undefined;
}

/** Position in the innermost known module, or else in the innermost file. */
function placeIn(frames: Frames, urls: ReadonlyMap<string, string>): string | undefined {
  const places = frames.map(({ location }) => ({ location, url: urls.get(location.scriptId) ?? "" }));
  const found = places.find(({ url }) => modules.has(url)) ?? places.find(({ url }) => url.startsWith("file:"));
  if (!found) return undefined;
  return `${found.url}:${found.location.lineNumber + 1}:${(found.location.columnNumber ?? 0) + 1}`;
}

/** `caller` undefined: the simulator itself. */
function report(caller: string | undefined, place: string): void {
  const lasted = caller === undefined ? OWN_WORK * limitSec : limitSec;
  const found = `a call that has lasted for ${Number(lasted.toFixed(3))} s, ${place}`;
  const error = new SimError(caller === undefined ? "SERVER_HANGS" : "PLUGIN_HANGS", {
    where: caller ?? "server",
    found,
  });
  writeSync(2, `\n${error.message}\n`);
}
