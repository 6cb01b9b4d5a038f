// Films of small worlds: which instants they show, and that they change nothing.

import { describe, expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { World } from "../../world/World.js";
import { Film, type FilmSource } from "./Film.js";
import type { FilmSize } from "./FilmTiles.js";
import { FilmTimes } from "./FilmTimes.js";
import { type FilmView, readView } from "./FilmView.js";

const WORLD = `<World name="Drop">
  <Step>0.004</Step>
  <Object name="Ball"><RigidBodies><Body name="Ball"><Sphere name="S"><Mass>1</Mass><Radius>0.2</Radius><Position>0 2 2</Position></Sphere></Body></RigidBodies></Object>
  <Camera name="Eye"><Position>0 -1 1</Position><Rate>5</Rate><Width>40</Width><Height>30</Height></Camera>
</World>`;
const view = (text: string): FilmSource => ({ view: readView(text) as FilmView });
const [TOP, SIDE] = [view("0 2 8 to 0 2 0 fov 30"), view("0 1.2 1.9 to 0 2 1.9 fov 30")];

interface Filmed {
  readonly frames: readonly Uint8Array[];
  readonly size: FilmSize;
  readonly hash: string;
}

interface Wishes {
  readonly fps?: number;
  readonly seconds?: number;
  readonly size?: FilmSize;
  readonly act?: (world: World) => void;
}

async function film(
  sources: readonly FilmSource[],
  { fps = 50, seconds = 0.2, size, act = () => {} }: Wishes = {},
): Promise<Filmed> {
  const world = await World.create(readWorldDocument(WORLD, { kinds: builtInDevices() }).world);
  const frames: Uint8Array[] = [];
  let opened: FilmSize | undefined;
  const times = new FilmTimes({ fps, fromSec: 0.1, seconds });
  const open = (one: FilmSize): void => {
    opened = one;
  };
  const one = new Film({ sources, size, times, hasCaption: false, open, take: (rgb) => void frames.push(rgb) });
  for (one.look(world); !one.isDone; one.look(world)) {
    act(world);
    world.stepFrame();
  }
  one.finish();
  const hash = world.hash();
  world.dispose();
  return { frames, size: opened as FilmSize, hash };
}

const SMALL = { width: 32, height: 24 };
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const countOf = (frames: readonly Uint8Array[]): number => new Set(frames.map((rgb) => rgb.join())).size;

describe("a film", () => {
  test("[X4] of a camera has its size, and shows every instant although the camera itself is slower", async () => {
    const { frames, size } = await film([{ camera: "Eye" }]);
    expect(size).toEqual({ width: 40, height: 30 });
    expect(frames).toHaveLength(10);
    expect(countOf(frames)).toBe(10);
  });

  test("[X4] with more frames than steps shows a step again", async () => {
    const { frames } = await film([SIDE], { fps: 1000, seconds: 0.02, size: { width: 160, height: 120 } });
    expect(frames).toHaveLength(20);
    expect(countOf(frames)).toBe(6);
    expect([isSame(frames[1], frames[4]), isSame(frames[0], frames[1])]).toEqual([true, false]);
  });

  test("[X4] [M5] changes nothing, and is the same on each run", async () => {
    const sources = [{ camera: "Eye" }, TOP];
    const [first, second] = [await film(sources, { size: SMALL }), await film(sources, { size: SMALL })];
    expect(first.frames.map((rgb, i) => isSame(rgb, second.frames[i]))).toEqual(Array(10).fill(true));
    const other = await film([TOP], { fps: 10, size: SMALL });
    expect(other.frames).toHaveLength(2);
    // the same time, with other pictures
    const last = await film([TOP], { size: SMALL });
    expect([second.hash, last.hash]).toEqual([first.hash, first.hash]);
  });

  test("[X4] tiles show what single films show", async () => {
    const small = { width: 40, height: 30 };
    const { frames: both } = await film([{ camera: "Eye" }, TOP], { size: { width: 80, height: 30 } });
    const { frames: eye } = await film([{ camera: "Eye" }]);
    const { frames: top } = await film([TOP], { size: small });
    const half = (rgb: Uint8Array, x: number): Uint8Array =>
      Uint8Array.from({ length: 3 * 40 * 30 }, (_, i) => rgb[Math.floor(i / 120) * 240 + 3 * x + (i % 120)]);
    expect(isSame(half(both[4], 0), eye[4])).toBe(true);
    expect(isSame(half(both[4], 40), top[4])).toBe(true);
  });

  test("[X4] goes on over a reset, in the order in which things happen", async () => {
    const { frames } = await film([TOP], {
      size: SMALL,
      act: (world) => {
        if (world.frame === 50) world.reset();
      },
    });
    expect(frames).toHaveLength(10);
    expect(countOf(frames)).toBe(10);
  });

  test("[X4] an unknown camera is an error that names the known ones; so is a world without any", async () => {
    await expect(film([{ camera: "Eve" }])).rejects.toThrow(/^COMPONENT_UNKNOWN.*Did you mean "Eye"/);
    expect((await film([])).size).toEqual({ width: 40, height: 30 });
    const world = await World.create();
    const times = new FilmTimes({ fps: 10, fromSec: 0, seconds: 1 });
    const blind = new Film({ sources: [], size: undefined, times, hasCaption: false, open: () => {}, take: () => {} });
    expect(() => blind.look(world)).toThrow(/^COMPONENT_UNKNOWN.*a world without cameras.*--view/);
    world.dispose();
  });
});
