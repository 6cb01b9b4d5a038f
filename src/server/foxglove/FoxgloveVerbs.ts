// The verbs of the console (E4) as services of Foxglove's protocol: /pause, /spawn and the others take a JSON object and give
// {result, message, data}.

import type { FoxgloveServer, IWebSocket, ServiceCallRequest } from "@foxglove/ws-protocol";
import { asSimError } from "../../describe/SimError.js";
import { replyTo } from "../../session/verbs/Reply.js";
import type { Argument } from "../../session/verbs/VerbArguments.js";
import type { Verb } from "../../session/verbs/Verbs.js";
import { checkJson } from "../http/RequestBody.js";
import type { VerbClient } from "../VerbQueue.js";
import type { FoxgloveOptions } from "./FoxgloveLive.js";

const ENCODING = "json";
/** Calls of one client that may wait for their reply. */
const MAX_PENDING = 64;

export class FoxgloveVerbs {
  readonly #server: FoxgloveServer;
  readonly #options: FoxgloveOptions;
  readonly #names = new Map<number, string>();
  readonly #clients = new WeakMap<IWebSocket, VerbClient & { pending: number }>();

  constructor(server: FoxgloveServer, options: FoxgloveOptions) {
    this.#server = server;
    this.#options = options;
    for (const verb of options.simulation.verbs.verbs) this.#names.set(this.#advertise(verb), verb.name);
    server.on("serviceCallRequest", (request, client) => void this.#call(request, client));
  }

  #advertise({ name, args }: Verb): number {
    const properties = Object.fromEntries(args.map((argument) => [argument.name, schemaOf(argument)]));
    const required = args.filter((one) => one.default === undefined && !one.isOptional).map((one) => one.name);
    const jsonOf = (schemaName: string, schema: object) => ({
      encoding: ENCODING,
      schemaName,
      schemaEncoding: "jsonschema",
      schema: JSON.stringify(schema),
    });
    return this.#server.addService({
      name: `/${name}`,
      type: `ubersim/${name}`,
      request: jsonOf(`ubersim/${name}`, { type: "object", properties, required }),
      response: jsonOf("ubersim/Reply", REPLY),
    });
  }

  async #call({ serviceId, callId, encoding, data }: ServiceCallRequest, socket: IWebSocket): Promise<void> {
    const client = this.#clients.get(socket) ?? { pending: 0 };
    this.#clients.set(socket, client);
    const fail = (message: string): void =>
      this.#server.sendServiceCallFailure({ op: "serviceCallFailure", serviceId, callId, message }, socket);
    if (encoding !== ENCODING) return fail(`encoding ${encoding}, allowed: ${ENCODING}`);
    if (client.pending >= MAX_PENDING) return fail(`more than ${MAX_PENDING} calls wait for their reply`);
    client.pending++;
    const reply = await this.#perform(this.#names.get(serviceId) ?? "", data, client);
    client.pending--;
    const bytes = new TextEncoder().encode(JSON.stringify(reply));
    this.#server.sendServiceCallResponse({ serviceId, callId, encoding, data: new DataView(bytes.buffer) }, socket);
  }

  async #perform(verb: string, data: ArrayBufferView<ArrayBufferLike>, client: VerbClient) {
    try {
      const text = new TextDecoder().decode(data);
      checkJson(text);
      return await this.#options.control.perform(verb, text.trim() === "" ? {} : JSON.parse(text), client);
    } catch (problem) {
      return replyTo(asSimError(problem, verb), verb);
    }
  }
}

const REPLY = {
  type: "object",
  properties: { result: { type: "integer" }, message: { type: "string" }, data: {} },
} as const;

const TYPES: Readonly<Record<string, object>> = {
  text: { type: "string" },
  document: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  vector: { type: "array", items: { type: "number" } },
  turning: { type: "array", items: { type: "number" } },
};

const schemaOf = ({ type, what, default: usual }: Argument): object => ({
  ...(TYPES[type] ?? {}),
  description: what,
  ...(usual === undefined ? {} : { default: usual }),
});
