// Pictures that arrive on the page: the newest counts, nothing is queued, and nothing is requested without subscribers.

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
  // decodes when `decode` is called
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

test("[X1] of a hundred pictures that arrive during a decode only the newest is decoded", async () => {
  const pictures = make();
  let calls = 0;
  pictures.subscribe("R.Cam", () => calls++);
  for (let i = 0; i < 100; i++) arrive(pictures, "R.Cam", i);
  expect(decoded).toHaveLength(1);
  await decode();
  expect(pictures.newest("R.Cam")?.timeSec).toBe(0);
  expect(decoded).toHaveLength(1);
  await decode();
  expect(pictures.newest("R.Cam")?.timeSec).toBe(99);
  expect(decoded).toHaveLength(0);
  expect(calls).toBe(2);
  // the previous bitmap is closed
  expect(open).toBe(1);
});

test("[X1] pictures are requested while there are subscribers and the page is visible; then they are released", async () => {
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
  // a picture without subscribers is ignored
  arrive(pictures, "A", 3);
  expect(decoded).toHaveLength(0);
});
