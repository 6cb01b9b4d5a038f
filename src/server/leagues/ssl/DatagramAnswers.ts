// What may be answered to a datagram (F3, W8). The sender's address can be forged, so an answer must not be a weapon: what
// cannot be read gets a code without a text, errors are cut to a few times the length of the request, and an address gets a
// limited number of errors per second. Two simulators must not answer each other for ever: an answer with errors gets none,
// and empty datagrams, which are the answer to an empty command, get few.

import { performance } from "node:perf_hooks";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import { ERROR_TABLE, SimError } from "../../../describe/SimError.js";
import { wireError } from "../../../leagues/ssl/commands/WireError.js";
import {
  type RobotControlResponse,
  type SimulatorResponse,
  SimulatorResponseSchema,
} from "../../../leagues/ssl/wire/SslSimulation_pb.js";
import { RequestLimiter } from "../../http/RequestLimiter.js";
import { isLoopback } from "../../links/Address.js";
import { trimErrors } from "./MessageReader.js";

type Response = RobotControlResponse | SimulatorResponse;

/** Answers with errors per second to one address. */
const MAX_ERRORS_PER_SECOND = 100;
/** Programs on this machine, whose address cannot be forged from outside, get so many times as many errors of commands that could be read. */
const OWN_FACTOR = 20;
/** Empty datagrams that are answered per second, and at once. */
const [MAX_EMPTY_PER_SECOND, MAX_EMPTY] = [5, 50];
/** Addresses that are remembered. */
const MAX_ADDRESSES = 1000;
/** An answer with errors may be this many times as long as its request, and this many bytes longer. */
const [MAX_FACTOR, MAX_MORE] = [4, 512];

/** Both kinds of responses have their errors in the same field. */
const UNREADABLE = toBinary(
  SimulatorResponseSchema,
  create(SimulatorResponseSchema, { errors: [{ code: "UNREADABLE" }] }),
);

export class DatagramAnswers {
  readonly #empty = new RequestLimiter(MAX_EMPTY_PER_SECOND, MAX_EMPTY);
  readonly #limiters = new Map<string, RequestLimiter>();

  /** Whether an empty datagram may be the answer of another simulator; answers get none. */
  isEcho(bytes: Uint8Array): boolean {
    return bytes.length === 0 && this.#empty.isTooMuch(performance.now());
  }

  /** The answer; undefined: none. */
  answer<T extends Response>(
    schema: GenMessage<T>,
    response: T,
    request: Uint8Array,
    sender: string,
  ): Uint8Array | undefined {
    const { errors } = response;
    if (errors.length === 0) return toBinary(schema, response);
    const isRead = errors.every(({ code }) => code !== "UNREADABLE");
    if (this.#isTooOften(sender, isRead)) return undefined;
    const bytes = toBinary(schema, trimErrors(response));
    if (bytes.length <= MAX_FACTOR * request.length + MAX_MORE) return bytes;
    // the texts make an answer long
    for (const error of errors.slice(1)) error.message = "";
    return toBinary(schema, response);
  }

  /** The answer to a datagram that failed as a whole. */
  failure<T extends Response>(
    schema: GenMessage<T>,
    problem: unknown,
    { where, request, sender }: { readonly where: string; readonly request: Uint8Array; readonly sender: string },
  ): Uint8Array | undefined {
    const isUnread = problem instanceof SimError && problem.code === "UNREADABLE";
    if (isUnread && isResponse(request)) return undefined;
    // a program on this machine learns the reason
    if (isUnread && !isLoopback(sender)) return this.#isTooOften(sender, false) ? undefined : UNREADABLE;
    const response = create(schema) as T;
    response.errors.push(wireError(problem, where));
    return this.answer(schema, response, request, sender);
  }

  #isTooOften(sender: string, isRead: boolean): boolean {
    const limiter = this.#limiters.get(sender) ?? new RequestLimiter(MAX_ERRORS_PER_SECOND);
    this.#limiters.set(sender, limiter);
    const [oldest] = this.#limiters.keys();
    if (this.#limiters.size > MAX_ADDRESSES && oldest !== undefined) this.#limiters.delete(oldest);
    return limiter.isTooMuch(performance.now(), isRead && isLoopback(sender) ? 1 / OWN_FACTOR : 1);
  }
}

/** Whether a datagram is a simulator's answer with errors. */
function isResponse(bytes: Uint8Array): boolean {
  try {
    const { errors } = fromBinary(SimulatorResponseSchema, bytes);
    return errors.some(({ code }) => Object.hasOwn(ERROR_TABLE, code));
  } catch {
    return false;
  }
}
