import { expect, test } from "vitest";
import { NewcomerPool } from "./NewcomerPool.js";

test("[W8] the oldest connection of the address with the most is refused", () => {
  const pool = new NewcomerPool(4);
  const refused: string[] = [];
  const add = (address: string, name: string) => pool.add(address, () => refused.push(name));
  add("honest", "first");
  for (const name of ["a", "b", "c", "d", "e"]) add("flood", name);
  expect(refused).toEqual(["a", "b"]);
  expect(pool.size).toBe(4);
});

test("a connection that was taken out frees its place", () => {
  const pool = new NewcomerPool(1);
  const refused: string[] = [];
  const release = pool.add("x", () => refused.push("first"));
  release();
  release();
  pool.add("x", () => refused.push("second"));
  expect([pool.size, refused]).toEqual([1, []]);
});
