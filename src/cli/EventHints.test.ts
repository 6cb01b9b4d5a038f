import { expect, test } from "vitest";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { World } from "../world/World.js";
import { eventHints } from "./EventHints.js";
import { tryLines } from "./EventTrial.js";

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
    eventHints(world, () => undefined).map(
      ({ name, text }) => `${name} ${text.replace(", which is not in the world at the start", "")}`,
    ),
  ).toEqual([
    'a names "Robotz": did you mean "robots"?',
    'b names "Wal": did you mean "Wall"?',
    'c names "Cart": it must join first.',
  ]);
});

test("[R10] [E3] lines that must fail, with the reason; lines that may be right give no hint", async () => {
  const event = (name: string, line: string): string => `<Event name="${name}"><At>1</At><Do>${line}</Do></Event>`;
  const lines = [
    "set Nope/Friction 3",
    "set Wood/Friktion 3",
    "belt Wall/X 1 0 0",
    "camera Cam fov=400",
    "camera Kam fov=40",
    "spawn Nope",
    "light Lamp off",
    "set Wood/Friction 0.3",
    "camera Cam fov=40",
    "spawn segway",
    "remove Wall",
  ];
  const { world } = readWorldDocument(
    `<World><Static name="Wall"><Box name="B"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box></Static>
     <Light name="Lamp" type="point"/><Camera name="Cam"/>
     <Trigger name="t"><Joint name="Nope"><Above>1</Above></Joint><Do>set {who}/Hinge/Vel 1</Do></Trigger>
     <Event name="loop"><Do>event loop</Do></Event>
     ${lines.map((line, i) => event(`e${i}`, line)).join("")}</World>`,
    { kinds: builtInDevices(), file: "w.xml" },
  );
  const running = await World.create(world);
  const hints = eventHints(world, tryLines(running, "."));
  running.dispose();
  expect(hints.map(({ name, text }) => `${name} ${/[A-Z]{4,}_[A-Z_]+|for ever|watches/.exec(text)?.[0]}`)).toEqual([
    "loop for ever",
    "e0 MATERIAL_UNKNOWN",
    "e1 PROPERTY_UNKNOWN",
    "e2 COMPONENT_UNKNOWN",
    "e3 VALUE_OUT_OF_RANGE",
    "e4 COMPONENT_UNKNOWN",
    "e5 FILE_MISSING",
    "t watches",
  ]);
});

test("[E2] limits that no value can meet are refused", () => {
  const world = (limits: string): string =>
    `<World><Trigger name="t"><Joint name="j">${limits}</Joint></Trigger></World>`;
  const read = (limits: string) => readWorldDocument(world(limits), { kinds: builtInDevices(), file: "w.xml" });
  expect(() => read("<Above>2</Above><Below>1</Below>")).toThrow(
    expect.objectContaining({ code: "VALUE_OUT_OF_RANGE" }),
  );
  expect(read("<Above>1</Above><Below>2</Below>").world.triggers).toHaveLength(1);
});
