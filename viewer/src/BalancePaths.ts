// The paths under which centre of mass and support polygon of robots arrive, while they are drawn.

import type { Store } from "./Store.js";

export const balancePaths = ({ entities, settings }: Pick<Store, "entities" | "settings">): string[] =>
  settings.showBalance
    ? [...entities.values()].filter(({ role }) => role === "robot").map(({ name }) => `${name}//balance`)
    : [];
