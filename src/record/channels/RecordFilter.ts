// Which channels are recorded (`--record-only`): patterns of topics without the first slash, where * stands for any characters and a
// leading ! excludes. Contacts, and pictures of the world's cameras, are recorded only where a pattern begins with "contacts" or "camera": there are
// many contacts, and large pictures take longer to draw than the run itself.

import { matchesName } from "../../describe/NamePattern.js";

/** Topics that the pattern * does not mean. */
const ON_REQUEST = ["contacts"];

export class RecordFilter {
  readonly #wanted: readonly string[];
  readonly #unwanted: readonly string[];

  /** No patterns: everything that is not on request. */
  constructor(patterns: readonly string[] = []) {
    const plain = patterns.map((pattern) => pattern.replace(/^(!?)\//, "$1"));
    this.#unwanted = plain.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
    const wanted = plain.filter((pattern) => !pattern.startsWith("!"));
    this.#wanted = wanted.length > 0 ? wanted : ["*"];
  }

  /** `topic`: with the first slash. `onRequest`: the pattern * does not mean it. */
  wants(topic: string, onRequest = false): boolean {
    const name = topic.slice(1);
    const matches = (pattern: string): boolean => matchesName(pattern, name) || name.startsWith(`${pattern}/`);
    const isRare = onRequest || ON_REQUEST.some((rare) => name === rare || name.startsWith(`${rare}/`));
    const wanted = isRare ? this.#wanted.filter((pattern) => pattern.startsWith(name.split("/")[0])) : this.#wanted;
    return wanted.some(matches) && !this.#unwanted.some(matches);
  }
}
