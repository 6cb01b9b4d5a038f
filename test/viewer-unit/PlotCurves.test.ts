// Curves of plots: derived numbers, different times, CSV.

import { expect, test } from "vitest";
import { History } from "../../viewer/src/ui/panels/History.js";
import { curvesOf, plotsAsCsv, readCurves } from "../../viewer/src/ui/panels/PlotCurves.js";
import { type Part, toAngles } from "../../viewer/src/ui/panels/Quantities.js";

const part: Part = { path: "A/Body", name: "Body", sort: "body", kind: "Body", about: [], quantities: [] };
const speed = { name: "speed", unit: "m/s", columns: [1], labels: ["speed"] };
const turned = { name: "angles", unit: "°", columns: [0, 1, 2, 3], labels: ["roll", "pitch", "yaw"], derive: toAngles };

test("[X1] curves with different times make one table, with gaps", () => {
  const history = new History();
  for (const time of [0, 1, 2]) history.add(time, { "A/Body": [0, time * 10] });
  for (const time of [1, 3]) history.add(time, { "B/Body": [0, time] });
  const curves = [...curvesOf(part, speed), ...curvesOf({ ...part, path: "B/Body" }, speed)];
  expect(readCurves(curves, history).map((column) => [...Array.from(column)])).toEqual([
    [0, 1, 2, 3],
    [0, 10, 20, null],
    [null, 1, null, 3],
  ]);
  expect(plotsAsCsv(curves, history)).toBe(
    "time [s],A/Body speed [m/s],B/Body speed [m/s]\n0,0,\n1,10,1\n2,20,\n3,,3\n",
  );
});

test("[X1] a derived quantity is plotted as it is shown", () => {
  const history = new History();
  history.add(0, { "A/Body": [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
  const [, roll, pitch, yaw] = readCurves(curvesOf(part, turned), history);
  expect([roll[0], pitch[0]]).toEqual([0, 0]);
  expect(yaw[0]).toBeCloseTo(90, 9);
});
