// Figure 5 of the 2004 paper again: a Segway leans back to balance, because its centre of mass is in front of the axle, and drifts slowly
// forward; then it is made to lean back for a short time, and forward. Draws docs/pictures/figure-5.png, the view from the side
// (left) and the robot's own camera (right) every second, and prints the numbers. `npm run figure-5`

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type Frame } from "../src/client/index.js";
import { DEGREE } from "../src/math/Trigonometry.js";
import { encodePicture, prepareFormat } from "../src/render/picture/PictureFormat.js";
import { type RunningServer, startServer } from "../src/server/Server.js";
import { ride, type Sample } from "./SegwayRide.js";

const ROOT = new URL("../../", import.meta.url);
const [WIDTH, HEIGHT] = [320, 240];
/** s: the first pictures show it balancing. */
const TIMES = [1, 2, 3, 4, 5, 6];

/** rad: a little forward of its balance at first, so that it drifts; then back, then forward. */
export const leanAt = (time: number): number => (time < 3 ? 0.004 : time < 4 ? -0.06 : time < 5 ? 0.08 : 0.03);

interface Shot {
  readonly sample: Sample;
  /** Red, green, blue, 8 bits each, rows from the top. */
  readonly side: Uint8Array;
  readonly own: Uint8Array;
}

function sidePicture({ simulation }: RunningServer): Uint8Array {
  const { cameras, cameraRenderer } = simulation.world;
  const spec = cameras.find(({ name }) => name === "Side")?.preview;
  if (!spec) throw new Error("the world has no camera Side");
  return cameraRenderer.take({ ...spec, format: "rgb" }).bytes();
}

function ownPicture(frame: Frame): Uint8Array {
  const { bytes } = frame.picture("Cam");
  const rgb = new Uint8Array((bytes.length / 4) * 3);
  for (let i = 0, o = 0; i < bytes.length; i += 4, o += 3) rgb.set([bytes[i + 2], bytes[i + 1], bytes[i]], o);
  return rgb;
}

/** Plays the scene; the same pictures and numbers in every run. */
export async function takeShots(document: Uint8Array): Promise<readonly Shot[]> {
  const server = await startServer({
    world: "figure-5",
    port: 0,
    httpPort: false,
    expect: ["Segway"],
    rate: Number.POSITIVE_INFINITY,
  });
  try {
    const robot = await connect({ document, port: server.tcpPort });
    const shots: Shot[] = [];
    const look = (sample: Sample, frame: Frame): boolean => {
      const due = TIMES[shots.length];
      if (sample.time >= due - 1e-9 && frame.has("Cam"))
        shots.push({ sample, side: sidePicture(server), own: ownPicture(frame) });
      return shots.length === TIMES.length;
    };
    await ride(robot, { seconds: 10, leanAt, look });
    await robot.leave();
    return shots;
  } finally {
    await server.stop();
  }
}

/** One row of two pictures for each shot. */
function sheetOf(shots: readonly Shot[]): Uint8Array {
  const [width, height] = [2 * WIDTH, shots.length * HEIGHT];
  const color = new Uint8Array(4 * width * height).fill(255);
  shots.forEach(({ side, own }, n) => {
    [side, own].forEach((picture, column) => {
      for (let y = 0; y < HEIGHT; y++)
        for (let x = 0; x < WIDTH; x++) {
          const from = 3 * (y * WIDTH + x);
          color.set(picture.subarray(from, from + 3), 4 * ((n * HEIGHT + y) * width + column * WIDTH + x));
        }
    });
  });
  return encodePicture({ width, height, color }, "png");
}

if (process.argv[1]?.endsWith("figure-5.js")) {
  await prepareFormat("png");
  const shots = await takeShots(readFileSync(new URL("robots/segway.xml", ROOT)));
  mkdirSync(new URL("docs/pictures/", ROOT), { recursive: true });
  writeFileSync(new URL("docs/pictures/figure-5.png", ROOT), sheetOf(shots));
  console.log("time, s   tilt, degrees   speed, m/s   place, m");
  for (const { time, tilt, speed, place } of shots.map(({ sample }) => sample))
    console.log(
      [time.toFixed(2), (tilt / DEGREE).toFixed(1), speed.toFixed(2), place.toFixed(2)]
        .map((x, i) => x.padStart([7, 13, 12, 10][i]))
        .join(" "),
    );
  console.log("docs/pictures/figure-5.png");
}
