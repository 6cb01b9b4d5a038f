// What turns the messages of one channel of a recording into messages of ROS 2.

import type { Decoded, Decoder } from "./Decoded.js";
import type { RosType } from "./RosDefinitions.js";
import type { RosNames } from "./RosNames.js";
import type { RosTime } from "./RosTime.js";

export interface RosTopic {
  readonly name: string;
  readonly type: RosType;
  /** True: a late subscriber gets the last message (durability transient local). */
  readonly isLatched?: boolean;
}

export interface RosMessage {
  readonly topic: RosTopic;
  /** Fields that are left out have their defaults. */
  readonly data: object;
}

export interface RosConverter {
  /** All topics that it writes. */
  readonly topics: readonly RosTopic[];
  readonly convert: (message: Decoded, stamp: RosTime) => readonly RosMessage[];
}

/** A channel of a recording. */
export interface RosSource {
  /** With its slash: /sensors/ROBOT/DEVICE. */
  readonly topic: string;
  readonly decoder: Decoder;
  readonly metadata: ReadonlyMap<string, string>;
  readonly names: RosNames;
  /** What converters of the same recording share. */
  readonly shared: { readonly calibrations: Map<string, object> };
}

export type MakeConverter = (source: RosSource) => RosConverter;

/** A converter that writes one topic. */
export const converter = (
  topic: RosTopic,
  convert: (message: Decoded, stamp: RosTime) => object | undefined,
): RosConverter => ({
  topics: [topic],
  convert: (message, stamp) => {
    const data = convert(message, stamp);
    return data ? [{ topic, data }] : [];
  },
});

export const header = (stamp: RosTime, frame: string) => ({ stamp, frame_id: frame });
