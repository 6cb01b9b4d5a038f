// The things that triggers watch: robots and objects that can move. A trigger names them by `robots`, `objects` or names in which
// * stands for any characters.

import { matchesName } from "../../describe/NamePattern.js";

/** Whether an entity is named by one of the words. */
export function isNamed(words: readonly string[], entity: string, isRobot: boolean): boolean {
  return words.some((word) => {
    if (word === "robots") return isRobot;
    return word === "objects" ? !isRobot : matchesName(word, entity);
  });
}
