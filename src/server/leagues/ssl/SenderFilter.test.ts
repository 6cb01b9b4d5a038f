import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { refusal } from "../../../../testing/builders/Refusal.js";
import { isNetwork, SenderFilter } from "./SenderFilter.js";

test("[F3] programs on this machine may command; other machines only if they are allowed", () => {
  const senders = new SenderFilter({ tournament: false, allow: ["192.0.2.77", "198.51.100.0/24", "2001:db8::/64"] });
  const own = Object.values(networkInterfaces()).flatMap((infos = []) => infos.map(({ address }) => address));
  for (const address of ["127.0.0.1", "::1", ...own]) expect(() => senders.admit("blue", address)).not.toThrow();
  for (const address of ["192.0.2.77", "198.51.100.9", "::ffff:198.51.100.9", "2001:db8::5"])
    expect(() => senders.admit("blue", address)).not.toThrow();
  for (const address of ["192.0.2.78", "198.51.101.9", "2001:db8:1::5", ""])
    expect(refusal(() => senders.admit("blue", address))).toMatchObject({ code: "SENDER_REFUSED", found: address });
  const open = new SenderFilter({ tournament: false, allow: "all" });
  expect(() => open.admit("blue", "203.0.113.9")).not.toThrow();
});

test("[F3] in a tournament the first address of each seat is the only one", () => {
  const senders = new SenderFilter({ tournament: true, allow: "all" });
  senders.admit("blue", "10.0.0.1");
  senders.admit("yellow", "10.0.0.2");
  senders.admit("blue", "10.0.0.1");
  expect(refusal(() => senders.admit("blue", "10.0.0.2"))).toMatchObject({ code: "SENDER_REFUSED", where: "blue" });
});

test.each<[string, boolean]>([
  ["10.0.0.1", true],
  ["10.0.0.0/8", true],
  ["fd00::/8", true],
  ["10.0.0.0/33", false],
  ["10.0.0/8", false],
  ["lab", false],
  ["10.0.0.0/8/8", false],
])("%s is an address or a network: %s", (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne);
});
