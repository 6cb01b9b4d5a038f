// The terminal of a running server: reads verbs line by line, and prints replies and log lines above the prompt. On a terminal
// the prompt shows the status of the world; with a pipe there is no prompt.

import { clearLine, createInterface, cursorTo, type Interface } from "node:readline";
import { printable } from "../describe/PrintableText.js";
import { type Completion, fillIn } from "../session/verbs/Completion.js";
import type { Reply } from "../session/verbs/Reply.js";
import { OK } from "../session/verbs/Reply.js";
import { print } from "./Output.js";

interface TerminalOptions {
  /** Runs one line. */
  readonly perform: (line: string) => Promise<Reply>;
  /** Completions of a text. Default: Tab has no effect. */
  readonly complete?: (text: string) => Completion;
  /** The status in the prompt. Default: no prompt. */
  readonly status?: (() => string) | undefined;
  /** False: the input is not read. */
  readonly isReading: boolean;
  /** Called on Ctrl-C at the prompt. */
  readonly interrupt: () => void;
}

/** Common words for our verbs. */
const SYNONYMS: Readonly<Record<string, string>> = { quit: "stop", exit: "stop", "?": "help" };
const REFRESH_MS = 200;
const SHORT = 100;

export class Terminal {
  readonly #options: TerminalOptions;
  readonly #lines: Interface | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  /** The line that runs now; lines run one after the other. */
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

  /** Prints a line above the prompt. */
  say(text: string): void {
    this.#clear();
    print(text);
    this.#prompt();
  }

  /** The format of readline: the completions, and the text that they replace. */
  #complete(text: string): [string[], string] {
    const completion = this.#options.complete?.(text);
    if (!completion) return [[], text];
    const { from, words } = completion;
    return [words.length === 1 ? [fillIn(completion)] : [...words], text.slice(from)];
  }

  async #do(line: string): Promise<void> {
    const [word = ""] = line.trim().split(/\s+/, 1);
    if (word !== "") {
      const meant = (Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : word) + line.trim().slice(word.length);
      const reply = await this.#options.perform(meant);
      // the server prints its own last line
      if (meant !== "stop") this.say(showReply(meant, reply));
    }
    this.#prompt();
  }

  #prompt(): void {
    const { status } = this.#options;
    if (!this.#lines || !status) return;
    this.#lines.setPrompt(`${printable(status())} > `);
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

/** The data for get and list; the message for all other verbs. */
function showReply(line: string, { result, message, data }: Reply): string {
  const isQuestion = /^(get|list)\b/.test(line);
  if (result !== OK || !isQuestion) return message;
  const short = typeof data === "string" ? data : JSON.stringify(data);
  return short.length <= SHORT ? short : JSON.stringify(data, null, 2);
}
