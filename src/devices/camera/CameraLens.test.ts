import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { DEFAULT_LIMITS } from "../../describe/DocumentLimits.js";
import { DocumentReport } from "../../describe/DocumentReport.js";
import { XmlDocument } from "../../describe/xml/XmlDocument.js";
import { XmlReader } from "../../describe/xml/XmlReader.js";
import { PLAIN_LENS } from "../../render/lens/LensSettings.js";
import { readLens } from "./CameraLens.js";

function read(inside: string) {
  const document = new XmlDocument(`<CameraSensor name="Eye">${inside}</CameraSensor>`, undefined, DEFAULT_LIMITS);
  const report = new DocumentReport();
  const reader = new XmlReader(document.root, report);
  reader.attribute("name");
  const lens = readLens(reader);
  reader.finish();
  for (const error of report.errors(undefined)) throw error;
  return lens;
}

describe("[S2] [S3] lens and chip in a document", () => {
  test("everything is off by default", () => {
    expect(read("")).toEqual(PLAIN_LENS);
    expect(read("<Lens></Lens><PixelNoise/>")).toEqual(PLAIN_LENS);
  });

  test("reads all settings", () => {
    const lens =
      read(`<Lens><K1>-0.2</K1><K2>0.05</K2><K3>0.01</K3><P1>0.001</P1><P2>-0.002</P2><Vignette>0.5</Vignette></Lens>
      <Exposure>1.5</Exposure><PixelNoise><Gaussian>2</Gaussian><Shot>3</Shot><Bits>6</Bits></PixelNoise>
      <MotionBlurMS>8</MotionBlurMS><RollingShutterMS>12</RollingShutterMS>`);
    expect(lens).toEqual({
      radial: [-0.2, 0.05, 0.01],
      tangential: [0.001, -0.002],
      vignette: 0.5,
      brightness: 1.5,
      gaussian: 2,
      shot: 3,
      bits: 6,
      exposureMS: 8,
      readoutMS: 12,
    });
    expect(Object.isFrozen(lens)).toBe(true);
  });

  test("a lens whose distortion folds is refused when the camera's shape is known", () => {
    const document = new XmlDocument(
      "<CameraSensor><Lens><K1>-3</K1></Lens></CameraSensor>",
      undefined,
      DEFAULT_LIMITS,
    );
    const reader = new XmlReader(document.root, new DocumentReport());
    const shape = { width: 320, height: 240, fovDeg: 45 };
    expect(refusal(() => readLens(reader, shape)).code).toBe("LENS_FOLDS");
    expect(readLens(reader, { ...shape, fovDeg: 10 }).radial[0]).toBe(-3);
  });

  test.each([
    ["<PixelNoise><Gaussian>-1</Gaussian></PixelNoise>", "VALUE_OUT_OF_RANGE", "PixelNoise/Gaussian"],
    ["<PixelNoise><Shot>-0.1</Shot></PixelNoise>", "VALUE_OUT_OF_RANGE", "PixelNoise/Shot"],
    ["<PixelNoise><Bits>0</Bits></PixelNoise>", "VALUE_OUT_OF_RANGE", "PixelNoise/Bits"],
    ["<PixelNoise><Bits>9</Bits></PixelNoise>", "VALUE_OUT_OF_RANGE", "PixelNoise/Bits"],
    ["<PixelNoise><Bits>2.5</Bits></PixelNoise>", "VALUE_OUT_OF_RANGE", "PixelNoise/Bits"],
    ["<PixelNoise><Gauss>1</Gauss></PixelNoise>", "ELEMENT_UNKNOWN", "PixelNoise/Gauss"],
    ["<Lens><Vignette>1.1</Vignette></Lens>", "VALUE_OUT_OF_RANGE", "Lens/Vignette"],
    ["<Lens><K1>wide</K1></Lens>", "NUMBER_MALFORMED", "Lens/K1"],
    ["<Lens><K1>1e9</K1></Lens>", "VALUE_OUT_OF_RANGE", "Lens/K1"],
    ["<Lens><K4>1</K4></Lens>", "ELEMENT_UNKNOWN", "Lens/K4"],
    ["<Exposure>-1</Exposure>", "VALUE_OUT_OF_RANGE", "Exposure"],
    ["<MotionBlurMS>-1</MotionBlurMS>", "VALUE_OUT_OF_RANGE", "MotionBlurMS"],
    ["<RollingShutterMS>1001</RollingShutterMS>", "VALUE_OUT_OF_RANGE", "RollingShutterMS"],
  ])("refuses %s with %s", (inside, code, where) => {
    const error = refusal(() => read(inside));
    expect(error.code).toBe(code);
    expect(error.where).toBe(`CameraSensor[Eye]/${where}`);
  });
});
