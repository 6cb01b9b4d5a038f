// `<Path>` in a world document (E3): times, defaults, and errors with their line.

import { expect, test } from "vitest";
import { FAKE_KINDS } from "../../../testing/builders/Documents.js";
import { inspectWorldDocument } from "../world/WorldDocument.js";

const read = (path: string) =>
  inspectWorldDocument(
    `<World name="w">\n<Static name="Door">\n<Box name="Leaf"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box>\n${path}\n</Static></World>`,
    { kinds: FAKE_KINDS },
  );

test("[E3] a path begins at the place in the document, and its speed gives times", () => {
  const { world, errors } = read(
    "<Path><Speed>0.5</Speed><Point><Offset>1 0 0</Offset></Point><Point><At>5</At><Turn>0 0 1</Turn></Point></Path>",
  );
  expect(errors).toEqual([]);
  const [door] = world?.physics.entities ?? [];
  expect(door.isStatic).toBe(false);
  expect(door.path?.points.map(({ atNs }) => atNs)).toEqual([0, 2e9, 5e9]);
  expect(door.path?.starts).toBe(false);
});

test.each([
  ["<Path></Path>", "PATH_MALFORMED"],
  ["<Path><Blocked>stop</Blocked><Point><At>1</At></Point></Path>", "PATH_MALFORMED"],
  ["<Path><Point><Offset>1 0 0</Offset></Point></Path>", "PATH_MALFORMED"],
  ["<Path><Mode>loop</Mode><Point><At>1</At><Offset>1 0 0</Offset></Point></Path>", "PATH_OPEN"],
  ["<Path><Mode>lop</Mode><Point><At>1</At></Point></Path>", "KIND_UNKNOWN"],
])("[E3] %s is refused with its line", (path, code) => {
  const [error] = read(path).errors;
  expect(error).toMatchObject({ code, line: 4 });
});
