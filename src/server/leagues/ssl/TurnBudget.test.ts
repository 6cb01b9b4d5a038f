import { expect, test } from "vitest";
import { TurnBudget } from "./TurnBudget.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("a job runs at once while the turn has time left", () => {
  const turns = new TurnBudget(1000);
  const done: number[] = [];
  for (const i of [1, 2, 3]) turns.run(() => done.push(i));
  expect(done).toEqual([1, 2, 3]);
  turns.stop();
});

test("[W8] jobs beyond the limit of a turn wait for the next turns, in order", async () => {
  const turns = new TurnBudget(1);
  const done: number[] = [];
  for (let i = 0; i < 6; i++)
    turns.run(() => {
      spin(1.5);
      done.push(i);
    });
  expect(done).toEqual([0]);
  for (let i = 0; done.length < 6 && i < 1000; i++) {
    const before = done.length;
    await turn();
    expect(done.length - before).toBeLessThanOrEqual(1);
  }
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  turns.stop();
});

test("[W8] at most 256 wait; more are dropped and counted", async () => {
  const turns = new TurnBudget(1);
  let done = 0;
  turns.run(() => spin(2));
  for (let i = 0; i < 300; i++) turns.run(() => done++);
  expect(turns.dropped).toBe(44);
  for (let i = 0; done < 256 && i < 1000; i++) await turn();
  expect(done).toBe(256);
  turns.stop();
});

test("a job that throws does not hold up the others", async () => {
  const turns = new TurnBudget(1000);
  expect(() =>
    turns.run(() => {
      throw new Error("bad");
    }),
  ).toThrow("bad");
  let isDone = false;
  turns.run(() => {
    isDone = true;
  });
  expect(isDone).toBe(true);
  turns.stop();
});

test("stop drops the jobs that wait", async () => {
  const turns = new TurnBudget(1);
  let done = 0;
  turns.run(() => spin(2));
  turns.run(() => done++);
  turns.stop();
  await turn();
  await turn();
  expect(done).toBe(0);
});
