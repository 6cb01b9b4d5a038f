import { describe, expect, test } from "vitest";
import { filesOf, readRobot } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";

const readFile = filesOf({ "delays.txt": "# measured\n1 2.5\n3, 4 # end\n", "empty.txt": "# none", "bad.txt": "1 x" });
const latencyOf = (inside: string) =>
  readRobot({ settings: `<Latency>${inside}</Latency>` }, { readFile, limits: { delays: 6 } }).latency;

describe("[T6] Latency", () => {
  test.each<[string, object]>([
    ["<ValueMS>0.5</ValueMS>", { kind: "constant", valueNs: 500_000 }],
    ["<Model>constant</Model><ValueMS>20</ValueMS>", { kind: "constant", valueNs: 20e6 }],
    ["<Model>uniform</Model><MinMS>1</MinMS><MaxMS>2</MaxMS>", { kind: "uniform", minNs: 1e6, maxNs: 2e6 }],
    [
      "<Model>normal</Model><MeanMS>5</MeanMS><SdMS>1</SdMS>",
      { kind: "normal", meanNs: 5e6, sdNs: 1e6, minNs: 0, maxNs: Number.POSITIVE_INFINITY },
    ],
    [
      "<Model>normal</Model><MeanMS>5</MeanMS><SdMS>1</SdMS><MinMS>4</MinMS><MaxMS>9</MaxMS>",
      { kind: "normal", meanNs: 5e6, sdNs: 1e6, minNs: 4e6, maxNs: 9e6 },
    ],
    [
      "<Model>gamma</Model><Shape>2</Shape><ScaleMS>3</ScaleMS>",
      { kind: "gamma", shape: 2, scaleNs: 3e6, minNs: 0, maxNs: Number.POSITIVE_INFINITY },
    ],
    ["<Model>trace</Model><Values>1 2.5 3</Values>", { kind: "trace", delaysNs: [1e6, 2.5e6, 3e6] }],
    ["<Model>trace</Model><File>delays.txt</File>", { kind: "trace", delaysNs: [1e6, 2.5e6, 3e6, 4e6] }],
  ])("%s", (inside, model) => {
    expect(latencyOf(inside)).toEqual({ model, drop: 0, reorder: false, hold: false });
  });

  test("drop, reorder and hold go with every model", () => {
    expect(latencyOf("<ValueMS>1</ValueMS><Drop>0.1</Drop><Reorder>true</Reorder><Hold>true</Hold>")).toMatchObject({
      drop: 0.1,
      reorder: true,
      hold: true,
    });
  });

  test.each([
    ["ELEMENT_MISSING", ""],
    ["ELEMENT_MISSING", "<Model>uniform</Model><MinMS>1</MinMS>"],
    ["ELEMENT_MISSING", "<Model>trace</Model>"],
    ["KIND_UNKNOWN", "<Model>gauss</Model>"],
    ["VALUE_OUT_OF_RANGE", "<ValueMS>-1</ValueMS>"],
    ["VALUE_OUT_OF_RANGE", "<ValueMS>1e9</ValueMS>"],
    ["VALUE_OUT_OF_RANGE", "<ValueMS>1</ValueMS><Drop>1.5</Drop>"],
    ["VALUE_OUT_OF_RANGE", "<Model>uniform</Model><MinMS>2</MinMS><MaxMS>1</MaxMS>"],
    ["VALUE_OUT_OF_RANGE", "<Model>gamma</Model><Shape>0</Shape><ScaleMS>1</ScaleMS>"],
    ["VALUE_OUT_OF_RANGE", "<Model>trace</Model><Values>1 -2</Values>"],
    ["ELEMENT_UNKNOWN", "<Model>constant</Model><ValueMS>1</ValueMS><MeanMS>1</MeanMS>"],
    ["PROPERTY_MISPLACED", "<Model>trace</Model><Values>1</Values><File>delays.txt</File>"],
    ["LENGTH_WRONG", "<Model>trace</Model><Values> </Values>"],
    ["LENGTH_WRONG", "<Model>trace</Model><File>empty.txt</File>"],
    ["NUMBER_MALFORMED", "<Model>trace</Model><File>bad.txt</File>"],
    ["FILE_MISSING", "<Model>trace</Model><File>none.txt</File>"],
    ["TOO_MANY_DELAYS", "<Model>trace</Model><Values>1 2 3 4 5 6 7</Values>"],
  ])("%s: %s", (code, inside) => {
    expect(refusal(() => latencyOf(inside))).toMatchObject({ code, line: 2 });
  });

  test("bounds that hardly any delay would fit are refused: drawing would never end", () => {
    for (const bounds of ["<MinMS>50</MinMS>", "<MaxMS>1</MaxMS>", "<MinMS>5</MinMS><MaxMS>5</MaxMS>"])
      expect(refusal(() => latencyOf(`<Model>normal</Model><MeanMS>5</MeanMS><SdMS>1</SdMS>${bounds}`)).code).toBe(
        "VALUE_OUT_OF_RANGE",
      );
    expect(latencyOf("<Model>normal</Model><MeanMS>5</MeanMS><SdMS>0</SdMS><MaxMS>5</MaxMS>").model.kind).toBe(
      "normal",
    );
  });

  test("LatencyMS beside Latency is an error, for robots, sensors and joints", () => {
    const both = "<LatencyMS>1</LatencyMS><Latency><ValueMS>1</ValueMS></Latency>";
    for (const parts of [
      { settings: both },
      { inTrunk: `<Inclinometer name="I">${both}</Inclinometer>` },
      { joints: `<JointFixed name="F"><Body1>Arm</Body1>${both}</JointFixed>` },
      { joints: `<JointFixed name="F"><Body1>Arm</Body1>${both.replace(/Latency/g, "ReportLatency")}</JointFixed>` },
    ])
      expect(refusal(() => readRobot(parts))).toMatchObject({
        code: "PROPERTY_MISPLACED",
        allowed: "only one of them",
      });
  });
});

describe("[S2] Noise", () => {
  const noiseOf = (inside: string) =>
    readRobot({ inTrunk: `<Inclinometer name="I"><Noise>${inside}</Noise></Inclinometer>` }).devices[0].noise;

  test("all fields, and no fields", () => {
    expect(
      noiseOf(
        "<Gaussian>1</Gaussian><Bias>-2</Bias><Drift>3</Drift><Min>-4</Min><Max>5</Max><Quantum>6</Quantum><Dropout>0.7</Dropout>",
      ),
    ).toEqual({ gaussian: 1, bias: -2, drift: 3, min: -4, max: 5, quantum: 6, dropout: 0.7 });
    expect(noiseOf("")).toMatchObject({ gaussian: 0, min: Number.NEGATIVE_INFINITY, dropout: 0 });
  });

  test.each([
    ["VALUE_OUT_OF_RANGE", "<Gaussian>-1</Gaussian>"],
    ["VALUE_OUT_OF_RANGE", "<Dropout>2</Dropout>"],
    ["VALUE_OUT_OF_RANGE", "<Min>2</Min><Max>1</Max>"],
    ["ELEMENT_UNKNOWN", "<Gauss>1</Gauss>"],
  ])("%s: %s", (code, inside) => {
    expect(refusal(() => noiseOf(inside))).toMatchObject({ code, line: 5 });
  });
});
