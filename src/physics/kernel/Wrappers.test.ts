// Every function that a step calls has the signature of one of the idle functions, which are called often enough beforehand.

import { expect, test } from "vitest";
import { loadKernelCode } from "./Kernel.js";
import { KERNEL_CODE } from "./KernelCode.js";

const EACH_STEP = [
  "appendPlaneContacts",
  "beginWork",
  "closePairs",
  "hideContacts",
  "islandWork",
  "lookAround",
  "makeRows",
  "prepare",
  "rememberForces",
  "solve",
  "solveMarked",
  "treeIslands",
  "treeMarks",
  "updateSpeed",
];

/** Signatures of the exported functions, as the bytes of their types. */
function signaturesOf(bytes: Uint8Array): Map<string, string> {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const text = (): string => {
    const size = number();
    at += size;
    return new TextDecoder().decode(bytes.subarray(at - size, at));
  };
  const list = <T>(read: () => T): T[] => Array.from({ length: number() }, read);
  const types: string[] = [];
  const functions: string[] = [];
  const exported = new Map<string, string>();
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section === 1)
      list(() => {
        at++;
        types.push(`${list(() => bytes[at++])} -> ${list(() => bytes[at++])}`);
      });
    if (section === 2)
      list(() => {
        for (let part = 0; part < 2; part++) text();
        // a function has a type; a memory limits
        if (bytes[at++] === 0) functions.push(types[number()]);
        else for (let rest = bytes[at++] & 1 ? 2 : 1; rest > 0; rest--) number();
      });
    if (section === 3) list(() => functions.push(types[number()]));
    if (section === 7)
      list(() => {
        const name = text();
        const isFunction = bytes[at++] === 0;
        const index = number();
        if (isFunction) exported.set(name, functions[index]);
      });
    at = end;
  }
  return exported;
}

test("every function of a step has the signature of an idle one", async () => {
  const signatures = signaturesOf(Uint8Array.from(atob(KERNEL_CODE), (c) => c.charCodeAt(0)));
  const names = WebAssembly.Module.exports(await loadKernelCode()).filter(({ kind }) => kind === "function");
  expect([...signatures.keys()].sort()).toEqual(names.map(({ name }) => name).sort());
  const idle = new Set([...signatures].filter(([name]) => name.startsWith("idle")).map(([, signature]) => signature));
  expect(idle.size).toBe(5);
  for (const name of EACH_STEP) expect([name, idle.has(signatures.get(name)!)]).toEqual([name, true]);
});
