// Limits of documents (R11). Each limit has its own error code, and --limit can change each of them.

export interface DocumentLimits {
  /** Bytes of the whole document in UTF-8, and of each file that it names. */
  readonly bytes: number;
  /** Characters of the text of one element, or of the value of one attribute. */
  readonly text: number;
  /** Levels of nested elements, including the root. */
  readonly depth: number;
  readonly elements: number;
  /** Attributes of one element. */
  readonly attributes: number;
  /** Bytes of a name in UTF-8: robots, bodies, solids, devices, joints, elements, attributes. */
  readonly nameBytes: number;
  readonly bodies: number;
  readonly solids: number;
  readonly joints: number;
  /** Devices of one robot, without joints. */
  readonly devices: number;
  /** Rays of one robot: the sum over one sample of each sensor. */
  readonly rays: number;
  /** Triangles of all meshes; each cell of a heightfield counts as two. */
  readonly triangles: number;
  /** Pixels of all textures. */
  readonly texels: number;
  /** Pixels of all cameras of one robot; each camera counts as at least 65536. */
  readonly pixels: number;
  /** Delays of one latency trace. */
  readonly delays: number;
  /** Files that a world includes, and files of its robots. */
  readonly files: number;
  /** Events of a world, plus their lines. */
  readonly events: number;
  /** Further warnings are dropped. */
  readonly warnings: number;
}

export const DEFAULT_LIMITS: DocumentLimits = Object.freeze({
  bytes: 4 * 1024 * 1024,
  text: 4 * 1024 * 1024,
  depth: 32,
  elements: 100_000,
  attributes: 16,
  nameBytes: 128,
  bodies: 256,
  solids: 1024,
  joints: 256,
  devices: 256,
  rays: 16_384,
  triangles: 20_000,
  texels: 4 * 1024 * 1024,
  pixels: 4 * 1024 * 1024,
  delays: 100_000,
  files: 64,
  events: 10_000,
  warnings: 100,
});

/** Limits of a world file. They are larger, because the world file comes from the user who starts the server. */
export const WORLD_LIMITS: DocumentLimits = Object.freeze({
  ...DEFAULT_LIMITS,
  bytes: 64 * 1024 * 1024,
  text: 64 * 1024 * 1024,
  elements: 1_000_000,
  bodies: 4096,
  solids: 16_384,
  joints: 4096,
  triangles: 2_000_000,
  texels: 32 * 1024 * 1024,
  pixels: 64 * 1024 * 1024,
});
