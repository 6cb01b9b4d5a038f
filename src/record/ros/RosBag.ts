// A bag of ROS 2 (X2): one MCAP file with the profile ros2, messages in CDR, and the text of metadata.yaml, which `ros2 bag` reads first.

import type { McapFile } from "../mcap/McapFile.js";
import type { RosMessage, RosTopic } from "./RosConverter.js";
import { definitionText, encodeRos } from "./RosDefinitions.js";
import type { RosOutput } from "./RosSink.js";

const utf8 = new TextEncoder();
/** rosbag2 writes this for a duration without end. */
const FOREVER = { sec: 9223372036, nsec: 854775807 };
const [VOLATILE, TRANSIENT_LOCAL] = [2, 1];

interface Counted {
  readonly topic: RosTopic;
  readonly channel: number;
  messages: number;
}

export class RosBag implements RosOutput {
  readonly #file: McapFile;
  readonly #topics = new Map<string, Counted>();
  #startNs: bigint | undefined;
  #endNs = 0n;

  constructor(file: McapFile) {
    this.#file = file;
  }

  advertise(topic: RosTopic): void {
    const { name, type } = topic;
    const schema = { name: type, encoding: "ros2msg", data: utf8.encode(definitionText(type)) } as const;
    const metadata = new Map([["offered_qos_profiles", qosText(topic)]]);
    const channel = this.#file.channel({ topic: name, schema, encoding: "cdr", metadata });
    this.#topics.set(name, { topic, channel, messages: 0 });
  }

  publish({ topic, data }: RosMessage, atNs: bigint): void {
    const counted = this.#topics.get(topic.name);
    if (!counted) return;
    counted.messages++;
    this.#startNs ??= atNs;
    if (atNs < this.#startNs) this.#startNs = atNs;
    if (atNs > this.#endNs) this.#endNs = atNs;
    this.#file.write(counted.channel, atNs, Number(atNs), encodeRos(topic.type, data));
  }

  /** Topics that have messages, by name. */
  get topics(): readonly { readonly name: string; readonly type: string; readonly messages: number }[] {
    return [...this.#topics.values()]
      .filter(({ messages }) => messages > 0)
      .map(({ topic: { name, type }, messages }) => ({ name, type, messages }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** metadata.yaml for a bag whose only file has this name. */
  metadataText(file: string): string {
    const startNs = this.#startNs ?? 0n;
    const durationNs = this.#endNs > startNs ? this.#endNs - startNs : 0n;
    const topics = this.topics;
    const count = topics.reduce((sum, { messages }) => sum + messages, 0);
    const lines = [
      "rosbag2_bagfile_information:",
      "  version: 5",
      "  storage_identifier: mcap",
      "  duration:",
      `    nanoseconds: ${durationNs}`,
      "  starting_time:",
      `    nanoseconds_since_epoch: ${startNs}`,
      `  message_count: ${count}`,
      topics.length === 0 ? "  topics_with_message_count: []" : "  topics_with_message_count:",
      ...topics.flatMap(({ name, type, messages }) => [
        "    - topic_metadata:",
        `        name: ${name}`,
        `        type: ${type}`,
        "        serialization_format: cdr",
        `        offered_qos_profiles: ${JSON.stringify(qosText(this.#topics.get(name)?.topic))}`,
        `      message_count: ${messages}`,
      ]),
      '  compression_format: ""',
      '  compression_mode: ""',
      "  relative_file_paths:",
      `    - ${file}`,
      "  files:",
      `    - path: ${file}`,
      "      starting_time:",
      `        nanoseconds_since_epoch: ${startNs}`,
      "      duration:",
      `        nanoseconds: ${durationNs}`,
      `      message_count: ${count}`,
    ];
    return `${lines.join("\n")}\n`;
  }
}

/** Reliable; the last ones of latched topics are kept for late subscribers. */
function qosText(topic: RosTopic | undefined): string {
  const forever = (name: string): string => `  ${name}:\n    sec: ${FOREVER.sec}\n    nsec: ${FOREVER.nsec}\n`;
  const isLatched = topic?.isLatched === true;
  return [
    `- history: 1\n  depth: ${isLatched ? 1 : 10}\n  reliability: 1\n`,
    `  durability: ${isLatched ? TRANSIENT_LOCAL : VOLATILE}\n`,
    forever("deadline"),
    forever("lifespan"),
    "  liveliness: 1\n",
    forever("liveliness_lease_duration"),
    "  avoid_ros_namespace_conventions: false",
  ].join("");
}
