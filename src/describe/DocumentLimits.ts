// How large a document may be before it is refused (R11). Every limit has an error code of its own, and every limit
// may be set by whoever reads.

export interface DocumentLimits {
  /** Of the whole document in UTF-8; of every file that it names as well. */
  readonly bytes: number;
  /** Of one element's text or one attribute's value, in characters. */
  readonly text: number;
  /** Elements within elements, the root counted. */
  readonly depth: number;
  readonly elements: number;
  /** Of one element. */
  readonly attributes: number;
  /** Of a name in UTF-8: robots, bodies, solids, sensors, joints, elements, attributes. */
  readonly nameBytes: number;
  readonly bodies: number;
  readonly solids: number;
  readonly joints: number;
  /** Sensors of one robot. */
  readonly devices: number;
  /** That one robot's sensors cast, each once. */
  readonly rays: number;
  /** Of all meshes together; a heightfield counts two for each of its cells. */
  readonly triangles: number;
  /** Pixels of all textures together. */
  readonly texels: number;
  /** Measured delays of one latency. */
  readonly delays: number;
  /** Files that a world includes, and robots that it brings along. */
  readonly files: number;
  /** Events of a world, and lines that they say. */
  readonly events: number;
  /** More warnings than these are not told. */
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
  triangles: 100_000,
  texels: 4 * 1024 * 1024,
  delays: 100_000,
  files: 64,
  events: 10_000,
  warnings: 100,
});

/** Whoever starts the world brings its file along: a stadium may be larger than a robot. */
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
});
