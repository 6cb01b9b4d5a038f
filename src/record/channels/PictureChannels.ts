// Pictures of all cameras, of robots and of the world: /camera/NAME/image and /camera/NAME/calibration. Colours are JPEG (or PNG, if
// the camera makes it), depth and segmentation raw. Other threads draw while the simulation goes on; a picture is written when it is
// done, with the time of its capture. Above a number of pictures that wait, the oldest is drawn at once: no picture is lost. Live readers
// miss pictures instead, because the simulation does not wait for them.

import { cos, DEGREE, sin } from "../../math/Trigonometry.js";
import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import type { PictureSource } from "../../world/World.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { CAMERA_CALIBRATION, COMPRESSED_IMAGE, RAW_IMAGE } from "./FoxgloveTypes.js";
import { type ProtoData, splitTime } from "./proto/ProtoWriter.js";

/** Maximum number of pictures that wait to be drawn. */
const MAX_PENDING = 32;

/** A camera's picture has x to the right, y down, z ahead. */
export const opticalFrame = (camera: string): string => `${camera}/optical`;

interface Camera {
  readonly source: PictureSource;
  readonly image: ProtoChannel | undefined;
  readonly calibration: ProtoChannel | undefined;
  lastNs: number;
  lastCalibration: string;
}

interface Pending {
  readonly camera: Camera;
  readonly picture: Picture;
  readonly recordNs: bigint;
}

const RAW: Readonly<Record<string, readonly [encoding: string, bytes: number]>> = {
  depth: ["32FC1", 4],
  segmentation: ["16UC1", 2],
};

export class PictureChannels {
  readonly #host: ChannelHost;
  #cameras: readonly Camera[] = [];
  #pending: Pending[] = [];

  constructor(host: ChannelHost) {
    this.#host = host;
  }

  /** Robots have joined or left, or the world has been edited. */
  update(): void {
    const before = new Map(this.#cameras.map((camera) => [camera.source.name, camera]));
    const host = this.#host;
    const ofWorld = new Set(host.simulation.world.cameras.map(({ name }) => name));
    this.#cameras = host.simulation.world.pictureSources.flatMap((source): Camera[] => {
      const topic = `/camera/${source.name.replace(".", "/")}`;
      if (ofWorld.has(source.name) && !host.filter.wants(`${topic}/image`, true)) return [];
      const isRaw = RAW[source.kind.format] !== undefined;
      const image = ProtoChannel.open(host, `${topic}/image`, isRaw ? RAW_IMAGE : COMPRESSED_IMAGE);
      const calibration = ProtoChannel.open(host, `${topic}/calibration`, CAMERA_CALIBRATION);
      const { lastNs = -1, lastCalibration = "" } = before.get(source.name) ?? {};
      return image || calibration ? [{ source, image, calibration, lastNs, lastCalibration }] : [];
    });
  }

  /** A reset, or another reader: times begin again. */
  restart(): void {
    for (const camera of this.#cameras) Object.assign(camera, { lastNs: -1, lastCalibration: "" });
  }

  /** Asks for new pictures, and writes those that are done. */
  write(): void {
    for (const camera of this.#cameras) {
      const newest = camera.source.newest();
      if (!newest || newest.spec.timeNs === camera.lastNs) continue;
      camera.lastNs = newest.spec.timeNs;
      this.#calibrate(camera, newest.spec);
      if (camera.image?.isWanted) this.#ask(camera, newest);
    }
    this.#collect(MAX_PENDING);
  }

  close(): void {
    this.#collect(0);
  }

  #ask(camera: Camera, newest: Picture): void {
    if (this.#host.isLive && this.#pending.length >= MAX_PENDING) return;
    const { cameraRenderer } = this.#host.simulation.world;
    const { format } = newest.spec;
    const isFile = RAW[format] !== undefined || format === "jpeg" || format === "png";
    const picture = isFile ? newest : cameraRenderer.take(displaySpec(newest.spec, "jpeg"));
    picture.begin();
    this.#pending.push({ camera, picture, recordNs: this.#host.clock.recordNs });
  }

  #collect(max: number): void {
    const pending = this.#pending;
    let done = 0;
    for (const { camera, picture, recordNs } of pending) {
      picture.begin();
      if (!picture.isReady && picture.isAway && pending.length - done <= max) break;
      camera.image?.writeAt(recordNs, imageOf(camera.source.name, picture), picture.spec.timeNs);
      done++;
    }
    if (done > 0) this.#pending = pending.slice(done);
  }

  #calibrate(camera: Camera, spec: PictureSpec): void {
    const data = calibrationOf(spec);
    const key = JSON.stringify(data);
    if (key === camera.lastCalibration) return;
    camera.lastCalibration = key;
    const frame_id = opticalFrame(camera.source.name);
    camera.calibration?.write({ timestamp: splitTime(spec.timeNs), frame_id, ...data }, spec.timeNs);
  }
}

function imageOf(camera: string, picture: Picture): ProtoData {
  const { spec } = picture;
  const { width, height, format, timeNs } = spec;
  const common = { timestamp: splitTime(timeNs), frame_id: opticalFrame(camera), data: picture.bytes() };
  const raw = RAW[format];
  if (!raw) return { ...common, format };
  return { ...common, width, height, encoding: raw[0], step: raw[1] * width };
}

/** Pinhole with the model of Brown and Conrady, as the lens has it (docs/cameras.md). */
function calibrationOf({ width, height, fovDeg, lens }: PictureSpec): ProtoData {
  const half = (fovDeg / 2) * DEGREE;
  const focal = ((height / 2) * cos(half)) / sin(half);
  const [cx, cy] = [width / 2, height / 2];
  const {
    radial: [k1, k2, k3],
    tangential: [p1, p2],
  } = lens;
  return {
    width,
    height,
    distortion_model: "plumb_bob",
    D: [k1, k2, p1, p2, k3],
    K: [focal, 0, cx, 0, focal, cy, 0, 0, 1],
    R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    P: [focal, 0, cx, 0, 0, focal, cy, 0, 0, 0, 1, 0],
  };
}
