// Names that the page's console offers for completion. Completion of lines: src/session/verbs/Completion.test.ts.

import { expect, test } from "vitest";
import { ALL_VERBS } from "../../src/leagues/Leagues.js";
import type { ViewEntity } from "../../src/session/view/ViewProtocol.js";
import { Store } from "../../viewer/src/Store.js";
import { completeLine, namesOf } from "../../viewer/src/ui/console/Completion.js";

const entity = (name: string, role: ViewEntity["role"], body: string): ViewEntity => ({
  name,
  role,
  bodies: [{ id: 1, name: body, shapes: [] }] as unknown as ViewEntity["bodies"],
  joints: [],
  sensors: [],
  isDriven: false,
  main: "Body",
  masses: [],
  isStatic: role === "static",
});

test("[E4] names by the kind of the argument", () => {
  const store = new Store();
  store.entities.set("Ball", entity("Ball", "object", "Skin"));
  store.entities.set("Rover", entity("Rover", "robot", "Main"));
  store.entities.set("walls", entity("walls", "static", "North"));
  store.lights = [{ name: "Sun" }] as unknown as Store["lights"];
  const words = (line: string) => completeLine(line, ALL_VERBS.known, namesOf(store, ["before"])).words;
  expect(words("remove ")).toEqual(["Ball", "Rover", "walls"]);
  expect(words("push ")).toEqual(["Ball", "Rover"]);
  expect(words("push Ball/")).toEqual(["Ball/Skin"]);
  expect(words("drive ")).toEqual(["Rover"]);
  expect(words("light ")).toEqual(["Sun"]);
  expect(words("restore ")).toEqual(["before"]);
  expect(words("get wall")).toEqual(["walls"]);
});
