// What Foxglove and Lichtblick see of a running simulation (X2): channels as in recordings, the simulated clock, parameters, and
// a service for each verb.

import foxglove, {
  type FoxgloveServer,
  type IWebSocket,
  type Parameter,
  ServerCapability,
} from "@foxglove/ws-protocol";

import { SimError, showValue } from "../../describe/SimError.js";

import type { RunChannels } from "../../record/channels/RunChannels.js";

import type { Simulation } from "../../session/Simulation.js";
import type { Control } from "../Control.js";
import { liveChannels } from "../record/LiveChannels.js";
import type { VerbClient } from "../VerbQueue.js";
import { FoxgloveSink } from "./FoxgloveSink.js";
import { FoxgloveVerbs } from "./FoxgloveVerbs.js";

export interface FoxgloveOptions {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly log: (line: string) => void;
}

/** Time between two messages of the clock, ns of simulated time. */
const CLOCK_NS = 1e7;

export class FoxgloveLive {
  readonly #options: FoxgloveOptions;
  readonly #server: FoxgloveServer;
  readonly #channels: RunChannels;
  #clockNs = Number.NEGATIVE_INFINITY;

  constructor(options: FoxgloveOptions) {
    this.#options = options;
    const { simulation, log } = options;
    const { world } = simulation;
    this.#server = new foxglove.FoxgloveServer({
      name: `ÜberSim: ${world.physics.description.name}`,
      capabilities: [ServerCapability.time, ServerCapability.services, ServerCapability.parameters],
      supportedEncodings: ["json"],
      metadata: { seed: String(world.seed), step_ns: String(world.stepNs) },
    });
    this.#channels = liveChannels(simulation, new FoxgloveSink(this.#server));
    new FoxgloveVerbs(this.#server, options);
    this.#server.on("getParameters", ({ parameterNames, id }, client) => this.#tell(parameterNames, id, client));
    this.#server.on("setParameters", ({ parameters, id }, client) => {
      // the package passes on what the client has sent
      void this.#set(readParameters(parameters), id, client);
    });
    this.#server.on("error", (error) => log(`foxglove: ${error.message}`));
  }

  add(socket: IWebSocket, name: string): void {
    this.#server.handleConnection(socket, name);
  }

  /** After a frame. */
  afterFrame(): void {
    this.#channels.afterFrame();
    const { timeNs } = this.#options.simulation.world;
    if (timeNs < this.#clockNs + CLOCK_NS && timeNs >= this.#clockNs) return;
    this.#clockNs = timeNs;
    this.#server.broadcastTime(BigInt(timeNs));
  }

  log(line: string): void {
    this.#channels.log(line);
  }

  refresh(): void {
    this.#channels.refresh();
  }

  // ---- parameters

  #tell(names: readonly string[], id: string | undefined, client: IWebSocket | undefined): void {
    const all = this.#parameters();
    const asked = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
    this.#server.publishParameterValues(asked, id, client);
  }

  #parameters(): Parameter[] {
    const { world, time, seed, rate, isPaused } = this.#options.simulation.status();
    return [
      { name: "world", value: world },
      { name: "time", value: time, type: "float64" },
      { name: "seed", value: seed },
      { name: "rate", value: rate ?? "max" },
      { name: "paused", value: isPaused },
    ];
  }

  /** Never rejects. */
  async #set(
    parameters: readonly GivenParameter[],
    id: string | undefined,
    client: IWebSocket | undefined,
  ): Promise<void> {
    const { control, log } = this.#options;
    const from: VerbClient = {};
    for (const { name, value } of parameters) {
      const verb = name === "paused" ? (value === true ? "pause" : "resume") : name;
      const reply =
        name === "rate" || name === "paused"
          ? await control.perform(verb, name === "rate" ? { rate: value } : {}, from)
          : { result: 0, message: `parameter ${JSON.stringify(name)} cannot be set` };
      if (reply.result !== 1) log(`foxglove: ${reply.message}`);
    }
    this.#tell([], id, client);
  }
}

const MAX_PARAMETERS = 16;

interface GivenParameter {
  readonly name: string;
  readonly value: unknown;
}

/** Throws REQUEST_MALFORMED. */
function readParameters(given: unknown): readonly GivenParameter[] {
  const isRight = (one: unknown): one is GivenParameter =>
    typeof one === "object" && one !== null && "name" in one && typeof one.name === "string" && "value" in one;
  if (Array.isArray(given) && given.length <= MAX_PARAMETERS && given.every(isRight)) return given;
  throw new SimError("REQUEST_MALFORMED", {
    where: "setParameters/parameters",
    found: showValue(given),
    allowed: `a list of at most ${MAX_PARAMETERS} {name, value}`,
  });
}
