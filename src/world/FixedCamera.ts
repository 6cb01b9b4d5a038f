// A camera at a fixed place in the world, without a robot (S7): overhead, broadcast. It keeps the scene at its rate; the
// picture is made and rendered on request. Of the camera only what a verb has changed is part of the world's state: nothing in the world
// depends on its pictures. Its noise depends on seed, name and time alone: after a restore the same pictures come again (M5).

import { CAMERA_PROPERTY, type CameraPropertyName } from "../describe/robot/CameraProperty.js";
import { NO_LATENCY } from "../describe/robot/Latency.js";
import { NO_NOISE } from "../describe/robot/Noise.js";
import type { WorldCamera } from "../describe/world/WorldFile.js";
import { Camera, type CameraSettings, type Exposure } from "../devices/camera/CameraSensor.js";
import type { DeviceHost, RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { Schedule } from "../latency/Schedule.js";
import type { Quat } from "../math/Quat.js";
import { RandomStream } from "../math/RandomStream.js";
import { type Vec3, ZERO } from "../math/Vec3.js";
import type { Physics } from "../physics/Physics.js";
import type { Picture, PictureKind, PictureSpec } from "../render/picture/Picture.js";

const KIND = "CameraSensor";
const AT_REST = Object.freeze({ linear: ZERO, angular: ZERO });

/** What the verb `camera` has changed. */
export interface CameraChange {
  /** Degrees. */
  readonly fov?: number;
  readonly brightness?: number;
  /** Hz. */
  readonly rate?: number;
  readonly position?: Vec3;
  readonly orientation?: Quat;
}

const PROPERTIES = { fov: "Fov", brightness: "Brightness", rate: "Rate" } as const;

interface FixedCameraOptions {
  readonly camera: WorldCamera;
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly renderContext: RenderContext;
}

export class FixedCamera {
  readonly name: string;
  readonly pictureKind: PictureKind | undefined;
  readonly #options: FixedCameraOptions;
  #camera!: Camera;
  /** Random numbers of its pictures, by their time. */
  #chance!: RandomStream;
  #schedule!: Schedule;
  #exposure: Exposure | undefined;
  /** Of the exposure, once it was asked for. */
  #newest: Picture | undefined;
  #change: CameraChange = {};

  constructor(options: FixedCameraOptions) {
    const { camera, devices } = options;
    this.#options = options;
    this.name = camera.name;
    this.pictureKind = devices.type(KIND).picture?.(camera.settings);
    this.restart();
  }

  /** Its description in the world file. */
  get camera(): WorldCamera {
    return this.#options.camera;
  }

  /** Undefined: a picture in every frame. */
  get rateHz(): number | undefined {
    return this.#schedule.rateHz;
  }

  // ---- changes

  get changes(): CameraChange {
    return this.#change;
  }

  /** Changes it from the next picture on; all or nothing. Throws a SimError. */
  change(change: CameraChange): void {
    const before = this.#change;
    try {
      this.#apply({ ...before, ...change });
    } catch (problem) {
      this.#apply(before);
      throw problem;
    }
  }

  /** Everything that was changed. It takes effect with `restart`. */
  setChanges(change: CameraChange): void {
    this.#change = change;
  }

  #apply(change: CameraChange): void {
    this.#change = change;
    const [schedule, exposure] = [this.#schedule, this.#exposure];
    this.#open();
    const { rateHz } = this.#camera;
    if (change.rate === undefined) this.#schedule = schedule;
    else this.#schedule = schedule.rateHz === rateHz ? schedule : schedule.atRate(rateHz);
    this.#exposure = exposure;
  }

  get newestPicture(): Picture | undefined {
    const exposure = this.#exposure;
    if (this.#newest || !exposure) return this.#newest;
    const chance = this.#chance.split(String(exposure.timeNs));
    this.#newest = this.#camera.develop(exposure, this.#options.renderContext, chance);
    return this.#newest;
  }

  /** What it sees at this instant, for films. */
  get preview(): PictureSpec | undefined {
    return this.#camera.preview(this.#options.renderContext);
  }

  /** After a step: takes a picture if one is due. */
  look(nowNs: number): void {
    if (!this.#schedule.isDue(nowNs)) return;
    this.#exposure = this.#camera.expose(this.#options.renderContext);
    this.#newest = undefined;
  }

  /** Starts again at the current time of the world, as after a reset. */
  restart(): void {
    this.#exposure = undefined;
    this.#open();
    this.look(this.#options.physics.timeNs);
  }

  /** The camera with its changes. */
  #open(): void {
    const { camera, physics, renderContext } = this.#options;
    const { name, rateHz, settings } = camera;
    const { position = camera.pose.position, orientation = camera.pose.orientation } = this.#change;
    const pose = { position, orientation };
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
    for (const [key, property] of Object.entries(PROPERTIES))
      this.#set(property, this.#change[key as keyof typeof PROPERTIES]);
    this.#camera.prepare();
    this.#schedule = new Schedule(0, this.#change.rate === undefined ? rateHz : this.#camera.rateHz);
  }

  #set(property: CameraPropertyName, value: number | undefined): void {
    if (value === undefined) return;
    const payload = new DataView(new ArrayBuffer(8));
    payload.setInt32(0, CAMERA_PROPERTY[property], true);
    payload.setFloat32(4, value, true);
    this.#camera.act(this.#camera.read(payload));
  }
}
