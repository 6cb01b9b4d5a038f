// Decodes messages from the network (F3). proto2 lets a decoder skip required fields that are missing; here a message without them is
// unreadable, as it is for other simulators. A message above MAX_MESSAGE_BYTES is unreadable too.

import { type DescField, type DescMessage, fromBinary, isFieldSet, type Message } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { SimError } from "../../../describe/SimError.js";
import type { SimulatorError } from "../../../leagues/ssl/wire/SslSimulation_pb.js";

/** Specs of two full teams and a geometry take less than 10 kB. */
export const MAX_MESSAGE_BYTES = 16384;
/** Errors in one answer: an answer has to fit into a datagram. */
const MAX_ERRORS = 32;

/** Decodes a message; throws UNREADABLE. */
export function readMessage<T extends Message>(schema: GenMessage<T>, bytes: Uint8Array, where: string): T {
  if (bytes.length > MAX_MESSAGE_BYTES) throw unreadable(where, `${bytes.length} bytes`);
  let message: T;
  try {
    message = fromBinary(schema, bytes, { readUnknownFields: false });
  } catch (problem) {
    // the decoder throws a RangeError when it reads beyond the end
    throw unreadable(
      where,
      problem instanceof RangeError ? "bytes that end too early" : "bytes that are no such message",
    );
  }
  const missing = findMissing(schema, message);
  if (missing !== undefined) throw unreadable(where, `${schema.typeName} without ${missing}`);
  return message;
}

const unreadable = (where: string, found: string): SimError => new SimError("UNREADABLE", { where, found });

/** Path of the first required field that is not set. */
function findMissing(schema: DescMessage, message: Message): string | undefined {
  for (const field of schema.fields) {
    const isRequired = field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
    if (isRequired && !isFieldSet(message, field)) return field.name;
    if (!field.message) continue;
    for (const inner of messagesIn(field, message)) {
      const missing = findMissing(field.message, inner);
      if (missing !== undefined) return `${field.name}.${missing}`;
    }
  }
  return undefined;
}

function messagesIn(field: DescField, message: Message): readonly Message[] {
  const holder = message as unknown as Record<string, unknown>;
  const choice = field.oneof && (holder[field.oneof.localName] as { case?: string; value?: unknown });
  const value = choice ? (choice.case === field.localName ? choice.value : undefined) : holder[field.localName];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as Message];
}

/** Removes errors beyond the maximum from an answer. */
export function trimErrors<T extends { errors: SimulatorError[] }>(answer: T): T {
  const { errors } = answer;
  if (errors.length <= MAX_ERRORS) return answer;
  const left = errors.length - MAX_ERRORS;
  errors.length = MAX_ERRORS;
  (errors[MAX_ERRORS - 1] as SimulatorError).message += ` And ${left} more.`;
  return answer;
}
