// `npm run aibo-sight`: draws docs/pictures/aibo-sight.png, a picture of the nose camera with the regions that a player of the four-legged
// league finds in it, and the horizon. The same code gives the same bytes.

import { writeFileSync } from "node:fs";
import { type ColorBlob, findBlobs } from "../../examples/legged/team/Blobs.js";
import { cameraPose, HEIGHT, horizonRow, stanceOf, WIDTH } from "../../examples/legged/team/CameraPose.js";
import { BLUE, classify, ORANGE, PINK, SKY_BLUE } from "../../examples/legged/team/ColorClasses.js";
import type { RobotClient } from "../../src/client/index.js";
import { DirectCameraRenderer } from "../../src/render/picture/DirectCameraRenderer.js";
import { encodePng } from "../../src/render/picture/PngPicture.js";
import { packageRoot } from "../../src/server/PackageRoot.js";
import type { Robot } from "../../src/world/Robot.js";
import { readArguments } from "../BenchArguments.js";
import { WalkingAibos } from "./WalkingAibos.js";

const FILE = "docs/pictures/aibo-sight.png";
/** Pixels of the file per pixel of the camera. */
const SCALE = 3;
const STANDING = { forward: 0, left: 0, turn: 0 };
/** Headings count from +y: the first looks along +x and to the left, past the ball; the second stands behind the ball. */
const PLACES = [
  { x: -0.9, y: -0.3, heading: -1.1 },
  { x: 0.45, y: 0.6, heading: 2.9 },
];
const FRAMES = 125;
const RED = [255, 0, 0];
const FRAME_COLORS: Readonly<Record<number, readonly number[]>> = {
  [ORANGE]: [255, 255, 255],
  [PINK]: [200, 0, 120],
  [SKY_BLUE]: [0, 0, 160],
  [BLUE]: [255, 255, 0],
};
const OTHER_COLOR = [0, 0, 0];

class Enlarged {
  readonly #width = WIDTH * SCALE;
  readonly #height = HEIGHT * SCALE;
  readonly #rgb = new Uint8Array(3 * this.#width * this.#height);

  constructor(rgb: Uint8Array) {
    for (let y = 0; y < this.#height; y++)
      for (let x = 0; x < this.#width; x++) {
        const from = 3 * (Math.floor(y / SCALE) * WIDTH + Math.floor(x / SCALE));
        this.#dot(x, y, rgb.subarray(from, from + 3));
      }
  }

  #dot(x: number, y: number, color: ArrayLike<number>): void {
    if (x >= 0 && y >= 0 && x < this.#width && y < this.#height) this.#rgb.set(color, 3 * (y * this.#width + x));
  }

  frame({ left, right, top, bottom }: ColorBlob, color: readonly number[]): void {
    for (let x = left * SCALE; x < right * SCALE; x++)
      for (const y of [top * SCALE, bottom * SCALE - 1]) this.#dot(x, y, color);
    for (let y = top * SCALE; y < bottom * SCALE; y++)
      for (const x of [left * SCALE, right * SCALE - 1]) this.#dot(x, y, color);
  }

  /** `rowOf`: row of the camera in one of its columns. */
  line(rowOf: (column: number) => number, color: readonly number[]): void {
    for (let x = 0; x < this.#width; x++) this.#dot(x, Math.round(SCALE * rowOf((x + 0.5) / SCALE)), color);
  }

  png(): Uint8Array {
    return encodePng(this.#rgb, this.#width, this.#height);
  }
}

/** What a client would have got: the newest numbers of its components. */
const clientOf = (robot: Robot): RobotClient =>
  ({ latest: (name: string) => [...robot.device(name).newest] }) as unknown as RobotClient;

readArguments(`npm run aibo-sight\n\nDraws ${FILE}.`, {});
const aibos = await WalkingAibos.create({
  places: PLACES,
  command: STANDING,
  cameras: await DirectCameraRenderer.create(),
});
for (let k = 0; k < FRAMES; k++) aibos.frame();
const robot = aibos.world.robot("Aibo-0");
const rgb = robot.device("Camera").newestPicture?.bytes() ?? new Uint8Array(3 * WIDTH * HEIGHT);
const classes = new Uint8Array(WIDTH * HEIGHT);
classify(rgb, classes);
const picture = new Enlarged(rgb);
const client = clientOf(robot);
const stance = stanceOf(client);
const camera = stance && cameraPose(client, stance);
if (camera) picture.line((column) => horizonRow(camera, column), RED);
for (const blob of findBlobs(classes, WIDTH)) picture.frame(blob, FRAME_COLORS[blob.class] ?? OTHER_COLOR);
writeFileSync(`${packageRoot()}/${FILE}`, picture.png());
aibos.dispose();
console.log(FILE);
