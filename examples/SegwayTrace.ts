// Writes the trace of a ride as CSV and as SVG.

import { DEGREE } from "../src/math/Trigonometry.js";
import { drawLinePlot } from "./LinePlot.js";
import type { Sample } from "./SegwayRide.js";

export function traceToCsv(samples: readonly Sample[]): string {
  const rows = samples.map(({ time, tilt, speed, place }) =>
    [time.toFixed(6), tilt.toFixed(6), speed.toFixed(5), place.toFixed(5)].join(","),
  );
  return `${["t_s,tilt_rad,commanded_speed_m_s,position_m", ...rows].join("\n")}\n`;
}

export function traceToSvg(samples: readonly Sample[], title: string): string {
  const line = (color: string, value: (sample: Sample) => number) => [
    { color, points: samples.map((sample) => [sample.time, value(sample)] as const) },
  ];
  return drawLinePlot({
    title,
    xLabel: "simulated time, s",
    panels: [
      { label: "tilt, degrees", lines: line("#3b6ea5", ({ tilt }) => tilt / DEGREE) },
      { label: "commanded speed, m/s", lines: line("#2e8b57", ({ speed }) => speed) },
      { label: "position, m", lines: line("#d98b1f", ({ place }) => place) },
    ],
  });
}
