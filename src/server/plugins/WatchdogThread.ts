// The thread that watches the main thread (Watchdog.ts). When the main thread has not moved for the limit, this one pauses
// it through the inspector, which works within an endless loop and on every system, and reads its stack. If the stack is in
// a call of a plug-in, or in the module of a controller, this thread reports it and ends the process. Otherwise the
// simulator itself is busy, and continues.

import { writeSync } from "node:fs";
import { type Debugger, Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { SimError } from "../../describe/SimError.js";
import { BEAT, HANDLE, type WatchdogData, type WatchdogMessage } from "./Watchdog.js";

/** Timeout for the main thread to pause; in a blocking system call it does not, and the process is killed, ms. */
const PAUSE_TIMEOUT_MS = 3000;
/** Maximum number of single steps to find a known module on the stack. */
const MAX_STEPS = 20;

const { beat, limitSec } = workerData as WatchdogData;
const words = new Int32Array(beat);
/** Names of modules, by URL. */
const modules = new Map<string, string>();
const kinds = new Map<number, string>();
parentPort?.on("message", (message: WatchdogMessage) => {
  if ("url" in message) modules.set(message.url, message.caller);
  else kinds.set(message.kind, message.caller);
});

const limitMs = limitSec * 1000;
const pollMs = Math.min(500, Math.max(5, limitMs / 20));
let turn = Atomics.load(words, BEAT.turn);
/** How long the counter has not changed. */
let unchangedMs = 0;
let polledMs = performance.now();

setInterval(() => {
  const nowMs = performance.now();
  const now = Atomics.load(words, BEAT.turn);
  // time in which this thread did not run either counts little: the machine was suspended or overloaded
  unchangedMs = now === turn ? unchangedMs + Math.min(nowMs - polledMs, 2 * pollMs) : 0;
  turn = now;
  polledMs = nowMs;
  if (unchangedMs <= limitMs) return;
  unchangedMs = 0;
  inspect();
}, pollMs);

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
    clearTimeout(timeout);
    session.removeAllListeners();
    session.disconnect();
  };
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.on("Debugger.paused", ({ params: { callFrames } }) => {
    const caller = calledKind() ?? moduleIn(callFrames, urls);
    // between two promises the stack has no module of a controller
    if (caller === undefined && steps++ < MAX_STEPS) return void session.post("Debugger.stepInto");
    // a session that disconnects resumes the main thread
    if (caller === undefined) return release();
    clearTimeout(timeout);
    end(session, caller, callFrames, placeIn(callFrames, urls));
  });
  const timeout = setTimeout(() => {
    const caller = calledKind();
    // the main thread has continued in the meantime
    if (caller === undefined || Atomics.load(words, BEAT.turn) !== turn) return release();
    report(caller, "in a blocking system call");
    process.kill(process.pid, "SIGKILL");
  }, PAUSE_TIMEOUT_MS);
  session.post("Debugger.enable");
  session.post("Debugger.pause");
}

/** Reads the device's name from the main thread, reports it, and makes the main thread end the process. */
function end(session: Session, caller: string, [{ callFrameId }]: Frames, place: string | undefined): void {
  const handle = `globalThis[Symbol.for("${HANDLE}")]`;
  const isCall = calledKind() !== undefined;
  const expression = isCall ? `${handle}.call()` : "undefined";
  let name = caller;
  let isReported = false;
  const reportOnce = (): void => {
    if (!isReported) report(name, `now at ${place}`);
    isReported = true;
  };
  setTimeout(() => {
    reportOnce();
    process.kill(process.pid, "SIGKILL");
  }, PAUSE_TIMEOUT_MS);
  session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression }, (_, answer) => {
    if (answer?.result.type === "string") name = answer.result.value;
    reportOnce();
    session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression: `${handle}.end()` });
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

function report(caller: string, place: string): void {
  const found = `a call that has lasted for ${limitSec} s, ${place}`;
  writeSync(2, `\n${new SimError("PLUGIN_HANGS", { where: caller, found }).message}\n`);
}
