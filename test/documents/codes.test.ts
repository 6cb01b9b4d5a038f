// Every error code of documents, each with the smallest document that causes it.

import { describe, expect, test } from "vitest";
import type { DocumentLimits } from "../../src/describe/DocumentLimits.js";
import { DOCUMENT_ERRORS } from "../../src/describe/errors/DocumentErrors.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import type { ErrorCode } from "../../src/describe/SimError.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { ALL_VERBS, builtInKinds } from "../../src/leagues/Leagues.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { refusal } from "../../testing/builders/Refusal.js";

const robot = (inTrunk: string, settings = "") => robotXml({ inTrunk, settings });
const event = (inside: string) => `<World><Event name="a">${inside}<Do>pause</Do></Event></World>`;
const tilt = (inside: string) => robot(`<Inclinometer name="T">${inside}</Inclinometer>`);

interface Case {
  readonly rule: string;
  readonly text: string;
  readonly limits?: Partial<DocumentLimits>;
}

const CASES: Partial<Record<ErrorCode, Case>> = {
  XML_MALFORMED: { rule: "R11", text: "<Client>" },
  XML_FORBIDDEN: { rule: "R11", text: "<!DOCTYPE Client><Client/>" },
  DOCUMENT_TOO_LARGE: { rule: "R11", text: robot(" ".repeat(5_000_000)) },
  DOCUMENT_TOO_DEEP: { rule: "R11", text: "<a>".repeat(40) },
  TOO_MANY_ELEMENTS: { rule: "R11", text: `<a>${"<b/>".repeat(100_000)}</a>` },
  TOO_MANY_ATTRIBUTES: { rule: "R11", text: `<a ${Array.from({ length: 17 }, (_, i) => `b${i}=""`).join(" ")}/>` },
  TOO_MANY_BODIES: { rule: "R11", text: robot(""), limits: { bodies: 1 } },
  TOO_MANY_SOLIDS: { rule: "R11", text: robot(""), limits: { solids: 1 } },
  TOO_MANY_JOINTS: {
    rule: "R11",
    text: robotXml({ joints: '<JointFixed name="F"><Body1>Arm</Body1></JointFixed>' }),
    limits: { joints: 0 },
  },
  TOO_MANY_DEVICES: { rule: "R11", text: tilt(""), limits: { devices: 0 } },
  TOO_MANY_RAYS: {
    rule: "R11",
    text: robot('<Lidar name="L"><Rays>10</Rays></Lidar><RangeSensor name="R"/>'),
    limits: { rays: 10 },
  },
  TOO_MANY_PIXELS: { rule: "R11", text: robot('<CameraSensor name="C"/>'), limits: { pixels: 1000 } },
  TOO_MANY_DELAYS: {
    rule: "R11",
    text: tilt("<Latency><Model>trace</Model><Values>1 2</Values></Latency>"),
    limits: { delays: 1 },
  },
  TOO_MANY_TRIANGLES: {
    rule: "R11",
    text: robot('<Mesh name="M"><Vertices>0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles>0 2 1 0 1 3</Triangles></Mesh>'),
    limits: { triangles: 1 },
  },
  NAME_TOO_LONG: { rule: "R11", text: robot(`<Inclinometer name="${"T".repeat(129)}"/>`) },
  NAME_RESERVED: { rule: "W8", text: robot('<Inclinometer name="SimEnd"/>') },
  ELEMENT_UNKNOWN: { rule: "R7", text: tilt("<Rat>1</Rat>") },
  ELEMENT_MISSING: { rule: "R4", text: robot('<Sphere name="S"/>') },
  ELEMENT_REPEATED: { rule: "R7", text: tilt("<Rate>1</Rate><Rate>1</Rate>") },
  ELEMENT_UNSUPPORTED: {
    rule: "E1",
    text: '<World><Object name="O"><RigidBodies><Body name="B"><Inclinometer name="T"/></Body></RigidBodies></Object></World>',
  },
  ATTRIBUTE_UNKNOWN: { rule: "R7", text: robot('<Inclinometer name="T" nam=""/>') },
  ATTRIBUTE_MISSING: { rule: "R7", text: robot("<Inclinometer/>") },
  TEXT_UNEXPECTED: { rule: "R7", text: tilt("text") },
  NUMBER_MALFORMED: { rule: "R3", text: tilt("<Rate>fast</Rate>") },
  RATE_TOO_HIGH: { rule: "T9", text: tilt("<Rate>1001</Rate>") },
  FILE_FORBIDDEN: { rule: "E1", text: robot('<Mesh name="M"><File>../a.obj</File></Mesh>') },
  FILE_MISSING: { rule: "E1", text: robot('<Mesh name="M"><File>a.obj</File></Mesh>') },
  TOO_MANY_FILES: { rule: "R11", text: '<World><Include file="w.xml"/></World>', limits: { files: 0 } },
  INCLUDE_CYCLIC: { rule: "E1", text: '<World><Include file="w.xml"/></World>' },
  TOO_MANY_EVENTS: { rule: "R11", text: event(""), limits: { events: 1 } },
  EVENT_UNKNOWN: { rule: "E2", text: event("<After>b</After>") },
  ACTION_UNKNOWN: { rule: "E3", text: event("<At>0</At><Do>call toy</Do>") },
  EVENT_CYCLIC: { rule: "E2", text: event("<After>a</After>") },
  TRIGGER_CONDITION: { rule: "E2", text: '<World><Trigger name="T"><Do>pause</Do></Trigger></World>' },
  TEXT_MALFORMED: { rule: "R8", text: "TYPE = Box\nMASS 3" },
  KEY_UNKNOWN: { rule: "R8", text: "TYPE = Box\nNAME = B\nMAS = 3" },
  KEY_MISSING: { rule: "R8", text: "TYPE = Box\nNAME = B" },
  KEY_REPEATED: { rule: "R8", text: "TYPE = Box\nMASS = 3\nMASS = 4" },
};

/** Reads with one robot type. */
function kindsWithBox() {
  const kinds = builtInKinds();
  kinds.robotTypes.add({ type: "Box", summary: "a box", keys: { MASS: {} }, read: () => robot("") });
  return kinds;
}

function read({ text, limits }: Case): unknown {
  const options = {
    kinds: kindsWithBox(),
    limits,
    readFile: (path: string) => {
      if (path !== "w.xml") throw new Error("no such file");
      return new TextEncoder().encode(text);
    },
  };
  const checkLine = (line: string) => ALL_VERBS.readEventLine(line);
  if (text.startsWith("<World")) return readWorldDocument(text, { ...options, file: "w.xml", checkLine });
  return readRobotDocument(text, { ...options, world: { stepNs: 1e6 } });
}

describe("error codes of documents", () => {
  test.each(Object.entries(CASES).map(([code, one]) => [one.rule, code, one] as const))("[%s] %s", (_, code, one) => {
    const error = refusal(() => read(one));
    expect(error.code).toBe(code);
    // only errors found before parsing have no line
    if (code !== "DOCUMENT_TOO_LARGE")
      expect(error).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });

  test("the cases cover all document errors of the error table", () => {
    expect(Object.keys(CASES)).toEqual(Object.keys(DOCUMENT_ERRORS));
  });
});
