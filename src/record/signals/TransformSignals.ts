// Signals of foxglove.FrameTransforms: FRAME/position.x to .z and FRAME/orientation.x to .w. Read by hand, because there are thousands
// of poses per second, and only those that are asked for need their numbers.

import type { Emit } from "./MessageSignals.js";

const POSITION = ["x", "y", "z"].map((axis) => `position.${axis}`);
const ORIENTATION = ["x", "y", "z", "w"].map((axis) => `orientation.${axis}`);
const utf8 = new TextDecoder();

export class TransformSignals {
  readonly #wants: (name: string) => boolean;
  /** By frame: the names of its numbers; undefined: none is wanted. */
  readonly #names = new Map<string, readonly string[] | undefined>();

  constructor(wants: (name: string) => boolean) {
    this.#wants = wants;
  }

  read(data: Uint8Array, emit: Emit): void {
    const reader = new WireReader(data);
    while (reader.next()) if (reader.field === 1 && reader.isBytes) this.#readFrame(reader.bytes(), emit);
  }

  #readFrame(data: Uint8Array, emit: Emit): void {
    let [frame, position, orientation] = ["", NOTHING, NOTHING];
    const reader = new WireReader(data);
    while (reader.next()) {
      if (!reader.isBytes) continue;
      if (reader.field === 3) frame = utf8.decode(reader.bytes());
      else if (reader.field === 4) position = reader.bytes();
      else if (reader.field === 5) orientation = reader.bytes();
    }
    const names = this.#namesOf(frame);
    if (!names) return;
    readDoubles(position, 3).forEach((value, i) => void emit(names[i], value));
    readDoubles(orientation, 4).forEach((value, i) => void emit(names[3 + i], value));
  }

  #namesOf(frame: string): readonly string[] | undefined {
    if (!this.#names.has(frame)) {
      const names = [...POSITION, ...ORIENTATION].map((end) => `${frame}/${end}`);
      this.#names.set(frame, names.some(this.#wants) ? names : undefined);
    }
    return this.#names.get(frame);
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** Fields 1, 2, ... of type double; missing ones are 0. */
function readDoubles(data: Uint8Array, count: number): readonly number[] {
  const values = new Array<number>(count).fill(0);
  const reader = new WireReader(data);
  while (reader.next()) if (reader.isDouble && reader.field <= count) values[reader.field - 1] = reader.double();
  return values;
}

/** Fields of a message one by one; ends at damage. */
class WireReader {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #start = 0;
  #wire = 0;
  field = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  next(): boolean {
    if (this.#at >= this.#data.length) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#wire = tag % 8;
    const length = this.#wire === 2 ? this.#varint() : (SIZES[this.#wire] ?? Number.NaN);
    this.#start = this.#at;
    if (this.#wire === 0) this.#varint();
    else this.#at += length;
    return this.#at <= this.#data.length;
  }

  get isBytes(): boolean {
    return this.#wire === 2;
  }
  get isDouble(): boolean {
    return this.#wire === 1;
  }

  bytes(): Uint8Array {
    return this.#data.subarray(this.#start, this.#at);
  }

  double(): number {
    return this.#view.getFloat64(this.#start, true);
  }

  #varint(): number {
    let [value, scale] = [0, 1];
    for (let i = 0; i < 10 && this.#at < this.#data.length; i++) {
      const byte = this.#data[this.#at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    this.#at = Number.POSITIVE_INFINITY;
    return 0;
  }
}

/** Of wire types with a fixed size. */
const SIZES: Readonly<Record<number, number>> = { 0: 0, 1: 8, 5: 4 };
