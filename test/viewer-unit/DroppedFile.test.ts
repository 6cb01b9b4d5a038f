// What a dropped file is.

import { expect, test } from "vitest";
import { kindOf } from "../../viewer/src/ui/guide/DroppedFile.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("[X1] robots and worlds are read, also behind declaration and comments", () => {
  expect(kindOf("car.xml", bytes("<Client></Client>"))).toEqual({ isWorld: false });
  expect(kindOf("yard.xml", bytes('<?xml version="1.0"?>\n<!-- a <Client> -->\n<World name="a"/>'))).toEqual({
    isWorld: true,
  });
  expect(kindOf("old.robot", bytes("TYPE = DiffRobot"))).toEqual({ isWorld: false });
});

test.each([
  ["run.mcap", "x", "recording"],
  ["part.stl", "solid", "mesh"],
  ["photo.PNG", "x", "picture"],
  ["loop.py", "import sys", "program"],
  ["data.bin", "a\0b", "not a text file"],
  ["notes.md", "hello", "neither XML"],
  ["page.html", "<html></html>", "web page"],
  ["nothing.xml", "", "empty"],
])("[X1] %s is named for what it is", (name, text, what) => {
  expect(kindOf(name, bytes(text)).problem).toContain(what);
});
