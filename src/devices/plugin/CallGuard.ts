// Runs the calls of one device, or of a device type, into a plug-in (S6). An exception becomes a PLUGIN_FAILED. A watch is notified
// before and after every call, so that a call that never returns can be named.

import { SimError, showValue } from "../../describe/SimError.js";

/** Notified before and after every call into a plug-in. Calls do not nest. */
export interface CallWatch {
  enter(call: WatchedCall): void;
  leave(): void;
}

/** A device type or another caller that the watch identifies by a number. There are few of them. */
export class WatchedKind {
  number = 0;
  /** `text` for messages: "plug-in paint.mjs, PaintSensor". */
  constructor(readonly text: string) {}
}

/** One kind of call of one device. There may be many of them. */
export class WatchedCall {
  /** `text`: the call and the device. */
  constructor(
    readonly kind: WatchedKind,
    readonly text: string,
  ) {}
}

export interface PluginOrigin {
  /** File name of the plug-in. */
  readonly source: string;
  readonly watch: CallWatch;
}

/** Runs the calls of one device, or of a device type. */
export class CallGuard {
  readonly #origin: PluginOrigin;
  readonly #what: string;
  readonly #where: string;
  readonly #kind: WatchedKind;
  readonly #calls = new Map<string, WatchedCall>();

  /** `what`: the element, as PaintSensor; `where`: ROBOT/DEVICE; default: `what`, while there is no robot. */
  constructor(origin: PluginOrigin, kind: WatchedKind, what: string, where = what) {
    this.#origin = origin;
    this.#kind = kind;
    this.#what = what;
    this.#where = where;
  }

  /** For calls that may refuse a document or a message with a SimError, which passes unchanged. */
  callThatMayRefuse<R>(call: string, work: () => R): R {
    return this.#run(call, work, true);
  }

  call<R>(call: string, work: () => R): R {
    return this.#run(call, work, false);
  }

  #run<R>(call: string, work: () => R, mayRefuse: boolean): R {
    const { watch } = this.#origin;
    let result: R;
    watch.enter(this.#watched(call));
    try {
      result = work();
    } catch (problem) {
      if (mayRefuse && problem instanceof SimError) throw problem;
      const error = this.failure(call, showProblem(problem));
      error.cause = problem;
      throw error;
    } finally {
      watch.leave();
    }
    if (typeof result === "object" && result !== null && "then" in result) {
      Promise.resolve(result).catch(() => {});
      throw this.failure(call, "a promise", "a value at once: nothing that the world calls may be async");
    }
    return result;
  }

  #watched(call: string): WatchedCall {
    let watched = this.#calls.get(call);
    if (!watched) {
      watched = new WatchedCall(this.#kind, this.#where === this.#what ? call : `${call} for ${this.#where}`);
      this.#calls.set(call, watched);
    }
    return watched;
  }

  failure(call: string, found: string, allowed?: string): SimError {
    return new SimError("PLUGIN_FAILED", {
      where: this.#where,
      found: `${found} (${call} of ${this.#what}, plug-in ${this.#origin.source})`,
      ...(allowed === undefined ? {} : { allowed }),
    });
  }

  /** Throws a PLUGIN_FAILED unless `isGood`. */
  check(call: string, isGood: boolean, found: unknown, allowed: string): void {
    if (!isGood) throw this.failure(call, showValue(found), allowed);
  }
}

function showProblem(problem: unknown): string {
  try {
    return problem instanceof Error ? `${problem.name}: ${problem.message}` : showValue(problem);
  } catch {
    return "something that cannot be shown";
  }
}
