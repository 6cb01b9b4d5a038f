// Camera pictures over HTTP (S3, S7, E4): /camera/NAME.png and .jpg return the newest picture, /camera/NAME.mjpeg streams
// (multipart/x-mixed-replace, which browsers show as video). Other threads render if there are any.

import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import { type FileFormat, newestSpec } from "../../session/verbs/PictureVerb.js";
import type { World } from "../../world/World.js";
import { CameraStream } from "../cameras/CameraStream.js";
import { PLAIN_HEADERS } from "./ResponseHeaders.js";

const PATH = /^\/camera\/(.+)\.(png|jpe?g|mjpeg)$/;
/** Polling period, ms. */
const POLL_MS = 2;

export class CameraPages {
  readonly #world: World;
  readonly #streams = new Map<string, CameraStream>();
  /** A picture is rendered once for each format, whatever the number of requests. */
  readonly #files = new WeakMap<PictureSpec, Map<FileFormat, Promise<Uint8Array>>>();
  #isClosed = false;

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether this class serves the path. */
  static isFor(path: string): boolean {
    return PATH.test(path);
  }

  /** Sends the response; throws the SimError of an unknown camera. */
  async send(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, camera = "", ending = ""] = PATH.exec(path) ?? [];
    const format: FileFormat = ending === "png" ? "png" : "jpeg";
    const spec = newestSpec(this.#world, camera);
    if (ending === "mjpeg" && request.method === "GET") return this.#streamOf(camera).add(response);
    const bytes = await this.#fileOf(spec, format);
    response.writeHead(200, {
      "content-type": ending === "mjpeg" ? CameraStream.TYPE : `image/${format}`,
      ...(ending === "mjpeg" ? {} : { "content-length": bytes.length }),
      "x-capture-time": spec.timeNs / NS_PER_SEC,
      ...PLAIN_HEADERS,
    });
    response.end(request.method === "HEAD" ? undefined : bytes);
  }

  #fileOf(spec: PictureSpec, format: FileFormat): Promise<Uint8Array> {
    const files = this.#files.get(spec) ?? new Map<FileFormat, Promise<Uint8Array>>();
    this.#files.set(spec, files);
    const file = files.get(format) ?? this.#render(this.#world.cameraRenderer.take(displaySpec(spec, format)));
    files.set(format, file);
    return file;
  }

  #streamOf(camera: string): CameraStream {
    const stream =
      this.#streams.get(camera) ?? new CameraStream(this.#world, camera, () => this.#streams.delete(camera));
    this.#streams.set(camera, stream);
    return stream;
  }

  /** The bytes of a picture, without blocking this thread while another one renders. */
  async #render(picture: Picture): Promise<Uint8Array> {
    picture.begin();
    while (!picture.isReady && picture.isAway) {
      await sleep(POLL_MS);
      if (this.#isClosed) throw new SimError("SERVER_STOPPED", { where: "camera", found: "a picture in the making" });
      picture.begin();
    }
    return picture.bytes();
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams.values()) stream.close();
  }
}
