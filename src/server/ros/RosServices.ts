// Services for ROS programs: /ubersim/VERB takes the arguments of a verb and gives {success, result, message, data}; /rosapi/... tells
// what there is, as the node rosapi of ROS does. roslib asks it.

import { definitionText } from "../../record/ros/RosDefinitions.js";
import { rosName } from "../../record/ros/RosNames.js";
import { rosTime } from "../../record/ros/RosTime.js";
import type { VerbClient } from "../VerbQueue.js";
import type { RosCommands } from "./RosCommands.js";
import type { RosLive } from "./RosLive.js";

/** Verbs without arguments, as std_srvs/srv/Trigger for any ROS program. */
export const TRIGGERS: readonly string[] = ["pause", "resume", "reset"];
export const TRIGGER = "std_srvs/srv/Trigger";

type Answer = { readonly isOk: boolean; readonly values: object | string };

export class RosServices {
  readonly #live: RosLive;
  readonly #commands: RosCommands;
  readonly #client: VerbClient = {};

  constructor(live: RosLive, commands: RosCommands) {
    this.#live = live;
    this.#commands = commands;
  }

  /** Names by verb. */
  get #verbs(): ReadonlyMap<string, string> {
    return new Map(this.#live.options.simulation.verbs.names.map((verb) => [rosName("ubersim", verb), verb]));
  }

  /** `args`: an object; rosbridge allows a list of its values, which is only understood when it is empty. */
  async call(service: string, args: unknown): Promise<Answer> {
    const verb = this.#verbs.get(service);
    const given = typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};
    if (verb !== undefined) {
      const reply = await this.#live.options.control.perform(verb, given, this.#client);
      return { isOk: true, values: { success: reply.result === 1, ...reply } };
    }
    const values = this.#tell(service, given as Readonly<Record<string, unknown>>);
    if (values) return { isOk: true, values };
    return { isOk: false, values: `service ${service} does not exist: /ubersim/VERB and /rosapi/topics do` };
  }

  #tell(service: string, { topic, type, service: asked }: Readonly<Record<string, unknown>>): object | undefined {
    const told = this.#live.topics;
    const taken = this.#commands.topics;
    const all = [...told, ...taken];
    const types = all.map((one) => one.type);
    const topics = all.map(({ name }) => name);
    switch (service.replace(/^\/rosapi\//, "")) {
      case "topics":
        return { topics, types };
      case "topics_and_raw_types":
        return { topics, types, typedefs_full_text: types.map((one) => definitionText(one as never)) };
      case "topic_type":
        return { type: all.find(({ name }) => name === topic)?.type ?? "" };
      case "topics_for_type":
        return { topics: all.filter((one) => one.type === type).map(({ name }) => name) };
      case "publishers":
        return { publishers: told.some(({ name }) => name === topic) ? [NODE] : [] };
      case "subscribers":
        return { subscribers: taken.some(({ name }) => name === topic) ? [NODE] : [] };
      case "services":
        return { services: [...this.#verbs.keys()] };
      case "service_type":
        return { type: this.#verbs.has(String(asked)) ? "ubersim_msgs/srv/Verb" : "" };
      case "nodes":
        return { nodes: [NODE] };
      case "node_details":
        return {
          publishing: told.map(({ name }) => name),
          subscribing: taken.map(({ name }) => name),
          services: [...this.#verbs.keys()],
        };
      case "get_time":
        return { time: rosTime(BigInt(this.#live.options.simulation.world.timeNs)) };
      case "get_ros_version":
        return { version: 2, distro: "humble" };
      case "get_param_names":
        return { names: [] };
      default:
        return undefined;
    }
  }
}

const NODE = "/ubersim";
