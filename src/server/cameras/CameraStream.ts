// MJPEG stream of one camera for all HTTP readers: each picture is rendered once, when the camera has taken a new one, at
// most 20 times a second of wall-clock time. A reader that has not received the previous picture is skipped; nothing is
// queued. The stream ends when the camera leaves the world or the last reader disconnects.

import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { Picture } from "../../render/picture/Picture.js";
import { pictureOf } from "../../session/verbs/PictureVerb.js";
import type { World } from "../../world/World.js";
import { PLAIN_HEADERS } from "../http/ResponseHeaders.js";

/** Minimum time between two pictures, ms. */
const MIN_MS = 50;
/** Polling period for new and finished pictures, ms. */
const POLL_MS = 10;
/** A reader that accepts nothing for this long is disconnected, ms. */
const READER_TIMEOUT_MS = 60_000;
const BOUNDARY = "ubersim-picture";
const END = `--${BOUNDARY}--\r\n`;

export class CameraStream {
  static readonly TYPE = `multipart/x-mixed-replace; boundary=${BOUNDARY}`;
  readonly #world: World;
  readonly #camera: string;
  readonly #ended: () => void;
  readonly #readers = new Map<ServerResponse, { lastMs: number }>();
  readonly #timer: NodeJS.Timeout;
  #pending: Picture | undefined;
  #requestedMs = Number.NEGATIVE_INFINITY;
  /** Time of the last requested picture, ns. */
  #requestedNs = -1;
  /** Last part, for readers that connect while the world is paused. */
  #last: Buffer | undefined;

  /** `ended` is called when the last reader has left. */
  constructor(world: World, camera: string, ended: () => void) {
    this.#world = world;
    this.#camera = camera;
    this.#ended = ended;
    this.#timer = setInterval(() => this.#poll(performance.now()), POLL_MS);
  }

  add(response: ServerResponse): void {
    response.writeHead(200, { "content-type": CameraStream.TYPE, connection: "close", ...PLAIN_HEADERS });
    // browsers show a picture when the boundary after it arrives: so each part ends with it, and the first is sent now
    response.write(`--${BOUNDARY}\r\n`);
    if (this.#last) response.write(this.#last);
    this.#readers.set(response, { lastMs: performance.now() });
    response.once("close", () => this.#leave(response));
  }

  #leave(response: ServerResponse): void {
    this.#readers.delete(response);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#ended();
  }

  #poll(nowMs: number): void {
    try {
      this.#show(nowMs);
      if (this.#pending || nowMs - this.#requestedMs < MIN_MS) return;
      const picture = pictureOf(this.#world, this.#camera, "jpeg");
      if (picture.spec.timeNs === this.#requestedNs) return;
      picture.begin();
      [this.#pending, this.#requestedMs, this.#requestedNs] = [picture, nowMs, picture.spec.timeNs];
    } catch {
      // the camera has left
      this.#end((response) => response.end(END));
    }
  }

  /** Sends the finished picture to all readers that have received the previous one. */
  #show(nowMs: number): void {
    const picture = this.#pending;
    picture?.begin();
    if (!picture || (!picture.isReady && picture.isAway)) return;
    this.#pending = undefined;
    const part = partOf(picture.bytes(), picture.spec.timeNs);
    this.#last = part;
    for (const [response, reader] of this.#readers) {
      if (response.writableLength > 0 || response.writableNeedDrain) {
        if (nowMs - reader.lastMs > READER_TIMEOUT_MS) response.destroy();
        continue;
      }
      response.write(part);
      reader.lastMs = nowMs;
    }
  }

  /** The server stops: readers that do not read are disconnected. */
  close(): void {
    this.#end((response) => {
      if (response.writableLength > 0) response.destroy();
      else response.end(END);
    });
  }

  #end(end: (response: ServerResponse) => void): void {
    clearInterval(this.#timer);
    for (const response of this.#readers.keys()) if (!response.writableEnded) end(response);
  }
}

function partOf(jpeg: Uint8Array, timeNs: number): Buffer {
  const head = `content-type: image/jpeg\r\ncontent-length: ${jpeg.length}\r\nx-capture-time: ${timeNs / NS_PER_SEC}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${BOUNDARY}\r\n`)]);
}
