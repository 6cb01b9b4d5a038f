import { expect, test } from "vitest";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { eventHints } from "./EventHints.js";

test("[R10] [E2] triggers that name what is not in the world at the start, but no patterns", () => {
  const box = "<Box><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box>";
  const trigger = (name: string, content: string): string => `<Trigger name="${name}">${content}</Trigger>`;
  const { world } = readWorldDocument(
    `<World><Static name="Wall"><Box name="B"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box></Static>
     ${trigger("a", `${box}<Who>Robotz</Who><Who>Blue*</Who><Who>robots</Who>`)}
     ${trigger("b", "<Contact><With>Wal</With><With>Wall</With></Contact>")}
     ${trigger("c", `${box}<Body>Cart/Deck</Body>`)}</World>`,
    { kinds: builtInDevices(), file: "w.xml" },
  );
  expect(
    eventHints(world).map(
      ({ name, text }) => `${name} ${text.replace(", which is not in the world at the start", "")}`,
    ),
  ).toEqual([
    'a names "Robotz": did you mean "robots"?',
    'b names "Wal": did you mean "Wall"?',
    'c names "Cart": it must join first.',
  ]);
});
