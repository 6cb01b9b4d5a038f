// [M8] Large documents are read in another thread, with the same result.

import { afterEach, expect, test } from "vitest";
import { costlyDocument } from "../../../testing/attack/CostlyDocument.js";
import { DEFAULT_LIMITS } from "../../describe/DocumentLimits.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { SimError } from "../../describe/SimError.js";
import { builtInKinds } from "../../leagues/Leagues.js";
import { DocumentThreads } from "./DocumentThreads.js";

const STEP_NS = 1e6;
const open: DocumentThreads[] = [];
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close();
});

function threadsOf(log: (line: string) => void = () => {}): DocumentThreads {
  const common = { limits: DEFAULT_LIMITS, lenient: true, assets: undefined, stepNs: STEP_NS };
  const threads = new DocumentThreads(
    { ...common, statics: undefined, spawns: [] },
    { isSlow: () => false, plan: () => [], log },
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

/** A document of some ten kilobytes. */
const TEXT = costlyDocument(17).text;

test("a small document is read at once, a large one in another thread with the same result", async () => {
  const threads = threadsOf();
  const small = costlyDocument(24).text;
  expect(threads.read(small, [], () => readHere(small))).toEqual(readHere(small));
  const read = threads.read(TEXT, ["Default"], () => {
    throw new Error("read in this thread");
  });
  expect(read).toBeInstanceOf(Promise);
  const robot = await read;
  expect(robot).toEqual(readHere(TEXT));
  expect(Object.isFrozen(robot) && Object.isFrozen(robot.devices) && Object.isFrozen(robot.entity.bodies)).toBe(true);
});

test("errors have code, place and text; warnings are logged", async () => {
  const lines: string[] = [];
  const threads = threadsOf((line) => lines.push(line));
  const wrong = TEXT.replace("<Axis1>", "<Axis1>x ");
  const error = await Promise.resolve(threads.read(wrong, ["Default"], () => readHere(wrong))).catch((one) => one);
  expect(error).toBeInstanceOf(SimError);
  let here: unknown;
  try {
    readHere(wrong);
  } catch (problem) {
    here = problem;
  }
  expect((error as SimError).message).toBe((here as SimError).message);
  const odd = TEXT.replace("</Entity>", "<Odd/></Entity>");
  await threads.read(odd, ["Default"], () => readHere(odd));
  expect(lines.join()).toContain("Odd");
});
