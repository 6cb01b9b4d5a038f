// What a dropped file is, by its name and its first bytes. A file that is neither a robot nor a world is named for what it is, with what
// to do with it.

export interface DroppedKind {
  readonly isWorld: boolean;
  /** For people; undefined: the simulator reads it. */
  readonly problem?: string;
}

/** By the end of the name. */
const OTHERS: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/\.mcap$/i, (name) => `${name} is a recording. Show it with: ubersim replay ${name}`],
  [/\.snapshot$/i, (name) => `${name} is a snapshot. Start from it with: ubersim run --restore ${name}`],
  [
    /\.(stl|obj|dae|ply|glb|gltf)$/i,
    (name) => `${name} is a mesh, not a robot. Name it in a Mesh solid of a document.`,
  ],
  [
    /\.(png|jpe?g|gif|webp|bmp|svg)$/i,
    (name) => `${name} is a picture, not a robot. Name it in a Texture of a document.`,
  ],
  [/\.(mp4|webm|mov|avi)$/i, (name) => `${name} is a video, not a robot.`],
  [/\.xacro$/i, (name) => `${name} is Xacro. Convert it first: xacro ${name} > robot.urdf`],
  [
    /\.(py|js|mjs|ts|c|cpp|h)$/i,
    (name) => `${name} is a program. Run it in a terminal: it connects and brings its robot.`,
  ],
  [/\.(zip|gz|tgz|tar|7z|rar)$/i, (name) => `${name} is an archive. Unpack it and drop a document from it.`],
];
const HEAD_BYTES = 4096;

export function kindOf(name: string, bytes: Uint8Array): DroppedKind {
  const known = OTHERS.find(([ending]) => ending.test(name));
  if (known) return { isWorld: false, problem: known[1](name) };
  if (bytes.length === 0) return { isWorld: false, problem: `${name} is empty.` };
  const head = bytes.subarray(0, HEAD_BYTES);
  if (head.includes(0))
    return { isWorld: false, problem: `${name} is not a text file. A robot or world is an XML document.` };
  const text = new TextDecoder().decode(head);
  if (!/<|=/.test(text))
    return { isWorld: false, problem: `${name} is neither XML nor a robot of NAME = VALUE lines.` };
  // the root element, behind declaration and comments
  const root = /<([A-Za-z_][\w.-]*)/.exec(text.replace(/<!--[\s\S]*?(-->|$)/g, ""))?.[1];
  if (root === "World") return { isWorld: true };
  if (root?.toLowerCase() === "html") return { isWorld: false, problem: `${name} is a web page, not a robot.` };
  return { isWorld: false };
}
