// Corrects the header of an MP4 file (its box `moov`): times of creation are 0, so that a film has the same bytes on each run; the
// time scale makes every frame rate exact; `stss` lists the frames where players can start; a box `colr` names the colours, which players would guess otherwise (BT.709, limited range).
//
// A box is its length in 4 bytes, its type in 4 characters, and its content; ISO 14496-12 has the fields.

interface Box {
  readonly type: string;
  /** Content before the boxes in it, or all of it. */
  readonly head: Uint8Array;
  readonly boxes: readonly Box[];
}

/** Bytes before the boxes in these boxes. */
const HEADS: Readonly<Record<string, number>> = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0, stsd: 8, avc1: 78 };
/** Where the times of creation and change, the scale and the duration are in the content. */
const TIMES: Readonly<Record<string, { readonly scale?: number; readonly duration: number }>> = {
  mvhd: { scale: 12, duration: 16 },
  tkhd: { duration: 20 },
  mdhd: { scale: 12, duration: 16 },
};
/** Primaries, transfer and matrix of BT.709; the last byte: limited range. */
const COLOURS = new Uint8Array([0x6e, 0x63, 0x6c, 0x78, 0, 1, 0, 1, 0, 1, 0]);

/** Duration of each frame in units of the time scale, as the encoder writes it. */
export const FRAME_UNITS = 3000;

export interface FilmHeader {
  readonly fps: number;
  readonly frames: number;
  /** Every how many frames is one that needs no other: players may start there. */
  readonly keyEvery: number;
}

export function correctHeader(moov: Uint8Array, film: FilmHeader): Uint8Array {
  const [box] = readBoxes(moov);
  if (box?.type !== "moov") throw new Error("the encoder has written no header");
  return writeBox(correct(box, film));
}

function readBoxes(bytes: Uint8Array): readonly Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > bytes.length) throw new Error("a box of the header has a wrong length");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + length);
    const inner = HEADS[type];
    boxes.push({
      type,
      head: inner === undefined ? content : content.subarray(0, inner),
      boxes: inner === undefined ? [] : readBoxes(content.subarray(inner)),
    });
    at += length;
  }
  return boxes;
}

function correct(box: Box, film: FilmHeader): Box {
  const boxes = box.boxes.map((one) => correct(one, film));
  if (box.type === "stts") return { ...box, head: oneDuration(film.frames) };
  if (box.type === "stbl") return { ...box, boxes: [...boxes, { type: "stss", head: keyFrames(film), boxes: [] }] };
  if (box.type === "avc1") return { ...box, boxes: [...boxes, { type: "colr", head: COLOURS, boxes: [] }] };
  const places = TIMES[box.type];
  if (!places) return { ...box, boxes };
  const head = box.head.slice();
  const view = new DataView(head.buffer);
  if (head[0] !== 0) throw new Error(`the header has ${box.type} of version ${head[0]}`);
  view.setUint32(4, 0);
  view.setUint32(8, 0);
  if (places.scale !== undefined) view.setUint32(places.scale, Math.round(FRAME_UNITS * film.fps));
  view.setUint32(places.duration, FRAME_UNITS * film.frames);
  return { ...box, head };
}

/** Content of `stts`: all frames are equally long. */
const oneDuration = (frames: number): Uint8Array => numbersOf([0, 1, frames, FRAME_UNITS]);

/** Content of `stss`: the numbers of these frames, from 1. Without this box players take every frame for one. */
function keyFrames({ frames, keyEvery }: FilmHeader): Uint8Array {
  const count = Math.ceil(frames / keyEvery);
  return numbersOf([0, count, ...Array.from({ length: count }, (_, i) => 1 + i * keyEvery)]);
}

function numbersOf(numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  for (const [i, value] of numbers.entries()) view.setUint32(4 * i, value);
  return new Uint8Array(view.buffer);
}

function writeBox({ type, head, boxes }: Box): Uint8Array {
  const inner = boxes.map(writeBox);
  const bytes = new Uint8Array(inner.reduce((sum, { length }) => sum + length, 8 + head.length));
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  for (let k = 0; k < 4; k++) bytes[4 + k] = type.charCodeAt(k);
  bytes.set(head, 8);
  let at = 8 + head.length;
  for (const one of inner) {
    bytes.set(one, at);
    at += one.length;
  }
  return bytes;
}
