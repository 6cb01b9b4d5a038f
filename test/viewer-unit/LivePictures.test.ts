// Pictures as they arrive on the page: the newest counts, never a queue; nobody looks, nothing is wanted.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encodeShown } from "../../src/session/view/ViewEncoding.js";
import { LivePictures } from "../../viewer/src/cameras/LivePictures.js";

let decoded: (() => void)[] = [];
let open = 0;
const wanted: string[][] = [];
const page = { hidden: false, hide: () => {} };

beforeEach(() => {
  [decoded, open, wanted.length, page.hidden] = [[], 0, 0, false];
  vi.stubGlobal("document", {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, listener: () => void) => {
      page.hide = listener;
    },
  });
  // decodes when it is told to
  vi.stubGlobal(
    "createImageBitmap",
    (blob: Blob) =>
      new Promise((resolve) => {
        open++;
        decoded.push(() => resolve({ size: blob.size, close: () => open-- }));
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const make = (): LivePictures => new LivePictures({ setCameras: (cameras) => wanted.push([...cameras]) });

function arrive(pictures: LivePictures, camera: string, timeSec: number): void {
  const shown = { camera, timeNs: 1e9 * timeSec, jpeg: new Uint8Array(8) };
  pictures.receive(new DataView(encodeShown(shown, { frame: 0, timeSec }).buffer));
}
async function decode(): Promise<void> {
  for (const done of decoded.splice(0)) done();
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

test("[X1] of a hundred that arrive while one is decoded only the newest is", async () => {
  const pictures = make();
  let told = 0;
  pictures.subscribe("R.Cam", () => told++);
  for (let i = 0; i < 100; i++) arrive(pictures, "R.Cam", i);
  expect(decoded).toHaveLength(1);
  await decode();
  expect(pictures.newest("R.Cam")?.timeSec).toBe(0);
  expect(decoded).toHaveLength(1);
  await decode();
  expect(pictures.newest("R.Cam")?.timeSec).toBe(99);
  expect(decoded).toHaveLength(0);
  expect(told).toBe(2);
  // the one before is let go of
  expect(open).toBe(1);
});

test("[X1] wanted while somebody looks and the page is seen; then everything is let go of", async () => {
  const pictures = make();
  const ends = [
    pictures.subscribe("B", () => {}),
    pictures.subscribe("A", () => {}),
    pictures.subscribe("A", () => {}),
  ];
  expect(wanted.at(-1)).toEqual(["A", "B"]);
  arrive(pictures, "A", 1);
  await decode();
  page.hidden = true;
  page.hide();
  expect(wanted.at(-1)).toEqual([]);
  page.hidden = false;
  page.hide();
  ends[1]();
  expect(wanted.at(-1)).toEqual(["A", "B"]);
  arrive(pictures, "A", 2);
  ends[2]();
  expect(wanted.at(-1)).toEqual(["B"]);
  await decode();
  expect(open).toBe(0);
  expect(pictures.newest("A")).toBeUndefined();
  // nobody's business any more
  arrive(pictures, "A", 3);
  expect(decoded).toHaveLength(0);
});
