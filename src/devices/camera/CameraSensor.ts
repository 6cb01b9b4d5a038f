// A camera (S3, W5): size in pixels, vertical field of view in degrees, format; 320 x 240, 45°, bgra, 20 Hz unless said.
// It looks along +y of its frame, +z is up in the picture. It takes 8 bytes (W9): Fov (degrees), Brightness (1: as the
// light is) or Rate (Hz), and remembers them until replaced. A picture is taken at its instant and developed when
// somebody wants it.

import { CAMERA_PROPERTY, type CameraPropertyName } from "../../describe/robot/CameraProperty.js";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { LensSettings } from "../../render/lens/LensSettings.js";
import { checkLens } from "../../render/lens/LensTable.js";
import type { Picture } from "../../render/picture/Picture.js";
import { PICTURE_FORMATS, type PictureFormat } from "../../render/picture/PictureFormat.js";
import type { Command, Device, DeviceHost, DeviceType } from "../Device.js";
import { PROPERTY_FIELDS, readNamedProperty } from "../PropertyMessage.js";
import { BRIGHTNESS, readLens } from "./CameraLens.js";

export interface CameraSettings {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Vertical, degrees. */
  readonly fovDeg: number;
  readonly format: PictureFormat;
  readonly lens: LensSettings;
}

/** Where a document gives none; a world with longer steps takes one picture a step. */
const RATE_HZ = 20;
const LARGEST_PIXELS = 4096;
const WIDEST_DEG = 179;

export const CAMERA_SENSOR: DeviceType<CameraSettings> = {
  element: "CameraSensor",
  summary: "pictures from its body, along +y of the sensor's frame",
  role: "sensor",
  defaultRateHz: RATE_HZ,
  read: (element) => {
    const size = { min: 1, max: LARGEST_PIXELS, whole: true };
    const shape = {
      width: element.number("Width", size) ?? 320,
      height: element.number("Height", size) ?? 240,
      fovDeg: element.number("Fov", { above: 0, max: WIDEST_DEG }) ?? 45,
    };
    const format = element.word("Format", PICTURE_FORMATS) ?? "bgra";
    return Object.freeze({ ...shape, format, lens: readLens(element, shape) });
  },
  sends: () => [],
  picture: ({ width, height, format }) => ({ width, height, format }),
  drawings: ({ width, height, fovDeg }) => [{ kind: "frustum", width, height, fovDeg }],
  takes: PROPERTY_FIELDS,
  create: (settings, host) => new Camera(settings, host),
};

/** What it was last told, and what it started with. */
export class Camera implements Device {
  readonly settings: CameraSettings;
  readonly #host: DeviceHost;
  readonly #where: string;
  readonly #fastestHz: number;
  #walk = 0;
  #lastNs = -1;
  #told: Record<CameraPropertyName, number>;

  constructor(settings: CameraSettings, host: DeviceHost) {
    const { robot, description, physics } = host;
    this.settings = settings;
    this.#host = host;
    this.#where = `${robot}/${description.name}`;
    this.#fastestHz = 1 / physics.stepSec;
    this.#told = {
      Fov: settings.fovDeg,
      Brightness: 1,
      Rate: description.rateHz ?? this.#fastestHz,
    };
  }

  get fovDeg(): number {
    return this.#told.Fov;
  }
  get brightness(): number {
    return this.#told.Brightness;
  }
  get rateHz(): number {
    return this.#told.Rate;
  }

  capture(): Picture {
    const { physics, description, eyes, stream } = this.#host;
    if (!eyes) throw new Error("a camera needs eyes");
    const { width, height, format, lens } = this.settings;
    const isSmeared = lens.exposureMS > 0 || lens.readoutMS > 0;
    return eyes.cameraRenderer.take({
      sceneState: eyes.scene.state(),
      velocities: isSmeared ? eyes.scene.velocities() : undefined,
      velocity: isSmeared ? this.#velocity() : undefined,
      pose: this.#host.pose(),
      width,
      height,
      fovDeg: this.#told.Fov,
      lens: { ...lens, brightness: lens.brightness * this.#told.Brightness },
      format,
      noise: description.noise,
      drift: this.#drift(),
      seed: stream.nextUint32(),
      timeNs: physics.timeNs,
    });
  }

  #velocity(): readonly number[] {
    const { linear, angular } = this.#host.velocity();
    return [...linear, ...angular];
  }

  /** A random walk of all its values together (S2). */
  #drift(): number {
    const { physics, description, stream } = this.#host;
    const { drift } = description.noise;
    if (drift === 0) return 0;
    const sinceSec = this.#lastNs < 0 ? 0 : (physics.timeNs - this.#lastNs) / NS_PER_SEC;
    this.#lastNs = physics.timeNs;
    this.#walk += stream.normal(0, drift) * Math.sqrt(sinceSec);
    return this.#walk;
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
    if (property === "Rate" && value > this.#fastestHz)
      throw new SimError("RATE_TOO_HIGH", { where, found: `${value} Hz`, allowed: `at most ${this.#fastestHz} Hz` });
    const most = { Fov: WIDEST_DEG, Brightness: BRIGHTNESS.max, Rate: this.#fastestHz }[property];
    const isGood = value <= most && (property === "Brightness" ? value >= BRIGHTNESS.min : value > 0);
    const from = property === "Brightness" ? `from ${BRIGHTNESS.min}` : "above 0 and";
    const allowed = `${from} up to ${most}`;
    if (!isGood) throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed });
    if (property === "Fov") checkLens(this.settings.lens, { ...this.settings, fovDeg: value });
  }

  act({ property, value }: Command): void {
    this.#told[property as CameraPropertyName] = value as number;
  }

  save(): readonly number[] {
    return [this.#told.Fov, this.#told.Brightness, this.#told.Rate, this.#walk, this.#lastNs];
  }

  restore([Fov, Brightness, Rate, walk, lastNs]: readonly number[]): void {
    this.#told = { Fov, Brightness, Rate };
    this.#walk = walk;
    this.#lastNs = lastNs;
  }
}
