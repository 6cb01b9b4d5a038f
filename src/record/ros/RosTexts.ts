// Text for ROS 2: the log on /rosout; marks, games and contacts, for which ROS has no common type, as JSON in std_msgs/String.

import { toJson } from "@bufbuild/protobuf";
import { converter, type MakeConverter } from "./RosConverter.js";
import { rosName } from "./RosNames.js";

/** Levels of rcl_interfaces/Log by those of Foxglove: unknown, debug, info, warning, error, fatal. */
const LEVELS = [20, 10, 20, 30, 40, 50];

export const log: MakeConverter = ({ topic, names }) =>
  converter({ name: names.of(topic, "/rosout"), type: "rcl_interfaces/msg/Log" }, (message, stamp) => ({
    stamp,
    level: LEVELS[message.number("level")] ?? LEVELS[0],
    name: message.text("name"),
    msg: message.text("message"),
    file: message.text("file"),
    line: message.number("line"),
  }));

export const json: MakeConverter = ({ topic, names, decoder }) =>
  converter({ name: names.of(topic, rosName(topic)), type: "std_msgs/msg/String" }, (message) => ({
    data: JSON.stringify(message.json((fields) => toJson(decoder.type, fields))),
  }));
