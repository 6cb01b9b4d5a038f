// What can go wrong for a client: the server's Error message (W7, codes of docs/errors.md), or one of the client's own:
//   CONNECTION_FAILED   nobody listens there
//   CONNECTION_LOST     the connection ended, and no Error said why
//   NOT_IN_FRAME        that component sent nothing with this frame
//   COMPONENT_UNKNOWN   the robot has no component of that name
//   PAYLOAD_UNREADABLE  Hello does not say how to read that component's bytes, or there are too few

import { SimError } from "../describe/SimError.js";

export interface RobotErrorDetail {
  readonly code: string;
  readonly message: string;
  /** Element path, component or connection. */
  readonly where?: string;
  readonly advice?: string;
}

/** Its message is all there is to show: code, what is wrong, and the advice. */
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

  /** The payload of an Error message; what is missing in it stays empty. */
  static read(payload: Uint8Array): RobotError {
    const text = new TextDecoder().decode(payload);
    const said = readObject(text);
    const field = (name: string): string => (said[name] === undefined ? "" : String(said[name]));
    return new RobotError({
      code: field("code") || "UNKNOWN",
      message: field("message") || text,
      where: field("where"),
      advice: field("advice"),
    });
  }

  /** Whatever was thrown while the server's bytes were read. */
  static from(error: unknown): RobotError {
    if (error instanceof RobotError) return error;
    if (error instanceof SimError) return new RobotError({ code: error.code, message: error.message, where: "server" });
    return new RobotError({ code: "CONNECTION_LOST", message: String(error), where: "server" });
  }
}

/** Where to find a server, for those who met none. */
export const START_A_SERVER = "Is the server running there? In a checkout `node bin/ubersim.js run` starts one.";

/** The server's messages have their advice at the end already. */
function withAdvice(message: string, advice: string): string {
  if (advice === "" || message.includes(advice)) return message;
  return `${message}${/[.!?]$/.test(message) ? "" : "."} ${advice}`;
}

/** A JSON object; anything else counts as an empty one. */
export function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
