import { expect, test } from "vitest";
import { refusal } from "../../../../testing/builders/Refusal.js";
import { SenderFilter } from "./SenderFilter.js";

test("outside a tournament every address may command", () => {
  const senders = new SenderFilter(false);
  for (const address of ["10.0.0.1", "10.0.0.2"]) expect(() => senders.admit("blue", address)).not.toThrow();
});

test("[F3] in a tournament the first address of each seat is the only one", () => {
  const senders = new SenderFilter(true);
  senders.admit("blue", "10.0.0.1");
  senders.admit("yellow", "10.0.0.2");
  senders.admit("blue", "10.0.0.1");
  expect(refusal(() => senders.admit("blue", "10.0.0.2"))).toMatchObject({ code: "SENDER_REFUSED", where: "blue" });
});
