// The thread that watches the other one (Watchdog.ts). When that has stood still for the limit, it is stopped as a debugger
// would stop it, which works in the middle of an endless loop and on every system; its stack says which module it is in.
// Was that a plug-in's call, or a module of a controller, it is named and the process ends; otherwise it was long work of
// our own, and goes on.

import { writeSync } from "node:fs";
import { type Debugger, Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { SimError } from "../describe/SimError.js";
import { BEAT, END, type WatchdogData, type WatchedModule } from "./Watchdog.js";

/** A thread that does not even stop for a debugger is ended all the same, ms. */
const STUBBORN_MS = 3000;

const { beat, limitSec } = workerData as WatchdogData;
const words = new Int32Array(beat);
const text = new Uint8Array(beat, 4 * BEAT.text);
const modules: WatchedModule[] = [];
parentPort?.on("message", (module: WatchedModule) => modules.push(module));

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

/** Who is called now, by what it said before the call; undefined: nobody. */
function called(): string | undefined {
  if (Atomics.load(words, BEAT.isCalling) === 0) return undefined;
  return new TextDecoder().decode(text.slice(0, words[BEAT.textBytes]));
}

function look(): void {
  const session = new Session();
  const urls = new Map<string, string>();
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.on("Debugger.paused", ({ params: { callFrames } }) => {
    const who = called() ?? moduleIn(callFrames, urls);
    if (who === undefined) {
      clearTimeout(stubborn);
      session.post("Debugger.resume", () => session.disconnect());
      return;
    }
    complain(who, placeIn(callFrames, urls));
    const { callFrameId } = callFrames[0];
    session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression: `globalThis[Symbol.for("${END}")]()` });
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
  const stubborn = setTimeout(() => {
    // whoever went on in the meantime is no case for us
    if (Atomics.load(words, BEAT.turn) !== turn) return session.disconnect();
    const who = called();
    if (who === undefined) return;
    complain(who, undefined);
    process.kill(process.pid, "SIGKILL");
  }, STUBBORN_MS);
}

type Frames = readonly Debugger.CallFrame[];
type Urls = ReadonlyMap<string, string>;

function moduleIn(frames: Frames, urls: Urls): string | undefined {
  for (const { location } of frames) {
    const url = urls.get(location.scriptId);
    const module = modules.find((one) => one.url === url);
    if (module) return module.who;
  }
  return undefined;
}

/** Of the innermost of the modules that are known, else of the innermost file. */
function placeIn(frames: Frames, urls: Urls): string | undefined {
  const places = frames.map(({ location }) => ({ location, url: urls.get(location.scriptId) ?? "" }));
  const known = places.find(({ url }) => modules.some((one) => one.url === url));
  const found = known ?? places.find(({ url }) => url.startsWith("file:"));
  if (!found) return undefined;
  return `${found.url}:${found.location.lineNumber + 1}:${(found.location.columnNumber ?? 0) + 1}`;
}

function complain(who: string, place: string | undefined): void {
  const found = `one call that has lasted for ${limitSec} s${place === undefined ? "" : `, now at ${place}`}`;
  writeSync(2, `\n${new SimError("PLUGIN_HANGS", { where: who, found }).message}\n`);
}
