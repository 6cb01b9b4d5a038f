// A path in replies to clients (W7): they need not know where the server's files are.

import { basename, isAbsolute, relative, sep } from "node:path";

/** The path from the working directory; of a place outside of it the last name alone. */
export function shownPath(path: string): string {
  const from = relative(process.cwd(), path);
  return from === "" || from === ".." || from.startsWith(`..${sep}`) || isAbsolute(from) ? basename(path) : from;
}
