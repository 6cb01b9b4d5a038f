// What players of a team tell each other by radio: 32 bytes, little-endian. Bytes that are not such a message are refused.

import type { Placement, Spot } from "./Placement.js";

export const ROLES = ["keeper", "attacker", "supporter", "defender"] as const;
export type Role = (typeof ROLES)[number];

export interface TeamMessage {
  /** 1 to 4. */
  readonly number: number;
  readonly role: Role;
  readonly place: Placement;
  /** On the field, m, and how long ago it was seen, s. */
  readonly ball: Spot;
  readonly ballAge: number;
  /** How long it takes the player to reach the ball, s. */
  readonly cost: number;
}

const [MAGIC, BYTES] = [0xa7, 32];
/** m, and rad or s: values beyond are nonsense. */
const [MAX_PLACE, MAX_OTHER] = [10, 1000];

export function encodeTeamMessage({ number, role, place, ball, ballAge, cost }: TeamMessage): Uint8Array {
  const view = new DataView(new ArrayBuffer(BYTES));
  view.setUint8(0, MAGIC);
  view.setUint8(1, number);
  view.setUint8(2, ROLES.indexOf(role));
  const limit = (value: number): number => Math.min(MAX_OTHER, value);
  const values = [place.x, place.y, place.heading, ball[0], ball[1], limit(ballAge), limit(cost)];
  values.forEach((value, i) => {
    view.setFloat32(4 + 4 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}

/** Undefined: not a message of this kind. */
export function decodeTeamMessage(bytes: Uint8Array): TeamMessage | undefined {
  if (bytes.length !== BYTES || bytes[0] !== MAGIC) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, BYTES);
  const [number, role] = [bytes[1], ROLES[bytes[2]]];
  const values = Array.from({ length: 7 }, (_, i) => view.getFloat32(4 + 4 * i, true));
  const [x, y, heading, ballX, ballY, ballAge, cost] = values;
  const isPlace = [x, y, ballX, ballY].every((value) => Math.abs(value) <= MAX_PLACE);
  const isOther = [heading, ballAge, cost].every((value) => Math.abs(value) <= MAX_OTHER);
  if (!isPlace || !isOther || role === undefined || number < 1 || number > 4) return undefined;
  return { number, role, place: { x, y, heading }, ball: [ballX, ballY], ballAge, cost };
}
