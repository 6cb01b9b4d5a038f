// Draws docs/pictures/segway-push.svg from a run: a Segway is pushed with 20 N·s; poses every 0.2 s above, tilt and position
// over time below. `npm run picture`

import { mkdirSync, writeFileSync } from "node:fs";
import { AXLE_Z, WHEEL_RADIUS } from "../robots/Segway.js";
import { DEGREE } from "../src/math/Trigonometry.js";
import { applyImpulse, readPose } from "../src/physics/Bodies.js";
import { Physics } from "../src/physics/Physics.js";
import { BalancedSegway } from "./BalancedSegway.js";

interface Sample {
  readonly time: number;
  readonly tilt: number;
  /** Position of the axle along y, m. */
  readonly place: number;
}

const PUSH_AT = 1;
const SECONDS = 6;
const REST_TILT = -0.174;

async function record(): Promise<Sample[]> {
  const physics = await Physics.create();
  const segway = new BalancedSegway(physics);
  const samples: Sample[] = [];
  // first let it settle
  for (let i = 0; i < 15_000 + SECONDS * 1000; i++) {
    const time = (i - 15_000) / 1000;
    if (i === 15_000 + PUSH_AT * 1000) applyImpulse(physics, segway.name, "MainBody", [0, 20, 0]);
    segway.control();
    physics.step();
    if (time >= 0)
      samples.push({ time, tilt: segway.tilt, place: readPose(physics, segway.name, "LWheel").position[1] });
  }
  physics.dispose();
  const start = samples[0].place;
  return samples.map((sample) => ({ ...sample, place: sample.place - start }));
}

/** One Segway seen from the side; y to the right. Solids as in Appendix A, relative to the axle. */
function drawRobot({ tilt, place }: Sample, x: number, scale: number, opacity: number): string {
  const rect = (y: number, z: number, w: number, h: number, fill: string) =>
    `<rect x="${((y - w / 2) * scale).toFixed(1)}" y="${(-(z + h / 2) * scale).toFixed(1)}" width="${(w * scale).toFixed(1)}" height="${(h * scale).toFixed(1)}" rx="2" fill="${fill}"/>`;
  const body =
    rect(0, -AXLE_Z, 0.387, 0.095, "#3b6ea5") +
    rect(0, 0.32 - AXLE_Z, 0.21, 0.55, "#7f9fc4") +
    rect(0.1, 0.597 - AXLE_Z, 0.508, 0.03, "#3b6ea5");
  const cx = x + place * scale;
  return `<g transform="translate(${cx.toFixed(1)},${(-WHEEL_RADIUS * scale).toFixed(1)})" opacity="${opacity}">
<g transform="rotate(${(tilt / DEGREE).toFixed(2)})">${body}</g>
<circle r="${(WHEEL_RADIUS * scale).toFixed(1)}" fill="none" stroke="#333" stroke-width="5"/><circle r="4" fill="#333"/></g>`;
}

function drawPlot(samples: readonly Sample[], y0: number): string {
  const [left, width, height] = [70, 800, 110];
  const x = (time: number) => left + (width * time) / SECONDS;
  const path = (value: (s: Sample) => number) =>
    samples
      .filter((_, i) => i % 10 === 0)
      .map((s, i) => `${i === 0 ? "M" : "L"}${x(s.time).toFixed(1)},${(y0 - value(s)).toFixed(1)}`)
      .join("");
  const lean = (s: Sample) => ((s.tilt - REST_TILT) / DEGREE) * 12;
  const place = (s: Sample) => s.place * 120;
  const ticks = Array.from(
    { length: SECONDS + 1 },
    (_, t) => `<text x="${x(t)}" y="${y0 + height / 2 + 22}" text-anchor="middle">${t} s</text>`,
  );
  return `<g font-family="sans-serif" font-size="13" fill="#555">
<line x1="${left}" x2="${left + width}" y1="${y0}" y2="${y0}" stroke="#bbb"/>
<line x1="${x(PUSH_AT)}" x2="${x(PUSH_AT)}" y1="${y0 - height / 2}" y2="${y0 + height / 2}" stroke="#c0392b" stroke-dasharray="4 3"/>
<text x="${x(PUSH_AT) + 6}" y="${y0 - height / 2 + 4}" fill="#c0392b">push, 20 N·s</text>
<path d="${path(lean)}" fill="none" stroke="#3b6ea5" stroke-width="2.5"/><path d="${path(place)}" fill="none" stroke="#d98b1f" stroke-width="2.5"/>
<text x="${left + width - 4}" y="${y0 - height / 2 + 4}" text-anchor="end" fill="#3b6ea5">lean, 1° = 12 px</text>
<text x="${left + width - 4}" y="${y0 - height / 2 + 22}" text-anchor="end" fill="#d98b1f">place, 0.1 m = 12 px</text>
${ticks.join("")}</g>`;
}

const samples = await record();
const shots = samples
  .filter((sample) => sample.time >= PUSH_AT - 0.2 && Math.round(sample.time * 1000) % 250 === 0)
  .slice(0, 9);
const robots = shots.map((sample, i) => drawRobot(sample, 80 + i * 97, 120, 0.35 + (0.65 * (i + 1)) / shots.length));
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 360" width="940" height="360">
<title>A Segway is pushed with 20 N·s and catches itself: pictures every quarter second, lean and place over time</title>
<rect width="940" height="360" fill="#fcfcfa"/>
<g transform="translate(0,170)"><line x1="20" x2="920" y1="2" y2="2" stroke="#888" stroke-width="3"/>${robots.join("\n")}</g>
${drawPlot(samples, 260)}
</svg>
`;
mkdirSync(new URL("../../docs/pictures/", import.meta.url), { recursive: true });
writeFileSync(new URL("../../docs/pictures/segway-push.svg", import.meta.url), svg);
console.log("docs/pictures/segway-push.svg written");
