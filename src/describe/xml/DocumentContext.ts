// What everyone needs who reads a part of a document: the kinds of components there are, the limits and how much of
// them is used up, the files that may be read, the names that are taken.

import { checkName } from "../Check.js";
import { DEFAULT_LIMITS, type DocumentLimits } from "../DocumentLimits.js";
import { DocumentReport } from "../DocumentReport.js";
import { MaterialMatrix } from "../entity/Material.js";
import { type ErrorCode, unknownName } from "../SimError.js";
import type { LineChecker } from "../world/WorldEvent.js";
import type { ComponentKinds } from "./ElementReader.js";
import { utf8Length } from "./XmlDocument.js";
import type { XmlReader } from "./XmlReader.js";

/** Gives the bytes of a file; throws whatever it likes if it cannot. The path is relative, with / between its parts. */
export type FileReader = (path: string) => Uint8Array;

export interface DocumentOptions {
  /** Sensors and joints there are: src/devices has them. */
  readonly kinds: ComponentKinds;
  /** True: what is unknown is a warning, not an error. */
  readonly lenient?: boolean | undefined;
  readonly limits?: Partial<DocumentLimits> | undefined;
  /** Left out: a document that names a file is refused. */
  readonly readFile?: FileReader | undefined;
  /** Checks lines of a world's events: src/session has the verbs. Left out: what is wrong shows when they are said. */
  readonly checkLine?: LineChecker | undefined;
  /** Path of the document itself: said in errors, and the files that it names are looked for beside it. */
  readonly file?: string | undefined;
}

/** What a robot's document is held against, where it is known already. */
export interface DocumentWorld {
  /** No rate may be above one sample a step (T9). */
  readonly stepNs?: number | undefined;
  /** Names of the materials there are. */
  readonly materials?: readonly string[] | undefined;
}

interface Surroundings {
  readonly world?: DocumentWorld | undefined;
  readonly trusted?: boolean;
  readonly report?: DocumentReport;
}

type Counted = "bodies" | "solids" | "joints" | "devices" | "rays" | "triangles" | "texels" | "files" | "events";

const LIMIT_CODE: Readonly<Record<Counted, ErrorCode>> = {
  bodies: "TOO_MANY_BODIES",
  solids: "TOO_MANY_SOLIDS",
  joints: "TOO_MANY_JOINTS",
  devices: "TOO_MANY_DEVICES",
  rays: "TOO_MANY_RAYS",
  triangles: "TOO_MANY_TRIANGLES",
  texels: "TOO_MANY_TEXELS",
  files: "TOO_MANY_FILES",
  events: "TOO_MANY_EVENTS",
};

export class DocumentContext {
  readonly kinds: ComponentKinds;
  readonly limits: DocumentLimits;
  readonly report: DocumentReport;
  readonly readFile: FileReader | undefined;
  readonly checkLine: LineChecker | undefined;
  /** Filled in as a world is read. */
  world: DocumentWorld;
  /** True: the world's own file, whose paths may lead out of its directory. */
  readonly trusted: boolean;
  readonly #used: Record<Counted, number> = {
    bodies: 0,
    solids: 0,
    joints: 0,
    devices: 0,
    rays: 0,
    triangles: 0,
    texels: 0,
    files: 0,
    events: 0,
  };

  constructor(options: DocumentOptions, base: DocumentLimits = DEFAULT_LIMITS, around: Surroundings = {}) {
    this.kinds = options.kinds;
    this.limits = { ...base, ...options.limits };
    const { lenient = false } = options;
    this.report = around.report ?? new DocumentReport({ lenient, maxWarnings: this.limits.warnings });
    this.readFile = options.readFile;
    this.checkLine = options.checkLine;
    this.world = around.world ?? {};
    this.trusted = around.trusted ?? false;
  }

  /** For a robot of this world: limits counted anew, warnings kept together. */
  forRobot(world: DocumentWorld, limits: DocumentLimits): DocumentContext {
    const { kinds, readFile, trusted, report } = this;
    return new DocumentContext({ kinds, readFile, limits }, limits, { world, trusted, report });
  }

  /** Counts against the limit before anything is built. */
  count(what: Counted, reader: XmlReader, by = 1): void {
    this.#used[what] += by;
    const most = this.limits[what];
    if (this.#used[what] > most)
      throw reader.error(LIMIT_CODE[what], { found: `more than ${most}`, allowed: `at most ${most}` });
  }

  /** A name as it stands in the document, of bearable length. */
  checkName(name: string, reader: XmlReader): string {
    const most = this.limits.nameBytes;
    const bytes = utf8Length(name);
    if (bytes > most)
      throw reader.error("NAME_TOO_LONG", { found: `${bytes} bytes`, allowed: `at most ${most} bytes` });
    return reader.at(() => checkName(name, ""));
  }

  /** T9: at most one sample a step. The step is rounded to whole nanoseconds, so the rate may be off by that. */
  checkRate(rateHz: number, reader: XmlReader, child: string): void {
    const { stepNs } = this.world;
    if (stepNs !== undefined && rateHz * (stepNs - 0.5) > 1e9)
      throw reader.error("RATE_TOO_HIGH", { found: `${rateHz} Hz`, allowed: `at most ${1e9 / stepNs} Hz` }, child);
  }

  checkMaterial(element: XmlReader): string {
    const name = this.checkName(element.ownText(), element);
    const { materials } = this.world;
    if (materials !== undefined && !materials.includes(name))
      throw element.place(unknownName("MATERIAL_UNKNOWN", "", name, [...materials].sort()));
    return name;
  }
}

/** The materials that every world has. */
export const shippedMaterials = (): readonly string[] => new MaterialMatrix().names;
