// All viewers of a simulation (X1). One update reads the world once and encodes it once for all viewers that are up to date.
// A viewer with unread output misses updates instead of queueing them; later it gets the full state. Viewing does not affect
// the simulation. Pure: the wall clock is an argument; the caller of `update` sets the rate.

import type { WorldTrigger } from "../../describe/world/WorldTrigger.js";
import { listContacts } from "../../physics/Queries.js";
import type { SceneLamp } from "../../render/scene/SceneLamp.js";
import { ScenePoses } from "../../render/scene/ScenePoses.js";
import type { World } from "../../world/World.js";
import type { GuestView } from "../Guest.js";
import type { Simulation, SimulationStatus } from "../Simulation.js";
import { encodeContacts, encodeFan, encodePoses, encodeShown, type ViewMoment } from "./ViewEncoding.js";
import type { Viewer } from "./Viewer.js";
import { ViewPictures } from "./ViewPictures.js";
import { VIEW_VERSION, type ViewMessage, type ViewTrigger, type ViewWorldCamera } from "./ViewProtocol.js";
import { ViewScene } from "./ViewScene.js";
import { ViewValues } from "./ViewValues.js";

/** Interval of the status while nothing else changes it, ms. */
const STATUS_MS = 200;
/** Minimum interval of ray fans, ms. */
const FAN_MS = 100;
/** Number of log lines for a new viewer, and maximum length of each, characters. */
const MAX_PAST = 200;
const MAX_LINE_LENGTH = 2000;

export interface ViewStreamOptions {
  readonly simulation: Simulation;
  /** Address for robots, as shown to people. */
  readonly robotAddress: () => string;
  /** What viewers are shown in addition to the guests; default nothing. */
  readonly views?: readonly GuestView[];
  /** Default: that of the simulation. */
  readonly status?: () => SimulationStatus;
  /** True: viewers keep what they see. Default: never. */
  readonly isHeld?: () => boolean;
  /** Text of scenes that one update sends, characters; the first scene is always sent. Default 4 million. */
  readonly sceneText?: number;
}

export class ViewStream {
  readonly #options: ViewStreamOptions;
  readonly #scene = new ViewScene();
  readonly #poses: ScenePoses;
  readonly #values: ViewValues;
  readonly #pictures: ViewPictures;
  readonly #guests: readonly GuestView[];
  readonly #viewers = new Set<Viewer>();
  #epoch = -1;
  #frame = -1;
  #lights: unknown;
  #lamps: readonly SceneLamp[] = [];
  #frozen: readonly number[] = [];
  #document = "0 false";
  readonly #past: string[] = [];
  #status = "";
  #statusKey = "";
  #statusMs = Number.NEGATIVE_INFINITY;
  #fanMs = Number.NEGATIVE_INFINITY;
  #turn = 0;
  /** Of viewers that have left. */
  #skipped = 0;

  constructor(options: ViewStreamOptions) {
    this.#options = options;
    const { world } = options.simulation;
    this.#poses = new ScenePoses(world.physics);
    this.#values = new ViewValues(world);
    this.#pictures = new ViewPictures(world);
    const guests = options.simulation.guests.flatMap((guest) => guest.openView?.() ?? []);
    this.#guests = [...guests, ...(options.views ?? [])];
  }

  get viewers(): ReadonlySet<Viewer> {
    return this.#viewers;
  }

  add(viewer: Viewer): void {
    this.#viewers.add(viewer);
  }

  remove(viewer: Viewer): void {
    if (this.#viewers.delete(viewer)) this.#skipped += viewer.skipped;
  }

  /** Updates that viewers, also those that have left, have missed because they were behind. */
  get skipped(): number {
    return [...this.#viewers].reduce((sum, { skipped }) => sum + skipped, this.#skipped);
  }

  /** Sends a log line to all viewers. A viewer that is behind misses it. */
  log(line: string): void {
    this.#past.push(line.slice(0, MAX_LINE_LENGTH));
    if (this.#past.length > MAX_PAST) this.#past.shift();
    const text = messageText({ type: "log", line });
    // a new viewer gets it with the earlier lines
    for (const viewer of this.#viewers) if (!viewer.isNew && !viewer.isBehind) viewer.link.sendText(text);
  }

  /** Reads the world and updates all viewers. */
  update(nowMs: number): void {
    if (this.#viewers.size === 0 || this.#options.simulation.isStopped || this.#options.isHeld?.()) return;
    const { world } = this.#options.simulation;
    const changes = this.#sceneChanges();
    const moment: ViewMoment = { frame: world.frame, timeSec: world.timeSec };
    const isNew = this.#poses.read() > 0 || world.frame !== this.#frame;
    this.#frame = world.frame;
    this.#values.next();
    const guestTexts = this.#guests.flatMap((guest) => guest.update());
    const status = this.#updateStatus(nowMs);
    const once = new Once(this, moment);
    const changed = changes.reduce((sum, { length }) => sum + length, 0);
    const { sceneText = 4 << 20 } = this.#options;
    let left = sceneText;
    for (const viewer of this.#viewers) {
      // the rest of a crowd of viewers gets a large scene with the next updates
      const length = viewer.needs === "scene" && !viewer.isBehind ? once.scene().length : changed;
      const isLater = length > 0 && left < sceneText && length > left;
      if (!viewer.isBehind && !isLater) left -= length;
      if (viewer.isBehind || isLater) {
        viewer.miss(changes.length > 0 ? "scene" : "poses");
        continue;
      }
      const { needs } = viewer;
      if (needs === "scene") viewer.link.sendText(once.scene());
      else for (const text of changes) viewer.link.sendText(text);
      for (const text of needs === "nothing" ? guestTexts : this.#guests.flatMap(({ all }) => all))
        viewer.link.sendText(text);
      if (viewer.isNew && this.#past.length > 0) viewer.link.sendText(once.past());
      if (needs !== "nothing") viewer.link.sendBytes(once.allPoses());
      else if (isNew) viewer.link.sendBytes(once.movedPoses());
      if (status || needs !== "nothing") viewer.link.sendText(this.#status);
      if (viewer.watchesContacts && (isNew || viewer.hasNewWatch)) viewer.link.sendBytes(once.contacts());
      if (viewer.watched.length > 0 && (isNew || viewer.hasNewWatch)) viewer.link.sendText(once.values(viewer.watched));
      viewer.markCurrent();
    }
    this.#sendFans(moment, nowMs);
    this.#sendPictures(moment, nowMs);
  }

  /** Sends ray fans to the viewers that watch them. */
  #sendFans(moment: ViewMoment, nowMs: number): void {
    if (nowMs - this.#fanMs < FAN_MS) return;
    this.#fanMs = nowMs;
    const encoded = new Map<string, Uint8Array>();
    for (const viewer of this.#viewers)
      for (const path of viewer.watched) {
        const numbers = this.#values.readFan(path);
        if (!numbers) continue;
        viewer.sendFan(path, numbers, () => {
          const bytes = encoded.get(path) ?? encodeFan(path, numbers, moment);
          encoded.set(path, bytes);
          return bytes;
        });
      }
  }

  /** Sends camera pictures to the viewers that watch them and are not behind. */
  #sendPictures(moment: ViewMoment, nowMs: number): void {
    const wanted = new Set<string>();
    for (const { cameras } of this.#viewers) for (const camera of cameras) wanted.add(camera);
    this.#pictures.update(wanted, nowMs);
    // if a viewer can take only some pictures, all cameras get their turn
    const first = this.#turn++ % Math.max(1, wanted.size);
    const cameras = [...wanted];
    for (const camera of [...cameras.slice(first), ...cameras.slice(0, first)]) {
      const picture = this.#pictures.newest(camera);
      if (!picture) continue;
      let bytes: Uint8Array | undefined;
      const encode = () => {
        bytes ??= encodeShown(picture, moment);
        return bytes;
      };
      for (const viewer of this.#viewers) viewer.sendPicture(picture, encode);
    }
  }

  /** @internal */
  get parts() {
    const { simulation, robotAddress } = this.#options;
    const [scene, poses, values] = [this.#scene, this.#poses, this.#values];
    return { simulation, robotAddress, scene, poses, values, frozen: this.#frozen, past: this.#past };
  }

  /** Messages for entities that joined or left; after a reset all viewers get the whole scene. */
  #sceneChanges(): readonly string[] {
    const { simulation } = this.#options;
    const { lights } = simulation.world;
    const isNewEpoch = simulation.epoch !== this.#epoch;
    if (isNewEpoch) {
      this.#epoch = simulation.epoch;
      this.#scene.clear();
      this.#poses.setBodies([]);
      for (const viewer of this.#viewers) viewer.miss("scene");
    }
    const { joined, left } = this.#scene.update(simulation);
    if (isNewEpoch || joined.length + left.length > 0) {
      this.#poses.setBodies(this.#scene.bodies);
      this.#values.forget();
    }
    const changes: ViewMessage[] = [
      ...left.map((name) => ({ type: "leave" as const, name })),
      ...joined.map((entity) => ({ type: "join" as const, entity })),
    ];
    if (lights !== this.#lights) changes.push({ type: "lights", lights });
    this.#lights = lights;
    const { lamps } = simulation.world;
    // lamps that have not changed are the same list; no lamps are known from the start
    if (lamps !== this.#lamps && lamps.length + this.#lamps.length > 0) changes.push({ type: "lamps", lamps });
    this.#lamps = lamps;
    const frozen = this.#scene.frozenIn(simulation.world.physics);
    if (frozen.join() !== this.#frozen.join()) changes.push({ type: "frozen", bodies: frozen });
    this.#frozen = frozen;
    changes.push(...this.#documentChanges());
    return changes.map(messageText);
  }

  #documentChanges(): readonly ViewMessage[] {
    const { editing, world } = this.#options.simulation;
    const { revision, lastEditor: editor, isChanged } = editing;
    const key = `${revision} ${isChanged}`;
    if (key === this.#document || revision === 0) return [];
    this.#document = key;
    const { triggers = [] } = viewTriggers(world.file.triggers);
    return [{ type: "document", revision, editor, isChanged, cameras: viewCameras(world), triggers }];
  }

  /** True: a new status is due for all viewers. */
  #updateStatus(nowMs: number): boolean {
    const { simulation, status: read = () => simulation.status() } = this.#options;
    const { isPaused, rate, world, sessions, framesToGo } = simulation;
    // while paused, every single frame changes the status
    const key = `${isPaused} ${rate} ${sessions.length} ${isPaused ? world.frame : ""} ${framesToGo === 0} ${simulation.epoch}`;
    if (key === this.#statusKey && nowMs - this.#statusMs < STATUS_MS) return false;
    this.#statusKey = key;
    this.#statusMs = nowMs;
    const status = messageText({ type: "status", status: read() });
    if (status === this.#status) return false;
    this.#status = status;
    return true;
  }
}

/** Encoded at most once per update. */
class Once {
  readonly #parts: ViewStream["parts"];
  readonly #moment: ViewMoment;
  readonly #values = new Map<string, string>();
  #scene: string | undefined;
  #past: string | undefined;
  #all: Uint8Array | undefined;
  #moved: Uint8Array | undefined;
  #contacts: Uint8Array | undefined;

  constructor({ parts }: ViewStream, moment: ViewMoment) {
    this.#parts = parts;
    this.#moment = moment;
  }

  scene(): string {
    const { simulation, robotAddress, scene, frozen } = this.#parts;
    const { physics, lights, lamps } = simulation.world;
    this.#scene ??= messageText({
      type: "scene",
      version: VIEW_VERSION,
      world: physics.description.name,
      entities: scene.entities,
      lights,
      lamps,
      frozen,
      cameras: viewCameras(simulation.world),
      ...viewTriggers(simulation.world.file.triggers),
      robotAddress: robotAddress(),
    });
    return this.#scene;
  }

  past(): string {
    this.#past ??= messageText({ type: "past", lines: this.#parts.past });
    return this.#past;
  }

  allPoses(): Uint8Array {
    this.#all ??= encodePoses(this.#parts.poses, this.#moment, true);
    return this.#all;
  }

  movedPoses(): Uint8Array {
    this.#moved ??= encodePoses(this.#parts.poses, this.#moment, false);
    return this.#moved;
  }

  contacts(): Uint8Array {
    this.#contacts ??= encodeContacts(listContacts(this.#parts.simulation.world.physics), this.#moment);
    return this.#contacts;
  }

  values(paths: readonly string[]): string {
    const key = paths.join("\n");
    const known = this.#values.get(key);
    if (known) return known;
    const values = this.#parts.values.read(paths);
    const text = messageText({ type: "values", time: this.#moment.timeSec, values });
    this.#values.set(key, text);
    return text;
  }
}

export const messageText = (message: ViewMessage): string => JSON.stringify(message);

const viewCameras = ({ cameras }: World): readonly ViewWorldCamera[] =>
  cameras.flatMap(({ name, rateHz, pictureKind }) => (pictureKind ? [{ name, rateHz, ...pictureKind }] : []));

function viewTriggers(triggers: readonly WorldTrigger[]): { readonly triggers?: readonly ViewTrigger[] } {
  const volumes = triggers.flatMap(({ name, condition }) =>
    condition.kind === "Volume" ? [{ name, ...condition }] : [],
  );
  return volumes.length > 0 ? { triggers: volumes } : {};
}
