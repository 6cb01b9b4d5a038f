// The text format of metrics: escaping, numbers, bounded labels, the clock of frames, waits of clients.

import { expect, test } from "vitest";
import type { Session } from "../../session/clients/Session.js";
import { FRAME_PHASES } from "../../world/FrameTimes.js";
import { BoundedLabels, OTHERS } from "./BoundedLabels.js";
import { ClientWaits } from "./ClientWaits.js";
import { FrameClock } from "./FrameClock.js";
import { counter, gauge, metricsText } from "./Metric.js";

test("[X5] names of robots cannot break the format", () => {
  const nasty = `a"b\\c\nubersim_fake 1\u0007\u2028\ud800`;
  const text = metricsText([
    counter("ubersim_x_total", "Back\\slash.\nNext.", [{ labels: { client: nasty }, value: 2 }]),
  ]);
  expect(text).toBe(
    `# HELP ubersim_x_total Back\\\\slash.\\nNext.\n# TYPE ubersim_x_total counter\n` +
      `ubersim_x_total{client="a\\"b\\\\c\\nubersim_fake 1\ufffd\ufffd\ufffd"} 2\n`,
  );
});

test("[X5] numbers are written as Prometheus reads them; a metric without values is left out", () => {
  const text = (value: number): string | undefined =>
    metricsText([gauge("a", "b", value)])
      .split("\n")
      .at(-2);
  expect([0, 1e21, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(text)).toEqual([
    "a 0",
    "a 1e+21",
    "a 0.1",
    "a NaN",
    "a +Inf",
    "a -Inf",
  ]);
  expect(metricsText([gauge("a", "b", [])])).toBe("");
});

test("[X5] the number of names is bounded for ever; further ones share one value", () => {
  const labels = new BoundedLabels(2);
  labels.of("gone");
  expect(
    labels.sums("client", [
      ["a", 1],
      ["b", 2],
      ["c", 4],
      ["gone", 8],
    ]),
  ).toEqual([
    { labels: { client: "a" }, value: 1 },
    { labels: { client: OTHERS }, value: 6 },
    { labels: { client: "gone" }, value: 8 },
  ]);
  // long names that differ only at their end are one value, never two of the same label
  const long = "x".repeat(200);
  expect(
    new BoundedLabels().sums("client", [
      [`${long}1`, 1],
      [`${long}2`, 2],
    ]),
  ).toEqual([{ labels: { client: "x".repeat(80) }, value: 3 }]);
});

test("[X5] a frame's time is the sum of its phases", () => {
  let ms = 0;
  const clock = new FrameClock(() => ms);
  for (let frame = 0; frame < 3; frame++) {
    clock.begin();
    for (const phase of FRAME_PHASES) {
      ms += phase === "physics" ? 2 : 0.125;
      clock.end(phase);
    }
    ms += 1000;
  }
  const text = metricsText(clock.metrics());
  expect(text).toContain(`ubersim_frame_phase_seconds_total{phase="physics"} 0.006\n`);
  expect(text).toContain(`ubersim_frame_seconds_bucket{le="0.0025"} 0\n`);
  expect(text).toContain(`ubersim_frame_seconds_bucket{le="0.005"} 3\n`);
  expect(text).toContain(`ubersim_frame_seconds_bucket{le="+Inf"} 3\n`);
  expect(text).toContain(`ubersim_frame_seconds_sum 0.009\nubersim_frame_seconds_count 3\n`);
});

test("[X5] a client's wait lasts from its frame to its whole answer, also if nothing happens between", () => {
  const waits = new ClientWaits();
  const session = { state: "running", sentMs: 0, owes: false };
  const look = (nowMs: number, state: Partial<typeof session> = {}): void => {
    Object.assign(session, state);
    waits.look([session as Session], nowMs);
  };
  const total = (nowMs = 0) => waits.of(session as Session, nowMs);
  look(90);
  expect(total()).toEqual({ seconds: 0, answers: 0 });
  look(100, { sentMs: 100, owes: true });
  look(150);
  expect(total(160)).toEqual({ seconds: 0.06, answers: 0 });
  look(300, { owes: false });
  look(400);
  expect(total()).toEqual({ seconds: 0.2, answers: 1 });
  // answered before the next look
  look(510, { sentMs: 500 });
  expect(total()).toEqual({ seconds: expect.closeTo(0.21), answers: 2 });
});
