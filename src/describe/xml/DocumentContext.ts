// What the readers of one document share: the component kinds, the limits with their counters, access to files, the world that
// the document is for, and the report of errors.

import { checkName } from "../Check.js";
import { DEFAULT_LIMITS, type DocumentLimits } from "../DocumentLimits.js";
import { DocumentReport } from "../DocumentReport.js";
import type { OdeNumbers } from "../entity/Joint.js";
import { MaterialMatrix, splitGrip } from "../entity/Material.js";
import type { Latency } from "../robot/Latency.js";
import { type ErrorCode, unknownName } from "../SimError.js";
import type { NamedLine } from "../world/LineNames.js";
import type { LineChecker } from "../world/WorldEvent.js";
import type { ComponentKinds } from "./ElementReader.js";
import { utf8Length } from "./XmlDocument.js";
import type { XmlReader } from "./XmlReader.js";

/** Gives the bytes of a file, or throws any error. The path is relative and uses /. */
export type FileReader = (path: string) => Uint8Array;

export interface DocumentOptions {
  /** The component kinds (src/devices). */
  readonly kinds: ComponentKinds;
  /** True: unknown elements are warnings instead of errors. Default false. */
  readonly lenient?: boolean | undefined;
  readonly limits?: Partial<DocumentLimits> | undefined;
  /** Default: a document that names a file is an error. */
  readonly readFile?: FileReader | undefined;
  /** Property numbers of documents without `<OdeNumbers>`. Default: those of ODE 0.16. */
  readonly odeNumbers?: OdeNumbers | undefined;
  /** Checks a line of an event (the verbs are in src/session). Default: errors show when the line runs. */
  readonly checkLine?: LineChecker | undefined;
  /** Controllers that robots of a world may name, by their paths. Default: any. */
  readonly controllers?: readonly string[] | undefined;
  /** Path of the document itself. Errors name it, and the paths of other files are relative to it. */
  readonly file?: string | undefined;
}

/** What is known of the world that the robot will join. */
export interface DocumentWorld {
  /** A rate is at most one sample per step (T9). Undefined: rates are not checked. */
  readonly stepNs?: number | undefined;
  /** Names of the materials of the world. Undefined: materials are not checked. */
  readonly materials?: readonly string[] | undefined;
}

/** What `<CSettings>` says about all devices of a robot. */
export interface DeviceDefaults {
  readonly odeNumbers?: OdeNumbers | undefined;
  /** Delay of samples. Undefined: none. */
  readonly sensorLatency?: Latency | undefined;
}

interface ContextParts {
  readonly world?: DocumentWorld | undefined;
  readonly trusted?: boolean;
  readonly report?: DocumentReport;
}

type Counted =
  | "bodies"
  | "solids"
  | "joints"
  | "devices"
  | "rays"
  | "triangles"
  | "texels"
  | "pixels"
  | "files"
  | "events";

const LIMIT_CODE: Readonly<Record<Counted, ErrorCode>> = {
  bodies: "TOO_MANY_BODIES",
  solids: "TOO_MANY_SOLIDS",
  joints: "TOO_MANY_JOINTS",
  devices: "TOO_MANY_DEVICES",
  rays: "TOO_MANY_RAYS",
  triangles: "TOO_MANY_TRIANGLES",
  texels: "TOO_MANY_TEXELS",
  pixels: "TOO_MANY_PIXELS",
  files: "TOO_MANY_FILES",
  events: "TOO_MANY_EVENTS",
};

export class DocumentContext {
  readonly kinds: ComponentKinds;
  readonly limits: DocumentLimits;
  readonly report: DocumentReport;
  readonly readFile: FileReader | undefined;
  readonly checkLine: LineChecker | undefined;
  readonly controllers: readonly string[] | undefined;
  /** Lines of events with names, to be checked when the world is complete. */
  readonly namedLines: NamedLine[] = [];
  /** Set while a world is read. */
  world: DocumentWorld;
  /** Defaults of all devices of the robot, from its settings. */
  deviceDefaults: DeviceDefaults;
  /** True: a world file, whose paths may contain .. */
  readonly trusted: boolean;
  readonly #used: Record<Counted, number> = {
    bodies: 0,
    solids: 0,
    joints: 0,
    devices: 0,
    rays: 0,
    triangles: 0,
    texels: 0,
    pixels: 0,
    files: 0,
    events: 0,
  };

  constructor(options: DocumentOptions, base: DocumentLimits = DEFAULT_LIMITS, parts: ContextParts = {}) {
    this.kinds = options.kinds;
    this.limits = { ...base, ...options.limits };
    const { lenient = false } = options;
    this.report = parts.report ?? new DocumentReport({ lenient, maxWarnings: this.limits.warnings });
    this.readFile = options.readFile;
    this.checkLine = options.checkLine;
    this.controllers = options.controllers;
    this.world = parts.world ?? {};
    this.deviceDefaults = { odeNumbers: options.odeNumbers };
    this.trusted = parts.trusted ?? false;
  }

  /** The context of a robot in this world: its own limits and counters, the same report. */
  forRobot(world: DocumentWorld, limits: DocumentLimits): DocumentContext {
    const { kinds, readFile, trusted, report } = this;
    return new DocumentContext({ kinds, readFile, limits }, limits, { world, trusted, report });
  }

  /** Counts elements against a limit, before anything is built. */
  count(what: Counted, reader: XmlReader, by = 1): void {
    this.#used[what] += by;
    const max = this.limits[what];
    if (this.#used[what] > max)
      throw reader.error(LIMIT_CODE[what], { found: `more than ${max}`, allowed: `at most ${max}` });
  }

  /** A valid name within the limit of length. */
  checkName(name: string, reader: XmlReader): string {
    const max = this.limits.nameBytes;
    const bytes = utf8Length(name);
    if (bytes > max) throw reader.error("NAME_TOO_LONG", { found: `${bytes} bytes`, allowed: `at most ${max} bytes` });
    return reader.at(() => checkName(name, ""));
  }

  /** T9: at most one sample per step. The step is rounded to whole nanoseconds; the comparison allows for that. */
  checkRate(rateHz: number, reader: XmlReader, child: string): void {
    const { stepNs } = this.world;
    if (stepNs !== undefined && rateHz * (stepNs - 0.5) > 1e9)
      throw reader.error("RATE_TOO_HIGH", { found: `${rateHz} Hz`, allowed: `at most ${1e9 / stepNs} Hz` }, child);
  }

  checkMaterial(element: XmlReader): string {
    const name = this.checkName(element.ownText(), element);
    const { materials } = this.world;
    if (materials !== undefined && !materials.includes(name) && !materials.includes(splitGrip(name).base))
      throw element.place(unknownName("MATERIAL_UNKNOWN", "", name, [...materials].sort()));
    return name;
  }
}

/** The materials that every world has. */
export const shippedMaterials = (): readonly string[] => new MaterialMatrix().names;
