// Encodes a frame (W3): [Reset] Timestamp [Missed] the devices' messages [Events] FrameEnd. All in one array, so that it
// leaves in one packet.

import { bytesOf } from "../../devices/Sample.js";
import type { Report } from "../../world/ReportOutbox.js";
import { ByteSlab } from "./ByteSlab.js";
import { encodeName, messageBytes, writeMessage } from "./Codec.js";

const TIMESTAMP = encodeName("Timestamp");
const FRAME_END = encodeName("FrameEnd");
const MISSED = encodeName("Missed");
const RESET = encodeName("Reset");
const NOTHING = new Uint8Array(0);

interface Frame {
  readonly timeSec: number;
  readonly reports: readonly Report[];
  /** Frames before this one that the client did not get. */
  readonly missed: number;
  readonly isReset: boolean;
  /** Encoded Event messages. */
  readonly events: readonly Uint8Array[];
}

export class FrameWriter {
  /** Encoded names, by name. */
  readonly #heads = new Map<string, Uint8Array>();
  readonly #slab = new ByteSlab();
  readonly #time = new Float64Array(1);
  readonly #timeBytes = new Uint8Array(this.#time.buffer);

  write({ timeSec, reports, missed, isReset, events }: Frame): Uint8Array {
    this.#time[0] = timeSec;
    const missedBytes = missed > 0 ? new Uint8Array(new Uint32Array([missed]).buffer) : NOTHING;
    let size = messageBytes(TIMESTAMP, this.#timeBytes) + messageBytes(FRAME_END, NOTHING);
    if (missed > 0) size += messageBytes(MISSED, missedBytes);
    if (isReset) size += messageBytes(RESET, NOTHING);
    for (const { device, sample } of reports) size += messageBytes(this.#head(device.name), bytesOf(sample));
    for (const event of events) size += event.length;
    const bytes = this.#slab.take(size);
    let at = isReset ? writeMessage(bytes, 0, RESET, NOTHING) : 0;
    at = writeMessage(bytes, at, TIMESTAMP, this.#timeBytes);
    if (missed > 0) at = writeMessage(bytes, at, MISSED, missedBytes);
    for (const { device, sample } of reports) at = writeMessage(bytes, at, this.#head(device.name), bytesOf(sample));
    for (const event of events) {
      bytes.set(event, at);
      at += event.length;
    }
    writeMessage(bytes, at, FRAME_END, NOTHING);
    return bytes;
  }

  #head(name: string): Uint8Array {
    let head = this.#heads.get(name);
    if (!head) {
      head = encodeName(name);
      this.#heads.set(name, head);
    }
    return head;
  }
}
