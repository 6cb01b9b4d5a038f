// The first half of the 2400 mutated streams, and a search for streams with the codes that they did not reach.

import { afterAll, expect, test } from "vitest";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { shippedMaterials } from "../../src/describe/xml/DocumentContext.js";
import { DocumentReader } from "../../src/session/clients/Codec.js";
import { Fuzzer } from "../../testing/fuzz/Fuzzer.js";
import { fuzzKinds } from "../../testing/fuzz/FuzzKinds.js";
import { documentScript, sessionScript } from "../../testing/fuzz/Script.js";
import { FUZZ_DOCUMENT_LIMITS, readFuzzFile } from "../../testing/fuzz/Stage.js";
import { BY_HAND, WIRE_CODES } from "../../testing/fuzz/WireCodes.js";
import { expectGoodReport } from "./MutatedStreams.js";

const fuzzer = new Fuzzer();
afterAll(() => fuzzer.dispose());

test("[W7] [W8] [R11] [M7] streams 0 to 1199: nothing is thrown, every offender gets a code, no bystander changes", () =>
  expectGoodReport(fuzzer, 0, 1200));

test("every code that a client can cause is reached", async () => {
  const { codes, failures } = fuzzer.report;
  const missing = () => WIRE_CODES.filter((code) => !codes.has(code) && !BY_HAND.includes(code as never));
  // rare codes: play only streams whose document alone already gives a missing code
  for (let seed = 0; seed < MAX_SEARCHED && missing().length > 0; seed++)
    if (missing().includes(codeOf(seed))) await fuzzer.repeat("far document", seed);
  for (let seed = 0; seed < MAX_SEARCHED && missing().length > 0; seed++)
    if (/storm|stall|(Machine|Lines).*fuse/.test(hintsOf(seed))) await fuzzer.repeat("far session", seed);
  expect(failures).toEqual([]);
  expect(missing()).toEqual([]);
});

const MAX_SEARCHED = 5000;
const kinds = fuzzKinds();
/** What the reader needs to know about the world. */
const WORLD = { materials: shippedMaterials() };

/** The code that the reader gives for a document, without a world. */
function codeOf(seed: number): string {
  try {
    const document = new DocumentReader(FUZZ_DOCUMENT_LIMITS.bytes).push(documentScript(seed).bytes);
    if (document)
      readRobotDocument(document.text, { kinds, limits: FUZZ_DOCUMENT_LIMITS, readFile: readFuzzFile, world: WORLD });
  } catch (problem) {
    if (problem instanceof SimError) return problem.code;
  }
  return "";
}

function hintsOf(seed: number): string {
  const { label, events } = sessionScript(seed);
  return `${label} ${events.map(({ event }) => event)}`;
}
