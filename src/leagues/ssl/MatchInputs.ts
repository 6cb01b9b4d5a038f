// What clients of the league send, as a journal keeps it (X3): the messages of its protocols, and the seats of synchronous clients.

import { BinaryWriter } from "@bufbuild/protobuf/wire";
import type { TeamColor } from "./Team.js";

/** The port that a client connected to: of a team, or of the simulation. */
export type SyncSeat = "control" | "blue" | "yellow";
/** The order in which requests take effect. */
export const SEATS: readonly SyncSeat[] = ["control", "blue", "yellow"];

export type MatchInput = TeamColor | "command" | "legacy" | "referee" | SyncInput;
/** Of a synchronous client, by its number. */
export type SyncInput = "join" | "request" | "leave";

/** Does an input, and notes it. `data`: encodes it. */
export type NoteInput<What> = <T>(what: What, data: () => Uint8Array, work: () => T) => T;

/** The number of a synchronous client, with its seat or its request. */
export function encodeMember(number: number, rest: Uint8Array | SyncSeat = new Uint8Array()): Uint8Array {
  const bytes = typeof rest === "string" ? Uint8Array.of(SEATS.indexOf(rest)) : rest;
  return new BinaryWriter().uint32(number).bytes(bytes).finish();
}
