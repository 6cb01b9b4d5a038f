// What comes with a request (E4, W8): how long it may be, and the JSON in it. Verbs are short; only `spawn` may bring a
// robot's document along.

import type { IncomingMessage } from "node:http";
import { SimError } from "../../describe/SimError.js";

const MAX_BODY_BYTES = 65_536;

/** With every character of the document escaped. */
export const maxRequestBytes = (documentBytes: number): number => 2 * documentBytes + MAX_BODY_BYTES;

/** Throws REQUEST_TOO_LARGE. */
export function checkLength(bytes: number, verb: string | undefined, documentBytes: number): void {
  const most = verb === "spawn" ? maxRequestBytes(documentBytes) : MAX_BODY_BYTES;
  if (bytes <= most) return;
  throw new SimError("REQUEST_TOO_LARGE", {
    where: "body",
    found: `more than ${most} bytes`,
    allowed: `at most ${most} bytes`,
  });
}

/** `check` is asked about all that has come so far, and throws where it is too much. */
export function readBody(request: IncomingMessage, check: (bytes: number) => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      try {
        check(size);
        chunks.push(chunk);
      } catch (problem) {
        // the rest goes by unread
        chunks.length = 0;
        reject(problem);
      }
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}

/** No body at all is no arguments. */
export function readJson(text: string, where: string): unknown {
  if (text.trim() === "") return {};
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
