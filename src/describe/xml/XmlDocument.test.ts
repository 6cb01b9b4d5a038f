import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { DEFAULT_LIMITS } from "../DocumentLimits.js";
import { utf8Length, XmlDocument } from "./XmlDocument.js";

const refused = (text: string, limits = {}) =>
  refusal(() => new XmlDocument(text, undefined, { ...DEFAULT_LIMITS, ...limits }));

describe("XmlDocument", () => {
  test("is a tree of elements, attributes and text", () => {
    const { root, count } = new XmlDocument(
      '\ufeff<?xml version="1.0" encoding="utf-8"?><!-- c --><A a="1" b=\'&lt;&#x41;\'>x<B/>y<![CDATA[<z>]]>&amp;</A>',
    );
    expect(count).toBe(2);
    expect([...root.attributes]).toEqual([
      ["a", "1"],
      ["b", "<A"],
    ]);
    expect(root.text).toBe("xy<z>&");
    expect(root.children.map((child) => child.name)).toEqual(["B"]);
    expect(root.children[0].parent).toBe(root);
  });

  test.each([
    ["LF", "\n"],
    ["CR LF", "\r\n"],
    ["CR", "\r"],
  ])("elements have line and column if lines end with %s", (_, end) => {
    const document = new XmlDocument(["<A>", "  <B", '   x="1"/>', "", " <C/><D/></A>"].join(end));
    const places = document.root.children.map(({ name, offset }) => ({ name, ...document.placeOf(offset) }));
    expect(places).toEqual([
      { name: "B", line: 2, column: 3 },
      { name: "C", line: 5, column: 2 },
      { name: "D", line: 5, column: 6 },
    ]);
    expect(document.placeOf(document.root.offset)).toEqual({ line: 1, column: 1 });
  });

  test.each([
    ["<A><B></A>", "</A> while <B> is open", 1, 7],
    ["<A>\n<Bumper>\n </Bumpr ></A>", "</Bumpr> while <Bumper> is open", 3, 2],
    ["<A>", "unclosed tag: A", 1, 3],
    ["", "no element at all", 1, 1],
    ["hello", "text outside of the root element", 1, 5],
    ["<A/>\n<B/>", "a second root element", 2, 3],
    ["<A>\n 1 & 2</A>", "an & that does not start an entity (write &amp;)", undefined, undefined],
    ["<A>1 < 2</A>", "a < that does not start a tag (write &lt;)", 1, 7],
    ["<A>\u0001</A>", "a character that XML does not allow", 1, 4],
    ["<A b=1/>", "an attribute value without quotes", 1, 6],
    ['<A b="1" b="2"/>', "duplicate attribute: b", 1, 16],
    ["<A><!-- x", "unclosed tag: A", undefined, undefined],
    ["<A>&#0;</A>", "an invalid character reference", 1, 7],
    ["<A>&#xFFFFFFFF;</A>", "an invalid character reference", 1, 15],
  ])("[R11] %j is not well-formed", (text, found, line, column) => {
    const error = refused(text);
    expect(error).toMatchObject({ code: "XML_MALFORMED" });
    if (line !== undefined) expect(error).toMatchObject({ found, line, column });
  });

  test.each([
    ["a DTD", '<!DOCTYPE A SYSTEM "http://x/y.dtd"><A/>'],
    ["a bomb of entities", `<!DOCTYPE A [<!ENTITY a "ha">${bomb()}]><A>&z;</A>`],
    ["a processing instruction", "<A><?php x ?></A>"],
    ["a style sheet", '<?xml-stylesheet href="x"?><A/>'],
    ["a user-defined entity", "<A>&nbsp;</A>"],
    ["a user-defined entity in an attribute", '<A b="&eacute;"/>'],
    ["another encoding", '<?xml version="1.0" encoding="UTF-16"?><A/>'],
  ])("[R11] %s is forbidden", (_, text) => {
    const error = refused(text);
    expect(error.code).toBe("XML_FORBIDDEN");
    expect(error.line).toBe(1);
  });

  test("[R11] a document of any size above the limit is refused before it is read", () => {
    // half a gigabyte of one letter: a string that was never flattened; a gigabyte is more than a string can be
    const huge = "<".repeat(2 ** 29 - 100);
    const start = performance.now();
    expect(refused(huge)).toMatchObject({ code: "DOCUMENT_TOO_LARGE", allowed: `at most ${4 * 1024 * 1024} bytes` });
    expect(performance.now() - start).toBeLessThan(1000);
    // bytes, not letters
    expect(refused(`<A>${"ü".repeat(60)}</A>`, { bytes: 100 })).toMatchObject({ code: "DOCUMENT_TOO_LARGE" });
    expect(
      () => new XmlDocument(`<A>${"ü".repeat(46)}</A>`, undefined, { ...DEFAULT_LIMITS, bytes: 99 }),
    ).not.toThrow();
  });

  test.each([
    ["DOCUMENT_TOO_DEEP", `${"<A>".repeat(5)}${"</A>".repeat(5)}`, { depth: 4 }, 15],
    ["TOO_MANY_ELEMENTS", `<A>${"<B/>".repeat(10)}</A>`, { elements: 10 }, undefined],
    ["TOO_MANY_ATTRIBUTES", '<A a="" b="" c=""/>', { attributes: 2 }, undefined],
    ["NAME_TOO_LONG", `<${"A".repeat(11)}/>`, { nameBytes: 10 }, undefined],
    ["NAME_TOO_LONG", `<A ${"b".repeat(11)}=""/>`, { nameBytes: 10 }, undefined],
    ["DOCUMENT_TOO_LARGE", `<A>${"1".repeat(11)}</A>`, { text: 10 }, undefined],
    ["DOCUMENT_TOO_LARGE", `<A b="${"1".repeat(11)}"/>`, { text: 10 }, undefined],
  ])("[R11] %s has a place (%#)", (code, text, limits, column) => {
    const error = refused(text, limits);
    expect(error).toMatchObject({ code, line: 1 });
    expect(error.column).toBeGreaterThan(1);
    if (column !== undefined) expect(error.column).toBe(column);
  });

  test("[R11] documents at the limits are accepted", () => {
    const limits = { ...DEFAULT_LIMITS, depth: 4, elements: 4, attributes: 2, nameBytes: 1, text: 3 };
    expect(() => new XmlDocument('<A><B><C><D a="1" b="2">123</D></C></B></A>', undefined, limits)).not.toThrow();
  });

  test.each<readonly [string, (kilobytes: number) => string]>([
    ["deep nesting", (kb) => "<A>".repeat(330 * kb)],
    ["elements without end", (kb) => "<A/>".repeat(250 * kb)],
    ["children without end", (kb) => `<A>${"<b/>".repeat(250 * kb)}`],
    ["attributes without end", (kb) => `<A ${Array.from({ length: 100 * kb }, (_, i) => `a${i}="1"`).join(" ")}/>`],
    ["one endless attribute", (kb) => `<A b="${"&amp;".repeat(200 * kb)}`],
    ["text in crumbs", (kb) => `<A>${"&lt;".repeat(250 * kb)}</A>`],
    ["a DTD without end", (kb) => `<!DOCTYPE A [${'<!ENTITY a "b">'.repeat(70 * kb)}`],
    ["a comment without end", (kb) => `<A><!--${"- ".repeat(500 * kb)}`],
    ["an entity without end", (kb) => `<A>&${"a".repeat(1000 * kb)};</A>`],
    ["CDATA in crumbs", (kb) => `<A>${"<![CDATA[]]]]>".repeat(72 * kb)}</A>`],
    ["one tag without end", (kb) => `<${"A".repeat(1000 * kb)}`],
    ["line ends", (kb) => `<A>${"\r".repeat(1000 * kb)}`],
  ])("[R11] %s: the time to read 1 MB is not that of a quadratic reader", (_, make) => {
    const read = (text: string): void => {
      try {
        new XmlDocument(text);
      } catch (problem) {
        expect(problem).toMatchObject({ name: "SimError" });
      }
    };
    // the shortest of some turns, so that other load does not count
    const times = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
    const [short, long] = [make(31), make(1000)];
    for (let turn = 0; turn < 4; turn++)
      for (const [name, text] of [["short", short] as const, ["long", long] as const]) {
        const start = performance.now();
        read(text);
        times[name] = Math.min(times[name], performance.now() - start);
      }
    // 32 times as long: a quadratic reader needs 1000 times the time; fast reads are too short to compare
    expect(times.long / Math.max(times.short, 0.05)).toBeLessThan(200);
  });

  test("counts UTF-8 bytes", () => {
    for (const text of ["", "abc", "ü", "€", "𝄞", "aü€𝄞"])
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });
});

/** Each entity is ten of the one before it: a billion laughs. */
function bomb(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const pairs = Array.from({ length: 25 }, (_, i) => [letters[i], letters[i + 1]]);
  return pairs.map(([from, to]) => `<!ENTITY ${to} "${`&${from};`.repeat(10)}">`).join("");
}
