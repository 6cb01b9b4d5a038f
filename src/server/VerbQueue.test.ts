// [W8] Verbs that wait for another verb's models: clients take turns, and the number of waiting verbs is bounded.

import { expect, test } from "vitest";
import { SimError } from "../describe/SimError.js";
import { MAX_WAITING, MAX_WAITING_OF_ALL, type VerbClient, VerbQueue } from "./VerbQueue.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose verbs are slow: each one ends when the test says so. */
function slowQueue() {
  const queue = new VerbQueue();
  const [begun, codes]: [string[], string[]] = [[], []];
  let finish = (): void => {};
  const add = (client: VerbClient, name: string, bytes = 0): void => {
    const begin = () => {
      begun.push(name);
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { done };
    };
    Promise.resolve(queue.add(client, bytes, begin)).catch((error: SimError) => codes.push(`${name} ${error.code}`));
  };
  const proceed = async (): Promise<void> => {
    finish();
    // a frame runs between two verbs
    for (let i = 0; i < 3; i++) await turn();
  };
  return { queue, add, proceed, begun, codes };
}

test("clients take turns; the verbs of one client stay in order", async () => {
  const { add, proceed, begun } = slowQueue();
  const [a, b]: VerbClient[] = [{}, {}];
  for (const name of ["a1", "a2", "a3", "a4"]) add(a, name);
  for (const name of ["b1", "b2"]) add(b, name);
  expect(begun).toEqual(["a1"]);
  for (let i = 0; i < 5; i++) await proceed();
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
});

test("connections with the same key take turns as one client", async () => {
  const { add, proceed, begun } = slowQueue();
  for (const name of ["a1", "a2", "a3"]) add({ key: "http 127.0.0.1" }, name);
  add({}, "b1");
  for (let i = 0; i < 3; i++) await proceed();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a client with too many waiting verbs gets an error; a client with fewer takes the place of one of its verbs", async () => {
  const { add, begun, codes } = slowQueue();
  const greedy: VerbClient = {};
  for (let i = 0; i < MAX_WAITING + 3; i++) add(greedy, `g${i}`);
  await turn();
  expect(codes).toEqual([`g${MAX_WAITING + 1} TOO_MANY_REQUESTS`, `g${MAX_WAITING + 2} TOO_MANY_REQUESTS`]);
  codes.length = 0;
  for (let i = MAX_WAITING; i < MAX_WAITING_OF_ALL; i++) add({}, `one${i}`);
  await turn();
  expect(codes).toEqual([]);
  add({}, "honest");
  await turn();
  expect(codes).toEqual([`g${MAX_WAITING} TOO_MANY_REQUESTS`]);
  expect(begun).toEqual(["g0"]);
});

test("the size of waiting verbs is bounded: the client with the most bytes is refused", async () => {
  const { add, codes } = slowQueue();
  const [large, honest]: VerbClient[] = [{}, {}];
  for (let i = 0; i < 17; i++) add(large, `l${i}`, 4 << 20);
  await turn();
  expect(codes).toEqual([]);
  add(honest, "h", 1 << 20);
  add(large, "l17", 4 << 20);
  await turn();
  expect(codes).toEqual(["l16 TOO_MANY_REQUESTS", "l17 TOO_MANY_REQUESTS"]);
});

test("a client in debt waits; the others do not", async () => {
  const { add, proceed, begun } = slowQueue();
  let debtMs = 0;
  const [poor, other]: VerbClient[] = [{ debtMs: () => debtMs }, {}];
  for (const name of ["p1", "p2", "p3"]) add(poor, name);
  debtMs = 20;
  add(other, "o1");
  for (let i = 0; i < 2; i++) await proceed();
  expect(begun).toEqual(["p1", "o1"]);
  debtMs = 0;
  await expect.poll(() => begun).toEqual(["p1", "o1", "p2"]);
});

test("verbs that wait are refused when the server stops", async () => {
  const { add, queue, codes } = slowQueue();
  for (const name of ["a1", "a2"]) add({}, name);
  queue.close(new SimError("SERVER_STOPPED", { where: "server", found: "a verb" }));
  await turn();
  expect(codes).toEqual(["a2 SERVER_STOPPED"]);
});
