// Reads and checks requests of viewers: JSON of one of the types of ViewRequest.

import { SimError, showValue } from "../../describe/SimError.js";
import type { ViewRequest } from "./ViewProtocol.js";

/** Maximum number of values, and of cameras, that one viewer may watch. */
export const MAX_WATCHED = 256;
/** Maximum length of a typed line, characters. */
const MAX_LINE = 4096;
/** Maximum length of the name of a verb, characters. */
const MAX_VERB = 64;

/** Throws REQUEST_MALFORMED. */
export function readViewRequest(text: string): ViewRequest {
  const request = parse(text);
  if (typeof request !== "object" || request === null || Array.isArray(request))
    throw malformed(showValue(request), KINDS);
  const { type } = request as { type?: unknown };
  const check = typeof type === "string" && Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (!check) throw malformed(`type ${showValue(type)}`, KINDS);
  const { isRight, allowed } = check;
  if (!isRight(request as Fields)) throw malformed(showValue(text), allowed);
  return request as ViewRequest;
}

type Fields = Readonly<Record<string, unknown>>;

const KINDS = "JSON with type hello, watch, verb or line";

const isId = (id: unknown): boolean => Number.isSafeInteger(id);
const isText = (text: unknown, maxLength: number): boolean => typeof text === "string" && text.length <= maxLength;
const isPath = (path: unknown): boolean => isText(path, 512);
const isPaths = (paths: unknown): boolean => Array.isArray(paths) && paths.length <= MAX_WATCHED && paths.every(isPath);

const CHECKS: Readonly<Record<string, { readonly allowed: string; readonly isRight: (request: Fields) => boolean }>> = {
  hello: {
    allowed: "{type: hello, version: number, token?: text}",
    isRight: ({ version, token }) => typeof version === "number" && (token === undefined || typeof token === "string"),
  },
  watch: {
    allowed: `{type: watch, values: at most ${MAX_WATCHED} texts, contacts: boolean, cameras?: at most ${MAX_WATCHED} texts}`,
    isRight: ({ values, contacts, cameras = [] }) =>
      isPaths(values) && isPaths(cameras) && typeof contacts === "boolean",
  },
  verb: {
    allowed: "{type: verb, id: whole number, verb: text, args: object}",
    isRight: ({ id, verb }) => isId(id) && isText(verb, MAX_VERB),
  },
  line: {
    allowed: `{type: line, id: whole number, line: text of at most ${MAX_LINE} characters}`,
    isRight: ({ id, line }) => isId(id) && isText(line, MAX_LINE),
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw malformed(problem instanceof Error ? problem.message : String(problem), KINDS);
  }
}

const malformed = (found: string, allowed: string): SimError =>
  new SimError("REQUEST_MALFORMED", { where: "/view", found, allowed });
