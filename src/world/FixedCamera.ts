// A camera at a fixed place in the world, without a robot (S7): overhead, broadcast. It takes a picture at its rate; the
// picture is rendered on request. Nothing in the world depends on the camera, so hashes and snapshots leave it out. Its noise
// depends on seed, name and time alone: after a restore the same pictures come again (M5).

import { NO_LATENCY } from "../describe/robot/Latency.js";
import { NO_NOISE } from "../describe/robot/Noise.js";
import type { WorldCamera } from "../describe/world/WorldFile.js";
import type { Device, DeviceHost, RenderContext } from "../devices/Device.js";
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
  #device!: Device;
  #schedule!: Schedule;
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
    return this.#newest;
  }

  /** After a step: takes a picture if one is due. */
  look(nowNs: number): void {
    if (this.#schedule.isDue(nowNs)) this.#newest = this.#device.capture?.();
  }

  /** Starts again at the current time of the world, as after a reset. */
  restart(): void {
    const { camera, physics, devices, renderContext } = this.#options;
    const { name, pose, rateHz, settings } = camera;
    const chance = new RandomStream(physics.description.seed).split("cameras").split(name);
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
      get stream() {
        return chance.split(String(physics.timeNs));
      },
      renderContext,
      airwaves: undefined,
      pose: () => pose,
      velocity: () => AT_REST,
    };
    this.#device = devices.type(KIND).create(settings, host);
    this.#schedule = new Schedule(0, rateHz);
    this.#newest = undefined;
    this.look(physics.timeNs);
  }
}
