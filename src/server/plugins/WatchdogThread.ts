// The thread that watches the other one (Watchdog.ts). When that has stood still for the limit, it is stopped as a debugger
// would stop it, which works in the middle of an endless loop and on every system; its stack says which module it is in.
// Was that a plug-in's call, or the module of a controller, it is named and the process ends; otherwise it was long work of
// our own, and goes on.

import { writeSync } from "node:fs";
import { type Debugger, Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { SimError } from "../../describe/SimError.js";
import { BEAT, HANDLE, type WatchdogData, type WatchdogNews } from "./Watchdog.js";

/** A thread that does not even stop for a debugger, since it waits for the system, is ended all the same, ms. */
const STUBBORN_MS = 3000;
/** So many statements further it looks before it goes away again. */
const MAX_STEPS = 20;

const { beat, limitSec } = workerData as WatchdogData;
const words = new Int32Array(beat);
/** By URL. */
const modules = new Map<string, string>();
const kinds = new Map<number, string>();
parentPort?.on("message", (news: WatchdogNews) => {
  if ("url" in news) modules.set(news.url, news.who);
  else kinds.set(news.kind, news.who);
});

const limitMs = limitSec * 1000;
const pollMs = Math.min(500, Math.max(5, limitMs / 20));
let turn = Atomics.load(words, BEAT.turn);
let sinceMs = performance.now();
let polledMs = sinceMs;

setInterval(() => {
  const nowMs = performance.now();
  const now = Atomics.load(words, BEAT.turn);
  // a machine that slept is no plug-in that hangs
  const hasSlept = nowMs - polledMs > limitMs / 2 + 10 * pollMs;
  polledMs = nowMs;
  if (now !== turn || hasSlept) [turn, sinceMs] = [now, nowMs];
  else if (nowMs - sinceMs > limitMs) {
    sinceMs = nowMs;
    look();
  }
}, pollMs);

/** The kind that is called now; undefined: none. */
const calledKind = (): string | undefined => kinds.get(Atomics.load(words, BEAT.kind));

type Frames = readonly Debugger.CallFrame[];

function look(): void {
  const session = new Session();
  const urls = new Map<string, string>();
  let steps = 0;
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.on("Debugger.paused", ({ params: { callFrames } }) => {
    const who = calledKind() ?? moduleIn(callFrames, urls);
    // between two promises there is nobody on the stack
    if (who === undefined && steps++ < MAX_STEPS) return void session.post("Debugger.stepInto");
    clearTimeout(stubborn);
    if (who === undefined) session.post("Debugger.resume", () => session.disconnect());
    else end(session, who, callFrames, placeIn(callFrames, urls));
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
  const stubborn = setTimeout(() => {
    const who = calledKind();
    // whoever went on in the meantime is no case for us
    if (who === undefined || Atomics.load(words, BEAT.turn) !== turn) return session.disconnect();
    complain(who, "waiting for the system");
    process.kill(process.pid, "SIGKILL");
  }, STUBBORN_MS);
}

/** Asks the other thread for the device's own name, says who it is, and lets the other thread end everything. */
function end(session: Session, who: string, [{ callFrameId }]: Frames, place: string | undefined): void {
  const handle = `globalThis[Symbol.for("${HANDLE}")]`;
  const isCall = calledKind() !== undefined;
  const expression = isCall ? `${handle}.call()` : "undefined";
  session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression }, (_, answer) => {
    complain(answer?.result.type === "string" ? answer.result.value : who, `now at ${place}`);
    session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression: `${handle}.end()` });
    setTimeout(() => process.kill(process.pid, "SIGKILL"), STUBBORN_MS);
  });
}

function moduleIn(frames: Frames, urls: ReadonlyMap<string, string>): string | undefined {
  for (const { location } of frames) {
    const who = modules.get(urls.get(location.scriptId) ?? "");
    if (who !== undefined) return who;
  }
  return undefined;
}

/** Of the innermost of the modules that are known, else of the innermost file. */
function placeIn(frames: Frames, urls: ReadonlyMap<string, string>): string | undefined {
  const places = frames.map(({ location }) => ({ location, url: urls.get(location.scriptId) ?? "" }));
  const found = places.find(({ url }) => modules.has(url)) ?? places.find(({ url }) => url.startsWith("file:"));
  if (!found) return undefined;
  return `${found.url}:${found.location.lineNumber + 1}:${(found.location.columnNumber ?? 0) + 1}`;
}

function complain(who: string, place: string): void {
  const found = `one call that has lasted for ${limitSec} s, ${place}`;
  writeSync(2, `\n${new SimError("PLUGIN_HANGS", { where: who, found }).message}\n`);
}
