// Errors of the client library: an Error message of the server (W7, codes in docs/errors.md), or one of the client's own:
//   CONNECTION_FAILED   no server listens at the address
//   CONNECTION_LOST     the connection ended without an Error message
//   NOT_IN_FRAME        the component sent nothing in this frame
//   COMPONENT_UNKNOWN   the robot has no component of that name
//   PAYLOAD_UNREADABLE  Hello does not describe the component's payload as numbers, or the payload is too short

import { SimError } from "../describe/SimError.js";

export interface RobotErrorDetail {
  readonly code: string;
  readonly message: string;
  /** Element path, component or connection. */
  readonly where?: string;
  readonly advice?: string;
}

/** `message` is complete: code, what is wrong, and the advice. */
export class RobotError extends Error {
  override readonly name = "RobotError";
  readonly code: string;
  readonly where: string;
  readonly advice: string;

  constructor({ code, message, where = "", advice = "" }: RobotErrorDetail) {
    super(withAdvice(message.startsWith(code) ? message : `${code}: ${message}`, advice));
    this.code = code;
    this.where = where;
    this.advice = advice;
  }

  /** Reads the payload of an Error message. Missing fields are empty. */
  static read(payload: Uint8Array): RobotError {
    const text = new TextDecoder().decode(payload);
    const fields = readObject(text);
    const field = (name: string): string => (fields[name] === undefined ? "" : String(fields[name]));
    return new RobotError({
      code: field("code") || "UNKNOWN",
      message: field("message") || text,
      where: field("where"),
      advice: field("advice"),
    });
  }

  /** Wraps any error that was thrown while the server's bytes were read. */
  static from(error: unknown): RobotError {
    if (error instanceof RobotError) return error;
    if (error instanceof SimError) return new RobotError({ code: error.code, message: error.message, where: "server" });
    return new RobotError({ code: "CONNECTION_LOST", message: String(error), where: "server" });
  }
}

/** Advice for CONNECTION_FAILED. */
export const START_A_SERVER = "Is the server running there? In a checkout `node bin/ubersim.js run` starts one.";

/** The server's messages already end with their advice. */
function withAdvice(message: string, advice: string): string {
  if (advice === "" || message.includes(advice)) return message;
  return `${message}${/[.!?]$/.test(message) ? "" : "."} ${advice}`;
}

/** Parses a JSON object; {} for anything else. */
export function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
