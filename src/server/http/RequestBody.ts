// The body of a request (E4, W8): its maximum length, and the JSON in it. Arguments of verbs are short; only `spawn` may
// contain a robot document.

import type { IncomingMessage } from "node:http";
import { SimError } from "../../describe/SimError.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";

const MAX_BODY_BYTES = 65_536;

/** Maximum length of a request with a document, bytes: JSON may escape every character of it. */
export const maxRequestBytes = (documentBytes: number): number => 2 * documentBytes + MAX_BODY_BYTES;

/** Throws REQUEST_TOO_LARGE. */
export function checkLength(bytes: number, verb: string | undefined, documentBytes: number): void {
  const maxBytes = verb === "spawn" ? maxRequestBytes(documentBytes) : MAX_BODY_BYTES;
  if (bytes > maxBytes) throw tooLarge(maxBytes, "bytes");
}

const tooLarge = (max: number, unit: string): SimError =>
  new SimError("REQUEST_TOO_LARGE", {
    where: "body",
    found: `more than ${max} ${unit}`,
    allowed: `at most ${max} ${unit}`,
  });

/** `check` gets the length so far after each chunk and throws if it is too long. */
export function readBody(
  request: IncomingMessage,
  check: (bytes: number) => void,
  memory: MemoryBudget,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise<string>((resolve, reject) => {
    const forget = memory.add({
      get bytes() {
        return chunks.length === 0 ? 0 : size;
      },
      drop: (error) => {
        chunks.length = 0;
        reject(error);
      },
    });
    request.once("close", forget);
    request.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      try {
        check(size);
        chunks.push(chunk);
      } catch (problem) {
        // the rest is discarded
        chunks.length = 0;
        reject(problem);
      }
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}

/**
 * Throws REQUEST_TOO_LARGE. Only strings may be long, such as a document: millions of brackets or numbers would take the
 * parser a second.
 */
export function checkJson(text: string): void {
  if (text.length <= MAX_BODY_BYTES) return;
  let outside = 0;
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('"', at);
    outside += (start < 0 ? text.length : start) - at + 1;
    if (outside > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES, "bytes outside of strings");
    if (start < 0) return;
    at = endOfString(text, start) + 1;
  }
}

/** The quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** Parses the arguments of a verb. An empty body means no arguments. */
export function readJson(text: string, where: string): unknown {
  if (text.trim() === "") return {};
  checkJson(text);
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new SimError("REQUEST_MALFORMED", {
      where,
      found: problem instanceof Error ? problem.message : String(problem),
      allowed: "a JSON object",
    });
  }
}
