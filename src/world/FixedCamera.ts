// A camera at a fixed place in the world, without a robot (S7): overhead, broadcast. It keeps the scene at its rate; the
// picture is made and rendered on request. Nothing in the world depends on the camera, so hashes and snapshots leave it out. Its noise
// depends on seed, name and time alone: after a restore the same pictures come again (M5).

import { NO_LATENCY } from "../describe/robot/Latency.js";
import { NO_NOISE } from "../describe/robot/Noise.js";
import type { WorldCamera } from "../describe/world/WorldFile.js";
import { Camera, type CameraSettings, type Exposure } from "../devices/camera/CameraSensor.js";
import type { DeviceHost, RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { Schedule } from "../latency/Schedule.js";
import { RandomStream } from "../math/RandomStream.js";
import { ZERO } from "../math/Vec3.js";
import type { Physics } from "../physics/Physics.js";
import type { Picture, PictureKind } from "../render/picture/Picture.js";

const KIND = "CameraSensor";
const AT_REST = Object.freeze({ linear: ZERO, angular: ZERO });

interface FixedCameraOptions {
  readonly camera: WorldCamera;
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly renderContext: RenderContext;
}

export class FixedCamera {
  readonly name: string;
  readonly pictureKind: PictureKind | undefined;
  /** Undefined: a picture in every frame. */
  readonly rateHz: number | undefined;
  readonly #options: FixedCameraOptions;
  #camera!: Camera;
  /** Random numbers of its pictures, by their time. */
  #chance!: RandomStream;
  #schedule!: Schedule;
  #exposure: Exposure | undefined;
  /** Of the exposure, once it was asked for. */
  #newest: Picture | undefined;

  constructor(options: FixedCameraOptions) {
    const { camera, devices } = options;
    this.#options = options;
    this.name = camera.name;
    this.rateHz = camera.rateHz;
    this.pictureKind = devices.type(KIND).picture?.(camera.settings);
    this.restart();
  }

  get newestPicture(): Picture | undefined {
    const exposure = this.#exposure;
    if (this.#newest || !exposure) return this.#newest;
    const chance = this.#chance.split(String(exposure.timeNs));
    this.#newest = this.#camera.develop(exposure, this.#options.renderContext, chance);
    return this.#newest;
  }

  /** After a step: takes a picture if one is due. */
  look(nowNs: number): void {
    if (!this.#schedule.isDue(nowNs)) return;
    this.#exposure = this.#camera.expose(this.#options.renderContext);
    this.#newest = undefined;
  }

  /** Starts again at the current time of the world, as after a reset. */
  restart(): void {
    const { camera, physics, renderContext } = this.#options;
    const { name, pose, rateHz, settings } = camera;
    this.#exposure = undefined;
    this.#chance = new RandomStream(physics.description.seed).split("cameras").split(name);
    const description = {
      name,
      kind: KIND,
      body: undefined,
      pose,
      rateHz,
      latency: NO_LATENCY,
      commandLatency: undefined,
      noise: NO_NOISE,
      stamp: false,
      settings,
    };
    const host: DeviceHost = {
      physics,
      robot: "World",
      description,
      stream: this.#chance,
      renderContext,
      airwaves: undefined,
      pose: () => pose,
      velocity: () => AT_REST,
    };
    this.#camera = new Camera(settings as CameraSettings, host);
    this.#schedule = new Schedule(0, rateHz);
    this.look(physics.timeNs);
  }
}
