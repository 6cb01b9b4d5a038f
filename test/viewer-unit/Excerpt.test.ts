// Lines around an error in a dropped file.

import { expect, test } from "vitest";
import { excerptOf, findPosition } from "../../viewer/src/ui/guide/Excerpt.js";
import { showNumber, showShort, showTime } from "../../viewer/src/ui/panels/Quantities.js";

test("[R10] the position is found in the error text of the simulator", () => {
  expect(findPosition("XML_MALFORMED: not well-formed at line 3, column 14, document")).toEqual({
    line: 3,
    column: 14,
  });
  expect(findPosition("NO_SUCH_THING: nothing")).toBeUndefined();
});

test("[R10] a caret stands under the column", () => {
  const text = excerptOf("one\ntwo\nthree\nfour", { line: 2, column: 3 }).map((line) => line.text);
  expect(text).toEqual(["1  one", "2  two", "     ^", "3  three", "4  four"]);
  expect(excerptOf("one", { line: 9, column: 1 })).toEqual([]);
});

test("[X1] numbers keep their width; times are formatted", () => {
  expect([0.0304, -0.0001, 12.345, -123.45, 1e9].map(showNumber)).toEqual([
    "0.030",
    "0.000",
    "12.35",
    "−123.5",
    "1.00e+9",
  ]);
  expect([3.456, -0.001, 12.5].map(showShort)).toEqual(["3.46", "0.00", "12.50"]);
  expect([0, 3.25, 65.0004, 3723.5].map(showTime)).toEqual(["0:00.000", "0:03.250", "1:05.000", "1:02:03.500"]);
});
