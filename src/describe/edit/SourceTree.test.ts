// The scanner reads texts that are well-formed. Undo moves edits over other edits, so it may also get others: it refuses them, and ends.

import { expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { scanSource } from "./SourceTree.js";

const scan = (text: string) => scanSource(text, String);

test.each([
  "",
  "text",
  "<a>",
  "</a>",
  "<a></b>",
  "<a/></a>",
  "<a><!-- <b/></a>",
  "<a><![CDATA[ <b/></a>",
  "<a><? <b/></a>",
  "<a></a",
  "<a b",
  "<a b=",
  "<a b='>",
  "<a =''/>",
  "<",
  "< a/>",
  "<a b='c'",
])("[E5] %j is refused", (text) => {
  expect(refusal(() => scan(text)).code).toBe("XML_MALFORMED");
});

test("[E5] what is well-formed has places", () => {
  const { root, comments } = scan(`<?xml version="1.0"?><a b='1>2'><!-- x --><c/><![CDATA[</a>]]></a>`);
  expect(root).toMatchObject({ name: "a", start: 21, end: 66, attributes: [{ name: "b", value: "1>2" }] });
  expect(root.children.map(({ name }) => name)).toEqual(["c"]);
  expect(comments).toMatchObject([{ text: " x " }]);
});
