// [M8] Large documents are read in another thread, with the same result.

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_LIMITS } from "../../src/describe/DocumentLimits.js";
import type { Texture } from "../../src/describe/entity/Texture.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { textureImageOf } from "../../src/render/raster/TextureImage.js";
import { DocumentThreads } from "../../src/server/documents/DocumentThreads.js";
import { costlyDocument } from "../../testing/attack/CostlyDocument.js";
import { costlyTexture } from "../../testing/attack/CostlyPictures.js";

const STEP_NS = 1e6;
const open: DocumentThreads[] = [];
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close();
});

function threadsOf(log: (line: string) => void = () => {}, workMs?: number): DocumentThreads {
  const common = { readsAll: true, limits: DEFAULT_LIMITS, lenient: true, assets: undefined, stepNs: STEP_NS };
  const threads = new DocumentThreads(
    { ...common, statics: undefined, spawns: [] },
    { isSlow: () => false, plan: () => [], log },
    workMs,
  );
  open.push(threads);
  return threads;
}

const readHere = (text: string) =>
  readRobotDocument(text, {
    kinds: builtInKinds(),
    limits: DEFAULT_LIMITS,
    lenient: true,
    world: { stepNs: STEP_NS, materials: ["Default"] },
  }).robot;

const documentOf = (text: string, isWanted = true) => ({
  text,
  readHere: () => readHere(text),
  isWanted: () => isWanted,
});

const box = (n: number) =>
  `<Body name="b${n}"><Box name="s${n}"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize></Box></Body>`;

test("a small robot that is fixed to the world is read in another thread, which finds its place", async () => {
  const held = (
    settle: boolean,
  ) => `<Client><CSettings><Name>Held</Name><Offset>0 0 -1</Offset><Settle>${settle}</Settle>
</CSettings><Entity><RigidBodies>${box(0)}</RigidBodies><Joints><JointHinge name="j"><Body1>b0</Body1><Axis>0 0 1</Axis>
</JointHinge></Joints></Entity></Client>`;
  const threads = threadsOf();
  const read = threads.read(documentOf(held(true)), []);
  expect(read).toBeInstanceOf(Promise);
  expect(await read).toEqual(readHere(held(true)));
  expect(threads.read(documentOf(held(false)), [])).toEqual(readHere(held(false)));
});

/** A document of some ten kilobytes. */
const TEXT = costlyDocument(17).text;

test("a small document is read at once, a large one in another thread with the same result", async () => {
  const threads = threadsOf();
  const small = costlyDocument(24).text;
  expect(threads.read(documentOf(small), [])).toEqual(readHere(small));
  const read = threads.read(
    {
      ...documentOf(TEXT),
      readHere: () => {
        throw new Error("read in this thread");
      },
    },
    ["Default"],
  );
  expect(read).toBeInstanceOf(Promise);
  const robot = await read;
  expect(robot).toEqual(readHere(TEXT));
  expect(Object.isFrozen(robot) && Object.isFrozen(robot.devices) && Object.isFrozen(robot.entity.bodies)).toBe(true);
});

test("errors have code, place and text; warnings are logged", async () => {
  const lines: string[] = [];
  const threads = threadsOf((line) => lines.push(line));
  const wrong = TEXT.replace("<Axis1>", "<Axis1>x ");
  const error = await Promise.resolve(threads.read(documentOf(wrong), ["Default"])).catch((one) => one);
  expect(error).toBeInstanceOf(SimError);
  let here: unknown;
  try {
    readHere(wrong);
  } catch (problem) {
    here = problem;
  }
  expect((error as SimError).message).toBe((here as SimError).message);
  const odd = TEXT.replace("</Entity>", "<Odd/></Entity>");
  await threads.read(documentOf(odd), ["Default"]);
  expect(lines.join()).toContain("Odd");
});

test("the shortest document is read first, one of a client that is gone not at all", async () => {
  const threads = threadsOf();
  const done: string[] = [];
  const read = async (name: string, seed: number, isWanted = true): Promise<void> => {
    await Promise.resolve(threads.read(documentOf(costlyDocument(seed).text, isWanted), ["Default"])).catch(() => {});
    done.push(name);
  };
  // 52, 587, 587 and 51 kB; the first one begins at once
  const [, , gone] = await Promise.all([
    read("first", 17),
    read("long", 143),
    read("gone", 143, false),
    read("short", 44),
  ]);
  expect(gone).toBeUndefined();
  expect(done.filter((name) => name !== "gone")).toEqual(["first", "short", "long"]);
});

test("a thread that ends is replaced", async () => {
  const threads = threadsOf();
  const started = vi.spyOn(Worker.prototype, "postMessage");
  const read = threads.read(documentOf(TEXT), ["Default"]);
  await (started.mock.contexts[0] as Worker).terminate();
  expect(await read).toEqual(readHere(TEXT));
  expect(started).toHaveBeenCalledTimes(2);
  started.mockRestore();
});

test("a document with which two threads end is refused", async () => {
  const threads = threadsOf();
  const started = vi.spyOn(Worker.prototype, "postMessage");
  const long = documentOf(costlyDocument(143).text);
  const read = Promise.resolve(threads.read(long, ["Default"])).catch((problem: unknown) => problem);
  for (let i = 0; i < 2; i++) {
    await vi.waitFor(() => expect(started.mock.contexts).toHaveLength(i + 1), { timeout: 60_000, interval: 1 });
    const worker = started.mock.contexts[i] as Worker;
    await once(worker, "online");
    await worker.terminate();
  }
  expect(await read).toMatchObject({ code: "ENGINE_REFUSED" });
  started.mockRestore();
  // the next one is read
  expect(await threads.read(documentOf(TEXT), ["Default"])).toEqual(readHere(TEXT));
});

test("a document that takes too long is refused, and others are read", async () => {
  const threads = threadsOf(() => {}, 1500);
  // the thread never replies: it does not get the message
  const post = vi.spyOn(Worker.prototype, "postMessage").mockImplementationOnce(() => {});
  const error = await Promise.resolve(threads.read(documentOf(TEXT), ["Default"])).catch((one) => one);
  post.mockRestore();
  expect(error).toMatchObject({ code: "ENGINE_REFUSED" });
  expect((error as SimError).message).toContain("more than 1.5 s");
  expect(await threadsOf().read(documentOf(TEXT), ["Default"])).toEqual(readHere(TEXT));
});

test("a short document with a large texture is read in the other thread, and is written to JSON by its digest", async () => {
  const text = `<Client><CSettings><Name>T</Name></CSettings><Entity><RigidBodies><Body name="b"><Box name="s"><Mass>1</Mass>
<XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize>${costlyTexture()}</Box></Body></RigidBodies></Entity></Client>`;
  expect(text.length).toBeLessThan(30_000);
  const robot = await threadsOf().read({ ...documentOf(text), readHere: () => expect.fail("read here") }, ["Default"]);
  const texture = robot.entity.bodies[0].solids[0].texture as Texture;
  expect(JSON.stringify(texture)).toBe(JSON.stringify(readHere(text).entity.bodies[0].solids[0].texture));
  expect(texture.pixels).toHaveLength(4 * DEFAULT_LIMITS.texels);
  const start = process.cpuUsage();
  expect(textureImageOf(texture).bytes.length).toBeGreaterThan(8 * DEFAULT_LIMITS.texels);
  // making it takes 300 ms
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(50);
});
