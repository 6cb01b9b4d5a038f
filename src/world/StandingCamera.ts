// A camera of the world, owned by no robot (S7): overhead, broadcast. It takes a picture at its rate, which is developed
// when somebody asks for it; nothing in the world depends on it, so it is in no hash and no snapshot. Its noise is of seed,
// name and instant: whoever goes back in time sees the same picture again (M5).

import { NO_LATENCY } from "../describe/robot/Latency.js";
import { NO_NOISE } from "../describe/robot/Noise.js";
import type { WorldCamera } from "../describe/world/WorldFile.js";
import type { Device, DeviceHost, Eyes } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { Schedule } from "../latency/Schedule.js";
import { RandomStream } from "../math/RandomStream.js";
import { ZERO } from "../math/Vec3.js";
import type { Physics } from "../physics/Physics.js";
import type { Picture, PictureKind } from "../render/picture/Picture.js";

const KIND = "CameraSensor";
const AT_REST = Object.freeze({ linear: ZERO, angular: ZERO });

export interface StandingCameraOptions {
  readonly camera: WorldCamera;
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly eyes: Eyes;
}

export class StandingCamera {
  readonly name: string;
  readonly pictureKind: PictureKind | undefined;
  /** Undefined: a picture in every frame. */
  readonly rateHz: number | undefined;
  readonly #options: StandingCameraOptions;
  #device!: Device;
  #schedule!: Schedule;
  #newest: Picture | undefined;

  constructor(options: StandingCameraOptions) {
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

  /** After each step: takes a picture, if it is time to. */
  look(nowNs: number): void {
    if (this.#schedule.isDue(nowNs)) this.#newest = this.#device.capture?.();
  }

  /** The world stands at another instant: as if it had been there from the start. */
  restart(): void {
    const { camera, physics, devices, eyes } = this.#options;
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
      eyes,
      pose: () => pose,
      velocity: () => AT_REST,
    };
    this.#device = devices.type(KIND).create(settings, host);
    this.#schedule = new Schedule(0, rateHz);
    this.#newest = undefined;
    this.look(physics.timeNs);
  }
}
