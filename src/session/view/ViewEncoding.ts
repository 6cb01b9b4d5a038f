// Encodes poses, contacts, pictures and ray fans for viewers; ViewProtocol.ts describes the layout.

import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Contact } from "../../physics/Queries.js";
import { POSE_SIZE, type ScenePoses } from "../../render/scene/ScenePoses.js";
import type { ShownPicture } from "./ViewPictures.js";
import {
  VIEW_CONTACT_BYTES,
  VIEW_CONTACTS,
  VIEW_FAN,
  VIEW_HEAD_BYTES,
  VIEW_PICTURE,
  VIEW_POSE_BYTES,
  VIEW_POSES,
} from "./ViewProtocol.js";

export interface ViewMoment {
  readonly frame: number;
  readonly timeSec: number;
}

/** Flag: the message has the poses of all bodies. */
const ALL = 1;
/** Quaternions are sent as int16; 1 is sent as this. */
const UNIT = 32767;
/** Maximum count: it is a uint16. */
const MAX_COUNT = 0xffff;

export function encodePoses(poses: ScenePoses, moment: ViewMoment, all: boolean): Uint8Array {
  const { bodies, poses: numbers, moved } = poses;
  const count = Math.min(all ? bodies.length : moved.length, MAX_COUNT);
  const view = startMessage(VIEW_POSES, all ? ALL : 0, count, moment, VIEW_POSE_BYTES);
  let at = VIEW_HEAD_BYTES;
  for (let k = 0; k < count; k++) {
    const i = all ? k : moved[k];
    const from = POSE_SIZE * i;
    view.setUint16(at, bodies[i].id, true);
    for (let n = 0; n < 3; n++) view.setFloat32(at + 2 + 4 * n, numbers[from + n], true);
    for (let n = 0; n < 4; n++) view.setInt16(at + 14 + 2 * n, Math.round(UNIT * numbers[from + 3 + n]), true);
    at += VIEW_POSE_BYTES;
  }
  return new Uint8Array(view.buffer);
}

export function encodeShown({ camera, timeNs, jpeg }: ShownPicture, { frame }: ViewMoment): Uint8Array {
  const name = new TextEncoder().encode(camera).subarray(0, MAX_COUNT);
  const moment = { frame, timeSec: timeNs / NS_PER_SEC };
  const bytes = new Uint8Array(VIEW_HEAD_BYTES + name.length + jpeg.length);
  bytes.set(new Uint8Array(startMessage(VIEW_PICTURE, 0, name.length, moment, 0).buffer));
  bytes.set(name, VIEW_HEAD_BYTES);
  bytes.set(jpeg, VIEW_HEAD_BYTES + name.length);
  return bytes;
}

export function encodeFan(path: string, numbers: readonly number[], moment: ViewMoment): Uint8Array {
  const name = new TextEncoder().encode(path).subarray(0, MAX_COUNT);
  const bytes = new Uint8Array(VIEW_HEAD_BYTES + name.length + 4 * numbers.length);
  bytes.set(new Uint8Array(startMessage(VIEW_FAN, 0, name.length, moment, 0).buffer));
  bytes.set(name, VIEW_HEAD_BYTES);
  const view = new DataView(bytes.buffer, VIEW_HEAD_BYTES + name.length);
  for (const [i, number] of numbers.entries()) view.setFloat32(4 * i, number, true);
  return bytes;
}

export function encodeContacts(contacts: readonly Contact[], moment: ViewMoment): Uint8Array {
  const count = Math.min(contacts.length, MAX_COUNT);
  const view = startMessage(VIEW_CONTACTS, 0, count, moment, VIEW_CONTACT_BYTES);
  let at = VIEW_HEAD_BYTES;
  for (let k = 0; k < count; k++) {
    const { position, force } = contacts[k];
    for (let n = 0; n < 3; n++) {
      view.setFloat32(at + 4 * n, position[n], true);
      view.setFloat32(at + 12 + 4 * n, force[n], true);
    }
    at += VIEW_CONTACT_BYTES;
  }
  return new Uint8Array(view.buffer);
}

function startMessage(type: number, flags: number, count: number, moment: ViewMoment, bytesEach: number): DataView {
  const view = new DataView(new ArrayBuffer(VIEW_HEAD_BYTES + count * bytesEach));
  view.setUint8(0, type);
  view.setUint8(1, flags);
  view.setUint16(2, count, true);
  view.setUint32(4, moment.frame, true);
  view.setFloat64(8, moment.timeSec, true);
  return view;
}
