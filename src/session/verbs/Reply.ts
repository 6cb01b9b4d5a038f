// The reply to a verb over all interfaces (E4): {result, message, data}. Results 0 to 4 are those of ROS 2
// simulation_interfaces (Result.msg), 100 and up are our own. Each has an HTTP status.

import { EditRefused } from "../../describe/edit/EditRefused.js";
import { type ErrorCode, SimError } from "../../describe/SimError.js";
import type { VerbOutcome } from "./Verbs.js";

export interface Reply {
  readonly result: number;
  /** Text for people. */
  readonly message: string;
  /** Data for programs. For an error: code, where, found, allowed, advice; line and column if it is in a document. */
  readonly data: unknown;
}

interface ResultRow {
  readonly result: number;
  readonly meaning: string;
  readonly status: number;
  /** Error codes with this result. Codes in no row have result 4. */
  readonly codes: readonly ErrorCode[];
}

export const OK = 1;
const FAILED = 4;

export const RESULT_TABLE: readonly ResultRow[] = [
  { result: 0, meaning: "unsupported", status: 404, codes: ["VERB_UNKNOWN"] },
  { result: OK, meaning: "ok", status: 200, codes: [] },
  {
    result: 2,
    meaning: "not found",
    status: 404,
    codes: [
      "ENTITY_UNKNOWN",
      "COMPONENT_UNKNOWN",
      "SNAPSHOT_UNKNOWN",
      "LIGHT_UNKNOWN",
      "MATERIAL_UNKNOWN",
      "EVENT_UNKNOWN",
      "ACTION_UNKNOWN",
    ],
  },
  {
    result: 3,
    meaning: "incorrect state",
    status: 409,
    codes: ["STATE_WRONG", "SERVER_STOPPED", "DISPOSED", "EDIT_CONFLICT"],
  },
  { result: FAILED, meaning: "failed", status: 422, codes: [] },
  { result: 100, meaning: "wrong argument", status: 400, codes: ["ARGUMENT_WRONG"] },
  { result: 101, meaning: "unreadable request", status: 400, codes: ["REQUEST_MALFORMED"] },
  { result: 102, meaning: "request too large", status: 413, codes: ["REQUEST_TOO_LARGE"] },
  { result: 103, meaning: "token missing or wrong", status: 401, codes: ["TOKEN_WRONG"] },
  { result: 104, meaning: "host or origin forbidden", status: 403, codes: ["ORIGIN_FORBIDDEN"] },
  { result: 105, meaning: "internal error", status: 500, codes: ["INTERNAL"] },
  { result: 106, meaning: "too many requests", status: 429, codes: ["TOO_MANY_REQUESTS"] },
];

export const okReply = ({ message, data }: VerbOutcome): Reply => ({ result: OK, message, data });

export function errorReply(error: SimError): Reply {
  const { code, message, where, found, allowed, advice, line, column } = error;
  const place = line === undefined ? {} : { line, column };
  // an edit may have several errors
  const problems = error instanceof EditRefused ? { problems: error.problems } : {};
  const row = RESULT_TABLE.find(({ codes }) => codes.includes(code));
  return {
    result: row?.result ?? FAILED,
    message,
    data: { code, where, found, allowed, advice, ...place, ...problems },
  };
}

/** The reply to any exception. What is not a SimError is an internal error. */
export function replyTo(problem: unknown, where: string): Reply {
  return errorReply(
    problem instanceof SimError ? problem : new SimError("INTERNAL", { where, found: String(problem) }),
  );
}

export function statusOf({ result }: Reply): number {
  return RESULT_TABLE.find((row) => row.result === result)?.status ?? 500;
}
