// Names in the lines of a world's events that nobody has at the start (R10): allowed, since somebody may bring them along, but
// more often a slip of the pen.

import { nearestName } from "../describe/SimError.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import type { Hint } from "./Hints.js";

/** The file has been read, so the lines are good. */
export function eventHints({ events, lights, robots, physics }: WorldFile): Hint[] {
  const entities = [...physics.entities.map(({ name }) => name), ...robots.map(({ robot }) => robot.name)];
  const known = { light: lights.map(({ name }) => name), entity: entities, body: entities, robot: entities };
  return events.flatMap(({ name, lines }) =>
    lines.flatMap((line) => {
      const { verb, args } = ALL_VERBS.readEventLine(line);
      return verb.args.flatMap(({ name: argument, completes = "verb" }) => {
        const names = Object.hasOwn(known, completes) ? known[completes as keyof typeof known] : undefined;
        const [asked] = String(args[argument] ?? "").split("/");
        if (!names || asked === "" || names.includes(asked)) return [];
        const near = nearestName(asked, names);
        const advice = near ? `did you mean "${near}"?` : "it must have come by then.";
        return [{ name, text: `"${line}" names "${asked}", which is not in the world at the start: ${advice}` }];
      });
    }),
  );
}
