// The entities that triggers watch: robots and objects that can move. A trigger names them by `robots`, `objects` or names in which *
// stands for any characters. Entities with a path are watched only by name.

import { matchesName } from "../../describe/NamePattern.js";

export type SubjectSort = "robot" | "object" | "mover";

/** Whether an entity is named by one of the words. */
export function isNamed(words: readonly string[], entity: string, sort: SubjectSort): boolean {
  return words.some((word) => {
    if (word === "robots") return sort === "robot";
    return word === "objects" ? sort === "object" : matchesName(word, entity);
  });
}
