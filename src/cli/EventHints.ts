// Hints for event lines that name an entity which does not exist at the start of the world (R10). This is allowed, because the
// entity may join later, but it is often a misspelling.

import { matchesName } from "../describe/NamePattern.js";
import { nearestName } from "../describe/SimError.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import { SUBJECT } from "../describe/world/WorldTrigger.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import type { Hint } from "./Hints.js";

/** The lines are valid: the file is already read. */
export function eventHints(world: WorldFile): Hint[] {
  const { events, lights, robots, physics } = world;
  const entities = [...physics.entities.map(({ name }) => name), ...robots.map(({ robot }) => robot.name)];
  const known = { light: lights.map(({ name }) => name), entity: entities, body: entities, robot: entities };
  const ofLines = events.flatMap(({ name, lines }) =>
    lines.flatMap((line) => {
      const { verb, args } = ALL_VERBS.readEventLine(line);
      return verb.args.flatMap(({ name: argument, completes = "verb" }) => {
        const names = Object.hasOwn(known, completes) ? known[completes as keyof typeof known] : undefined;
        const [asked] = String(args[argument] ?? "").split("/");
        if (!names || asked === "" || asked.includes(SUBJECT) || names.some((one) => matchesName(asked, one)))
          return [];
        const near = nearestName(asked, names);
        const advice = near ? `did you mean "${near}"?` : "it must join before the event.";
        return [{ name, text: `"${line}" names "${asked}", which is not in the world at the start: ${advice}` }];
      });
    }),
  );
  return [...ofLines, ...triggerHints(world, entities)];
}

/** Names of entities that triggers watch, touch or move with. */
function triggerHints({ triggers }: WorldFile, entities: readonly string[]): Hint[] {
  return triggers.flatMap(({ name, who, condition }) => {
    const groups = who.filter((word) => word !== "robots" && word !== "objects");
    const others = condition.kind === "Contact" ? condition.names : [];
    const carrier = condition.kind === "Volume" && condition.body ? [condition.body.entity] : [];
    return [...groups, ...others, ...carrier].flatMap((asked) => {
      // a pattern is often meant for robots that join later
      if (asked.includes("*") || entities.includes(asked)) return [];
      const near = nearestName(asked, groups.includes(asked) ? ["robots", "objects", ...entities] : entities);
      const advice = near ? `did you mean "${near}"?` : "it must join first.";
      return [{ name, text: `names "${asked}", which is not in the world at the start: ${advice}` }];
    });
  });
}
