// The viewer's history of values: bounded, in order, cleared when time runs backwards.

import { expect, test } from "vitest";
import { History, MAX_SAMPLES } from "../../viewer/src/ui/panels/History.js";

test("[X1] samples are returned oldest first, by column", () => {
  const history = new History();
  for (let i = 0; i < 5; i++) history.add(i, { "a/b": [i, 10 * i, 100 * i] });
  expect(history.read("a/b", [2, 0]).map((column) => [...column])).toEqual([
    [0, 1, 2, 3, 4],
    [0, 100, 200, 300, 400],
    [0, 1, 2, 3, 4],
  ]);
  expect(history.read("a/c", [0]).map((column) => column.length)).toEqual([0, 0]);
});

test("[X1] samples older than a minute are dropped", () => {
  const history = new History();
  for (let i = 0; i < MAX_SAMPLES + 700; i++) history.add(i, { a: [-i] });
  const [times, values] = history.read("a", [0]);
  expect(times.length).toBe(MAX_SAMPLES);
  expect([times[0], times.at(-1), values[0], values.at(-1)]).toEqual([
    700,
    MAX_SAMPLES + 699,
    -700,
    -MAX_SAMPLES - 699,
  ]);
  expect([...times]).toEqual([...times].sort((a, b) => a - b));
});

test("[X1] a paused world adds nothing, a reset clears the history", () => {
  const history = new History();
  for (const time of [1, 2, 2, 2, 3]) history.add(time, { a: [time] });
  expect([...history.read("a", [0])[0]]).toEqual([1, 2, 3]);
  history.add(0, { a: [7] });
  expect(history.read("a", [0]).map((column) => [...column])).toEqual([[0], [7]]);
});

test("[X1] the least recently watched paths are dropped first", () => {
  const history = new History();
  for (let i = 0; i < 300; i++) history.add(i, { kept: [i], [`path-${i}`]: [i] });
  expect(history.read("path-0", [0])[0].length).toBe(0);
  expect(history.read("path-299", [0])[0].length).toBe(1);
  expect(history.read("kept", [0])[0].length).toBe(300);
});
