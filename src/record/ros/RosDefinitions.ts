// The message definitions of ROS 2 (Humble), as published, and their text for files: fields of a type, then of each type that it uses.

import common from "@foxglove/rosmsg-msgs-common";
import { MessageWriter } from "@foxglove/rosmsg2-serialization";

type MessageDefinition = ConstructorParameters<typeof MessageWriter>[0][number];
type MessageDefinitionField = MessageDefinition["definitions"][number];

/** "tf2_msgs/msg/TFMessage". */
export type RosType = `${string}/msg/${string}`;

const SEPARATOR = "=".repeat(80);
const TIMES: Readonly<Record<string, string>> = {
  time: "builtin_interfaces/Time",
  duration: "builtin_interfaces/Duration",
};

const published = common.ros2humble as Readonly<Record<string, MessageDefinition>>;

function definition(name: string): MessageDefinition {
  const found = published[name];
  if (!found) throw new Error(`no definition of ${name}`);
  return found;
}

/** The type itself, then all types that it uses, each once. */
export function definitionsOf(type: RosType): readonly MessageDefinition[] {
  const names = [type.replace("/msg/", "/")];
  for (let i = 0; i < names.length; i++)
    for (const field of definition(names[i]).definitions) {
      const used = TIMES[field.type] ?? (field.isComplex ? field.type : undefined);
      if (used !== undefined && !names.includes(used)) names.push(used);
    }
  return names.map(definition);
}

/** The text of a schema "ros2msg". */
export function definitionText(type: RosType): string {
  const [own, ...used] = definitionsOf(type);
  const parts = used.map((one) => `${SEPARATOR}\nMSG: ${one.name}\n${linesOf(one)}`);
  return [linesOf(own), ...parts].join("");
}

const linesOf = ({ definitions }: MessageDefinition): string =>
  definitions.map((field) => `${lineOf(field)}\n`).join("");

function lineOf(field: MessageDefinitionField): string {
  const { name, isConstant, valueText, defaultValue, upperBound } = field;
  const base = `${TIMES[field.type] ?? field.type}${upperBound === undefined ? "" : `<=${upperBound}`}`;
  if (isConstant) return `${base} ${name}=${valueText}`;
  const initial = defaultValue === undefined ? "" : ` ${JSON.stringify(defaultValue)}`;
  return `${base}${arrayText(field)} ${name}${initial}`;
}

function arrayText({ isArray, arrayLength, arrayUpperBound }: MessageDefinitionField): string {
  if (!isArray) return "";
  return arrayUpperBound === undefined ? `[${arrayLength ?? ""}]` : `[<=${arrayUpperBound}]`;
}

const writers = new Map<RosType, MessageWriter>();

/** A message as CDR, little-endian. Fields that are left out have their defaults. */
export function encodeRos(type: RosType, message: object): Uint8Array {
  const writer = writers.get(type) ?? new MessageWriter([...definitionsOf(type)]);
  writers.set(type, writer);
  return writer.writeMessage(message);
}
