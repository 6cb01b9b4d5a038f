// A camera (S3, W5): size in pixels, vertical field of view in degrees, format; default 320 x 240, 45°, bgra, 20 Hz. It looks along +y
// of its frame, with +z up in the picture. It takes 8 bytes (W9): Fov (degrees), Brightness (1: unchanged) or Rate (Hz), kept
// until replaced. A picture is captured at its instant and rendered on request.

import { CAMERA_PROPERTY, type CameraPropertyName } from "../../describe/robot/CameraProperty.js";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { LensSettings } from "../../render/lens/LensSettings.js";
import { checkLens } from "../../render/lens/LensTable.js";
import type { Picture, PictureSpec } from "../../render/picture/Picture.js";
import { isFixedSize, PICTURE_FORMATS, type PictureFormat } from "../../render/picture/PictureFormat.js";
import type { Command, Device, DeviceHost, DeviceType, RenderContext } from "../Device.js";
import { PROPERTY_FIELDS, readNamedProperty } from "../PropertyMessage.js";
import { BRIGHTNESS, readLens } from "./CameraLens.js";

export interface CameraSettings {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Vertical, degrees. */
  readonly fovDeg: number;
  readonly format: PictureFormat;
  /** True: a client gets the rows from the bottom. */
  readonly isUpwards: boolean;
  readonly lens: LensSettings;
}

/** Default rate; a world with longer steps takes one picture per step. */
const RATE_HZ = 20;
const MAX_PIXELS = 4096;
const MAX_FOV_DEG = 179;

/** What a picture shows: the scene and the camera at one instant; velocities only for motion blur. */
export type Exposure = Pick<PictureSpec, "sceneState" | "velocities" | "velocity" | "pose" | "timeNs">;

export const CAMERA_SENSOR: DeviceType<CameraSettings> = {
  element: "CameraSensor",
  summary: "pictures from its body, along +y of the sensor's frame",
  role: "sensor",
  defaultRateHz: RATE_HZ,
  read: (element) => {
    const size = { min: 1, max: MAX_PIXELS, whole: true };
    const shape = {
      width: element.number("Width", size) ?? 320,
      height: element.number("Height", size) ?? 240,
      fovDeg: element.number("Fov", { above: 0, max: MAX_FOV_DEG }) ?? 45,
    };
    const format = element.word("Format", PICTURE_FORMATS) ?? "bgra";
    const isUpwards = element.word("Rows", ["top", "bottom"]) === "bottom";
    if (isUpwards && !isFixedSize(format))
      throw element.error("VALUE_OUT_OF_RANGE", {
        found: `Rows bottom in ${format}`,
        allowed: "Rows top: a file has its own order",
      });
    return Object.freeze({ ...shape, format, isUpwards, lens: readLens(element, shape) });
  },
  sends: () => [],
  picture: ({ width, height, format }) => ({ width, height, format }),
  drawings: ({ width, height, fovDeg }) => [{ kind: "frustum", width, height, fovDeg }],
  takes: PROPERTY_FIELDS,
  create: (settings, host) => new Camera(settings, host),
};

/** Keeps the values of its messages and its drift. */
export class Camera implements Device {
  readonly settings: CameraSettings;
  readonly #host: DeviceHost;
  readonly #where: string;
  readonly #maxHz: number;
  #driftValue = 0;
  #lastNs = -1;
  /** The largest field of view that the lens is known to bear, degrees. */
  #soundFov: number;
  #values: Record<CameraPropertyName, number>;

  constructor(settings: CameraSettings, host: DeviceHost) {
    const { robot, description, physics } = host;
    this.settings = settings;
    this.#host = host;
    this.#where = `${robot}/${description.name}`;
    this.#maxHz = 1 / physics.stepSec;
    this.#soundFov = settings.fovDeg;
    this.#values = {
      Fov: settings.fovDeg,
      Brightness: 1,
      Rate: description.rateHz ?? this.#maxHz,
    };
  }

  get fovDeg(): number {
    return this.#values.Fov;
  }
  get brightness(): number {
    return this.#values.Brightness;
  }
  get rateHz(): number {
    return this.#values.Rate;
  }

  capture(): Picture {
    const { renderContext, stream } = this.#host;
    if (!renderContext) throw new Error("a camera needs a renderer");
    return this.develop(this.expose(renderContext), renderContext, stream);
  }

  /** Keeps what a picture of this instant shows. */
  expose({ scene }: RenderContext): Exposure {
    const { lens } = this.settings;
    const isSmeared = lens.exposureMS > 0 || lens.readoutMS > 0;
    return {
      sceneState: scene.state(),
      velocities: isSmeared ? scene.velocities() : undefined,
      velocity: isSmeared ? this.#velocity() : undefined,
      pose: this.#host.pose(),
      timeNs: this.#host.physics.timeNs,
    };
  }

  /** The picture of an instant. `stream`: for its noise. */
  develop(exposure: Exposure, { cameraRenderer }: RenderContext, stream: RandomStream): Picture {
    return cameraRenderer.take(this.#specOf(exposure, this.#drift(), stream.nextUint32()));
  }

  /** What it sees now, with noise of a stream of its own, so that a film changes nothing in the world. */
  preview(renderContext = this.#host.renderContext): PictureSpec | undefined {
    if (!renderContext) return undefined;
    const { physics } = this.#host;
    const stream = new RandomStream(physics.description.seed)
      .split("film")
      .split(this.#where)
      .split(`${physics.timeNs}`);
    return this.#specOf(this.expose(renderContext), this.#driftValue, stream.nextUint32());
  }

  #specOf(exposure: Exposure, drift: number, seed: number): PictureSpec {
    const { width, height, format, isUpwards, lens } = this.settings;
    return {
      ...exposure,
      ...(isUpwards ? { isUpwards } : {}),
      width,
      height,
      fovDeg: this.#values.Fov,
      lens: { ...lens, brightness: lens.brightness * this.#values.Brightness },
      format,
      noise: this.#host.description.noise,
      drift,
      seed,
    };
  }

  #velocity(): readonly number[] {
    const { linear, angular } = this.#host.velocity();
    return [...linear, ...angular];
  }

  /** A random walk, common to all pixel values (S2). */
  #drift(): number {
    const { physics, description, stream } = this.#host;
    const { drift } = description.noise;
    if (drift === 0) return 0;
    const sinceSec = this.#lastNs < 0 ? 0 : (physics.timeNs - this.#lastNs) / NS_PER_SEC;
    this.#lastNs = physics.timeNs;
    this.#driftValue += stream.normal(0, drift) * Math.sqrt(sinceSec);
    return this.#driftValue;
  }

  read(payload: DataView): Command {
    const { property, value } = readNamedProperty(payload, CAMERA_PROPERTY, this.#where);
    this.#check(property, value);
    return { property, value };
  }

  #check(property: CameraPropertyName, value: number): void {
    const where = `${this.#where}/${property}`;
    if (!Number.isFinite(value))
      throw new SimError("COMMAND_NOT_FINITE", { where, found: value, allowed: "a finite number" });
    if (property === "Rate" && value > this.#maxHz)
      throw new SimError("RATE_TOO_HIGH", { where, found: `${value} Hz`, allowed: `at most ${this.#maxHz} Hz` });
    const max = { Fov: MAX_FOV_DEG, Brightness: BRIGHTNESS.max, Rate: this.#maxHz }[property];
    const isGood = value <= max && (property === "Brightness" ? value >= BRIGHTNESS.min : value > 0);
    const from = property === "Brightness" ? `from ${BRIGHTNESS.min}` : "above 0 and";
    const allowed = `${from} up to ${max}`;
    if (!isGood) throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed });
  }

  /** Checks the lens once in a step, however many messages have set Fov. A smaller field of view than a sound one is sound. */
  prepare(): void {
    const { Fov: fovDeg } = this.#values;
    if (fovDeg <= this.#soundFov) return;
    checkLens(this.settings.lens, { ...this.settings, fovDeg });
    this.#soundFov = fovDeg;
  }

  act({ property, value }: Command): void {
    this.#values[property as CameraPropertyName] = value as number;
  }

  save(): readonly number[] {
    return [this.#values.Fov, this.#values.Brightness, this.#values.Rate, this.#driftValue, this.#lastNs];
  }

  restore([Fov, Brightness, Rate, walk, lastNs]: readonly number[]): void {
    this.#values = { Fov, Brightness, Rate };
    this.#driftValue = walk;
    this.#lastNs = lastNs;
  }
}
