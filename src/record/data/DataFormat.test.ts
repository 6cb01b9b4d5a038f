// Plain data as bytes and back; damaged and hostile bytes.

import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { checkQuat } from "../../describe/Check.js";
import { checkedKindOf } from "../../describe/CheckedCopy.js";
import { describeEntity } from "../../describe/entity/Entity.js";
import { RandomStream } from "../../math/RandomStream.js";
import { TAG } from "./DataFormat.js";
import { DataReader } from "./DataReader.js";
import { DataWriter } from "./DataWriter.js";

const copy = (value: unknown): unknown => new DataReader("test").read(new DataWriter().write(value));

const SPECIMEN = {
  whole: [0, 1, -1, 127, 128, 2 ** 53 - 1, -(2 ** 53 - 1)],
  real: [-0, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE],
  text: ["", "ß€😀", "again", "again"],
  flags: [true, false, null, undefined],
  big: -123456789012345678901234567890n,
  map: new Map<unknown, unknown>([
    ["a", [1, "2"]],
    [7, new Set(["x"])],
  ]),
  bytes: Uint8Array.of(1, 2, 255),
  floats: Float64Array.of(-0, 1.5),
  words: Uint16Array.of(65535),
  nested: [{ x: 1, y: "a" }, { x: 2, y: "b" }, []],
};

describe("plain data", () => {
  test("[X3] every kind of value comes back, bit by bit and in the same order of keys", () => {
    expect(copy(SPECIMEN)).toEqual(SPECIMEN);
    expect(Object.is(copy(-0), -0)).toBe(true);
    expect(JSON.stringify(copy({ b: 1, a: 2, 9: 3 }))).toBe(JSON.stringify({ b: 1, a: 2, 9: 3 }));
  });

  test("[X3] an object that occurs twice is the same object", () => {
    const shared = { name: "wheel" };
    const { a, b } = copy({ a: shared, b: [shared] }) as { a: unknown; b: unknown[] };
    expect(b[0]).toBe(a);
  });

  test("[X3] definitions are written once, and equal ones only once", () => {
    const writer = new DataWriter();
    const reader = new DataReader("test");
    const part = { size: [1, 2, 3] };
    const first = writer.define({ part, name: "robot" });
    expect(first?.base).toBe(0);
    // the same content again, as of a client that comes back
    expect(writer.define({ part: { size: [1, 2, 3] }, name: "robot" })).toBeUndefined();
    const second = writer.define({ other: [part] });
    for (const one of [first, second]) if (one) reader.define(one);
    const message = writer.write({ part, more: 1 });
    expect(message.length).toBeLessThan(20);
    expect(reader.read(message)).toEqual({ part, more: 1 });
    expect(refusal(() => new DataReader("test").read(message)).code).toBe("RECORD_BROKEN");
  });

  test("[X3] what was checked stays checked: directions are not normalized again", () => {
    const direction = checkQuat([0.1, 0.2, 0.3, 0.4], "test");
    const entity = describeEntity({
      name: "ball",
      bodies: [{ name: "b", solids: [{ name: "s", shape: { kind: "Sphere", radius: 1 }, mass: 1 }] }],
    } as never);
    const back = copy({ direction, entity }) as { direction: object; entity: object };
    expect(back).toEqual({ direction, entity });
    expect([checkedKindOf(back.direction), checkedKindOf(back.entity)]).toEqual(["direction", "entity"]);
    expect(describeEntity(back.entity as never)).toBe(back.entity);
  });

  test("instances of classes and functions are refused", () => {
    expect(() => new DataWriter().write({ at: new Date(0) })).toThrow(TypeError);
    expect(() => new DataWriter().write({ at: () => 0 })).toThrow(TypeError);
  });
});

describe("bytes of others", () => {
  const read = (...bytes: number[]) => refusal(() => new DataReader("file").read(Uint8Array.from(bytes)));

  test.each([
    ["nothing", []],
    ["an unknown tag", [99]],
    ["more than one value", [TAG.true, TAG.true]],
    ["a length beyond the end", [TAG.array, 255, 255, 255, 255, 15]],
    ["numbers beyond the end", [TAG.numbers, 200, 1]],
    ["a length beyond all numbers", [TAG.string, ...Array(12).fill(255)]],
    ["an object that is not there", [TAG.local, 3]],
    ["a definition that is not there", [TAG.known, 0]],
    ["keys that are not there", [TAG.oldKeys, 0]],
    ["text that is not UTF-8", [TAG.string, 2, 0xc3, 0x28]],
    ["a key of the prototype", [TAG.object, 1, 9, ...new TextEncoder().encode("__proto__"), TAG.null]],
    ["a description that is none", [TAG.checked, 2, TAG.object, 0]],
    ["depth without end", Array(5000).fill([TAG.array, 1]).flat()],
  ] as const)("[X3] %s", (_, bytes) => {
    expect(read(...bytes).code).toBe("RECORD_BROKEN");
  });

  test("[X3] 3000 mutated files: a value or RECORD_BROKEN", () => {
    const good = new DataWriter().write(SPECIMEN);
    const random = new RandomStream(5);
    for (let n = 0; n < 3000; n++) {
      const bytes = good.slice(0, n % 3 === 0 ? Math.floor(random.uniform() * good.length) : good.length);
      for (let k = 0; k <= n % 4; k++)
        bytes[Math.floor(random.uniform() * bytes.length)] = Math.floor(random.uniform() * 256);
      try {
        new DataReader("file").read(bytes);
      } catch (problem) {
        expect(problem).toMatchObject({ code: "RECORD_BROKEN" });
      }
    }
  });
});
