import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { MemoryBudget } from "../links/MemoryBudget.js";
import { checkLength, maxRequestBytes, readBody, readJson } from "./RequestBody.js";

const DOCUMENT_BYTES = 1000;

describe("[W8] checkLength", () => {
  test("64 KiB for every verb; spawn may bring a document with every character escaped", () => {
    expect(() => checkLength(65_536, "pause", DOCUMENT_BYTES)).not.toThrow();
    expect(refusal(() => checkLength(65_537, "pause", DOCUMENT_BYTES)).code).toBe("REQUEST_TOO_LARGE");
    expect(refusal(() => checkLength(65_537, undefined, DOCUMENT_BYTES)).code).toBe("REQUEST_TOO_LARGE");
    expect(maxRequestBytes(DOCUMENT_BYTES)).toBe(67_536);
    expect(() => checkLength(67_536, "spawn", DOCUMENT_BYTES)).not.toThrow();
    expect(refusal(() => checkLength(67_537, "spawn", DOCUMENT_BYTES)).allowed).toContain("67536");
  });
});

describe("[W8] readJson of a long text", () => {
  test("a string may be long, also with quotes and backslashes in it", () => {
    const document = '<Client name="a\\\\"/>'.repeat(10_000);
    expect(readJson(JSON.stringify({ document }), "body")).toEqual({ document });
  });

  test.each(["[],", "0,", '"",'])("many of %s are refused without parsing them", (item) => {
    const text = `{"x":[${item.repeat(100_000)}0`;
    expect(refusal(() => readJson(text, "body")).code).toBe("REQUEST_TOO_LARGE");
  });
});

describe("readBody", () => {
  const stream = () => new PassThrough();
  const asRequest = (input: PassThrough) => input as unknown as IncomingMessage;

  test("joins chunks, also within a character", async () => {
    const input = stream();
    const body = readBody(asRequest(input), () => {}, new MemoryBudget(1e9));
    const bytes = Buffer.from("größer");
    for (const byte of bytes) input.write(Uint8Array.of(byte));
    input.end();
    expect(await body).toBe("größer");
  });

  test("checks the total of each moment; a refusal rejects at once", async () => {
    const input = stream();
    const sizes: number[] = [];
    const body = readBody(
      asRequest(input),
      (bytes) => {
        sizes.push(bytes);
        if (bytes > 5) throw new Error("too much");
      },
      new MemoryBudget(1e9),
    );
    const refused = expect(body).rejects.toThrow("too much");
    for (const text of ["abc", "de", "f", "g"]) input.write(text);
    await refused;
    expect(sizes.slice(0, 3)).toEqual([3, 5, 6]);
    input.end();
  });

  test("an error of the connection rejects", async () => {
    const input = stream();
    const body = readBody(asRequest(input), () => {}, new MemoryBudget(1e9));
    input.destroy(new Error("reset"));
    await expect(body).rejects.toThrow("reset");
  });
});

describe("readJson", () => {
  test("an empty body means no arguments", () => {
    expect(readJson("", "body")).toEqual({});
    expect(readJson(" \n", "body")).toEqual({});
  });

  test("JSON is read, anything else is refused with its place", () => {
    expect(readJson('{"count":3}', "body")).toEqual({ count: 3 });
    expect(refusal(() => readJson("{count:3}", "body"))).toMatchObject({ code: "REQUEST_MALFORMED", where: "body" });
  });
});
