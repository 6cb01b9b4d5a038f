// What a world has beside physics and robots: lights, events, triggers and fixed cameras, with their state (E1, E2, S7). After an
// edit of the file, parts that the edit has not changed keep their state.

import { isSameData } from "../describe/edit/SameData.js";
import { inNameOrder } from "../describe/entity/Entity.js";
import type { WorldCamera, WorldFile } from "../describe/world/WorldFile.js";
import type { RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import type { Hash64 } from "../math/Hash64.js";
import type { Physics } from "../physics/Physics.js";
import { ActionMemory, type ActionMemoryState } from "./ActionMemory.js";
import { EventSchedule, type EventState } from "./EventSchedule.js";
import { type CameraChange, FixedCamera } from "./FixedCamera.js";
import type { Robot } from "./Robot.js";
import { Triggers, type TriggersState } from "./triggers/Triggers.js";
import { WorldLights } from "./WorldLights.js";

export interface PartsState {
  readonly lights: WorldLights["all"];
  readonly events: EventState;
  readonly triggers: TriggersState;
  /** What verbs have changed, by camera. */
  readonly cameraChanges: ReadonlyMap<string, CameraChange>;
  readonly actions: ActionMemoryState;
}

interface WorldPartsOptions {
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly robots: () => readonly Robot[];
  readonly renderContext: RenderContext;
}

export class WorldParts {
  readonly #options: WorldPartsOptions;
  readonly lights: WorldLights;
  readonly actions = new ActionMemory();
  #events: EventSchedule;
  #triggers: Triggers;
  #cameras: readonly FixedCamera[] = [];

  /** Without cameras: `openCameras` adds them. */
  constructor(file: WorldFile, options: WorldPartsOptions) {
    this.#options = options;
    this.lights = new WorldLights(file.lights);
    this.#events = this.#makeEvents(file);
    this.#triggers = this.#makeTriggers(file);
  }

  /** A camera takes its first picture at once, and so needs the finished world. */
  openCameras({ cameras }: WorldFile): void {
    this.#cameras = cameras.map((camera) => this.#makeCamera(camera));
  }

  get events(): EventSchedule {
    return this.#events;
  }
  get triggers(): Triggers {
    return this.#triggers;
  }
  get cameras(): readonly FixedCamera[] {
    return this.#cameras;
  }

  #makeEvents({ events }: WorldFile): EventSchedule {
    return new EventSchedule(events, this.#options.physics.description.seed);
  }

  #makeTriggers({ triggers }: WorldFile): Triggers {
    const { physics, robots } = this.#options;
    return new Triggers(triggers, {
      physics,
      robots,
      start: (name, timeNs, who) => this.#events.start(name, timeNs, who),
    });
  }

  #makeCamera(camera: WorldCamera): FixedCamera {
    return new FixedCamera({ ...this.#options, camera });
  }

  /** Takes an edited file over. */
  adopt(file: WorldFile): void {
    const [events, triggers, cameras] = [this.#events, this.#triggers, this.#cameras];
    this.lights.adopt(file.lights);
    this.#events = this.#makeEvents(file);
    this.#events.takeOver(events, this.#options.physics.timeNs);
    this.#triggers = this.#makeTriggers(file);
    this.#triggers.takeOver(triggers);
    this.#cameras = file.cameras.map((camera) => {
      const known = cameras.find(({ name }) => name === camera.name);
      return known && isSameData(known.camera, camera) ? known : this.#makeCamera(camera);
    });
  }

  /** A function that takes a later `adopt` back. */
  keep(): () => void {
    const [events, triggers, cameras, lights] = [this.#events, this.#triggers, this.#cameras, this.lights.keep()];
    return () => {
      [this.#events, this.#triggers, this.#cameras] = [events, triggers, cameras];
      lights();
    };
  }

  /** Takes effect with the next reset. */
  reseed(seed: number): void {
    this.#events.reseed(seed);
  }

  reset(): void {
    this.#events.reset();
    this.#triggers.reset();
    this.lights.reset();
    this.actions.reset();
    for (const camera of this.#cameras) camera.setChanges({});
  }

  restartCameras(): void {
    for (const camera of this.#cameras) camera.restart();
  }

  save(): PartsState {
    return {
      lights: this.lights.all,
      events: this.#events.save(),
      triggers: this.#triggers.save(),
      cameraChanges: this.#changes,
      actions: this.actions.save(),
    };
  }

  /** Of the cameras that were changed. */
  get #changes(): ReadonlyMap<string, CameraChange> {
    const changed = this.#cameras.filter(({ changes }) => Object.keys(changes).length > 0);
    return new Map(inNameOrder(changed).map(({ name, changes }) => [name, changes]));
  }

  restore({ lights, events, triggers, cameraChanges, actions }: PartsState): void {
    this.lights.restore(lights);
    this.actions.restore(actions);
    for (const camera of this.#cameras) camera.setChanges(cameraChanges.get(camera.name) ?? {});
    this.#events.restore(events);
    this.#triggers.restore(triggers);
  }

  addTo(hash: Hash64): void {
    this.lights.addTo(hash);
    this.#events.addTo(hash);
    this.#triggers.addTo(hash);
    this.actions.addTo(hash);
    for (const [name, change] of this.#changes) hash.addString(`camera ${name} ${JSON.stringify(change)}`);
  }
}
