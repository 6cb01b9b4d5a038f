// Watches the values of all sensors that are drawn in the 3D view, and of no others; and how robots stand, if that is drawn.

import { balancePaths } from "../../BalancePaths.js";
import { shownSensors } from "../../ShownSensors.js";
import type { Page } from "../Page.js";

export function watchShownSensors({ store, watchList, updates }: Page): void {
  const setPaths = updates.throttled(() => {
    const paths = shownSensors(store).map(({ path }) => path);
    for (const path of store.fans.keys()) if (!paths.includes(path)) store.fans.delete(path);
    watchList.setPaths("sensors", paths);
    watchList.setPaths("balance", balancePaths(store));
  });
  for (const topic of ["scene", "selection", "settings"] as const) store.on(topic, setPaths);
}
