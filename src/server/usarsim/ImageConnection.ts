// One client of the image server: it asks with "OK" (whole picture) or "U" and four uint32 big-endian x, y, width, height (a part of
// it), and gets one packet for each request, with a newer picture than the last one. If there is none within REPEAT_MS, for example
// because the world is paused, it gets the last one again. Other bytes end the connection: the protocol has no errors.

import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { EncodingBudget } from "./EncodingBudget.js";
import { crop, type Region } from "./ImageEncoder.js";
import type { ViewPicture } from "./ImageViews.js";

/** Length of a request for a part, bytes. */
const REGION_BYTES = 17;
const [O, K, U, CR, LF] = [..."OKU\r\n"].map((letter) => letter.charCodeAt(0));
/** How often to look for a finished picture, ms. */
const POLL_MS = 10;
const REPEAT_MS = 500;
/** Requests that wait; more of them end the connection. */
const MAX_WAITING = 64;
/** A client with more unread output waits, bytes. */
const MAX_UNREAD = 1 << 20;

export class ImageConnection {
  readonly #socket: Socket;
  readonly #picture: () => ViewPicture | undefined;
  readonly #budget: EncodingBudget;
  #input: Uint8Array = new Uint8Array(0);
  #waiting: readonly (Region | undefined)[] = [];
  #last: ViewPicture | undefined;
  #sentMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `picture`: the newest one for this client. `budget`: of all clients. */
  constructor(socket: Socket, picture: () => ViewPicture | undefined, budget: EncodingBudget) {
    this.#socket = socket;
    this.#picture = picture;
    this.#budget = budget;
  }

  receive(bytes: Uint8Array): void {
    this.#input = Buffer.concat([this.#input, bytes]);
    while (this.#input.length > 0) {
      const length = this.#readRequest(this.#input);
      if (length === 0) break;
      if (length < 0 || this.#waiting.length > MAX_WAITING) {
        this.close();
        this.#socket.destroy();
        return;
      }
      this.#input = this.#input.subarray(length);
    }
    if (this.#waiting.length === 0) return;
    this.#timer ??= setInterval(() => this.#answer(), POLL_MS);
    this.#answer();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  /** Length of the request; 0: it is not complete; negative: it is none. */
  #readRequest(input: Uint8Array): number {
    const [first, second] = input;
    if (first === CR || first === LF) return 1;
    if (first === O) {
      if (second === undefined) return 0;
      if (second !== K) return -1;
      this.#waiting = [...this.#waiting, undefined];
      return 2;
    }
    if (first !== U) return -1;
    if (input.length < REGION_BYTES) return 0;
    const view = new DataView(input.buffer, input.byteOffset);
    const [x, y, width, height] = [1, 5, 9, 13].map((at) => view.getUint32(at));
    this.#waiting = [...this.#waiting, { x, y, width, height }];
    return REGION_BYTES;
  }

  #answer(): void {
    if (this.#waiting.length === 0) {
      this.close();
      return;
    }
    if (this.#socket.writableLength <= MAX_UNREAD && this.#budget.isFree) this.#budget.run(() => this.#sendPicture());
  }

  #sendPicture(): void {
    const picture = this.#picture();
    const nowMs = performance.now();
    if (!picture || (picture === this.#last && nowMs - this.#sentMs < REPEAT_MS)) return;
    const [region, ...rest] = this.#waiting;
    this.#waiting = rest;
    this.#last = picture;
    this.#sentMs = nowMs;
    // a part outside of the picture: the whole picture
    const part = region && crop(picture.canvas, region);
    this.#socket.write(part ? picture.encode(part) : picture.packet());
  }
}
