import { expect, test } from "vitest";
import { TokenGuesses } from "./TokenGuesses.js";

/** How many of 1000 guesses at one instant are looked at. */
function looked(guesses: TokenGuesses, address: (i: number) => string, nowMs = 0): number {
  let count = 0;
  for (let i = 0; i < 1000; i++) {
    if (guesses.mustWait(address(i), nowMs)) continue;
    count++;
    guesses.count(address(i), nowMs);
  }
  return count;
}

test("[E4] ten wrong tokens at once, then one per second", () => {
  const guesses = new TokenGuesses();
  expect(looked(guesses, () => "10.0.0.7")).toBe(10);
  expect(looked(guesses, () => "10.0.0.7", 5000)).toBe(5);
  expect(guesses.mustWait("10.0.0.8", 5000)).toBe(false);
});

test("[E4] addresses of one IPv6 network count as one, and IPv4 in IPv6 as IPv4", () => {
  expect(looked(new TokenGuesses(), (i) => `2001:db8::${i.toString(16)}:1`)).toBe(10);
  expect(looked(new TokenGuesses(), (i) => `2001:db8:0:${i.toString(16)}::1`)).toBe(1000);
  expect(looked(new TokenGuesses(), (i) => (i % 2 ? "::ffff:10.0.0.7" : "10.0.0.7"))).toBe(10);
});
