// State of the page: entities, poses, status, selection, watched values, log. Parts of the page subscribe to topics and
// read the store when their topic is notified.

import type { Light } from "../../src/describe/world/WorldFile.js";
import type { SceneLamp } from "../../src/render/scene/SceneLamp.js";
import type { SimulationStatus } from "../../src/session/Simulation.js";
import {
  type GuestMessage,
  isGuestMessage,
  VIEW_CONTACT_BYTES,
  VIEW_HEAD_BYTES,
  VIEW_POSE_BYTES,
  type ViewEntity,
  type ViewMessage,
  type ViewTrigger,
  type ViewWorldCamera,
} from "../../src/session/view/ViewProtocol.js";
import type { ConnectionState } from "./Connection.js";
import { MoveHistory } from "./MoveHistory.js";

/** scene: entities or lights changed. poses: bodies moved (up to 30 times a second). */
export type Topic =
  | "connection"
  | "scene"
  | "poses"
  | "contacts"
  | "status"
  | "values"
  | "fans"
  | "lamps"
  | "guest"
  | "document"
  | "log"
  | "selection"
  | "measure"
  | "settings";

/** x y z, then qx qy qz qw. */
export type BodyPose = Float32Array;

export interface Contact {
  readonly position: readonly [number, number, number];
  readonly force: readonly [number, number, number];
}

/** The selected entity, and optionally one of its bodies, joints or sensors. */
interface Selection {
  readonly entity: string;
  readonly part?: string;
}

/** How the camera moves: around a point, behind the selected robot, or from the selected robot's camera. */
export type CameraMode = "orbit" | "follow" | "eye";

export interface Settings {
  readonly theme: "auto" | "light" | "dark";
  readonly camera: CameraMode;
  readonly showContacts: boolean;
  readonly showFrames: boolean;
  readonly showTrails: boolean;
  readonly showLabels: boolean;
  readonly showCollision: boolean;
  readonly showSensors: boolean;
  /** Centres of mass of bodies, and boxes with their inertia. */
  readonly showInertia: boolean;
  /** Axes of joints. */
  readonly showJoints: boolean;
  /** Centre of mass and support polygon of robots. */
  readonly showBalance: boolean;
  /** Volumes of triggers. */
  readonly showTriggers: boolean;
  /** Shows the map of a league's field. */
  readonly showMap: boolean;
  /** What dragging an entity does: pull it with a force, or move it; or handles move or turn the selected one. */
  readonly drag: "force" | "move" | "arrows" | "rings";
  /** How bodies are drawn. */
  readonly surface: "solid" | "clear" | "wire";
  readonly projection: "perspective" | "parallel";
}

export const DEFAULT_SETTINGS: Settings = {
  theme: "auto",
  camera: "orbit",
  showContacts: false,
  showFrames: false,
  showTrails: false,
  showLabels: true,
  showCollision: false,
  showSensors: false,
  showInertia: false,
  showJoints: false,
  showBalance: false,
  showTriggers: false,
  showMap: true,
  drag: "force",
  surface: "solid",
  projection: "perspective",
};

const MAX_LOG = 500;

export interface LogLine {
  readonly kind: "log" | "typed" | "reply" | "problem";
  readonly text: string;
}

export class Store {
  /** `retryAt`: time of the next attempt, ms of the page's clock. */
  connection: { state: ConnectionState; why: string; retryAt?: number | undefined } = { state: "connecting", why: "" };
  world = "";
  robotAddress = "";
  readonly entities = new Map<string, ViewEntity>();
  readonly poses = new Map<number, BodyPose>();
  lights: readonly Light[] = [];
  /** Lamps on robots. */
  lamps: readonly SceneLamp[] = [];
  /** Cameras of the world, without those of robots. */
  cameras: readonly ViewWorldCamera[] = [];
  /** Triggers of the world with volumes. */
  triggers: readonly ViewTrigger[] = [];
  /** Ids of frozen bodies. */
  frozen: ReadonlySet<number> = new Set();
  /** Newest message of each type that guests of the world sent, such as a league's score. */
  readonly guestMessages = new Map<string, GuestMessage>();
  contacts: readonly Contact[] = [];
  status: SimulationStatus | undefined;
  /** Simulated time of the newest poses, s. */
  time = 0;
  /** Newest watched values by path, and their simulated time. */
  values: { time: number; values: Readonly<Record<string, readonly number[]>> } = { time: 0, values: {} };
  /** Newest distances of devices with many numbers (a lidar), by path. */
  readonly fans = new Map<string, Float32Array>();
  readonly log: LogLine[] = [];
  selection: Selection | undefined;
  /** Moves by this page's user. */
  readonly moves = new MoveHistory();
  /** Points of the measuring tool, m; undefined: it is off. */
  measured: readonly (readonly [number, number, number])[] | undefined;
  /** The page looks back at what was this long ago, s. Undefined: it shows the present. */
  behindSec: number | undefined;
  /** The page edits the world: bodies are not dragged. */
  isEditing = false;
  /** Newest revision of the world's file, and who made it. */
  document: { readonly revision: number; readonly editor: string; readonly isChanged: boolean } | undefined;
  settings: Settings = DEFAULT_SETTINGS;
  /** Last log line received from the simulator. */
  #lastLine = "";
  readonly #listeners = new Map<Topic, Set<() => void>>();

  /** Returns a function that unsubscribes. */
  on(topic: Topic, listener: () => void): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => set.delete(listener);
  }

  notify(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  select(selection: Selection | undefined): void {
    this.selection = selection;
    this.notify("selection");
  }

  /** Sets the next point of the measuring tool: after two points it begins again. */
  measure(point: readonly [number, number, number]): void {
    const points = this.measured ?? [];
    this.measured = points.length >= 2 ? [point] : [...points, point];
    this.notify("measure");
  }

  /** Switches the measuring tool on or off. */
  setMeasuring(isOn: boolean): void {
    this.measured = isOn ? [] : undefined;
    this.notify("measure");
  }

  set(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    this.notify("settings");
  }

  addLog(kind: LogLine["kind"], text: string): void {
    this.log.push({ kind, text });
    if (this.log.length > MAX_LOG) this.log.splice(0, this.log.length - MAX_LOG);
    this.notify("log");
  }

  #addLogLine(line: string): void {
    this.#lastLine = line;
    this.addLog("log", line);
  }

  setConnection(state: ConnectionState, why: string, retryAt?: number): void {
    this.connection = { state, why, retryAt };
    this.notify("connection");
  }

  apply(message: ViewMessage | GuestMessage): void {
    if (isGuestMessage(message)) {
      this.guestMessages.set(message.type, message);
      this.notify("guest");
    } else this.#apply(message);
  }

  #apply(message: ViewMessage): void {
    switch (message.type) {
      case "scene":
        this.world = message.world;
        this.robotAddress = message.robotAddress;
        this.lights = message.lights;
        this.lamps = message.lamps;
        this.cameras = message.cameras;
        this.triggers = message.triggers ?? [];
        this.fans.clear();
        this.guestMessages.clear();
        this.frozen = new Set(message.frozen);
        this.#replaceEntities(message.entities);
        this.poses.clear();
        this.sceneChanged();
        break;
      case "join":
        this.entities.set(message.entity.name, message.entity);
        this.notify("scene");
        break;
      case "leave":
        for (const { id } of this.entities.get(message.name)?.bodies ?? []) this.poses.delete(id);
        this.entities.delete(message.name);
        this.sceneChanged();
        break;
      case "lights":
        this.lights = message.lights;
        this.notify("scene");
        break;
      case "document":
        this.document = message;
        this.cameras = message.cameras;
        this.triggers = message.triggers;
        this.notify("scene");
        this.notify("document");
        break;
      case "lamps":
        this.lamps = message.lamps;
        this.notify("lamps");
        break;
      case "frozen":
        this.frozen = new Set(message.bodies);
        this.notify("scene");
        break;
      case "status":
        this.status = message.status;
        this.notify("status");
        break;
      case "values":
        this.values = message;
        this.notify("values");
        break;
      case "log":
        this.#addLogLine(message.line);
        break;
      case "past":
        // after a reconnect, skip the lines that the log already has
        for (const line of message.lines.slice(message.lines.lastIndexOf(this.#lastLine) + 1)) this.#addLogLine(line);
        break;
      case "error":
        this.addLog("problem", message.message);
        break;
      case "reply":
        break;
    }
  }

  /** Entities that have not changed keep their objects, so that their views stay. */
  #replaceEntities(entities: readonly ViewEntity[]): void {
    const before = new Map(this.entities);
    this.entities.clear();
    for (const entity of entities) {
      const old = before.get(entity.name);
      const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(entity);
      this.entities.set(entity.name, isSame ? old : entity);
    }
  }

  applyPoses(view: DataView): void {
    this.time = view.getFloat64(8, true);
    const count = view.getUint16(2, true);
    for (let i = 0, at = VIEW_HEAD_BYTES; i < count; i++, at += VIEW_POSE_BYTES) {
      const id = view.getUint16(at, true);
      const pose = this.poses.get(id) ?? new Float32Array(7);
      for (let k = 0; k < 3; k++) pose[k] = view.getFloat32(at + 2 + 4 * k, true);
      for (let k = 0; k < 4; k++) pose[3 + k] = view.getInt16(at + 14 + 2 * k, true) / 32767;
      this.poses.set(id, pose);
    }
    this.notify("poses");
  }

  applyFan(view: DataView): void {
    const length = view.getUint16(2, true);
    const path = new TextDecoder().decode(new Uint8Array(view.buffer, VIEW_HEAD_BYTES, length));
    // a Float32Array needs an offset that is a multiple of four
    this.fans.set(path, new Float32Array(view.buffer.slice(VIEW_HEAD_BYTES + length)));
    this.notify("fans");
  }

  applyContacts(view: DataView): void {
    const number = (at: number) => view.getFloat32(at, true);
    const count = view.getUint16(2, true);
    this.contacts = Array.from({ length: count }, (_, i) => {
      const at = VIEW_HEAD_BYTES + i * VIEW_CONTACT_BYTES;
      return {
        position: [number(at), number(at + 4), number(at + 8)] as const,
        force: [number(at + 12), number(at + 16), number(at + 20)] as const,
      };
    });
    this.notify("contacts");
  }

  /** Call after entities came or went. */
  sceneChanged(): void {
    if (this.selection && !this.entities.has(this.selection.entity)) this.select(undefined);
    this.notify("scene");
  }
}
