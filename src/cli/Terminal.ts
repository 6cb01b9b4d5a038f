// The terminal of a running server: verbs typed as plain words, one line after the other, and what happened above them.
// Where there is a real terminal the prompt shows the state of things; lines from a pipe are taken silently.

import { clearLine, createInterface, cursorTo, type Interface } from "node:readline";
import { type Completion, fillIn } from "../session/verbs/Completion.js";
import type { Reply } from "../session/verbs/Reply.js";
import { OK } from "../session/verbs/Reply.js";

export interface TerminalOptions {
  /** Does what a line says. */
  readonly perform: (line: string) => Promise<Reply>;
  /** What could be typed next; left out: Tab does nothing. */
  readonly complete?: (text: string) => Completion;
  /** One line for the prompt; left out: no prompt. */
  readonly status?: (() => string) | undefined;
  /** False: nothing is read. */
  readonly isReading: boolean;
  /** Ctrl-C was typed at the prompt. */
  readonly interrupt: () => void;
}

/** Words that people try. */
const SYNONYMS: Readonly<Record<string, string>> = { quit: "stop", exit: "stop", "?": "help" };
const REFRESH_MS = 200;
const SHORT = 100;

export class Terminal {
  readonly #options: TerminalOptions;
  readonly #lines: Interface | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Lines are done one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: TerminalOptions) {
    this.#options = options;
    if (!options.isReading) return;
    const { stdin: input, stdout } = process;
    const isLive = options.status !== undefined;
    const completer = (text: string) => this.#complete(text);
    this.#lines = createInterface(isLive ? { input, output: stdout, completer } : { input, terminal: false });
    this.#lines.on("line", (line) => {
      this.#last = this.#last.then(() => this.#do(line));
    });
    this.#lines.on("SIGINT", options.interrupt);
    if (!isLive) return;
    this.#timer = setInterval(() => this.#prompt(), REFRESH_MS);
    this.#timer.unref();
  }

  /** A line above the prompt. */
  say(text: string): void {
    this.#clear();
    console.log(text);
    this.#prompt();
  }

  /** As readline wants it: the words, and what they take the place of. */
  #complete(text: string): [string[], string] {
    const completion = this.#options.complete?.(text);
    if (!completion) return [[], text];
    const { from, words } = completion;
    return [words.length === 1 ? [fillIn(completion)] : [...words], text.slice(from)];
  }

  async #do(line: string): Promise<void> {
    const [word = ""] = line.trim().split(/\s+/, 1);
    if (word !== "") {
      const meant = (SYNONYMS[word] ?? word) + line.trim().slice(word.length);
      const reply = await this.#options.perform(meant);
      // of the end the last line tells
      if (meant !== "stop") this.say(showReply(meant, reply));
    }
    this.#prompt();
  }

  #prompt(): void {
    const { status } = this.#options;
    if (!this.#lines || !status) return;
    this.#lines.setPrompt(`${status()} > `);
    this.#lines.prompt(true);
  }

  #clear(): void {
    if (!this.#lines || !this.#options.status) return;
    cursorTo(process.stdout, 0);
    clearLine(process.stdout, 0);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#clear();
    this.#lines?.close();
    process.stdin.unref?.();
  }
}

/** What was asked for is shown; of what was done, the sentence is enough. */
export function showReply(line: string, { result, message, data }: Reply): string {
  const isQuestion = /^(get|list)\b/.test(line);
  if (result !== OK || !isQuestion) return message;
  const short = typeof data === "string" ? data : JSON.stringify(data);
  return short.length <= SHORT ? short : JSON.stringify(data, null, 2);
}
