// Marks on the tape: goals, robots that come and go, problems, resets. They are found in the messages themselves.

import type { Store } from "../Store.js";
import type { Shown } from "./Tape.js";

export type MarkKind = "goal" | "robot" | "problem" | "reset" | "note";

export interface Mark {
  /** Time of the tape, s. */
  readonly at: number;
  readonly kind: MarkKind;
  readonly text: string;
}

/** Goals of each team of the games in the world, for people: "1 : 0". */
export interface Score {
  readonly goals: number;
  readonly text: string;
}

const MAX_MARKS = 200;
/** An error code in a line of the log. */
const PROBLEM = /: [A-Z]+(_[A-Z]+)+: /;

export class Marks {
  readonly #scoreOf: (store: Store) => Score | undefined;
  #robots = new Set<string>();
  #score: Score | undefined;
  #all: readonly Mark[] = [];
  #hasBegun = false;

  constructor(scoreOf: (store: Store) => Score | undefined) {
    this.#scoreOf = scoreOf;
  }

  get all(): readonly Mark[] {
    return this.#all;
  }

  /** Looks at a message that `live` has taken. `isBack`: simulated time went back. Returns whether a mark was added. */
  look(shown: Shown, live: Store, at: number, isBack: boolean): boolean {
    const before = this.#all;
    if (isBack) this.#add({ at, kind: "reset", text: `back to ${live.time.toFixed(1)} s` });
    if (shown.kind === "message") this.#lookAt(shown.message.type, shown, live, at);
    return before !== this.#all;
  }

  #lookAt(type: string, shown: Shown & { readonly kind: "message" }, live: Store, at: number): void {
    if (type === "scene" || type === "join" || type === "leave") this.#lookAtRobots(live, at);
    if (type === "log") {
      const { line } = shown.message as { readonly line: string };
      if (PROBLEM.test(line)) this.#add({ at, kind: "problem", text: line });
    }
    const score = this.#scoreOf(live);
    if (score && this.#score && score.goals > this.#score.goals)
      this.#add({ at, kind: "goal", text: `Goal: ${score.text}` });
    this.#score = score;
  }

  #lookAtRobots(live: Store, at: number): void {
    const robots = new Set([...live.entities.values()].filter(({ role }) => role === "robot").map(({ name }) => name));
    const came = [...robots].filter((name) => !this.#robots.has(name));
    const gone = [...this.#robots].filter((name) => !robots.has(name));
    this.#robots = robots;
    const hasBegun = this.#hasBegun;
    this.#hasBegun = true;
    if (!hasBegun) return;
    for (const name of came) this.#add({ at, kind: "robot", text: `${name} joined` });
    for (const name of gone) this.#add({ at, kind: "robot", text: `${name} left` });
  }

  #add(mark: Mark): void {
    this.#all = [...this.#all.slice(1 - MAX_MARKS), mark];
  }

  /** Forgets marks before a time of the tape. */
  forgetBefore(at: number): void {
    if (this.#all.length > 0 && this.#all[0].at < at) this.#all = this.#all.filter((mark) => mark.at >= at);
  }
}
