// Hints for event lines that name an entity which does not exist at the start of the world (R10). This is allowed, because the
// entity may join later, but it is often a misspelling.

import { nearestName } from "../describe/SimError.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import { SUBJECT } from "../describe/world/WorldTrigger.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import type { Hint } from "./Hints.js";

/** The lines are valid: the file is already read. */
export function eventHints({ events, lights, robots, physics }: WorldFile): Hint[] {
  const entities = [...physics.entities.map(({ name }) => name), ...robots.map(({ robot }) => robot.name)];
  const known = { light: lights.map(({ name }) => name), entity: entities, body: entities, robot: entities };
  return events.flatMap(({ name, lines }) =>
    lines.flatMap((line) => {
      const { verb, args } = ALL_VERBS.readEventLine(line);
      return verb.args.flatMap(({ name: argument, completes = "verb" }) => {
        const names = Object.hasOwn(known, completes) ? known[completes as keyof typeof known] : undefined;
        const [asked] = String(args[argument] ?? "").split("/");
        if (!names || asked === "" || asked.includes(SUBJECT) || names.includes(asked)) return [];
        const near = nearestName(asked, names);
        const advice = near ? `did you mean "${near}"?` : "it must join before the event.";
        return [{ name, text: `"${line}" names "${asked}", which is not in the world at the start: ${advice}` }];
      });
    }),
  );
}
